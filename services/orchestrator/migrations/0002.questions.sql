-- Runs that wait for a user, and their deadlines.

ALTER TABLE runs ADD COLUMN expires_at timestamptz;

COMMENT ON COLUMN runs.expires_at IS 'When the question it waits for is answered by default; NULL for no such time.';

CREATE INDEX runs_expiring ON runs (expires_at) WHERE status = 'paused' AND expires_at IS NOT NULL;
