-- The runs of one workflow, newest first: without it a list of a rare workflow reads through all others. Built beside the
-- work of the version that is still running, so not in a transaction; a build that was interrupted leaves an invalid
-- index, which goes first.
-- transactional: false

DROP INDEX CONCURRENTLY IF EXISTS runs_of_workflow;

CREATE INDEX CONCURRENTLY runs_of_workflow ON runs (workflow, created_at, run_id);
