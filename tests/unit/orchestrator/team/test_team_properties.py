"""Property tests of the agent team over random plans and random results of its stages."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from services.common.contract.agent_team.team import Stage, StageStatus, Strategy, TeamPlan
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.errors import Code
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.run import Fold
from services.orchestrator.domain.team import AgentTeam
from services.orchestrator.domain.team.steps import parse_unit_step
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.simulation import SimulatedRun
from tests.unit.orchestrator.team.team_roles import CODER, LIMITS, PASSED, Reported, make_iteration, make_plan, run_team

BROKEN = Failure(Code.TOOL_FAILED, "broken")
NO_MODEL = Failure(Code.MODEL_UNKNOWN, "no model")
SCHEMA = b'{"type":"object","required":["ok"]}'


@st.composite
def plans(draw: st.DrawFn) -> TeamPlan:
    """Return a plan of up to six stages, some of them over a list, with a schema, a loop or a fallback."""
    stages = list[Stage]()
    for number in range(draw(st.integers(1, 6))):
        name, earlier = f"s{number}", [stage.id for stage in stages if not stage.id.startswith("f")]
        inputs = tuple(draw(st.lists(st.sampled_from(earlier), unique=True, max_size=3))) if earlier else ()
        strategy = draw(st.sampled_from((Strategy.ABORT, Strategy.SKIP, Strategy.FALLBACK)))
        stage = Stage(name, "coder", inputs=inputs, on_error=strategy, attempts=draw(st.integers(1, 3)))
        match draw(st.sampled_from(("", "list", "loop", "schema", "never"))):
            case "list":
                stage = replace(stage, for_each="attachments")
            case "loop":
                stage = replace(stage, until=f"{name}.data.ok", max_repeats=3)
            case "schema":
                stage = replace(stage, output_schema=SCHEMA)
            case "never":
                stage = replace(stage, condition="task.text == 'something else'")
            case _:
                pass
        stages.append(stage)
        if strategy is Strategy.FALLBACK:
            stages[-1] = replace(stage, fallback=f"f{number}")
            stages.append(Stage(f"f{number}", "coder", inputs=inputs, on_error=Strategy.SKIP))
    return make_plan(*stages)


@st.composite
def runs(draw: st.DrawFn) -> SimulatedRun:
    """Return a run whose stages succeed, fail, violate their schema or take more iterations at random."""
    plan = draw(plans())
    results: tuple[Reported, ...] = (
        *(
            make_iteration({"ok": True}),
            make_iteration({"ok": False}),
            make_iteration({"ok": True}),
            make_iteration(text="no data"),
        ),
        *(make_iteration(done=False), BROKEN, NO_MODEL),
    )

    def stage(step: Step, _: int) -> Reported:
        return draw(st.sampled_from(results))

    def evaluate(step: Step, _: int) -> Reported:
        back = Verdict(passed=False, score=0.2, feedback="again", return_to=draw(st.sampled_from(plan.stages)).id)
        choices: tuple[Reported, ...] = (PASSED, PASSED, back, BROKEN)
        return draw(st.sampled_from(choices))

    return run_team(plan, {one.id: stage for one in plan.stages}, evaluate)


def plan_of(run: SimulatedRun) -> TeamPlan:
    plan = run.run.state.plan
    assert isinstance(plan, TeamPlan)
    return plan


@given(runs())
@settings(max_examples=60, deadline=None)
def test_every_run_ends_once_and_delivers_at_most_one_result(run: SimulatedRun) -> None:
    assert len(run.of(ev.RunEnded)) == 1
    assert isinstance(run.log[-1].event, ev.RunEnded)
    assert len(run.of(ev.WorkDelivered)) <= 1
    assert len(run.of(ev.RunReflowed)) <= LIMITS.returns


@given(runs())
@settings(max_examples=60, deadline=None)
def test_a_stage_runs_only_after_its_inputs_have_ended(run: SimulatedRun) -> None:
    fold, plan = Fold(AgentTeam(LIMITS), 7, 100), plan_of(run)
    current = fold.start(run.log[0])
    for recorded in run.log[1:]:
        if isinstance(recorded.event, ev.StepStarted):
            unit = parse_unit_step(recorded.event.step)
            inputs = plan.find_stage(unit.stage).inputs if unit else ()
            assert all(current.state.find_context(name) is not None for name in inputs)
        current = fold.evolve(current, recorded)


@given(runs())
@settings(max_examples=60, deadline=None)
def test_no_step_runs_again_after_success_or_beyond_its_limit(run: SimulatedRun) -> None:
    plan = plan_of(run)
    finished = [event.step for event in run.of(ev.StepFinished) if isinstance(event, ev.StepFinished)]
    assert len(finished) == len(set(finished))
    for name in finished:
        unit = parse_unit_step(name)
        if unit is not None:
            stage = plan.find_stage(unit.stage)
            assert unit.trial <= stage.attempts + stage.max_repeats
            assert unit.number <= CODER.max_iterations
            assert unit.round <= LIMITS.returns


@given(runs())
@settings(max_examples=60, deadline=None)
def test_a_failed_stage_follows_its_strategy(run: SimulatedRun) -> None:
    plan, state = plan_of(run), run.run.state
    aborted = [
        stage
        for stage in plan.stages
        if (context := state.find_context(stage.id)) is not None and context.status is StageStatus.FAILED
    ]
    assert all(stage.on_error is Strategy.ABORT for stage in aborted)
    assert not aborted or run.run.status is ev.RunStatus.FAILED
    for stage in plan.stages:
        context = state.find_context(stage.id)
        if context is not None and context.status is StageStatus.SKIPPED:
            assert context.reason
        if stage.fallback and (replacement := state.find_context(stage.fallback)) is not None and context is not None:
            run_of_stage = state.find_run(stage.id)
            assert run_of_stage is not None
            assert not run_of_stage.replaced or context.status is replacement.status


@given(runs())
@settings(max_examples=60, deadline=None)
def test_an_abort_starts_nothing_new_and_every_sibling_in_flight_ends_first(run: SimulatedRun) -> None:
    fold = Fold(AgentTeam(LIMITS), 7, 100)
    current, started, ended = fold.start(run.log[0]), set[str](), set[str]()
    for recorded in run.log[1:]:
        match recorded.event:
            case ev.StepStarted(step):
                assert current.state.abort is None or step in started
                started.add(step)
            case ev.StepFinished(step) | ev.StepFailed(step, _, _, _, None):
                ended.add(step)
        current = fold.evolve(current, recorded)
    assert started == ended
    if run.run.state.abort is None and run.run.state.failure is None:
        # Stages that were skipped or replaced left the others to their end.
        assert all(run.run.state.find_context(stage.id) is not None for stage in plan_of(run).stages)


@given(runs(), st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_a_run_cut_at_any_event_replays_to_the_state_it_had(run: SimulatedRun, cut: int) -> None:
    fold = Fold(AgentTeam(LIMITS), 7, 100)
    prefix = run.log[:cut]
    replayed = fold.replay(prefix)
    for recorded in run.log[len(prefix) :]:
        replayed = fold.evolve(replayed, recorded)
    assert replayed == run.run
