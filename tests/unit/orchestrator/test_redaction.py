"""In production stored events are forwarded unchanged, and details of errors never leave the service."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.contract.failure import Failure
from services.common.errors import Code
from services.orchestrator.adapters.event_mapper import event_to_proto
from services.orchestrator.adapters.event_stream import to_watch_response
from services.orchestrator.adapters.redaction import may_contain_error, redact_event
from services.orchestrator.domain import events as ev
from tests.unit.orchestrator import strategies

AT = datetime(2026, 1, 1, tzinfo=UTC)
SECRET = "password=hunter2"
FAILURE = Failure(Code.EXECUTION_FAILED, "失败", SECRET, "executor")
FAILURES: dict[str, ev.Event] = {
    "step_failed": ev.StepFailed("executor-1", "executor", 1, FAILURE, 0.5),
    "warning_recorded": ev.WarningRecorded(FAILURE),
    "error_raised": ev.ErrorRaised(FAILURE),
    "run_ended": ev.RunEnded(ev.RunStatus.FAILED, FAILURE),
}


def stored(event: ev.RecordedEvent) -> bytes:
    """Return *event* as the log stores it."""
    return event_to_proto("run", "session", event).SerializeToString()


def recorded(event: ev.Event) -> ev.RecordedEvent:
    """Return *event* with a sequence and a time."""
    return ev.RecordedEvent(7, AT, event)


@pytest.mark.parametrize("event", FAILURES.values(), ids=FAILURES)
def test_details_of_a_stored_event_are_served_in_development_only(event: ev.Event) -> None:
    payload = stored(recorded(event))
    assert SECRET.encode() in payload
    assert SECRET.encode() in to_watch_response([payload], expose_details=True)
    response = to_watch_response([payload], expose_details=False)
    assert SECRET.encode() not in response
    expected = events_pb2.RunEvent.FromString(payload)
    redact_event(expected)
    assert list(orchestrator_pb2.WatchRunResponse.FromString(response).events) == [expected]


@pytest.mark.parametrize("kind", strategies.EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_is_forwarded_as_stored_except_for_details(kind: type[ev.Event]) -> None:
    @given(st.builds(ev.RecordedEvent, st.just(7), st.just(AT), strategies.EVENTS[kind]))
    @settings(max_examples=5)
    def is_forwarded(event: ev.RecordedEvent) -> None:
        payload = stored(event)
        assert payload in to_watch_response([payload], expose_details=True)
        exposed = events_pb2.RunEvent.FromString(payload)
        redact_event(exposed)
        response = to_watch_response([payload, payload], expose_details=False)
        assert list(orchestrator_pb2.WatchRunResponse.FromString(response).events) == [exposed, exposed]

    is_forwarded()


def test_a_success_is_not_parsed() -> None:
    assert not may_contain_error(stored(recorded(ev.StepStarted("executor-1", "executor", 1))))
    assert may_contain_error(stored(recorded(FAILURES["run_ended"])))
