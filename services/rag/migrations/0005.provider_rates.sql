-- Requests of the last minute by provider, shared by all processes of a deployment (services/common/llm/shared_rate.py).
-- One row per provider, whose lock serializes the processes. Its content expires after a minute, so the table is not
-- logged: after a crash of the server it is empty, and a provider may receive up to twice its rate in that minute.
CREATE UNLOGGED TABLE provider_rates (
    provider text PRIMARY KEY,
    starts   timestamptz[] NOT NULL,
    granted  integer NOT NULL
) WITH (fillfactor = 50);

COMMENT ON COLUMN provider_rates.starts IS 'times of the requests of the last minute, oldest first, by the clock of the server';
COMMENT ON COLUMN provider_rates.granted IS 'how many of them the latest statement has added';
