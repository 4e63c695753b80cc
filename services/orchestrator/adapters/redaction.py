"""Removes the details and stacks of errors, which are for engineers, from messages that leave the service.

Production stores neither in the log. Logs of earlier versions, and of development, have them.
"""

import re

from reflow.v1 import errors_pb2, events_pb2, orchestrator_pb2

# Payloads of events that can contain an error.
_ERROR_PAYLOADS = ("step_failed", "warning_recorded", "error_raised", "run_ended")


def _encode_tag(field: str) -> bytes:
    """Return the tag that starts *field* in a serialized RunEvent: two bytes, for its number is above 15."""
    length_delimited = 2
    tag = events_pb2.RunEvent.DESCRIPTOR.fields_by_name[field].number << 3 | length_delimited
    return bytes((tag & 0x7F | 0x80, tag >> 7))


_ERROR_TAG = re.compile(b"|".join(re.escape(_encode_tag(field)) for field in _ERROR_PAYLOADS))


def may_contain_error(payload: bytes) -> bool:
    """Return whether a serialized event can contain an error. Cheap: it finds each error, and some other events."""
    return _ERROR_TAG.search(payload) is not None


def redact_payload(payload: bytes) -> bytes:
    """Return a serialized event without the details and stacks of errors. One that contains no error is not parsed."""
    if not may_contain_error(payload):
        return payload
    event = events_pb2.RunEvent.FromString(payload)
    redact_event(event)
    return event.SerializeToString()


def redact_event(event: events_pb2.RunEvent) -> None:
    """Remove the details and stacks of errors from *event*."""
    match event.WhichOneof("payload"):
        case "step_failed":
            redact_error(event.step_failed.error)
        case "warning_recorded":
            redact_error(event.warning_recorded.error)
        case "error_raised":
            redact_error(event.error_raised)
        case "run_ended" if event.run_ended.HasField("error"):
            redact_error(event.run_ended.error)


def redact_run(run: orchestrator_pb2.Run) -> None:
    """Remove the details and stacks of errors from *run*."""
    if run.HasField("error"):
        redact_error(run.error)
    if run.WhichOneof("state") == "note" and run.note.HasField("last_error"):  # reading an absent field would set it
        redact_error(run.note.last_error)


def redact_error(error: errors_pb2.Error) -> None:
    """Remove the details and the stack of *error*."""
    error.ClearField("details")
    error.ClearField("stack")
