-- Schedules, and the outcomes of their fire times.

CREATE TABLE schedules (
    schedule_id text PRIMARY KEY,
    -- NULL if the caller specified none.
    request_id  text CONSTRAINT one_schedule_per_request UNIQUE,
    title       text NOT NULL,
    cron        text NOT NULL,
    timezone    text NOT NULL,
    missed      text NOT NULL,
    workflow    text NOT NULL,
    -- The StartRunRequest of its runs, and their language.
    request     bytea NOT NULL,
    locale      text NOT NULL,
    created_at  timestamptz NOT NULL,
    paused_at   timestamptz,
    -- All fire times up to this one have an outcome.
    decided_to  timestamptz NOT NULL,
    -- The next fire time; while runs are being started, the time from which another process may take over the schedule.
    due_at      timestamptz NOT NULL
);

CREATE INDEX schedules_due ON schedules (due_at) WHERE paused_at IS NULL;

CREATE TABLE schedule_firings (
    schedule_id   text NOT NULL REFERENCES schedules ON DELETE CASCADE,
    fire_time     timestamptz NOT NULL,
    outcome       text NOT NULL,
    run_id        text NOT NULL,
    error_code    text NOT NULL,
    skipped_count bigint NOT NULL,
    CONSTRAINT one_firing_per_time PRIMARY KEY (schedule_id, fire_time)
);
