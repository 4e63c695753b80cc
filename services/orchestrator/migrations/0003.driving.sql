-- Execution by several orchestrators on one database.

ALTER TABLE runs
    -- The execution that is queued or in progress for the run; NULL if there is none.
    ADD COLUMN drive_id text,
    -- The order in which runs were accepted; assigned under a lock, so it is also the order of the commits.
    ADD COLUMN place bigint;

CREATE SEQUENCE run_places;

-- The orchestrators. Each holds an advisory lock while it lives, and sends heartbeats.
CREATE TABLE replicas (
    replica_id text PRIMARY KEY,
    beat_at    timestamptz NOT NULL
);

-- Cancels of runs that another orchestrator executes; `reached` is set once it has responded.
CREATE TABLE run_cancels (
    run_id   text PRIMARY KEY,
    reached  boolean,
    asked_at timestamptz NOT NULL DEFAULT now()
);

-- The time at which a run was last watched at an orchestrator that does not execute it.
CREATE TABLE run_watches (
    run_id  text PRIMARY KEY,
    seen_at timestamptz NOT NULL
);
