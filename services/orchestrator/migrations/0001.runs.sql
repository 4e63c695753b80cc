-- Runs, their logs and their sessions.
-- depends:

CREATE TABLE sessions (
    session_id text PRIMARY KEY,
    created_at timestamptz NOT NULL
);

CREATE TABLE runs (
    run_id        text PRIMARY KEY,
    -- NULL if the caller specified none: an empty id is not an id.
    request_id    text CONSTRAINT one_run_per_request UNIQUE,
    session_id    text NOT NULL REFERENCES sessions,
    workflow      text NOT NULL,
    status        text NOT NULL,
    -- Fence of appends: each new executor increments it, and appends of an earlier epoch match no row.
    epoch         bigint NOT NULL,
    last_sequence bigint NOT NULL,
    traceparent   text NOT NULL,
    -- The entry of the run in the session memory, once the run has ended.
    summary       jsonb,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL
);

CREATE INDEX runs_of_session ON runs (session_id, created_at);
CREATE INDEX runs_by_age ON runs (created_at, run_id);
-- Runs with session memory, for deleting the memory of expired sessions.
CREATE INDEX runs_remembered ON runs (updated_at) WHERE summary IS NOT NULL;
CREATE INDEX runs_unfinished ON runs (created_at) WHERE status IN ('waiting', 'running');

-- No foreign key to runs: the one statement that appends joins the row it has just
-- updated, and a check per row would double the cost of an append.
CREATE TABLE run_events (
    run_id   text NOT NULL,
    sequence bigint NOT NULL,
    payload  bytea NOT NULL,
    CONSTRAINT one_writer_per_sequence PRIMARY KEY (run_id, sequence)
);
