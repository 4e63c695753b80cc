"""Webhooks: the bodies of their requests, and what follows from an attempt. Pure."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from services.orchestrator.domain.events import RunStatus

TEST_TYPE = "webhook.test"
GONE = 410
MAX_ERROR_LENGTH = 300


@dataclass(frozen=True, slots=True)
class Report:
    """What a webhook reports: the event of a run with this sequence, at this time."""

    run_id: str
    session_id: str
    workflow: str
    status: RunStatus
    sequence: int
    occurred_at: datetime

    @property
    def type(self) -> str:
        """The type of the report, for example "run.succeeded"."""
        return to_type(self.status)


@dataclass(frozen=True, slots=True)
class Response:
    """What came of a request: the HTTP status, or 0 and the reason why there was no response.

    `retry_after` is the wait in seconds that the receiver asks for; 0 if it does not.
    """

    status: int
    error: str = ""
    retry_after: float = 0.0

    @property
    def is_accepted(self) -> bool:
        """Whether the receiver accepted the request."""
        return 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class Delivered:
    """The report was delivered."""


@dataclass(frozen=True, slots=True)
class RetryIn:
    """The next attempt is due in *seconds*."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Dead:
    """No attempt is left. With *disables* the webhook is to be called no more."""

    disables: bool = False


def decide(response: Response, attempts: int, backoff: Sequence[float]) -> Delivered | RetryIn | Dead:
    """Return what follows from the *response* to attempt number *attempts*.

    *backoff* has the shortest delays between attempts; a receiver may ask for longer ones.
    """
    if response.is_accepted:
        return Delivered()
    if response.status == GONE:
        return Dead(disables=True)
    if attempts > len(backoff):
        return Dead()
    return RetryIn(max(backoff[attempts - 1], response.retry_after))


def to_type(status: RunStatus) -> str:
    """Return the type of a report about a run in *status*."""
    return f"run.{'waiting' if status is RunStatus.PAUSED else status.value}"


def describe_failure(response: Response) -> str:
    """Return why *response* is a failure; "" if it is none."""
    if response.is_accepted:
        return ""
    if 300 <= response.status < 400:
        return f"HTTP {response.status}: redirects are not followed"
    return (response.error or f"HTTP {response.status}")[:MAX_ERROR_LENGTH]


def build_body(report: Report) -> bytes:
    """Return the body of the requests that deliver *report*: the same bytes for every attempt."""
    data: dict[str, object] = {
        "runId": report.run_id,
        "sessionId": report.session_id,
        "workflow": report.workflow,
        "status": report.status.value,
        "sequence": report.sequence,
    }
    return _encode(report.type, report.occurred_at, data)


def build_test_body(webhook_id: str, at: datetime) -> bytes:
    """Return the body of a test request."""
    return _encode(TEST_TYPE, at, {"webhookId": webhook_id})


def _encode(kind: str, at: datetime, data: dict[str, object]) -> bytes:
    timestamp = at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps({"type": kind, "timestamp": timestamp, "data": data}, separators=(",", ":")).encode()
