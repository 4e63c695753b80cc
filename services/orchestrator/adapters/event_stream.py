"""Responses of WatchRun: stored events are forwarded as bytes, without parsing them."""

from collections.abc import Sequence

from google.protobuf.wrappers_pb2 import BytesValue

from services.orchestrator.adapters.redaction import redact_payload


def to_watch_response(payloads: Sequence[bytes], *, expose_details: bool) -> bytes:
    """Return a serialized WatchRunResponse of serialized events; without *expose_details* redacted."""
    if not expose_details:
        payloads = [redact_payload(payload) for payload in payloads]
    # A BytesValue serializes its bytes as field 1, which is `events` of WatchRunResponse.
    return b"".join(BytesValue(value=payload).SerializeToString() for payload in payloads)


def serialize_response(response: bytes) -> bytes:
    """Return *response*, which is serialized already."""
    return response
