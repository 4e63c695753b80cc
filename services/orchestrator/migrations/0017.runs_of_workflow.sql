-- The runs of one workflow, newest first: without it a list of a rare one reads all others. Built while the previous
-- version is still running, so not in a transaction; an interrupted build leaves an invalid index, which is dropped
-- first.
-- transactional: false

DROP INDEX CONCURRENTLY IF EXISTS runs_of_workflow;

CREATE INDEX CONCURRENTLY runs_of_workflow ON runs (workflow, created_at, run_id);
