"""The SQL of a queue that several orchestrators share.

The queue itself is DBOS's, in a schema of its own; it is filled through `enqueue_workflow`, the SQL function that
DBOS documents for just that, so that a run and its place in the queue are recorded in one transaction.
"""

SCHEMA = "reflow_dbos"
QUEUE = "reflow.drives"
WORKFLOW = "reflow.drive"
APPLICATION = "reflow"
# All replicas, of whatever version, take any drive: the log is what has to be readable across versions.
APPLICATION_VERSION = "1"

# Whoever decides who is admitted or who is next does so alone. Freed at commit, and when its holder stands still:
# a process that was stopped in between must not keep everybody out.
DECIDE_ALONE = """
SELECT set_config('idle_in_transaction_session_timeout', '2s', true),
       pg_advisory_xact_lock(hashtext('reflow.admission'))
"""

# How many runs of each session are waiting or running.
UNFINISHED_BY_SESSION = """
SELECT session_id, count(*) AS runs FROM runs WHERE status IN ('waiting', 'running') GROUP BY session_id
"""

# Gives newly recorded runs their places, in the order of the arrays.
GIVE_PLACES = """
UPDATE runs SET place = asked.place
FROM (
    SELECT run_id, nextval('run_places') AS place
    FROM (SELECT * FROM unnest(%(run_ids)s::text[]) WITH ORDINALITY AS t (run_id, number) ORDER BY number) AS listed
) AS asked
WHERE runs.run_id = asked.run_id
"""

# A run that goes on after an answer goes behind those of its session that have waited meanwhile.
GIVE_LAST_PLACE = """
UPDATE runs SET place = nextval('run_places')
WHERE run_id = %(run_id)s AND drive_id IS NULL AND status = 'waiting'
RETURNING run_id
"""

# Queues a drive for the first run of each session of which none is queued or driven; runs that had begun go first.
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
) AS drive_id
FROM taken ORDER BY place
"""

CLAIM_DRIVE = """
UPDATE runs SET epoch = epoch + 1
WHERE run_id = %(run_id)s AND drive_id = %(drive_id)s AND status IN ('waiting', 'running')
RETURNING {columns}
"""

# Claims a run that has not begun, or waits for a person, to end it.
WITHDRAW = """
UPDATE runs SET epoch = epoch + 1
WHERE run_id = %(run_id)s AND status IN ('waiting', 'paused')
RETURNING {columns}
"""

# Lets drives go, unless another one has taken their run up.
LEAVE = """
UPDATE runs SET drive_id = NULL
FROM unnest(%(run_ids)s::text[], %(drive_ids)s::text[], %(epochs)s::bigint[]) AS asked (run_id, drive_id, epoch)
WHERE runs.run_id = asked.run_id AND runs.drive_id = asked.drive_id AND runs.epoch = asked.epoch
"""

# Forgets drives of which the queue knows nothing any more.
DROP_DRIVES = """
UPDATE runs SET drive_id = NULL
WHERE drive_id = ANY(%(drive_ids)s) AND status IN ('waiting', 'running')
"""

UNFINISHED = """
SELECT session_id, drive_id, status FROM runs WHERE status IN ('waiting', 'running')
"""

# Read from DBOS's table rather than through its API, which waits for the database ever longer, and without an end.
TAKEN = """
SELECT workflow_uuid AS drive_id, executor_id AS replica_id FROM {schema}.workflow_status
WHERE queue_name = %(queue)s AND status = 'PENDING'
"""

KNOWN = """
SELECT workflow_uuid AS drive_id FROM {schema}.workflow_status
WHERE workflow_uuid = ANY(%(drive_ids)s) AND status IN ('ENQUEUED', 'PENDING')
"""

# Asked anew, it is answered anew: the run may have a new driver.
ASK_TO_CANCEL = """
INSERT INTO run_cancels (run_id) VALUES (%(run_id)s)
ON CONFLICT (run_id) DO UPDATE SET reached = NULL, asked_at = now()
"""

CANCELS_ASKED = """
SELECT run_id FROM run_cancels WHERE run_id = ANY(%(run_ids)s) AND reached IS NULL
"""

# A driver that let its run go without ending it has no answer: the next one hears of the cancel.
ANSWER_CANCEL = """
UPDATE run_cancels SET reached = %(reached)s
WHERE run_id = %(run_id)s AND reached IS NULL
  AND EXISTS (
      SELECT FROM runs WHERE runs.run_id = run_cancels.run_id AND status IN ('succeeded', 'failed', 'cancelled')
  )
"""

CANCEL_ANSWER = """
SELECT reached FROM run_cancels WHERE run_id = %(run_id)s
"""

# Of runs that are over nobody asks any more.
FORGET_CANCELS = """
DELETE FROM run_cancels WHERE asked_at < now() - interval '1 hour'
"""

WATCHED = """
INSERT INTO run_watches (run_id, seen_at) SELECT unnest(%(run_ids)s::text[]), now()
ON CONFLICT (run_id) DO UPDATE SET seen_at = excluded.seen_at
"""

# For how many seconds a run has not been watched elsewhere.
UNWATCHED_SECONDS = """
SELECT extract(epoch FROM now() - seen_at)::float8 AS seconds FROM run_watches WHERE run_id = %(run_id)s
"""

FORGET_WATCHES = """
DELETE FROM run_watches
WHERE NOT EXISTS (
    SELECT FROM runs WHERE runs.run_id = run_watches.run_id AND status IN ('waiting', 'running')
)
"""

# The class of the locks that replicas hold.
REPLICA_LOCKS = 0x7265_666C  # "refl"

BEAT = """
INSERT INTO replicas (replica_id, beat_at) VALUES (%(replica_id)s, now())
ON CONFLICT (replica_id) DO UPDATE SET beat_at = excluded.beat_at
"""

HOLD_REPLICA_LOCK = """
SELECT pg_try_advisory_lock(%(class)s, hashtext(%(replica_id)s)) AS held
"""

# A replica is gone when its lock is free, and as good as gone when it has not beaten for a while: a process that
# was stopped, or whose machine fell off the network, keeps its lock. A database that has just started has lost all
# locks, and everybody is given the time to come back.
LIVING = """
SELECT replica_id FROM replicas
WHERE pg_postmaster_start_time() > now() - interval '3 s'
   OR beat_at > now() - make_interval(secs => %(patience)s)
  AND EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND classid = %(class)s
        AND objid = ((hashtext(replica_id)::bigint + 4294967296) %% 4294967296)::oid
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  )
"""

SIGN_OFF = """
DELETE FROM replicas WHERE replica_id = %(replica_id)s OR beat_at < now() - interval '1 day'
"""

# Several orchestrators share this; one that drives alone takes the same lock for itself.
SHARE_DRIVING = """
SELECT pg_try_advisory_lock_shared(hashtext('reflow.local_driving')) AS held
"""
