-- Errors of all services of the deployment, for the error statistics.

CREATE TABLE error_counts (
    -- The start of an interval of ten seconds.
    at         timestamptz NOT NULL,
    -- A process reports its whole count of an interval, so that a repeated report changes nothing.
    process_id text NOT NULL,
    code       text NOT NULL,
    node       text NOT NULL,
    count      bigint NOT NULL,
    CONSTRAINT one_count_per_interval_and_process PRIMARY KEY (at, process_id, code, node)
);

-- The sums of errors that are older than every window.
CREATE TABLE error_totals (
    code  text NOT NULL,
    node  text NOT NULL,
    count bigint NOT NULL,
    -- The time of the first of them.
    since timestamptz NOT NULL,
    CONSTRAINT one_total_per_code_and_node PRIMARY KEY (code, node)
);
