"""Routing of the graph assistant: a pure function of its state."""

from dataclasses import dataclass

from services.common.contract.failure import Failure
from services.common.contract.graphs.graph import AppliedPatch, NodeSlice, PatchPlan, PatchQuestion
from services.common.contract.questions import Decision, Option, Question, Selection
from services.common.errors import CATALOG, Code
from services.common.limits import Limits
from services.common.text.language import Text
from services.common.text.quotation import shorten
from services.orchestrator.domain.events import RunReflowed, WarningRecorded, WorkDelivered
from services.orchestrator.domain.graph_assistant import steps
from services.orchestrator.domain.graph_assistant.state import GraphAssistantState
from services.orchestrator.domain.graph_assistant.steps import GraphAgent
from services.orchestrator.domain.graph_assistant.texts import (
    NOT_DONE_BECAUSE,
    NOT_UNDERSTOOD,
    REJECTED,
    TOO_MANY_QUESTIONS,
)
from services.orchestrator.domain.remote_models import BUILTIN
from services.orchestrator.domain.workflow import AskUser, Fail, Finish, Next, Record

MAX_QUESTIONS = 5
# Operation errors that a message for users lists.
MAX_LISTED_ERRORS = 3
# Characters of the reasons why a text was not understood, in a message for users.
MAX_REASONS_LENGTH = 600
QUESTION_KIND = "graph"


@dataclass(frozen=True, slots=True)
class GraphRouter:
    """Routes requests to the graph assistant within *limits*."""

    limits: Limits

    def route(self, state: GraphAssistantState) -> Next:
        """Return the next action: a step, a return to the planner, a question, or the end."""
        if state.failure is not None:
            return Fail(state.failure)
        if state.warning is not None:
            return Record((WarningRecorded(state.warning),))
        if state.delivered or state.declined:
            return Finish()
        if state.revision is not None:
            return Record((WorkDelivered(state.revision),))
        if state.prompts is None and state.nodes is None:  # a run of a version without this step continues without it
            return steps.load_prompts()
        if state.nodes is None:
            return steps.search_nodes(state)
        if state.plan is None:
            if state.stopped:
                return Fail(_failure(state, Code.BUDGET_EXCEEDED))
            return steps.plan_patch(state, state.nodes, self.limits)
        return self._after_plan(state, state.nodes, state.plan)

    def _after_plan(self, state: GraphAssistantState, nodes: NodeSlice, plan: PatchPlan) -> Next:
        if plan.question is not None:
            return self._ask(state, plan.question)
        if not plan.operations:
            return Fail(_describe_unknown(state, plan))
        if state.applied is None:
            return steps.apply_patch(state, nodes, plan)
        if state.applied.is_rejected:
            return self._return_or_fail(state, plan, 0.0, _list_reasons(state.applied))
        return self._after_apply(state, nodes, plan, state.applied)

    def _after_apply(
        self, state: GraphAssistantState, nodes: NodeSlice, plan: PatchPlan, applied: AppliedPatch
    ) -> Next:
        verdict = state.verdict
        if verdict is None:
            return steps.review_graph(state, nodes, plan, applied)
        if not verdict.passed:
            return self._return_or_fail(state, plan, verdict.score, verdict.feedback)
        if state.layout is None:
            return steps.place_nodes(state, nodes, applied)
        return steps.store_change(state, applied)

    def _return_or_fail(self, state: GraphAssistantState, plan: PatchPlan, score: float, reasons: str) -> Next:
        """Return the work to the planner, unless it has been returned often enough or planned the same again."""
        is_repeated = bool(state.returns) and plan.operations == state.rejected_operations
        if state.returns >= self.limits.returns or is_repeated or state.stopped:
            return Fail(_failure(state, Code.PATCH_REJECTED, REJECTED, attempts=state.returns + 1, reasons=reasons))
        return Record((RunReflowed(state.returns + 1, GraphAgent.PLANNER, score, reasons),))

    def _ask(self, state: GraphAssistantState, question: PatchQuestion) -> Next:
        if state.question_count >= MAX_QUESTIONS:
            return Fail(_failure(state, Code.INTENT_UNKNOWN, TOO_MANY_QUESTIONS, count=state.question_count))
        return AskUser(_to_question(state, question))


def _to_question(state: GraphAssistantState, question: PatchQuestion) -> Question:
    """Return the question of the run. Its key is numbered: the planner may ask the same about a changed plan."""
    options = {choice.id: Option(choice.id, choice.label) for choice in question.choices}
    return Question(
        key=f"{QUESTION_KIND}-{state.question_count + 1}",
        kind=QUESTION_KIND,
        text=question.text,
        decisions=(Decision.CHOOSE, Decision.REJECT),
        options=tuple(options.values()),
        selection=Selection.MULTIPLE if question.multiple else Selection.SINGLE,
        allow_custom=True,
        shown={"graphId": state.input.graph_id, "revision": state.input.revision},
    )


def _describe_unknown(state: GraphAssistantState, plan: PatchPlan) -> Failure:
    """Return why nothing was planned; the rules state a reason for each part of the text."""
    reasons = " ".join(plan.explanation.split())[:MAX_REASONS_LENGTH]
    if not reasons or plan.engine != BUILTIN:
        return _failure(state, Code.INTENT_UNKNOWN, NOT_UNDERSTOOD, request=shorten(state.input.text))
    return _failure(state, Code.INTENT_UNKNOWN, NOT_DONE_BECAUSE, reasons=reasons)


def _list_reasons(applied: AppliedPatch) -> str:
    listed = [*(error.message for error in applied.errors), *applied.conflicts][:MAX_LISTED_ERRORS]
    return " ".join(listed)


def _failure(state: GraphAssistantState, code: Code, text: Text | None = None, **values: object) -> Failure:
    message = (text or CATALOG[code].text).pick(state.language).format(**values)
    return Failure(code, message, node=GraphAgent.PLANNER)
