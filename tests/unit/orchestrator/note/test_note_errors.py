"""After an error of an agent of a note, the built-in engine repeats the step once, and the note states so."""

from collections.abc import Callable

import pytest

from services.common.contract.failure import Failure
from services.common.contract.results import StepResult
from services.common.errors import CATALOG, Code, Level
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.note.agents import NoteAgent as A
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.note.note_roles import delivered, played, succeed, worked


def test_an_agent_whose_model_fails_permanently_works_by_rules_and_a_warning_is_recorded() -> None:
    run = played(reported_agents={A.BRIEF: failing_model(Code.LLM_TIMEOUT)})
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert len(run.of(ev.WarningRecorded)) == 1
    assert f"{A.BRIEF}-2" in worked(run)


def failing_model(code: Code) -> Callable[[Step, int], StepResult | Failure]:
    """Return an agent that fails unless it works by rules."""

    def broken(step: Step, _: int) -> StepResult | Failure:
        return succeed(step) if getattr(step.call, "builtin_only", False) else Failure(code, "坏了")

    return broken


SEVERE = [code for code, kind in CATALOG.items() if kind.level in (Level.ERROR, Level.CRITICAL)]


@pytest.mark.parametrize("code", SEVERE)
@pytest.mark.parametrize(("agent", "part"), [(A.WRITER, "正文"), (A.LAYOUT, "版面"), (A.IMAGE_PLANNER, "配图计划")])
def test_after_any_severe_error_of_writer_layout_or_plans_the_built_in_engine_repeats_the_step_and_the_note_states_so(
    agent: A, part: str, code: Code
) -> None:
    run = played(reported_agents={agent: failing_model(code)})
    assert [name for name in worked(run) if name.startswith(agent)] == [f"{agent}-2"]
    assert delivered(run).remarks == (f"{part}出过错，由内置引擎重做。",)


def test_the_built_in_engine_repeats_a_step_only_once() -> None:
    run = played(reported_agents={A.WRITER: Failure(Code.EXECUTION_FAILED, "坏了")})
    assert run.run.status is ev.RunStatus.FAILED
    started_steps = {event.step for event in run.steps(A.WRITER)}
    assert started_steps == {f"{A.WRITER}-1", f"{A.WRITER}-2"}


def test_an_error_that_is_not_severe_is_not_repeated_by_the_built_in_engine() -> None:
    run = played(reported_agents={A.WRITER: Failure(Code.CONTENT_REFUSED, "不行")})
    assert run.run.status is ev.RunStatus.FAILED
    assert {event.step for event in run.steps(A.WRITER)} == {f"{A.WRITER}-1"}


def test_evidence_that_was_lost_once_is_requested_again_before_the_text() -> None:
    def fail_once(step: Step, _: int) -> StepResult | Failure:
        return Failure(Code.VECTOR_DB_ERROR, "坏了") if step.name == f"{A.EVIDENCE}-1" else succeed(step)

    run = played(reported_agents={A.EVIDENCE: fail_once})
    order = worked(run)
    assert order.index(f"{A.EVIDENCE}-2") < order.index(f"{A.WRITER}-1")
    assert not any("资料" in remark for remark in delivered(run).remarks)


def test_evidence_that_stays_lost_is_stated_in_the_note() -> None:
    run = played(reported_agents={A.EVIDENCE: Failure(Code.VECTOR_DB_ERROR, "坏了")})
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert {event.step for event in run.steps(A.EVIDENCE)} == {f"{A.EVIDENCE}-1", f"{A.EVIDENCE}-2"}
    assert any("查资料两次都失败了" in remark for remark in delivered(run).remarks)
