"""A database with many stored runs: copies of real ones, created by statements on whole sets of rows.

The copies have the contents of the real ones, with their own times, and ids as reflow creates them: four runs in a
session, one of a thousand of another workflow, spread evenly over the days before today.
"""

from datetime import UTC, datetime, timedelta

import psycopg

DAYS = 100
"""Days over which the runs are spread evenly, so that half of them ended more than half of these days ago."""
RARE_WORKFLOW = "note"

# Durability is not needed before the measurement; statistics and visibility are as after an autovacuum.
FILL = """
SET session_replication_role = replica;
SET maintenance_work_mem = '512MB';
SET synchronous_commit = off;
CREATE FUNCTION pg_temp.id_at(at timestamptz, name text) RETURNS text IMMUTABLE RETURN
    (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || left(md5(name), 3)
     || '8' || substr(md5(name), 4, 15))::uuid::text;
CREATE TEMP TABLE template AS SELECT row_number() OVER (ORDER BY run_id) - 1 AS number, * FROM runs;
CREATE TEMP TABLE template_event AS SELECT number, sequence, payload FROM run_events JOIN template USING (run_id);
CREATE TEMP TABLE copy AS
    SELECT pg_temp.id_at(at, 'run' || n) AS run_id, pg_temp.id_at(first_at, 'session' || n / 4) AS session_id,
           n % (SELECT count(*) FROM template) AS number, n % 1000 = 500 AS rare, at
    FROM generate_series(0, {runs} - 1) AS n,
         LATERAL (SELECT now() - interval '{days} days' * ((n + 0.5) / {runs}) AS at,
                         now() - interval '{days} days' * ((n - n % 4 + 3.5) / {runs}) AS first_at) AS times;
INSERT INTO sessions (session_id, created_at) SELECT session_id, min(at) FROM copy GROUP BY session_id;
INSERT INTO runs (run_id, request_id, session_id, workflow, status, epoch, last_sequence, traceparent, summary,
                  created_at, updated_at, request_digest)
SELECT copy.run_id, pg_temp.id_at(at, 'request' || copy.run_id), copy.session_id,
       CASE WHEN rare THEN '{rare}' ELSE workflow END, status, epoch, last_sequence, traceparent,
       CASE WHEN at > now() - interval '1 day' THEN summary END, at, at + (updated_at - created_at), request_digest
FROM copy JOIN template USING (number);
ALTER TABLE run_events DROP CONSTRAINT one_writer_per_sequence;
INSERT INTO run_events (run_id, sequence, payload)
SELECT copy.run_id, sequence, payload FROM copy JOIN template_event USING (number);
ALTER TABLE run_events ADD CONSTRAINT one_writer_per_sequence PRIMARY KEY (run_id, sequence);
DROP TABLE template, template_event, copy;
"""
SIZES = """
SELECT pg_database_size(current_database()), pg_table_size('run_events'), pg_indexes_size('run_events'),
       pg_table_size('runs'), pg_indexes_size('runs'), (SELECT count(*) FROM runs)
"""
QUIET = ("ALTER SYSTEM SET autovacuum = off", "SELECT pg_reload_conf()")
SAMPLE = "SELECT run_id, session_id FROM runs WHERE created_at > now() - interval '30 days' ORDER BY run_id LIMIT 200"


def silence_autovacuum(url: str) -> None:
    """Disable autovacuum of the server at *url*, whose cost would be added to the measured costs."""
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in QUIET:
            connection.execute(statement.encode())


def fill(url: str, runs: int) -> str:
    """Add *runs* copies of the runs of the database at *url*; return the sizes of its tables as text."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(FILL.format(runs=runs, days=DAYS, rare=RARE_WORKFLOW).encode())
        connection.execute("VACUUM (ANALYZE)")
        connection.execute("CHECKPOINT")
        row = connection.execute(SIZES).fetchone()
    assert row is not None
    total, events, event_indexes, rows, row_indexes, count = row
    parts = {"events": events, "their index": event_indexes, "runs": rows, "their indexes": row_indexes}
    shares = ", ".join(f"{name} {size / count:.0f}" for name, size in parts.items())
    return f"{count} runs in {total / 1e6:.0f} MB, {total / count:.0f} bytes a run: {shares}"


def sample(url: str) -> list[tuple[str, str]]:
    """Return run and session of some stored runs that retention does not delete."""
    with psycopg.connect(url) as connection:
        return [(run_id, session_id) for run_id, session_id in connection.execute(SAMPLE)]


def middle() -> datetime:
    """Return the time before which half of the runs ended."""
    return datetime.now(UTC) - timedelta(days=DAYS / 2)
