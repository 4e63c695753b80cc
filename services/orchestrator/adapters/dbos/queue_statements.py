"""SQL of the queue that several orchestrators share.

The queue itself belongs to DBOS, in a schema of its own. `enqueue_workflow`, a documented SQL function of DBOS, fills
it, so that a run and its position are recorded in one transaction. The columns `drive_id` (the execution of a run)
and `place` (its queue position) keep the names of the first migrations: a migration must not break the version that is
still running.
"""

SCHEMA = "reflow_dbos"
QUEUE = "reflow.executions"
WORKFLOW = "reflow.execute_run"
APPLICATION = "reflow"
# Replicas of every version dequeue any execution: only the log must be readable across versions.
APPLICATION_VERSION = "1"

# Serializes admission and the selection of the next run. Released at commit, and when its holder is idle: a process
# that is suspended meanwhile must not block the others. Others wait while a statement is planned, which takes longer
# than to execute it: a plan is made once for each connection. It then has to be one that reads by index, since tables
# that are small today grow.
LOCK_QUEUE = """
SELECT set_config('idle_in_transaction_session_timeout', '2s', true),
       set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
       pg_advisory_xact_lock(hashtext('reflow.admission'))
"""

# For releases that assign nothing: they are recovered from the log when the database loses them, as those of a process
# that ended first.
COMMIT_LATER = """
SET LOCAL synchronous_commit = off
"""

# Records runs with their first event and their executions, which this replica starts at once: all of them, or none
# unless nothing waits, all fit into the limit, each is the only one of its session, and none is known. A run that is
# counted twice while its execution ends only leaves this statement without an effect.
#
# The two rows of an execution are those that `enqueue_workflow` writes, with the columns that a dequeue sets.
START_FREE = """
WITH input AS (
    SELECT * FROM unnest(
        %(run_ids)b::text[], %(request_ids)b::text[], %(session_ids)b::text[], %(new_sessions)b::boolean[],
        %(workflows)b::text[], %(traceparents)b::text[], %(payloads)b::bytea[], %(ats)b::timestamptz[],
        %(request_digests)b::text[], %(execution_ids)b::text[]
    ) WITH ORDINALITY AS t (run_id, request_id, session_id, new_session, workflow, traceparent, payload, at,
                            request_digest, execution_id, number)
), in_queue AS (
    SELECT count(*) AS executions, count(*) FILTER (WHERE status = 'ENQUEUED') AS waiting
    FROM {schema}.workflow_status WHERE queue_name = %(queue)s AND status IN ('ENQUEUED', 'PENDING')
), active AS (
    SELECT count(*) AS runs FROM runs WHERE status IN ('waiting', 'running')
), free AS (
    SELECT FROM in_queue, active
    WHERE waiting = 0 AND greatest(executions, runs) + cardinality(%(run_ids)b::text[]) <= %(running)s
      AND NOT EXISTS (SELECT FROM runs WHERE run_id = ANY(%(run_ids)b::text[]))
      AND NOT EXISTS (SELECT FROM runs WHERE request_id = ANY(%(request_ids)b::text[]))
      AND NOT EXISTS (
          SELECT FROM runs WHERE session_id = ANY(%(session_ids)b::text[]) AND status IN ('waiting', 'running')
      )
), new_runs AS (
    INSERT INTO runs (run_id, request_id, session_id, workflow, status, epoch, last_sequence, traceparent,
                      created_at, updated_at, request_digest, place, drive_id)
    SELECT run_id, request_id, session_id, workflow, 'waiting', 1, 1, traceparent, at, at, request_digest,
           nextval('run_places'), execution_id
    FROM (SELECT input.* FROM input, free ORDER BY number) AS ordered
    RETURNING run_id
), new_sessions AS (
    INSERT INTO sessions (session_id, created_at) SELECT session_id, at FROM input, free WHERE new_session
    ON CONFLICT DO NOTHING
), first_events AS (
    INSERT INTO run_events (run_id, sequence, payload) SELECT run_id, 1, payload FROM input, free
), executions AS (
    INSERT INTO {schema}.workflow_status (
        workflow_uuid, status, name, queue_name, priority, application_version, application_name, recovery_attempts,
        owner_xid, serialization, executor_id, started_at_epoch_ms
    )
    SELECT execution_id, 'PENDING', %(workflow)s, %(queue)s, 1, %(version)s, %(application)s, 1,
           gen_random_uuid()::text, 'portable_json', %(replica_id)s, extract(epoch FROM now()) * 1000
    FROM input, free
), execution_inputs AS (
    INSERT INTO {schema}.workflow_input (workflow_uuid, inputs, retention_timestamp)
    SELECT execution_id, json_build_object('positionalArgs', ARRAY[run_id, execution_id], 'namedArgs', '{{}}'::json),
           extract(epoch FROM now()) * 1000
    FROM input, free
)
SELECT run_id FROM new_runs
"""

# Ends the executions of runs that an append ends or pauses, with it, so that their place is free once the end can be
# seen. Where an execution waits for that place, it is left to the release, which replaces one by the other.
END_EXECUTIONS = """
), ended AS (
    UPDATE {schema}.workflow_status AS w
    SET status = 'SUCCESS', owner_xid = NULL, completed_at = extract(epoch FROM now()) * 1000,
        updated_at = extract(epoch FROM now()) * 1000
    FROM appended
    WHERE appended.status NOT IN ('waiting', 'running') AND workflow_uuid = drive_id AND w.status = 'PENDING'
      AND NOT EXISTS (
          SELECT FROM {schema}.workflow_status WHERE queue_name = '{queue}' AND status = 'ENQUEUED'
      )
"""

# Of executions that are over, those that did not end with an append, and whether another run waits for their places.
# Read after the end is committed: what waits by then and is not seen sees that end itself.
LEFT_TO_RELEASE = """
SELECT ARRAY(
           SELECT workflow_uuid FROM {schema}.workflow_status
           WHERE workflow_uuid = ANY(%(execution_ids)s) AND status IN ('ENQUEUED', 'PENDING')
       ) AS active,
       EXISTS (SELECT FROM {schema}.workflow_status WHERE queue_name = %(queue)s AND status = 'ENQUEUED') OR EXISTS (
           SELECT FROM runs
           WHERE session_id = ANY(%(session_ids)s) AND status IN ('waiting', 'running') AND drive_id IS NULL
       ) AS waiting
"""

# Number of active runs of each session.
UNFINISHED_BY_SESSION = """
SELECT session_id, count(*) AS runs FROM runs WHERE status IN ('waiting', 'running') GROUP BY session_id
"""

# Assigns queue positions to new runs, in the order of the arrays.
ASSIGN_POSITIONS = """
UPDATE runs SET place = input.place
FROM (
    SELECT run_id, nextval('run_places') AS place
    FROM (SELECT * FROM unnest(%(run_ids)s::text[]) WITH ORDINALITY AS t (run_id, number) ORDER BY number) AS listed
) AS input
WHERE runs.run_id = input.run_id
"""

# A run that resumes after an answer is queued after those of its session that wait already.
ASSIGN_LAST_POSITION = """
UPDATE runs SET place = nextval('run_places')
WHERE run_id = %(run_id)s AND drive_id IS NULL AND status = 'waiting'
RETURNING run_id
"""

# Queues an execution of the first run of each session that has none. Runs that have started come first.
ENQUEUE_NEXT = """
WITH heads AS (
    SELECT DISTINCT ON (session_id) run_id FROM runs r
    WHERE session_id = ANY(%(session_ids)s) AND status IN ('waiting', 'running')
      AND NOT EXISTS (
          SELECT FROM runs busy
          WHERE busy.session_id = r.session_id AND busy.status IN ('waiting', 'running') AND busy.drive_id IS NOT NULL
      )
    ORDER BY session_id, place NULLS FIRST, created_at, run_id
), taken AS (
    UPDATE runs SET drive_id = gen_random_uuid()::text FROM heads WHERE runs.run_id = heads.run_id
    RETURNING runs.run_id, runs.drive_id, runs.place, runs.last_sequence
)
SELECT {schema}.enqueue_workflow(
    workflow_name => %(workflow)s, queue_name => %(queue)s,
    positional_args => ARRAY[to_json(run_id), to_json(drive_id)],
    workflow_id => drive_id, priority => CASE WHEN last_sequence > 1 THEN 0 ELSE 1 END,
    app_version => %(version)s, application_name => %(application)s
) AS execution_id, run_id
FROM taken ORDER BY place
"""

# Executions that are running and waiting.
IN_QUEUE = """
SELECT count(*) FILTER (WHERE status = 'PENDING') AS running, count(*) FILTER (WHERE status = 'ENQUEUED') AS waiting
FROM {schema}.workflow_status WHERE queue_name = %(queue)s AND status IN ('ENQUEUED', 'PENDING')
"""

# Assigns the first waiting executions to a replica, as DBOS would when that replica polls, and claims their runs. One
# that DBOS is just taking is left to it. A claim is on the disk before its run starts, so it resets COMMIT_LATER: an
# epoch that the database loses would be given to a second executor, and the log would accept both.
ASSIGN_FIRST = """
WITH {finished} first AS (
    SELECT workflow_uuid AS execution_id, run_id
    FROM {schema}.workflow_status AS w JOIN runs ON drive_id = workflow_uuid
    WHERE queue_name = %(queue)s AND w.status = 'ENQUEUED' AND runs.status IN ('waiting', 'running')
    ORDER BY w.priority, w.created_at, runs.place LIMIT {count}
    FOR UPDATE OF w SKIP LOCKED
), assigned AS (
    UPDATE {schema}.workflow_status AS w
    SET status = 'PENDING', executor_id = %(replica_id)s, recovery_attempts = recovery_attempts + 1,
        started_at_epoch_ms = extract(epoch FROM now()) * 1000, updated_at = extract(epoch FROM now()) * 1000
    FROM first WHERE w.workflow_uuid = first.execution_id
    RETURNING first.execution_id, first.run_id
), claimed AS (
    UPDATE runs SET epoch = epoch + 1 FROM assigned
    WHERE runs.run_id = assigned.run_id AND drive_id = execution_id AND status IN ('waiting', 'running')
    RETURNING runs.*, assigned.execution_id
)
SELECT execution_id, {columns}, set_config('synchronous_commit', NULL, true) FROM claimed ORDER BY place
"""

COUNT_IF_ALL_FIT = """
SELECT CASE WHEN count(*) <= %(running)s THEN count(*) ELSE 0 END
FROM {schema}.workflow_status WHERE queue_name = %(queue)s AND status IN ('ENQUEUED', 'PENDING')
"""

# Ends executions of a replica, unless they were queued again meanwhile. DBOS, which records the end of what it
# dequeued, then finds it recorded.
FINISH_EXECUTIONS = """
UPDATE {schema}.workflow_status
SET status = 'SUCCESS', owner_xid = NULL, completed_at = extract(epoch FROM now()) * 1000,
    updated_at = extract(epoch FROM now()) * 1000
WHERE workflow_uuid = ANY(%(execution_ids)s) AND executor_id = %(replica_id)s AND status = 'PENDING'
"""

CLAIM_EXECUTION = """
UPDATE runs SET epoch = epoch + 1
WHERE run_id = %(run_id)s AND drive_id = %(execution_id)s AND status IN ('waiting', 'running')
RETURNING {columns}
"""

# Claims a waiting or paused run, to end it.
WITHDRAW = """
UPDATE runs SET epoch = epoch + 1
WHERE run_id = %(run_id)s AND status IN ('waiting', 'paused')
RETURNING {columns}
"""

# Releases executions, unless their run has a newer one.
RELEASE_EXECUTIONS = """
UPDATE runs SET drive_id = NULL
FROM unnest(%(run_ids)s::text[], %(execution_ids)s::text[], %(epochs)s::bigint[]) AS input (run_id, drive_id, epoch)
WHERE runs.run_id = input.run_id AND runs.drive_id = input.drive_id AND runs.epoch = input.epoch
"""

# Removes the waiting executions of runs that have ended: they would start nothing, and new runs would wait behind them.
REMOVE_ENDED = """
UPDATE {schema}.workflow_status AS w
SET status = 'CANCELLED', completed_at = extract(epoch FROM now()) * 1000,
    updated_at = extract(epoch FROM now()) * 1000
FROM runs
WHERE run_id = ANY(%(run_ids)s) AND workflow_uuid = drive_id AND w.status = 'ENQUEUED'
  AND runs.status IN ('succeeded', 'failed', 'cancelled')
"""

# Clears executions that the queue no longer knows.
DROP_EXECUTIONS = """
UPDATE runs SET drive_id = NULL
WHERE drive_id = ANY(%(execution_ids)s) AND status IN ('waiting', 'running')
"""

UNFINISHED = """
SELECT session_id, drive_id AS execution_id, status FROM runs WHERE status IN ('waiting', 'running')
"""

# Read from DBOS's table rather than through its API, which waits for the database ever longer, and without an end.
DEQUEUED_EXECUTIONS = """
SELECT workflow_uuid AS execution_id, executor_id AS replica_id FROM {schema}.workflow_status
WHERE queue_name = %(queue)s AND status = 'PENDING'
"""

QUEUED_EXECUTIONS = """
SELECT workflow_uuid AS execution_id FROM {schema}.workflow_status
WHERE workflow_uuid = ANY(%(execution_ids)s) AND status IN ('ENQUEUED', 'PENDING')
"""

# A repeated request clears the outcome: the run may have a new executor.
REQUEST_CANCEL = """
INSERT INTO run_cancels (run_id) VALUES (%(run_id)s)
ON CONFLICT (run_id) DO UPDATE SET reached = NULL, asked_at = now()
"""

REQUESTED_CANCELS = """
SELECT run_id FROM run_cancels WHERE run_id = ANY(%(run_ids)s) AND reached IS NULL
"""

# An executor that released its run without ending it records no outcome: the next one receives the request.
RECORD_CANCEL_OUTCOME = """
UPDATE run_cancels SET reached = %(reached)s
WHERE run_id = %(run_id)s AND reached IS NULL
  AND EXISTS (
      SELECT FROM runs WHERE runs.run_id = run_cancels.run_id AND status IN ('succeeded', 'failed', 'cancelled')
  )
"""

CANCEL_OUTCOME = """
SELECT reached FROM run_cancels WHERE run_id = %(run_id)s
"""

# Nobody waits for the outcome of an old request.
DELETE_OLD_CANCELS = """
DELETE FROM run_cancels WHERE asked_at < now() - interval '1 hour'
"""

RECORD_WATCHES = """
INSERT INTO run_watches (run_id, seen_at) SELECT unnest(%(run_ids)s::text[]), now()
ON CONFLICT (run_id) DO UPDATE SET seen_at = excluded.seen_at
"""

# Seconds since a run had a watcher at another replica.
UNWATCHED_SECONDS = """
SELECT extract(epoch FROM now() - seen_at)::float8 AS seconds FROM run_watches WHERE run_id = %(run_id)s
"""

DELETE_OLD_WATCHES = """
DELETE FROM run_watches
WHERE NOT EXISTS (
    SELECT FROM runs WHERE runs.run_id = run_watches.run_id AND status IN ('waiting', 'running')
)
"""

# Class of the advisory locks of replicas.
REPLICA_LOCKS = 0x7265_666C  # "refl"

HEARTBEAT = """
INSERT INTO replicas (replica_id, beat_at) VALUES (%(replica_id)s, now())
ON CONFLICT (replica_id) DO UPDATE SET beat_at = excluded.beat_at
"""

LOCK_REPLICA = """
SELECT pg_try_advisory_lock(%(class)s, hashtext(%(replica_id)s)) AS acquired
"""

# A replica is gone when its lock is free, or when its heartbeat is too old: a suspended process, or one on a machine
# without network, keeps its lock. A database that has just started has lost all locks, so replicas get time to
# reconnect.
LIVE_REPLICAS = """
SELECT replica_id FROM replicas
WHERE pg_postmaster_start_time() > now() - interval '3 s'
   OR beat_at > now() - make_interval(secs => %(replica_timeout)s)
  AND EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND classid = %(class)s
        AND objid = ((hashtext(replica_id)::bigint + 4294967296) %% 4294967296)::oid
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  )
"""

DELETE_REPLICA = """
DELETE FROM replicas WHERE replica_id = %(replica_id)s OR beat_at < now() - interval '1 day'
"""

# Shared by several orchestrators; a single one acquires the same lock exclusively.
LOCK_SHARED = """
SELECT pg_try_advisory_lock_shared(hashtext('reflow.local_driving')) AS acquired
"""
