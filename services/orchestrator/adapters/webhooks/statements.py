"""SQL of the store of webhooks. Each statement is one round trip and one transaction."""

# Registers a webhook unless its request is known, or there are too many. The lock makes concurrent counts exact.
CREATE = """
WITH locked AS (
    SELECT pg_advisory_xact_lock(hashtext('reflow webhooks'))
)
INSERT INTO webhooks (webhook_id, request_id, url, events, secret, created_at)
SELECT %(webhook_id)s, %(request_id)s, %(url)s, %(events)s, %(secret)s, %(created_at)s
FROM locked WHERE (SELECT count(*) FROM webhooks) < %(max_webhooks)s
ON CONFLICT (request_id) DO NOTHING
RETURNING webhook_id
"""

FIND_REQUEST = """
SELECT * FROM webhooks WHERE request_id = %(request_id)s
"""

FIND = """
SELECT * FROM webhooks WHERE webhook_id = %(webhook_id)s
"""

LIST = """
SELECT webhook_id, url, events, created_at, disabled_at FROM webhooks ORDER BY created_at, webhook_id
"""

DELETE = """
WITH deleted AS (
    DELETE FROM webhooks WHERE webhook_id = %(webhook_id)s RETURNING webhook_id
), deleted_deliveries AS (
    DELETE FROM webhook_deliveries USING deleted WHERE webhook_deliveries.webhook_id = deleted.webhook_id
)
SELECT webhook_id FROM deleted
"""

LIST_DELIVERIES = """
SELECT * FROM webhook_deliveries
WHERE (%(webhook_id)s = '' OR webhook_id = %(webhook_id)s)
  AND (%(state)s::text IS NULL OR state = %(state)s)
  AND (%(before_at)s::timestamptz IS NULL OR (occurred_at, delivery_id) < (%(before_at)s, %(before_id)s))
ORDER BY occurred_at DESC, delivery_id DESC LIMIT %(limit)s
"""

RETRY = """
WITH retried AS (
    UPDATE webhook_deliveries SET state = 'pending', attempts = 0, next_attempt_at = %(now)s
    WHERE delivery_id = %(delivery_id)s AND webhook_id IN (SELECT webhook_id FROM webhooks)
    RETURNING *
), enabled AS (
    UPDATE webhooks SET disabled_at = NULL FROM retried WHERE webhooks.webhook_id = retried.webhook_id
)
SELECT * FROM retried
"""

# Leases due deliveries, a few of each webhook, so that one slow receiver does not delay the others. The end of the
# lease is the time of the next attempt: a process that dies leaves nothing to clean up.
LEASE = """
WITH due AS (
    SELECT delivery.delivery_id, webhooks.url, webhooks.secret
    FROM webhooks CROSS JOIN LATERAL (
        SELECT delivery_id FROM webhook_deliveries
        WHERE webhook_deliveries.webhook_id = webhooks.webhook_id AND state = 'pending' AND next_attempt_at <= %(now)s
        ORDER BY next_attempt_at LIMIT %(limit_per_webhook)s
        FOR UPDATE SKIP LOCKED
    ) AS delivery
    WHERE disabled_at IS NULL AND webhooks.webhook_id <> ALL(%(busy)s)
    LIMIT %(limit)s
)
UPDATE webhook_deliveries SET attempts = attempts + 1, next_attempt_at = %(until)s
FROM due WHERE webhook_deliveries.delivery_id = due.delivery_id
RETURNING webhook_deliveries.*, due.url, due.secret
"""

FINISH = """
UPDATE webhook_deliveries
SET state = %(state)s, next_attempt_at = %(next_attempt_at)s, last_status = %(status)s, last_error = %(error)s
WHERE delivery_id = %(delivery_id)s AND attempts = %(attempt)s AND state = 'pending'
"""

DISABLE = """
WITH disabled AS (
    UPDATE webhooks SET disabled_at = %(now)s WHERE webhook_id = %(webhook_id)s AND disabled_at IS NULL
)
UPDATE webhook_deliveries SET state = 'dead', last_error = %(reason)s
WHERE webhook_id = %(webhook_id)s AND state = 'pending'
"""

DELETE_OLD = """
DELETE FROM webhook_deliveries
WHERE delivery_id = ANY(ARRAY(
    SELECT delivery_id FROM webhook_deliveries
    WHERE (state = 'delivered' AND occurred_at < %(delivered_before)s)
       OR (state = 'dead' AND occurred_at < %(dead_before)s)
       OR webhook_id NOT IN (SELECT webhook_id FROM webhooks)
    LIMIT 1000
    FOR UPDATE SKIP LOCKED
))
RETURNING delivery_id
"""
