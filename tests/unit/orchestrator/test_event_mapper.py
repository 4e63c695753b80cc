"""Events of this and of earlier versions survive the round trip to the log."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reflow.v1 import events_pb2

from services.orchestrator.adapters.event_mapper import event_from_proto as decoded
from services.orchestrator.adapters.event_mapper import event_to_proto
from services.orchestrator.domain import events as ev
from tests.fixtures.runs.histories import GOLDEN, History, summary_of
from tests.unit.orchestrator import strategies


def through_the_log(event: ev.RecordedEvent) -> ev.RecordedEvent:
    """Return *event* after a round trip to the log."""
    payload = event_to_proto("run", "session", event).SerializeToString()
    return decoded(events_pb2.RunEvent.FromString(payload))


def stated_then(then: Any, now: Any) -> Any:
    """Return *now* without what later versions added."""
    if isinstance(then, dict) and isinstance(now, dict):
        return {key: stated_then(then.get(key), value) for key, value in now.items() if key in then}
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [stated_then(*pair) for pair in zip(then, now, strict=True)]
    return now


def test_there_is_a_strategy_for_every_event() -> None:
    assert set(strategies.EVENTS) == set(get_args(ev.Event))


@pytest.mark.parametrize("kind", strategies.EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_is_unchanged_by_a_round_trip_to_the_log(kind: type[ev.Event]) -> None:
    @given(st.builds(ev.RecordedEvent, st.integers(1, 2**63 - 1), strategies.times, strategies.EVENTS[kind]))
    @settings(max_examples=30)
    def comes_back(event: ev.RecordedEvent) -> None:
        assert through_the_log(event) == event

    comes_back()


def test_an_event_that_this_version_does_not_know_is_an_error_and_not_a_guess() -> None:
    with pytest.raises(ValueError, match="no payload that this version knows"):
        decoded(events_pb2.RunEvent(run_id="r", sequence=3))


def test_there_are_golden_histories() -> None:
    assert len(list(GOLDEN.glob("*.log"))) >= 5


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.log")), ids=lambda path: path.stem)
def test_a_log_of_an_earlier_version_replays_to_the_same_state(path: Path) -> None:
    history = History.read(path)
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert stated_then(expected, summary_of(history)) == expected


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.log")), ids=lambda path: path.stem)
def test_a_log_of_an_earlier_version_survives_a_round_trip(path: Path) -> None:
    for event in History.read(path).events:
        assert through_the_log(event) == event
