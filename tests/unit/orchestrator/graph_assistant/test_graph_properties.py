"""Property tests of the graph assistant over random results of its steps."""

from hypothesis import given, settings
from hypothesis import strategies as st

from services.common.contract.failure import Failure
from services.common.contract.graphs.graph import PatchPlan
from services.common.contract.questions import Answer, Decision, Question
from services.common.contract.results import StepResult
from services.common.errors import Code
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.graph_assistant import GraphAssistant
from services.orchestrator.domain.graph_assistant.steps import StepKind, parse_kind
from services.orchestrator.domain.run import Fold
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.graph_assistant.graph_roles import (
    APPLIED,
    LIMITS,
    PLAN,
    QUESTION,
    REJECTED,
    UNMET,
    run_graph,
    succeed,
)
from tests.unit.orchestrator.simulation import SimulatedRun

FAILURES = tuple(Failure(code, "scripted") for code in (Code.LLM_API_ERROR, Code.EXECUTION_FAILED, Code.GRAPH_CONFLICT))
RESULTS: dict[StepKind, tuple[StepResult, ...]] = {
    StepKind.PLAN: (
        PLAN,
        QUESTION,
        PatchPlan(),
        PatchPlan(b'[{"op":"remove"}]'),
        PatchPlan(b'[{"op":"add"}]', not_understood=("x",)),
    ),
    StepKind.APPLY: (APPLIED, REJECTED),
    StepKind.REVIEW: (UNMET,),
}
ANSWERS = (Answer(Decision.CHOOSE, chosen=("a",)), Answer(Decision.REJECT), Answer(Decision.CHOOSE, feedback="另一个"))


@st.composite
def runs(draw: st.DrawFn) -> SimulatedRun:
    """Return a run whose steps succeed, fail, are rejected or ask at random."""

    def report(step: Step, _: int) -> StepResult | Failure:
        results = (succeed(step), *RESULTS.get(parse_kind(step.name), ()))
        return draw(st.sampled_from((*results, *results, *FAILURES)))

    def user(_: Question) -> Answer:
        return draw(st.sampled_from(ANSWERS))

    return run_graph(dict.fromkeys(StepKind, report), user=user)


@given(runs())
@settings(max_examples=150)
def test_every_run_ends_once_and_stores_at_most_one_change(run: SimulatedRun) -> None:
    assert len(run.of(ev.RunEnded)) == 1
    assert isinstance(run.log[-1].event, ev.RunEnded)
    assert len(run.of(ev.WorkDelivered)) <= 1
    assert len(run.of(ev.RunReflowed)) <= LIMITS.returns
    stored = [e for e in run.of(ev.StepFinished) if isinstance(e, ev.StepFinished) and e.step.startswith("store")]
    assert len(stored) == len(run.of(ev.WorkDelivered))


@given(runs())
@settings(max_examples=80)
def test_nothing_is_stored_that_the_tools_rejected(run: SimulatedRun) -> None:
    last: StepResult | None = None
    for recorded in run.log:
        event = recorded.event
        if isinstance(event, ev.StepFinished) and event.step.startswith("apply"):
            last = event.result
        if isinstance(event, ev.StepStarted) and event.step.startswith("store"):
            assert last == APPLIED


@given(runs(), st.integers(1, 30))
@settings(max_examples=60)
def test_a_run_cut_at_any_event_replays_to_the_state_it_had(run: SimulatedRun, cut: int) -> None:
    fold = Fold(GraphAssistant(LIMITS), 7, 100)
    prefix = run.log[:cut]
    replayed = fold.replay(prefix)
    for recorded in run.log[len(prefix) :]:
        replayed = fold.evolve(replayed, recorded)
    assert replayed == run.run
