-- What sessions and deleting old runs look for. Built beside the work of the version that is still running, so not in a
-- transaction; a build that was interrupted leaves an invalid index, which goes first.
-- transactional: false

DROP INDEX CONCURRENTLY IF EXISTS runs_ended;

-- Runs that have ended, by when.
CREATE INDEX CONCURRENTLY runs_ended ON runs (updated_at) WHERE status IN ('succeeded', 'failed', 'cancelled');

DROP INDEX CONCURRENTLY IF EXISTS sessions_by_age;

CREATE INDEX CONCURRENTLY sessions_by_age ON sessions (created_at);

DROP INDEX CONCURRENTLY IF EXISTS runs_open_of_session;

-- The runs that have not ended, by session: what the queue counts, and where a session goes on or waits.
CREATE INDEX CONCURRENTLY runs_open_of_session ON runs (session_id) WHERE status IN ('waiting', 'running', 'paused');
