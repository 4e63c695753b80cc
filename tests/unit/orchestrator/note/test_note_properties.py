"""Properties of every note, for any results of agents, advice of models, failures of services and answers of users."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from reflow.v1 import events_pb2

from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.contract.note import (
    Advice,
    Brief,
    Clarification,
    ComposedNote,
    ImagePlan,
    ImagePlanSet,
    NoteContent,
    NoteInput,
)
from services.common.contract.questions import Answer, Decision, Question
from services.common.contract.results import StepResult
from services.common.limits import Limits
from services.orchestrator.adapters.event_mapper import event_from_proto as decoded
from services.orchestrator.adapters.event_mapper import event_to_proto
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.approvals import content_to_json
from services.orchestrator.domain.note.questions import MAX_CLARIFICATIONS, MAX_REJECTIONS
from services.orchestrator.domain.note.workflow import NoteCreation
from services.orchestrator.domain.run import Fold
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator import strategies
from tests.unit.orchestrator.note.note_roles import TOOL_CALLS, succeed
from tests.unit.orchestrator.simulation import SimulatedRun, simulate, started

names = st.sampled_from([*NoteAgent, "", "nobody"]).map(str)
clarifications = st.none() | st.builds(Clarification, st.sampled_from("abcd"), st.just("?"), allow_custom=st.just(True))
dimensions = st.dictionaries(
    st.sampled_from(("brief", "evidence", "references", "content", "layout", "alignment", "images", "other")),
    strategies.shares,
    max_size=4,
)
PRODUCTS: dict[NoteAgent, st.SearchStrategy[StepResult]] = {
    NoteAgent.SUPERVISOR: st.builds(Advice, names, st.just(""), strategies.shares, clarifications),
    NoteAgent.BRIEF: st.builds(
        Brief, st.just("春游"), requirement_clarity=strategies.shares, clarification=clarifications
    ),
    NoteAgent.WRITER: st.builds(NoteContent, st.just("t"), st.just("b"), clarification=clarifications),
    NoteAgent.IMAGE_PLANNER: st.builds(
        ImagePlanSet,
        st.lists(st.sampled_from("abc"), min_size=1, max_size=3, unique=True).map(
            lambda ids: tuple(ImagePlan(one, "", "p") for one in ids)
        ),
        clarification=clarifications,
    ),
    NoteAgent.REVIEW: st.builds(Verdict, st.booleans(), strategies.shares, dimensions, return_to=names),
}
limits = st.builds(Limits, returns=st.integers(0, 3), step_retries=st.integers(0, 1))
prompts = st.builds(
    NoteInput,
    st.just("春游"),
    st.sampled_from(((), ("a",))),
    skip_content_approval=st.booleans(),
    skip_image_plans_approval=st.booleans(),
    skip_clarification=st.booleans(),
)


class Deps:
    """Agents, services and users that do anything, but the same in the same situation: a *seed* selects it."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._products = {agent: draw(st.lists(kind, min_size=1, max_size=3)) for agent, kind in PRODUCTS.items()}
        self._failures = draw(st.lists(strategies.failures, max_size=2))
        self._seed, self._share = draw(st.integers(0, 2**16)), draw(st.floats(0, 0.5))
        self._rejecting = draw(st.floats(0, 1))

    def agent(self, step: Step, attempt: int) -> StepResult | Failure:
        chance = Random(f"{self._seed} {step.name} {attempt}")  # the seed is drawn by hypothesis
        if self._failures and chance.random() < self._share:
            return chance.choice(self._failures)
        products = None if isinstance(step.call, TOOL_CALLS) else self._products.get(NoteAgent(step.agent))
        return chance.choice(products) if products else succeed(step)

    def user(self, question: Question) -> Answer:
        chance = Random(f"{self._seed} {question.key}")
        if chance.random() < self._rejecting and Decision.REJECT in question.decisions:
            return Answer(Decision.REJECT, "再来")
        if question.kind == "content" and chance.random() < 0.3:
            return Answer(Decision.MODIFY, content=content_to_json(NoteContent("我的", "我写的")))
        if question.kind == "clarity" and chance.random() < 0.7:
            return Answer(Decision.CHOOSE, "都行")
        return Answer(Decision.APPROVE)


@st.composite
def runs(draw: st.DrawFn) -> SimulatedRun:
    """A finished run of a note: `play` limits its length."""
    bounds, prompt = draw(limits), draw(prompts)
    deps = Deps(draw)
    workflow = NoteCreation(bounds)
    return simulate([started(prompt)], deps.agent, bounds, workflow=workflow, user=deps.user)


@given(runs())
@settings(max_examples=150)
def test_every_delivered_note_was_reviewed_in_its_final_form(run: SimulatedRun) -> None:
    reviewed: set[tuple[object, object]] = set()
    fold = Fold(NoteCreation(Limits()), 7, 100)
    state = fold.start(run.log[0])
    for recorded in run.log[1:]:
        state = fold.evolve(state, recorded)
        event = recorded.event
        ends_review = isinstance(event, ev.StepFinished) or (
            isinstance(event, ev.StepFailed) and event.retry_in is None
        )
        if ends_review and event.agent == NoteAgent.REVIEW:  # type: ignore[union-attr]
            reviewed.add((state.state.content, state.state.layout))
        if isinstance(event, ev.WorkDelivered) and isinstance(event.result, ComposedNote):
            assert (event.result.content, event.result.layout) in reviewed


@given(runs())
@settings(max_examples=100)
def test_the_work_is_returned_at_most_as_often_as_allowed(run: SimulatedRun) -> None:
    rounds = [event.round for event in run.of(ev.RunReflowed) if isinstance(event, ev.RunReflowed)]
    assert rounds == list(range(1, len(rounds) + 1))
    assert len(rounds) <= 3


@given(runs())
@settings(max_examples=100)
def test_no_question_is_repeated_and_questions_end(run: SimulatedRun) -> None:
    keys = [event.question.key for event in run.of(ev.QuestionAsked) if isinstance(event, ev.QuestionAsked)]
    assert len(keys) == len(set(keys))
    assert sum(key.startswith("clarity") for key in keys) <= MAX_CLARIFICATIONS
    assert run.run.state.rejections <= MAX_REJECTIONS


@given(runs())
@settings(max_examples=100)
def test_a_finished_step_is_never_started_again(run: SimulatedRun) -> None:
    finished: set[str] = set()
    for recorded in run.log:
        match recorded.event:
            case ev.StepStarted(step, _, _):
                assert step not in finished
            case ev.StepFinished(step, _, _, _):
                finished.add(step)


@given(runs())
@settings(max_examples=100)
def test_a_users_own_text_is_delivered_unless_they_withdrew_it(run: SimulatedRun) -> None:
    content = run.run.state.content
    delivered = [event for event in run.of(ev.WorkDelivered) if isinstance(event, ev.WorkDelivered)]
    if delivered and content is not None and content.engine == "person":
        assert isinstance(delivered[0].result, ComposedNote)
        assert delivered[0].result.content is not None
        assert delivered[0].result.content.engine == "person"


@given(runs(), st.integers(1, 40))
@settings(max_examples=60)
def test_a_run_cut_at_any_event_is_replayed_to_the_state_it_had(run: SimulatedRun, cut: int) -> None:
    fold = Fold(NoteCreation(Limits()), 7, 100)
    whole = fold.replay(run.log)
    part = fold.replay(run.log[:cut])
    for recorded in run.log[max(cut, 1) :]:
        part = fold.evolve(part, recorded)
    assert part == whole


@given(runs())
@settings(max_examples=40)
def test_a_note_read_back_from_its_log_is_unchanged(run: SimulatedRun) -> None:
    stored = [event_to_proto("r", "s", recorded).SerializeToString() for recorded in run.log]
    read = [decoded(events_pb2.RunEvent.FromString(payload)) for payload in stored]
    fold = Fold(NoteCreation(Limits()), 7, 100)
    assert fold.replay(read) == fold.replay(run.log)
