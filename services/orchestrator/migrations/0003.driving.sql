-- Driving by several orchestrators on one database.

ALTER TABLE runs
    -- The drive that is queued or under way for the run; NULL when none is.
    ADD COLUMN drive_id text,
    -- The order in which runs were accepted; given under a lock, so that it is also the order of the commits.
    ADD COLUMN place bigint;

CREATE SEQUENCE run_places;

-- The orchestrators there are. Each holds an advisory lock for as long as it lives, and beats.
CREATE TABLE replicas (
    replica_id text PRIMARY KEY,
    beat_at    timestamptz NOT NULL
);

-- Cancels of runs that another orchestrator drives; `reached` once it has answered.
CREATE TABLE run_cancels (
    run_id   text PRIMARY KEY,
    reached  boolean,
    asked_at timestamptz NOT NULL DEFAULT now()
);

-- When a run was last watched at an orchestrator that does not drive it.
CREATE TABLE run_watches (
    run_id  text PRIMARY KEY,
    seen_at timestamptz NOT NULL
);
