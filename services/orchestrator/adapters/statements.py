"""The SQL of the run log. Each statement is one round trip and one transaction.

The two that take whole groups take their arrays in binary (%b), which spares a tenth of the orchestrator's time.
"""

# Records runs with their first event. A request id that is known inserts nothing, nor does a run that is:
# the try before may have recorded it and lost its answer.
START = """
WITH asked AS (
    SELECT * FROM unnest(
        %(run_ids)b::text[], %(request_ids)b::text[], %(session_ids)b::text[], %(new_sessions)b::boolean[],
        %(workflows)b::text[], %(traceparents)b::text[], %(payloads)b::bytea[], %(ats)b::timestamptz[]
    ) AS t (run_id, request_id, session_id, new_session, workflow, traceparent, payload, at)
), new_runs AS (
    INSERT INTO runs (run_id, request_id, session_id, workflow, status, epoch, last_sequence, traceparent,
                      created_at, updated_at)
    SELECT run_id, request_id, session_id, workflow, 'waiting', 1, 1, traceparent, at, at FROM asked
    ON CONFLICT DO NOTHING
    RETURNING run_id
), new_sessions AS (
    INSERT INTO sessions (session_id, created_at)
    SELECT session_id, min(at) FROM asked JOIN new_runs USING (run_id) WHERE new_session GROUP BY session_id
    ON CONFLICT DO NOTHING
), first_events AS (
    INSERT INTO run_events (run_id, sequence, payload)
    SELECT run_id, 1, payload FROM asked JOIN new_runs USING (run_id)
)
SELECT run_id FROM new_runs
"""

# Appends to runs that have not ended and whose epoch and sequence are as the driver believes; returns the items (places
# in the group) that it appended. Two drivers of a run may meet in a group, so events follow their item, not their run.
APPEND = """
WITH asked AS (
    SELECT * FROM unnest(
        %(items)b::int[], %(run_ids)b::text[], %(epochs)b::bigint[], %(firsts)b::bigint[], %(lasts)b::bigint[],
        %(statuses)b::text[], %(summaries)b::jsonb[], %(ats)b::timestamptz[], %(expiries)b::timestamptz[]
    ) AS t (item, run_id, epoch, first, last, status, summary, at, expires_at)
), appended AS (
    UPDATE runs
    SET last_sequence = asked.last, status = asked.status, updated_at = asked.at,
        summary = coalesce(asked.summary, runs.summary), expires_at = asked.expires_at
    FROM asked
    WHERE runs.run_id = asked.run_id AND runs.epoch = asked.epoch AND runs.last_sequence = asked.first - 1
      AND runs.status IN ('waiting', 'running', 'paused')
    RETURNING asked.item, runs.run_id
), new_events AS (
    INSERT INTO run_events (run_id, sequence, payload)
    SELECT run_id, sequence, payload
    FROM unnest(%(event_items)b::int[], %(sequences)b::bigint[], %(payloads)b::bytea[]) AS t (item, sequence, payload)
    JOIN appended USING (item)
)
SELECT item FROM appended
"""

# Where runs stand, for an append that touched nothing: fenced off, or recorded by a try whose answer was lost.
STANDINGS = """
SELECT run_id, epoch, last_sequence FROM runs WHERE run_id = ANY(%(run_ids)s)
"""

CLAIM = """
UPDATE runs SET epoch = epoch + 1 WHERE run_id = %(run_id)s AND status IN ('waiting', 'running') RETURNING {columns}
"""

# Of those who answer at the same moment one appends; the others' epoch is not the run's any more, or it is not paused.
# The drive that has come to the question is over, whether or not it has let the run go by now.
CLAIM_PAUSED = """
UPDATE runs SET epoch = epoch + 1, drive_id = NULL WHERE run_id = %(run_id)s AND status = 'paused' RETURNING {columns}
"""

READ = """
SELECT payload FROM run_events
WHERE run_id = %(run_id)s AND sequence > %(after)s ORDER BY sequence LIMIT %(limit)s
"""

# Of many runs at once what lies behind a cursor; in one statement, so that a status is not ahead of its events.
PROGRESS = """
SELECT run_id, status, last_sequence,
       ARRAY(
           SELECT payload FROM run_events e WHERE e.run_id = runs.run_id AND e.sequence > cursor
           ORDER BY sequence LIMIT %(limit)s
       ) AS payloads
FROM runs JOIN unnest(%(run_ids)s::text[], %(cursors)s::bigint[]) AS asked (run_id, cursor) USING (run_id)
WHERE last_sequence > cursor OR status NOT IN ('waiting', 'running')
"""

COLUMNS = """run_id, session_id, workflow, status, epoch, last_sequence, traceparent, created_at, updated_at"""

FIND = """
SELECT {columns} FROM runs WHERE run_id = %(run_id)s
"""

FIND_STARTED = """
SELECT request_id, {columns} FROM runs WHERE request_id = ANY(%(request_ids)s) OR run_id = ANY(%(run_ids)s)
"""

LIST = """
SELECT {columns} FROM runs
WHERE {conditions} ORDER BY created_at DESC, run_id DESC LIMIT %(limit)s
"""

# What LIST may ask for. Only what is asked for stands in the statement: each has a plan of its own.
OF_SESSION = "session_id = %(session_id)s"
OF_WORKFLOW = "workflow = %(workflow)s"
OLDER = "(created_at, run_id) < (%(before_at)s, %(before_id)s)"

UNFINISHED = """
SELECT {columns} FROM runs WHERE status IN ('waiting', 'running') ORDER BY created_at, run_id
"""

# Runs whose question has been open for as long as it may.
EXPIRED = """
SELECT {columns} FROM runs
WHERE status = 'paused' AND expires_at <= %(now)s ORDER BY expires_at LIMIT %(limit)s
"""

OPEN_SESSION = """
INSERT INTO sessions (session_id, created_at) VALUES (%(session_id)s, %(at)s)
ON CONFLICT DO NOTHING RETURNING session_id
"""

# A session is used whenever one of its runs changes: its runs go in order, so that is one of the last.
SESSION = """
SELECT greatest(created_at, (
           SELECT max(updated_at) FROM (
               SELECT updated_at FROM runs r WHERE r.session_id = s.session_id ORDER BY r.created_at DESC LIMIT 100
           ) AS last_runs
       )) AS last_used_at,
       EXISTS (SELECT FROM runs r WHERE r.session_id = s.session_id AND r.status IN ('waiting', 'running', 'paused'))
           AS unfinished,
       EXISTS (SELECT FROM runs r WHERE r.session_id = s.session_id AND r.status = 'paused') AS waiting
FROM sessions s WHERE session_id = %(session_id)s
"""

# Each ended run adds at most two messages, so this many runs hold enough.
RECALL = """
SELECT summary, created_at, updated_at FROM runs
WHERE session_id = %(session_id)s AND summary IS NOT NULL
ORDER BY created_at DESC, run_id DESC LIMIT %(limit)s
"""

# The last picture may lie further back than the messages that are kept.
RECALL_PICTURE = """
SELECT summary -> 'last_result' FROM runs
WHERE session_id = %(session_id)s AND summary -> 'last_result' <> 'null'::jsonb
ORDER BY created_at DESC, run_id DESC LIMIT 1
"""

# Forgets what expired sessions remember, a bounded batch at a time. A session is as young as its youngest run.
FORGET = """
UPDATE runs SET summary = NULL
WHERE run_id IN (
    SELECT run_id FROM runs r
    WHERE summary IS NOT NULL AND updated_at < %(before)s
      AND NOT EXISTS (
          SELECT FROM runs younger
          WHERE younger.session_id = r.session_id
            AND (younger.updated_at >= %(before)s OR younger.status IN ('waiting', 'running', 'paused'))
      )
    LIMIT 1000
)
RETURNING run_id
"""

# Deletes runs that ended long ago, with their events: those have no foreign key. What ended stays ended, so none of
# these can be taken up meanwhile; several may delete at once, each what the others leave.
RETIRE = """
WITH retired AS (
    DELETE FROM runs
    WHERE run_id = ANY(ARRAY(
        SELECT run_id FROM runs
        WHERE status IN ('succeeded', 'failed', 'cancelled') AND updated_at < %(before)s
        ORDER BY updated_at LIMIT %(limit)s
        FOR UPDATE SKIP LOCKED
    ))
    RETURNING run_id
), their_events AS (
    DELETE FROM run_events USING retired WHERE run_events.run_id = retired.run_id
)
SELECT run_id FROM retired
"""

# Deletes sessions of long ago that have no run left, or never had one.
RETIRE_SESSIONS = """
DELETE FROM sessions
WHERE session_id = ANY(ARRAY(
    SELECT session_id FROM sessions s
    WHERE created_at < %(before)s AND NOT EXISTS (SELECT FROM runs r WHERE r.session_id = s.session_id)
    ORDER BY created_at LIMIT %(limit)s
    FOR UPDATE SKIP LOCKED
))
RETURNING session_id
"""

# One orchestrator that drives locally; held by a session for as long as it lives.
LOCK_LOCAL_DRIVING = """
SELECT pg_try_advisory_lock(hashtext('reflow.local_driving')) AS held
"""
