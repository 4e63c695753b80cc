-- Webhooks, and the reports to deliver to them.

CREATE TABLE webhooks (
    webhook_id  text PRIMARY KEY,
    -- NULL if the caller specified none.
    request_id  text CONSTRAINT one_webhook_per_request UNIQUE,
    url         text NOT NULL,
    -- 'ended', 'waiting' or both.
    events      text[] NOT NULL,
    -- Signs the requests, so it cannot be a digest. Only the role of the orchestrator reads this table.
    secret      text NOT NULL,
    created_at  timestamptz NOT NULL,
    disabled_at timestamptz
);

-- No foreign key: the append that ends a run must not fail, or wait, because a webhook is being removed.
CREATE TABLE webhook_deliveries (
    delivery_id     text PRIMARY KEY DEFAULT gen_random_uuid()::text,
    webhook_id      text NOT NULL,
    run_id          text NOT NULL,
    session_id      text NOT NULL,
    workflow        text NOT NULL,
    -- The status of the run that is reported.
    status          text NOT NULL,
    sequence        bigint NOT NULL,
    occurred_at     timestamptz NOT NULL,
    state           text NOT NULL DEFAULT 'pending',
    attempts        int NOT NULL DEFAULT 0,
    -- The time from which another process may take over a delivery in progress.
    next_attempt_at timestamptz NOT NULL,
    last_status     int NOT NULL DEFAULT 0,
    last_error      text NOT NULL DEFAULT '',
    CONSTRAINT one_delivery_per_event UNIQUE (webhook_id, run_id, sequence)
);

CREATE INDEX deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX deliveries_by_age ON webhook_deliveries (occurred_at, delivery_id);

-- The reports of an event are stored by the statement that stores the event, whichever version of the orchestrator
-- executes it: a crash loses none. For all other appends PostgreSQL evaluates the condition of the trigger, and that is all.
CREATE FUNCTION report_run_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_deliveries
        (webhook_id, run_id, session_id, workflow, status, sequence, occurred_at, next_attempt_at)
    SELECT webhook_id, NEW.run_id, NEW.session_id, NEW.workflow, NEW.status, NEW.last_sequence, NEW.updated_at,
           NEW.updated_at
    FROM webhooks
    WHERE disabled_at IS NULL AND CASE WHEN NEW.status = 'paused' THEN 'waiting' ELSE 'ended' END = ANY (events)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE TRIGGER run_status_reported
    AFTER UPDATE OF status ON runs
    FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('paused', 'succeeded', 'failed', 'cancelled'))
    EXECUTE FUNCTION report_run_status();
