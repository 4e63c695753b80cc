"""JSON forms of webhooks, deliveries and schedules. Times are milliseconds since 1970."""

from google.protobuf.timestamp_pb2 import Timestamp
from reflow.v1 import schedules_pb2, webhooks_pb2

from services.common.contract.proto_values.enums import enum_name
from services.gateway.json_mapper.values import Json

_EVENTS = webhooks_pb2.WebhookEvent.DESCRIPTOR
_STATES = webhooks_pb2.DeliveryState.DESCRIPTOR
_POLICIES = schedules_pb2.MissedPolicy.DESCRIPTOR
_OUTCOMES = schedules_pb2.FiringOutcome.DESCRIPTOR


def webhook_to_json(webhook: webhooks_pb2.Webhook) -> Json:
    """Return *webhook*; its secret is no part of it."""
    return {
        "webhookId": webhook.webhook_id,
        "url": webhook.url,
        "events": [enum_name(_EVENTS, event) for event in webhook.events],
        "createdAt": webhook.created_at.ToMilliseconds(),
        "disabledAt": _to_time(webhook.disabled_at) if webhook.HasField("disabled_at") else None,
    }


def delivery_to_json(delivery: webhooks_pb2.WebhookDelivery) -> Json:
    """Return *delivery*."""
    pending = delivery.HasField("next_attempt_at")
    return {
        "deliveryId": delivery.delivery_id,
        "webhookId": delivery.webhook_id,
        "type": delivery.type,
        "runId": delivery.run_id,
        "sequence": delivery.sequence,
        "state": enum_name(_STATES, delivery.state),
        "attempts": delivery.attempts,
        "occurredAt": _to_time(delivery.occurred_at),
        "nextAttemptAt": _to_time(delivery.next_attempt_at) if pending else None,
        "lastStatus": delivery.last_status or None,
        "lastError": delivery.last_error or None,
    }


def schedule_to_json(schedule: schedules_pb2.Schedule) -> Json:
    """Return *schedule* with its firings, which lists leave out."""
    return {
        "scheduleId": schedule.schedule_id,
        "title": schedule.title,
        "cron": schedule.cron,
        "timezone": schedule.timezone,
        "missed": enum_name(_POLICIES, schedule.missed),
        "workflow": schedule.workflow,
        "createdAt": _to_time(schedule.created_at),
        "pausedAt": _to_time(schedule.paused_at) if schedule.HasField("paused_at") else None,
        "nextFireTimes": [_to_time(time) for time in schedule.next_fire_times],
        "firings": [_firing_to_json(firing) for firing in schedule.firings],
    }


def _firing_to_json(firing: schedules_pb2.Firing) -> Json:
    return {
        "time": _to_time(firing.time),
        "outcome": enum_name(_OUTCOMES, firing.outcome),
        "runId": firing.run_id or None,
        "errorCode": firing.error_code or None,
        "skippedCount": firing.skipped_count,
    }


def _to_time(time: Timestamp) -> int:
    return time.ToMilliseconds()
