"""SQL of the store of schedules. Each statement is one round trip and one transaction."""

# Creates a schedule unless its request is known, or there are too many. The lock makes concurrent counts exact.
CREATE = """
WITH locked AS (
    SELECT pg_advisory_xact_lock(hashtext('reflow schedules'))
)
INSERT INTO schedules (schedule_id, request_id, title, cron, timezone, missed, workflow, request, locale, created_at,
                       decided_to, due_at)
SELECT %(schedule_id)s, %(request_id)s, %(title)s, %(cron)s, %(timezone)s, %(missed)s, %(workflow)s, %(request)b,
       %(locale)s, %(created_at)s, %(created_at)s, %(due_at)s
FROM locked WHERE (SELECT count(*) FROM schedules) < %(max_schedules)s
ON CONFLICT (request_id) DO NOTHING
RETURNING *
"""

FIND_REQUEST = """
SELECT * FROM schedules WHERE request_id = %(request_id)s
"""

FIND = """
SELECT * FROM schedules WHERE schedule_id = %(schedule_id)s
"""

LIST = """
SELECT * FROM schedules ORDER BY created_at, schedule_id
"""

LIST_FIRINGS = """
SELECT * FROM schedule_firings WHERE schedule_id = %(schedule_id)s ORDER BY fire_time DESC LIMIT %(limit)s
"""

PAUSE = """
UPDATE schedules SET paused_at = coalesce(paused_at, %(now)s) WHERE schedule_id = %(schedule_id)s RETURNING *
"""

# Fire times during the pause are skipped: `decided_to` is set to now. The year 9000 means never, also in ADVANCE.
RESUME = """
UPDATE schedules SET paused_at = NULL, decided_to = %(now)s, due_at = coalesce(%(due_at)s, '9000-01-01'::timestamptz)
WHERE schedule_id = %(schedule_id)s AND paused_at IS NOT NULL
RETURNING *
"""

DELETE = """
DELETE FROM schedules WHERE schedule_id = %(schedule_id)s RETURNING schedule_id
"""

# Leases due schedules. The end of the lease is the time at which they are due again: a process that dies leaves nothing
# to clean up.
LEASE = """
UPDATE schedules SET due_at = %(until)s
WHERE schedule_id = ANY(ARRAY(
    SELECT schedule_id FROM schedules
    WHERE paused_at IS NULL AND due_at <= %(now)s
    ORDER BY due_at LIMIT %(limit)s
    FOR UPDATE SKIP LOCKED
))
RETURNING *
"""

# Stores the outcomes of fire times, unless the schedule has advanced since; retains the last 100.
ADVANCE = """
WITH advanced AS (
    UPDATE schedules SET decided_to = %(decided_to)s, due_at = coalesce(%(due_at)s, '9000-01-01'::timestamptz)
    WHERE schedule_id = %(schedule_id)s AND decided_to = %(known_decided_to)s
    RETURNING schedule_id
), new_firings AS (
    INSERT INTO schedule_firings (schedule_id, fire_time, outcome, run_id, error_code, skipped_count)
    SELECT schedule_id, fire_time, outcome, run_id, error_code, skipped_count
    FROM advanced CROSS JOIN unnest(
        %(times)s::timestamptz[], %(outcomes)s::text[], %(run_ids)s::text[], %(error_codes)s::text[],
        %(skipped_counts)s::bigint[]
    ) AS t (fire_time, outcome, run_id, error_code, skipped_count)
    ON CONFLICT DO NOTHING
), old_firings AS (
    DELETE FROM schedule_firings USING advanced
    WHERE schedule_firings.schedule_id = advanced.schedule_id AND fire_time < (
        SELECT min(fire_time) FROM (
            SELECT fire_time FROM schedule_firings
            WHERE schedule_id = %(schedule_id)s ORDER BY fire_time DESC LIMIT 100
        ) AS last_firings
    )
)
SELECT schedule_id FROM advanced
"""
