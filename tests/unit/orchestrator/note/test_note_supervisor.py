"""The supervisor of a note: its tools, its advice, and the limits of both."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from services.common.contract import requests
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.contract.note import Advice, Clarification, EvidencePack
from services.common.contract.prompts import PromptName, PromptSet, PromptVersion
from services.common.contract.questions import Answer, Decision, Option, Question
from services.common.contract.results import StepResult
from services.common.errors import Code
from services.common.limits import Limits
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.note import texts
from services.orchestrator.domain.note.advice import Ignore, decide_on_advice
from services.orchestrator.domain.note.agents import PROMPT_NAMES
from services.orchestrator.domain.note.agents import NoteAgent as A
from services.orchestrator.domain.note.workflow import NoteCreation
from services.orchestrator.domain.workflow import Step
from tests.fixtures.runs.histories import GOLDEN, History
from tests.unit.orchestrator.note.note_roles import (
    GOOD,
    LIMITS,
    QUIET,
    agents,
    approving,
    delivered,
    finished,
    one_by_one,
    played,
    reported,
    scored,
    succeed,
    supervised,
    worked,
)
from tests.unit.orchestrator.simulation import simulate

ASKING = replace(QUIET, skip_content_approval=False, skip_image_plans_approval=False)
TOOL_STEPS = ["supervisor-prompts", "supervisor-templates-1"]
UNCLEAR = Clarification("topic", "写什么主题？", (Option("spring", "春游"), Option("camp", "露营")))


def supervisor(advice: Advice, prompts: PromptSet | None = None) -> Callable[[Step, int], StepResult]:
    """Return a supervisor that gives *advice*, and whose tools return *prompts* and no templates."""

    def answer(step: Step, _: int) -> StepResult:
        if isinstance(step.call, requests.LoadPrompts):
            return prompts or PromptSet()
        return advice if isinstance(step.call, requests.AdviseRoute) else succeed(step)

    return answer


def test_the_supervisor_calls_its_tools_before_the_agents_and_for_each_brief_and_advises_without_any_model() -> None:
    verdicts = one_by_one(scored(brief=0.3), GOOD)
    run = played(reported_agents={A.REVIEW: verdicts})
    assert finished(run)[:4] == [TOOL_STEPS[0], f"{A.BRIEF}-1", f"supervisor-{A.BRIEF}-1", TOOL_STEPS[1]]
    assert [name for name in supervised(run) if name.startswith("supervisor-templates")] == [
        "supervisor-templates-1", "supervisor-templates-2",
    ]  # fmt: skip
    assert supervised(run).count(TOOL_STEPS[0]) == 1


@pytest.mark.parametrize("agent", PROMPT_NAMES)
def test_each_agent_receives_the_prompt_that_an_operator_saved_for_it(agent: A) -> None:
    prompts = PromptSet(tuple(PromptVersion(name, 3, f"text of {name}") for name in PromptName))
    received = list[PromptVersion | None]()

    def answer(step: Step, attempt: int) -> StepResult | Failure:
        if step.agent == agent and not isinstance(step.call, requests.LoadPrompts | requests.SelectTemplates):
            call: Any = step.call
            received.append(call.evidence.writer_prompt if agent is A.WRITER else call.prompt)
        return supervisor(Advice(), prompts)(step, attempt)

    played(reported_agents=dict.fromkeys(A, answer))
    assert {prompt and prompt.text for prompt in received} == {f"text of {PROMPT_NAMES[agent]}"}


@pytest.mark.parametrize("code", [Code.VECTOR_DB_ERROR, Code.UNKNOWN_ERROR])
def test_without_its_tools_the_supervisor_lets_the_agents_work_with_what_they_have(code: Code) -> None:
    run = played(reported_agents={A.SUPERVISOR: Failure(code, "坏了")})
    assert run.run.status is ev.RunStatus.SUCCEEDED
    warnings = [event.failure.message for event in run.of(ev.WarningRecorded) if isinstance(event, ev.WarningRecorded)]
    assert ["提示词" in warnings[0], "模板" in warnings[1]] == [True, True]


def test_a_question_of_research_waits_for_the_analysis_of_the_images_and_its_answer_reaches_the_research() -> None:
    received: list[tuple[str, ...]] = []

    def research(step: Step, _: int) -> StepResult:
        assert isinstance(step.call, requests.GatherEvidence)
        received.append(tuple(one.answer for one in step.call.clarification_answers))
        return EvidencePack(clarification=Clarification("evidence", "换个主题？"))

    requested = replace(QUIET, skip_clarification=False, reference_asset_ids=("a",))
    run = played(requested, {A.EVIDENCE: research}, user=reported(Answer(Decision.CHOOSE, "露营")))
    assert received == [(), ("露营",)]
    kinds = [type(recorded.event) for recorded in run.log if getattr(recorded.event, "agent", "") == A.REFERENCES]
    assert kinds.count(ev.StepStarted) == 1
    assert len(run.of(ev.QuestionAsked)) == 1


def test_a_run_of_a_version_without_the_supervisors_tools_continues_without_them() -> None:
    history = History.read(GOLDEN / "0.3-note_waiting.log")
    workflow = NoteCreation(LIMITS)
    run = simulate(history.events, agents(), LIMITS, workflow=workflow, user=approving)
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert not set(TOOL_STEPS) & set(finished(run))


def test_advice_to_go_back_is_followed() -> None:
    advice = one_by_one(Advice(), Advice("brief_compiler_agent", "主题不对"), Advice())
    run = played(reported_agents={A.SUPERVISOR: advice})
    (back,) = run.of(ev.RunReflowed)
    assert isinstance(back, ev.RunReflowed)
    assert (back.return_to, back.feedback) == (A.BRIEF, "主题不对")


@pytest.mark.parametrize("forward", [A.IMAGES, A.REVIEW, A.LAYOUT, A.SUPERVISOR, "nobody"])
def test_advice_that_does_not_lead_back_is_ignored_and_recorded(forward: str) -> None:
    run = played(reported_agents={A.SUPERVISOR: one_by_one(Advice(forward, "快一点"), Advice())})
    ignored = [event for event in run.of(ev.RouteDecided) if isinstance(event, ev.RouteDecided) and event.ignored]
    assert [event.agent for event in ignored] == [forward]
    assert worked(run) == worked(played())


def test_without_returns_no_advice_is_requested() -> None:
    run = played(limits=Limits(returns=0))
    assert supervised(run) == TOOL_STEPS


def test_after_a_severe_error_no_advice_is_requested() -> None:
    run = played(reported_agents={A.EVIDENCE: Failure(Code.VECTOR_DB_ERROR, "")})
    assert supervised(run) == [TOOL_STEPS[0], "supervisor-brief_compiler_agent-1", TOOL_STEPS[1]]


def test_no_question_of_the_supervisor_discards_the_users_own_text() -> None:
    def supervisor(step: Step, _: int) -> StepResult:
        unsure = step.name.startswith(f"{A.SUPERVISOR}-{A.IMAGE_PLANNER}")
        return Advice("", "", 0.2, UNCLEAR) if unsure else Advice()

    def user(question: Question) -> Answer:
        if question.key == "content-1":
            return Answer(Decision.MODIFY, content={"title": "我的春游", "body": "我自己写的。", "tags": []})
        return Answer(Decision.CHOOSE, "", ("camp",)) if question.kind == "clarity" else Answer(Decision.APPROVE)

    run = played(replace(ASKING, skip_clarification=False), {A.SUPERVISOR: supervisor}, user=user)
    content = delivered(run).content
    assert content is not None
    assert content.title == "我的春游"


def test_when_the_review_is_due_advice_can_neither_skip_it_nor_go_back() -> None:
    state = played().run.state
    assert decide_on_advice(A.WRITER, state, (A.REVIEW,), LIMITS.returns) == Ignore(texts.REVIEW_IS_DUE)


def test_a_model_that_always_advises_to_go_back_leaves_the_last_return_to_the_review() -> None:
    low = Verdict(False, 0.3, {"images": 0.3})
    back = Advice("brief_compiler_agent", "再来")
    run = played(reported_agents={A.SUPERVISOR: back, A.REVIEW: one_by_one(low, GOOD)})
    returns = [event.return_to for event in run.of(ev.RunReflowed) if isinstance(event, ev.RunReflowed)]
    assert returns == [A.BRIEF, A.BRIEF, A.IMAGES]
