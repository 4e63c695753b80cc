"""SQL of the run log. Each statement is one round trip and one transaction.

The two group statements receive their arrays in binary (%b), which saves a tenth of the orchestrator's CPU time.
"""

# Records runs with their first event. A known request id or run id inserts nothing: an earlier attempt may have
# recorded it, and its response was lost.
START = """
WITH input AS (
    SELECT * FROM unnest(
        %(run_ids)b::text[], %(request_ids)b::text[], %(session_ids)b::text[], %(new_sessions)b::boolean[],
        %(workflows)b::text[], %(traceparents)b::text[], %(payloads)b::bytea[], %(ats)b::timestamptz[],
        %(request_digests)b::text[]
    ) AS t (run_id, request_id, session_id, new_session, workflow, traceparent, payload, at, request_digest)
), new_runs AS (
    INSERT INTO runs (run_id, request_id, session_id, workflow, status, epoch, last_sequence, traceparent,
                      created_at, updated_at, request_digest)
    SELECT run_id, request_id, session_id, workflow, 'waiting', 1, 1, traceparent, at, at, request_digest FROM input
    ON CONFLICT DO NOTHING
    RETURNING run_id
), new_sessions AS (
    INSERT INTO sessions (session_id, created_at)
    SELECT session_id, min(at) FROM input JOIN new_runs USING (run_id) WHERE new_session GROUP BY session_id
    ON CONFLICT DO NOTHING
), first_events AS (
    INSERT INTO run_events (run_id, sequence, payload)
    SELECT run_id, 1, payload FROM input JOIN new_runs USING (run_id)
)
SELECT run_id FROM new_runs
"""

# Appends to unfinished runs whose epoch and sequence match; returns the items (indexes in the group) appended. Two
# executors of a run may be in one group, so events refer to their item, not to their run. *ending*: what else happens
# to runs that are appended to, in the same transaction.
APPEND = """
WITH input AS (
    SELECT * FROM unnest(
        %(items)b::int[], %(run_ids)b::text[], %(epochs)b::bigint[], %(firsts)b::bigint[], %(lasts)b::bigint[],
        %(statuses)b::text[], %(summaries)b::jsonb[], %(ats)b::timestamptz[], %(expiries)b::timestamptz[]
    ) AS t (item, run_id, epoch, first, last, status, summary, at, expires_at)
), appended AS (
    UPDATE runs
    SET last_sequence = input.last, status = input.status, updated_at = input.at,
        summary = coalesce(input.summary, runs.summary), expires_at = input.expires_at
    FROM input
    WHERE runs.run_id = input.run_id AND runs.epoch = input.epoch AND runs.last_sequence = input.first - 1
      AND runs.status IN ('waiting', 'running', 'paused')
    RETURNING input.item, runs.run_id, runs.status, runs.drive_id
), new_events AS (
    INSERT INTO run_events (run_id, sequence, payload)
    SELECT run_id, sequence, payload
    FROM unnest(%(event_items)b::int[], %(sequences)b::bigint[], %(payloads)b::bytea[]) AS t (item, sequence, payload)
    JOIN appended USING (item)
{ending})
SELECT item FROM appended
"""

# Positions of runs whose append had no effect: fenced off, or recorded by an attempt whose response was lost.
POSITIONS = """
SELECT run_id, epoch, last_sequence FROM runs WHERE run_id = ANY(%(run_ids)s)
"""

CLAIM = """
UPDATE runs SET epoch = epoch + 1 WHERE run_id = %(run_id)s AND status IN ('waiting', 'running') RETURNING {columns}
"""

# Of concurrent answers one appends; for the others the epoch is stale, or the run is no longer paused. The execution
# that input the question is over, whether or not it has released the run yet.
CLAIM_PAUSED = """
UPDATE runs SET epoch = epoch + 1, drive_id = NULL WHERE run_id = %(run_id)s AND status = 'paused' RETURNING {columns}
"""

READ = """
SELECT payload FROM run_events
WHERE run_id = %(run_id)s AND sequence > %(after)s ORDER BY sequence LIMIT %(limit)s
"""

# Events of many runs after their cursors, in one statement, so that a status is not ahead of its events.
PROGRESS = """
SELECT run_id, status, last_sequence,
       ARRAY(
           SELECT payload FROM run_events e WHERE e.run_id = runs.run_id AND e.sequence > cursor
           ORDER BY sequence LIMIT %(limit)s
       ) AS payloads
FROM runs JOIN unnest(%(run_ids)s::text[], %(cursors)s::bigint[]) AS input (run_id, cursor) USING (run_id)
WHERE last_sequence > cursor OR status NOT IN ('waiting', 'running')
"""

COLUMNS = """run_id, session_id, workflow, status, epoch, last_sequence, traceparent, created_at, updated_at,
             request_digest"""

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

# Conditions of LIST. The statement contains only those in use: each combination has its own plan.
IF_SESSION = "session_id = %(session_id)s"
IF_WORKFLOW = "workflow = %(workflow)s"
IF_OLDER = "(created_at, run_id) < (%(before_at)s, %(before_id)s)"

UNFINISHED = """
SELECT {columns} FROM runs WHERE status IN ('waiting', 'running') ORDER BY created_at, run_id
"""

# Runs whose question has expired.
EXPIRED = """
SELECT {columns} FROM runs
WHERE status = 'paused' AND expires_at <= %(now)s ORDER BY expires_at LIMIT %(limit)s
"""

OPEN_SESSION = """
INSERT INTO sessions (session_id, created_at) VALUES (%(session_id)s, %(at)s)
ON CONFLICT DO NOTHING RETURNING session_id
"""

# A session is used whenever one of its runs changes. Runs execute in order, so that is one of the last.
SESSION = """
SELECT greatest(created_at, (
           SELECT max(updated_at) FROM (
               SELECT updated_at FROM runs r WHERE r.session_id = s.session_id ORDER BY r.created_at DESC LIMIT 100
           ) AS last_runs
       )) AS last_used_at,
       EXISTS (SELECT FROM runs r WHERE r.session_id = s.session_id AND r.status IN ('waiting', 'running', 'paused'))
           AS unfinished,
       EXISTS (SELECT FROM runs r WHERE r.session_id = s.session_id AND r.status = 'paused') AS paused
FROM sessions s WHERE session_id = %(session_id)s
"""

# Each ended run adds at most two messages, so this many runs are enough.
LOAD_SESSION_MESSAGES = """
SELECT summary, created_at, updated_at FROM runs
WHERE session_id = %(session_id)s AND summary IS NOT NULL
ORDER BY created_at DESC, run_id DESC LIMIT %(limit)s
"""

# The last image may be older than the messages that are loaded.
LOAD_LAST_RESULT = """
SELECT summary -> 'last_result' FROM runs
WHERE session_id = %(session_id)s AND summary -> 'last_result' <> 'null'::jsonb
ORDER BY created_at DESC, run_id DESC LIMIT 1
"""

# The newest images of a session and its first one, numbered. Rows of earlier versions restore nothing.
LOAD_IMAGES = """
WITH images AS (
    SELECT summary -> 'last_result' AS image,
           coalesce(summary ->> 'restores', '') AS restores,
           coalesce(summary ->> 'source', '') AS source,
           created_at, run_id
    FROM runs WHERE session_id = %(session_id)s AND summary -> 'last_result' <> 'null'::jsonb
), numbered AS (
    SELECT *, count(*) FILTER (WHERE restores = '') OVER by_age AS number, row_number() OVER by_age AS position,
           count(*) OVER () AS total
    FROM images WINDOW by_age AS (ORDER BY created_at, run_id)
)
SELECT image, restores, source, number FROM numbered
WHERE position = 1 OR position > total - %(limit)s ORDER BY position
"""

# Deletes the memory of expired sessions, in batches. A session is as recent as its most recent run.
DELETE_SESSION_MEMORY = """
UPDATE runs SET summary = NULL
WHERE run_id IN (
    SELECT run_id FROM runs r
    WHERE summary IS NOT NULL AND updated_at < %(before)s
      AND NOT EXISTS (
          SELECT FROM runs recent
          WHERE recent.session_id = r.session_id
            AND (recent.updated_at >= %(before)s OR recent.status IN ('waiting', 'running', 'paused'))
      )
    LIMIT 1000
)
RETURNING run_id
"""

# Deletes old runs with their events, which have no foreign key. An ended run never resumes; several processes may
# delete concurrently.
DELETE_OLD_RUNS = """
WITH deleted AS (
    DELETE FROM runs
    WHERE run_id = ANY(ARRAY(
        SELECT run_id FROM runs
        WHERE status IN ('succeeded', 'failed', 'cancelled') AND updated_at < %(before)s
        ORDER BY updated_at LIMIT %(limit)s
        FOR UPDATE SKIP LOCKED
    ))
    RETURNING run_id, session_id
), deleted_events AS (
    DELETE FROM run_events USING deleted WHERE run_events.run_id = deleted.run_id
)
SELECT session_id FROM deleted
"""

# Old sessions, the oldest first: by pages, as most of them still have runs.
LIST_OLD_SESSIONS = """
SELECT session_id, created_at FROM sessions
WHERE created_at < %(before)s AND (created_at, session_id) > (%(after_at)s, %(after_id)s)
ORDER BY created_at, session_id LIMIT %(limit)s
"""

# Deletes those of the given sessions that are old and have no run. One that a run is about to use is locked.
DELETE_UNUSED_SESSIONS = """
DELETE FROM sessions
WHERE session_id = ANY(ARRAY(
    SELECT session_id FROM sessions s
    WHERE session_id = ANY(%(session_ids)s) AND created_at < %(before)s
      AND NOT EXISTS (SELECT FROM runs r WHERE r.session_id = s.session_id)
    FOR UPDATE SKIP LOCKED
))
RETURNING session_id
"""

# The lock of a single orchestrator, held by its session while it lives.
LOCK_EXCLUSIVE = """
SELECT pg_try_advisory_lock(hashtext('reflow.local_driving')) AS acquired
"""
