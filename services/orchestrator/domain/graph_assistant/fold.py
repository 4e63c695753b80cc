"""The fold of the graph assistant's state."""

from dataclasses import replace

from services.common.contract.failure import Failure
from services.common.contract.graphs.graph import (
    AppliedPatch,
    GraphLayout,
    GraphRevision,
    NodeSlice,
    PatchAnswer,
    PatchPlan,
)
from services.common.contract.image_chat import Verdict
from services.common.contract.prompts import PromptSet
from services.common.contract.questions import Answer, Decision
from services.common.contract.results import StepResult
from services.common.text.language import Text
from services.orchestrator.domain.events import (
    BudgetAction,
    BudgetReached,
    ErrorRaised,
    Event,
    QuestionAnswered,
    QuestionAsked,
    RunReflowed,
    SessionRecalled,
    StepFailed,
    StepFinished,
    WarningRecorded,
    WorkDelivered,
)
from services.orchestrator.domain.graph_assistant.state import GraphAssistantState
from services.orchestrator.domain.graph_assistant.steps import StepKind, parse_kind
from services.orchestrator.domain.graph_assistant.texts import NO_PROMPTS, NOT_PLACED, NOT_REVIEWED, PLANNED_BY_RULES


def evolve(state: GraphAssistantState, event: Event) -> GraphAssistantState:
    """Return the state after *event*. Events that do not concern it leave it unchanged."""
    match event:
        case SessionRecalled(messages, _):
            return replace(state, messages=messages)
        case StepFinished():
            return _with_result(state, event.result)
        case StepFailed(step, _, _, failure, None):
            return _degrade_or_fail(state, parse_kind(step), failure)
        case RunReflowed(round_, _, _, feedback):
            return _return_to_planner(state, round_, feedback)
        case QuestionAsked():
            return replace(state, question_count=state.question_count + 1)
        case QuestionAnswered(_, answer, _, _):
            return _with_answer(state, answer)
        case BudgetReached(_, _, _, BudgetAction.STOP, _):
            return replace(state, stopped=True)
        case WarningRecorded():
            return replace(state, warning=None)
        case WorkDelivered():
            return replace(state, delivered=True)
        case ErrorRaised(failure):
            return replace(state, failure=failure)
        case _:
            return state


def _with_result(state: GraphAssistantState, result: StepResult) -> GraphAssistantState:
    match result:
        case PromptSet():
            return replace(state, prompts=result)
        case NodeSlice():
            return replace(state, nodes=result)
        case PatchPlan():
            return replace(state, plan=result)
        case AppliedPatch():
            return replace(state, applied=result)
        case Verdict():
            return replace(state, verdict=result)
        case GraphLayout():
            return replace(state, layout=result)
        case GraphRevision():
            return replace(state, revision=result)
        case _:
            return state


def _return_to_planner(state: GraphAssistantState, round_: int, feedback: str) -> GraphAssistantState:
    """Return the state before the next plan, with the reasons why the last one was rejected."""
    operations = state.plan.operations if state.plan else b""
    errors = state.applied.errors if state.applied else ()
    state = replace(state, rejected_operations=operations, errors=errors, feedback=feedback, returns=round_)
    return _plan_again(state)


def _with_answer(state: GraphAssistantState, answer: Answer) -> GraphAssistantState:
    question = state.plan.question if state.plan else None
    if question is None or answer.decision is Decision.REJECT:
        return replace(state, declined=True)
    answers = (*state.answers, PatchAnswer(question.key, answer.chosen, answer.feedback))
    return _plan_again(replace(state, answers=answers))


def _plan_again(state: GraphAssistantState) -> GraphAssistantState:
    return replace(state, plan=None, applied=None, verdict=None, plan_number=state.plan_number + 1)


def _degrade_or_fail(state: GraphAssistantState, kind: StepKind, failure: Failure) -> GraphAssistantState:
    """Return the state after the last attempt of a step: degraded if possible, else failed."""
    match kind:
        case StepKind.PROMPTS:
            return replace(state, prompts=PromptSet(), warning=_with_text(NO_PROMPTS, failure, state))
        case StepKind.PLAN if failure.code.startswith("LLM_") and not state.planner_failed:
            warning = _with_text(PLANNED_BY_RULES, failure, state)
            return _plan_again(replace(state, planner_failed=True, warning=warning))
        case StepKind.REVIEW:
            verdict = Verdict(passed=True, score=0.0, feedback=NOT_REVIEWED.pick(state.language), judged=False)
            return replace(state, verdict=verdict, warning=_with_text(NOT_REVIEWED, failure, state))
        case StepKind.LAYOUT:
            return replace(state, layout=GraphLayout(b"", 0), warning=_with_text(NOT_PLACED, failure, state))
        case _:
            return replace(state, failure=failure)


def _with_text(text: Text, failure: Failure, state: GraphAssistantState) -> Failure:
    return replace(failure, message=text.pick(state.language), retry_after=None)
