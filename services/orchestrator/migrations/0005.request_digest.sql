-- Digest of the request that started a run: the same request id with another request is rejected.

ALTER TABLE runs ADD COLUMN request_digest text;

COMMENT ON COLUMN runs.request_digest IS 'SHA-256 of workflow, session and input; NULL for runs of earlier versions.';
