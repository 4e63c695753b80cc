"""Role services of the graph assistant that succeed unless a test defines other results, and runs on them."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from services.common.contract import requests
from services.common.contract.failure import Failure
from services.common.contract.graphs import graph_requests
from services.common.contract.graphs.graph import (
    AppliedPatch,
    GraphAssistantInput,
    GraphLayout,
    GraphRevision,
    NodeSlice,
    OperationError,
    PatchChoice,
    PatchPlan,
    PatchQuestion,
    RevisionKind,
)
from services.common.contract.image_chat import Verdict
from services.common.contract.prompts import PromptName, PromptSet, PromptVersion
from services.common.contract.questions import Answer, Decision, Question
from services.common.contract.results import StepResult
from services.common.limits import Limits
from services.orchestrator.domain.graph_assistant import GraphAssistant
from services.orchestrator.domain.graph_assistant.steps import StepKind, parse_kind
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.simulation import SimulatedRun, simulate, started

LIMITS = Limits()
REQUEST = GraphAssistantInput("加一个采样器", "graph-1", 3)
PLAN = PatchPlan(b'[{"op":"add"}]', "加一个采样器")
QUESTION = PatchPlan(question=PatchQuestion("which", "哪一个？", (PatchChoice("a", "甲"), PatchChoice("b", "乙"))))
APPLIED = AppliedPatch(b'[{"op":"add","path":"/nodes/1"}]', created_node_ids=("1",), summary="加了“采样器”")
REJECTED = AppliedPatch(errors=(OperationError(0, "/nodes/-", "TYPE_UNKNOWN", "没有这种节点。"),))
PASSED = Verdict(passed=True, score=1.0)
PROMPTS = PromptSet(
    (PromptVersion(PromptName.GRAPH_PLANNER, 2, "plan"), PromptVersion(PromptName.GRAPH_REVIEW, 1, "review"))
)
UNMET = Verdict(passed=False, score=0.3, feedback="少了一条连线")

Reported = StepResult | Failure | Callable[[Step, int], StepResult | Failure]


def revision(number: int = 4) -> GraphRevision:
    """Return the stored change."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return GraphRevision("graph-1", number, RevisionKind.RUN, APPLIED.operations, b"[]", at, summary=APPLIED.summary)


def succeed(step: Step) -> StepResult:
    """Return the result of a step that succeeds."""
    match step.call:
        case requests.LoadPrompts():
            return PROMPTS
        case graph_requests.SearchNodes():
            return NodeSlice(b"[]", ("core:Sampler",))
        case graph_requests.PlanPatch():
            return PLAN
        case graph_requests.ApplyPatch():
            return APPLIED
        case graph_requests.ReviewGraph():
            return PASSED
        case graph_requests.Layout():
            return GraphLayout(b'[{"op":"replace","path":"/nodes/1/position"}]', 1)
        case graph_requests.PatchGraph():
            return revision()
        case other:
            raise AssertionError(other)


def run_graph(
    reported: Mapping[StepKind, Reported] | None = None,
    user: Callable[[Question], Answer] | None = None,
    limits: Limits = LIMITS,
    requested: GraphAssistantInput = REQUEST,
    calls: list[Step] | None = None,
) -> SimulatedRun:
    """Return a run in which the steps in *reported* have these results; *calls* collects its steps."""

    def answer(step: Step, attempt: int) -> StepResult | Failure:
        if calls is not None:
            calls.append(step)
        expected = (reported or {}).get(parse_kind(step.name))
        if expected is None:
            return succeed(step)
        return expected(step, attempt) if callable(expected) else expected

    return simulate([started(requested)], answer, limits, workflow=GraphAssistant(limits), user=user or choose_first)


def choose_first(question: Question) -> Answer:
    """Choose the first option."""
    return Answer(Decision.CHOOSE, chosen=(question.options[0].id,))


def in_sequence(*results: StepResult | Failure) -> Callable[[Step, int], StepResult | Failure]:
    """Return these results one after another, then the last one repeatedly."""
    left = list(results)

    def answer(_: Step, __: int) -> StepResult | Failure:
        return left.pop(0) if len(left) > 1 else left[0]

    return answer
