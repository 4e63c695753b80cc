"""The state of a run after any of its events: the fold of its log up to that event."""

import pytest
from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.errors import Code
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.engine import workflows
from services.orchestrator.engine.run_log import RunLog
from tests.fixtures.runs.orchestrator import Orchestrator, expect_error, run_orchestrator, unwrap_error
from tests.fixtures.runs.roles.scripted_roles import Roles


async def state_at(at: Orchestrator, run_id: str, sequence: int) -> orchestrator_pb2.Run:
    """Return a run as it was after event *sequence*."""
    request = orchestrator_pb2.GetRunRequest(run_id=run_id, at_sequence=sequence)
    run: orchestrator_pb2.Run = (await unwrap_error(at.stub.GetRun(request, timeout=60))).run
    return run


async def test_a_run_is_reported_as_it_was_after_each_of_its_events(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        events = await at.run()
        run_id = events[0].run_id
        reported = [await state_at(at, run_id, event.sequence) for event in events]
        newest = await at.get(run_id)
    assert [run.last_sequence for run in reported] == [event.sequence for event in events]
    assert [run.updated_at for run in reported] == [event.time for event in events]
    statuses = [run.status for run in reported]
    assert statuses[0] == events_pb2.RUN_STATUS_WAITING and statuses[-1] == events_pb2.RUN_STATUS_SUCCEEDED
    assert set(statuses[1:-1]) == {events_pb2.RUN_STATUS_RUNNING}
    finished = next(n for n, event in enumerate(events) if event.step_finished.HasField("intent"))
    assert [run.image_chat.HasField("intent") for run in reported] == [n >= finished for n in range(len(events))]
    assert reported[-1] == newest


async def test_a_log_of_several_pages_is_read_up_to_the_event_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workflows, "PAGE_SIZE", 4)
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        events = await at.run()
        for sequence in (3, 4, 5, 8, len(events)):
            assert (await state_at(at, events[0].run_id, sequence)).updated_at == events[sequence - 1].time


async def test_an_event_beyond_the_end_is_rejected_naming_the_last_one() -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        events = await at.run()
        error = await expect_error(state_at(at, events[0].run_id, len(events) + 1))
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, "at_sequence")
    assert str(len(events)) in error.text.zh
