-- Indexes for sessions and for the deletion of old runs. Built while the previous version is still running, so not in a
-- transaction; an interrupted build leaves an invalid index, which is dropped first.
-- transactional: false

DROP INDEX CONCURRENTLY IF EXISTS runs_ended;

-- Runs that have ended, by the time of their end.
CREATE INDEX CONCURRENTLY runs_ended ON runs (updated_at) WHERE status IN ('succeeded', 'failed', 'cancelled');

DROP INDEX CONCURRENTLY IF EXISTS sessions_by_age;

CREATE INDEX CONCURRENTLY sessions_by_age ON sessions (created_at);

DROP INDEX CONCURRENTLY IF EXISTS runs_open_of_session;

-- The runs that have not ended, by session: the queue counts them, and a session resumes or waits by them.
CREATE INDEX CONCURRENTLY runs_open_of_session ON runs (session_id) WHERE status IN ('waiting', 'running', 'paused');
