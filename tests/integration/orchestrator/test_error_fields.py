"""Field, metadata and stack of an error, from a role service through the events to the state of the run."""

import pytest
from reflow.v1 import errors_pb2, events_pb2, planner_pb2

from services.common.errors import Code, ReflowError
from services.common.settings import Environment
from services.orchestrator.adapters.memory_log import MemoryLog
from tests.fixtures.runs.orchestrator import final_status, run_orchestrator
from tests.fixtures.runs.roles.scripted_roles import Roles

DEVELOPMENT, PRODUCTION = Environment


def fail(**more: object) -> ReflowError:
    return ReflowError(Code.EXECUTION_FAILED, field="prompt", details="inner", metadata={"task": "7"}, **more)  # type: ignore[arg-type]


async def run_failing(
    environment: Environment = PRODUCTION, error: Exception | None = None
) -> tuple[list[events_pb2.RunEvent], errors_pb2.Error]:
    """Return the events of a run whose executor fails, and the error in its state."""
    async with run_orchestrator(MemoryLog(), Roles({"executor": [error or fail()]}), environment=environment) as at:
        run_id = await at.start("画一只猫")
        events = await at.events(run_id)
        return events, (await at.get(run_id)).error


async def test_field_and_metadata_are_in_every_event_and_in_the_state() -> None:
    events, error = await run_failing()
    failed = [event.step_failed.error for event in events if event.WhichOneof("payload") == "step_failed"]
    for number, failure in enumerate(failed, start=1):
        assert (failure.field, dict(failure.metadata)) == (
            "prompt", {"task": "7", "step": "executor-1", "attempts": str(number)}
        )  # fmt: skip
    raised = next(event.error_raised for event in events if event.WhichOneof("payload") == "error_raised")
    assert (raised.field, raised.metadata) == (error.field, error.metadata) == (failed[-1].field, failed[-1].metadata)
    assert raised.metadata["attempts"] == "4"


async def test_messages_of_attempts_state_the_time_of_the_retry_and_the_last_one_when_users_may_retry() -> None:
    events, error = await run_failing()
    failed = [event.step_failed for event in events if event.WhichOneof("payload") == "step_failed"]
    assert all(one.error.message == "图片没有生成成功。将在 1 秒后自动重试。" for one in failed[:-1])
    waits = [(one.error.retry_after.ToMicroseconds(), one.retry_in.ToMicroseconds()) for one in failed[:-1]]
    assert all(stated == pytest.approx(actual, abs=1) for stated, actual in waits)
    assert failed[-1].error.message == error.message == "图片没有生成成功。请在 5 秒后再试。"


@pytest.mark.parametrize("error", [None, RuntimeError("inner")], ids=["expected", "unexpected"])
async def test_in_development_an_error_has_the_stack_of_the_role_service(error: Exception | None) -> None:
    events, raised = await run_failing(DEVELOPMENT, error)
    assert "in _stream" in raised.stack or "scripted_roles" in raised.stack, raised.stack
    assert ("RuntimeError" in raised.stack) == (error is not None)
    assert events[-1].run_ended.error.stack == raised.stack


@pytest.mark.parametrize("error", [None, RuntimeError("inner")], ids=["expected", "unexpected"])
async def test_in_production_an_error_has_neither_stack_nor_details(error: Exception | None) -> None:
    events, raised = await run_failing(PRODUCTION, error)
    assert (raised.stack, raised.details) == ("", "")
    assert not any(b"Traceback" in event.SerializeToString() for event in events)


async def test_the_reply_to_an_unknown_intent_quotes_the_truncated_request() -> None:
    unknown = planner_pb2.Intent(action=planner_pb2.ACTION_UNKNOWN, confidence=0.1)
    async with run_orchestrator(MemoryLog(), Roles({"planner": [unknown]})) as at:
        events = await at.run("😀" * 60)
    *_, shown = (event.component_shown.agent_message.text for event in events if shows_message(event))
    assert final_status(events) == ("SUCCEEDED", "")
    assert shown.startswith(f"收到“{'😀' * 39}…”，")


def shows_message(event: events_pb2.RunEvent) -> bool:
    return event.component_shown.HasField("agent_message")
