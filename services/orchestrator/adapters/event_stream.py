"""Responses of WatchRun and StartAndWatchRun: stored events are forwarded as bytes, without parsing them."""

from collections.abc import Sequence

from google.protobuf.wrappers_pb2 import BytesValue
from reflow.v1 import orchestrator_pb2

from services.orchestrator.adapters.redaction import may_contain_error, redact_payload


def to_watch_response(payloads: Sequence[bytes], *, expose_details: bool) -> bytes:
    """Return a serialized WatchRunResponse of serialized events; without *expose_details* redacted.

    It is a StartAndWatchRunResponse as well.
    """
    response = _join(payloads)
    if expose_details or not may_contain_error(response):  # one search for all of them
        return response
    return _join([redact_payload(payload) for payload in payloads])


def _join(payloads: Sequence[bytes]) -> bytes:
    # A BytesValue serializes its bytes as field 1, which is `events` of both responses.
    return b"".join([BytesValue(value=payload).SerializeToString() for payload in payloads])


def serialize_started(started: orchestrator_pb2.StartRunResponse) -> bytes:
    """Return a serialized StartAndWatchRunResponse without events. Those of a batch may be appended to it."""
    return orchestrator_pb2.StartAndWatchRunResponse(started=started).SerializeToString()


def serialize_response(response: bytes) -> bytes:
    """Return *response*, which is serialized already."""
    return response
