"""For any results of the roles, an image chat ends within its limits, and every replay ends the same."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.common.contract.assets import Asset
from services.common.contract.components import ImageCard
from services.common.contract.failure import Failure
from services.common.contract.image_chat import (
    Action,
    EnhancedPrompt,
    ImageChatInput,
    ImageResult,
    Intent,
    TaskType,
    Verdict,
)
from services.common.contract.requests import ParseIntent
from services.common.contract.results import StepResult
from services.common.contract.role import Role
from services.common.errors import Code
from services.common.limits import Limits
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.image_chat import ImageChat
from services.orchestrator.domain.run import Fold
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator import strategies
from tests.unit.orchestrator.simulation import Answer, SimulatedRun, simulate, started

LIMITS = Limits()
UNDERSTOOD = Intent(Action.GENERATE_IMAGE, "猫", "水墨", 0.9, prompt="画一只猫")
FOUND = EnhancedPrompt("画一只猫", (), "画一只猫, ink wash")
RESULTS: dict[Role, st.SearchStrategy[StepResult]] = {
    Role.PLANNER: st.just(UNDERSTOOD) | strategies.intents,
    Role.RAG: strategies.prompts,
    Role.EXECUTOR: strategies.images,
    Role.CRITIC: strategies.verdicts,
}
inputs = strategies.inputs | st.builds(ImageChatInput, st.just("画一只猫"))
limits = st.builds(Limits, returns=st.integers(0, 4), step_retries=st.integers(0, 4))


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """Roles that return anything, but the same for the same attempt of the same step.

    A few answers of each are drawn, and a seed selects among them: large examples take long.
    """
    results: dict[Role, list[StepResult]] = {
        agent: draw(st.lists(kind, min_size=1, max_size=2)) for agent, kind in RESULTS.items()
    }
    failures = draw(st.lists(strategies.failures, max_size=3))
    seed, share = draw(st.integers(0, 2**16)), draw(st.floats(0, 0.9))

    def answer(step: Step, attempt: int) -> StepResult | Failure:
        chance = Random(f"{seed} {step.name} {attempt}")  # the seed is drawn by hypothesis
        if failures and chance.random() < share:
            return chance.choice(failures)
        return chance.choice(results[step.role])

    return answer


def image(step: Step) -> ImageResult:
    """Return the image of a round: its asset id is the name of the step."""
    return ImageResult(Asset(step.name, 64, 64), TaskType.TEXT_TO_IMAGE, "builtin", 1, "p")


def scored(*verdicts: Verdict) -> Answer:
    """Roles that succeed, and a critic that returns *verdicts* round after round."""

    def answer(step: Step, _: int) -> StepResult | Failure:
        match step.role:
            case Role.PLANNER:
                return UNDERSTOOD
            case Role.RAG:
                return FOUND
            case Role.EXECUTOR:
                return image(step)
            case Role.CRITIC:
                return verdicts[int(step.name.removeprefix("critic-")) - 1]

    return answer


def failing(agent: Role, failure: Failure, otherwise: Answer) -> Answer:
    """Roles that return what *otherwise* does, except that *agent* always fails."""
    return lambda step, attempt: failure if step.agent is agent else otherwise(step, attempt)


def parsed(intent: Intent) -> Answer:
    """Roles that succeed, with a planner that returns *intent*."""
    successful = scored(*[Verdict(True, 0.9)] * 4)
    return lambda step, attempt: intent if step.agent is Role.PLANNER else successful(step, attempt)


def assert_answered(played: SimulatedRun) -> None:
    """Check that the run ended well with an answer, and that its log names the reason."""
    warnings = [event.failure.code for event in played.of(ev.WarningRecorded) if isinstance(event, ev.WarningRecorded)]
    assert played.run.status is ev.RunStatus.SUCCEEDED and warnings == [Code.INTENT_UNKNOWN]


def delivered(played: SimulatedRun) -> str:
    """Return the delivered asset."""
    cards = [event.component.widget for event in played.of(ev.ComponentShown) if isinstance(event, ev.ComponentShown)]
    (card,) = [card for card in cards if isinstance(card, ImageCard)]
    return card.result.asset.asset_id


@given(inputs, answers(), limits, st.floats(0, 1))
@settings(max_examples=100)
def test_a_run_ends_with_exactly_one_terminal_event(
    requested: ImageChatInput, answer: Answer, bounds: Limits, jitter: float
) -> None:
    played = simulate([started(requested)], answer, bounds, jitter)
    assert [type(recorded.event) is ev.RunEnded for recorded in played.log] == [False] * (len(played.log) - 1) + [True]


@given(inputs, answers(), limits)
@settings(max_examples=60)
def test_the_critic_sends_the_image_back_at_most_as_often_as_allowed(
    requested: ImageChatInput, answer: Answer, bounds: Limits
) -> None:
    played = simulate([started(requested)], answer, bounds)
    assert len(played.of(ev.RunReflowed)) <= bounds.returns
    assert len({event.step for event in played.steps(Role.EXECUTOR)}) <= bounds.returns + 1


@given(inputs, answers(), limits, st.data())
@settings(max_examples=60)
def test_replaying_any_prefix_and_continuing_gives_the_same_end(
    requested: ImageChatInput, answer: Answer, bounds: Limits, data: st.DataObject
) -> None:
    whole = simulate([started(requested)], answer, bounds)
    cut = data.draw(st.integers(1, len(whole.log)))
    resumed = simulate(whole.log[:cut], answer, bounds)
    assert resumed.run.state == whole.run.state
    assert resumed.run.status == whole.run.status
    assert resumed.run.components == whole.run.components


@given(inputs, answers(), limits, st.data())
@settings(max_examples=60)
def test_a_finished_step_never_starts_again_wherever_the_log_is_cut(
    requested: ImageChatInput, answer: Answer, bounds: Limits, data: st.DataObject
) -> None:
    whole = simulate([started(requested)], answer, bounds)
    played = simulate(whole.log[: data.draw(st.integers(1, len(whole.log)))], answer, bounds)
    finished: set[str] = set()
    for recorded in played.log:
        if isinstance(recorded.event, ev.StepStarted):
            assert recorded.event.step not in finished
        if isinstance(recorded.event, ev.StepFinished):
            finished.add(recorded.event.step)


@given(inputs, answers(), limits)
@settings(max_examples=60)
def test_a_step_is_attempted_at_most_as_often_as_its_last_error_allows(
    requested: ImageChatInput, answer: Answer, bounds: Limits
) -> None:
    run = simulate([started(requested)], answer, bounds).run
    assert all(attempts.started <= bounds.step_retries + 1 for attempts in run.attempts.values())


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=4, max_size=4))
def test_the_best_image_is_delivered(judged: list[tuple[bool, float]]) -> None:
    verdicts = [Verdict(passed, score) for passed, score in judged]
    played = simulate([started(ImageChatInput("画一只猫"))], scored(*verdicts), LIMITS)
    seen = verdicts[: len(played.of(ev.RunReflowed)) + 1]
    best = max(range(len(seen)), key=lambda index: (seen[index].passed, seen[index].score))
    assert delivered(played) == f"executor-{best + 1}"


@given(answers())
@settings(max_examples=30)
def test_only_the_newest_components_are_stored(answer: Answer) -> None:
    two = LIMITS.model_copy(update={"ui_components": 2})
    many, few = (
        simulate([started(ImageChatInput("画一只猫"))], answer, bounds).run.components for bounds in (LIMITS, two)
    )
    assert list(few) == list(many)[-2:]


@settings(max_examples=60)
@given(inputs, st.floats(0, 1) | st.just(float("nan")), st.sampled_from(Action))
def test_an_unknown_or_doubtful_intent_never_reaches_the_executor(
    requested: ImageChatInput, confidence: float, action: Action
) -> None:
    intent = replace(UNDERSTOOD, action=action, confidence=confidence, parameters={"brightness": 0.1})
    played = simulate([started(requested)], parsed(intent), LIMITS)
    if action is Action.UNKNOWN or not confidence > 0.5:
        assert played.steps(Role.EXECUTOR) == []
        assert_answered(played)


@settings(max_examples=30)
@given(inputs.map(lambda requested: replace(requested, mask_asset_id="")))
def test_a_repaint_without_a_mask_never_reaches_the_executor(requested: ImageChatInput) -> None:
    played = simulate([started(requested)], parsed(replace(UNDERSTOOD, action=Action.INPAINTING)), LIMITS)
    assert played.steps(Role.EXECUTOR) == []
    assert played.run.failure is not None and played.run.failure.code is Code.MASK_DATA_MISSING


def test_a_repaint_without_an_image_reports_that_there_is_none() -> None:
    played = simulate([started(ImageChatInput("", mask_asset_id="m"))],
                  parsed(replace(UNDERSTOOD, action=Action.INPAINTING)), LIMITS)  # fmt: skip
    assert played.run.failure is not None and played.run.failure.code is Code.MASK_DATA_INVALID


def test_an_adjustment_without_a_parameter_is_not_understood() -> None:
    requested = ImageChatInput("调整", image_asset_id="a")
    played = simulate([started(requested)], parsed(replace(UNDERSTOOD, action=Action.ADJUST_PARAMETERS)), LIMITS)
    assert_answered(played)


def test_an_image_at_the_return_threshold_is_not_sent_back() -> None:
    played = simulate([started(ImageChatInput("画一只猫"))], scored(Verdict(False, 0.6)), LIMITS)
    assert played.of(ev.RunReflowed) == [] and played.run.status is ev.RunStatus.SUCCEEDED


def test_an_image_just_below_the_return_threshold_is_sent_back() -> None:
    played = simulate([started(ImageChatInput("画一只猫"))], scored(Verdict(False, 0.599), Verdict(True, 0.9)), LIMITS)
    assert len(played.of(ev.RunReflowed)) == 1


def test_each_round_paints_with_another_seed() -> None:
    seeds: list[object] = []

    def answer(step: Step, attempt: int) -> StepResult | Failure:
        if step.agent is Role.EXECUTOR:
            seeds.append(getattr(step.call, "seed", None))
        return scored(*[Verdict(False, 0.1)] * 4)(step, attempt)

    simulate([started(ImageChatInput("画一只猫", seed=5))], answer, LIMITS)
    assert seeds[0] == 5 and len(set(seeds)) == 4


def test_after_a_return_rag_receives_the_critics_suggestions() -> None:
    suggested: list[object] = []

    def answer(step: Step, attempt: int) -> StepResult | Failure:
        if step.agent is Role.RAG:
            suggested.append(getattr(step.call, "suggestions", None))
        return scored(Verdict(False, 0.1, suggestions=("更亮",)), Verdict(True, 0.9))(step, attempt)

    simulate([started(ImageChatInput("画一只猫"))], answer, LIMITS)
    assert suggested == [(), ("更亮",)]


def test_a_planner_whose_model_fails_permanently_falls_back_to_the_built_in_engine() -> None:
    failure = Failure(Code.LLM_API_ERROR, "x")
    successful = scored(Verdict(True, 0.9))

    def answer(step: Step, attempt: int) -> StepResult | Failure:
        failing_now = isinstance(step.call, ParseIntent) and not step.call.builtin_only
        return failure if failing_now else successful(step, attempt)

    played = simulate([started(ImageChatInput("画一只猫"))], answer, LIMITS)
    assert [event.step for event in played.steps(Role.PLANNER)] == ["planner-1"] * 4 + ["planner-2"]
    assert played.run.status is ev.RunStatus.SUCCEEDED


@pytest.mark.parametrize("code", [Code.VECTOR_DB_TIMEOUT, Code.INVALID_INPUT_FORMAT, Code.INTENT_UNKNOWN])
def test_a_failed_retrieval_leaves_the_original_prompt_and_a_warning(code: Code) -> None:
    answer = failing(Role.RAG, Failure(code, "x"), scored(Verdict(True, 0.9)))
    played = simulate([started(ImageChatInput("画一只猫"))], answer, LIMITS)
    assert played.run.state.prompt == EnhancedPrompt("画一只猫", (), "画一只猫")
    assert len(played.of(ev.WarningRecorded)) == 1 and played.run.status is ev.RunStatus.SUCCEEDED


def test_a_critic_that_fails_is_not_called_again_and_passes_with_a_remark() -> None:
    answer = failing(Role.CRITIC, Failure(Code.EXECUTION_FAILED, "x"), scored())
    played = simulate([started(ImageChatInput("画一只猫"))], answer, LIMITS)
    assert len(played.steps(Role.CRITIC)) == 1 and played.run.status is ev.RunStatus.SUCCEEDED
    assert played.run.state.best is not None and not played.run.state.best.verdict.judged


def test_an_executor_that_fails_in_a_later_round_delivers_the_earlier_image() -> None:
    scores = scored(Verdict(False, 0.2), Verdict(True, 0.9))

    def answer(step: Step, attempt: int) -> StepResult | Failure:
        return Failure(Code.EXECUTION_FAILED, "x") if step.name == "executor-2" else scores(step, attempt)

    played = simulate([started(ImageChatInput("画一只猫"))], answer, LIMITS)
    assert played.run.status is ev.RunStatus.SUCCEEDED and delivered(played) == "executor-1"


@given(inputs, answers(), limits)
@settings(max_examples=30)
def test_sequence_numbers_have_no_gaps(requested: ImageChatInput, answer: Answer, bounds: Limits) -> None:
    log = simulate([started(requested)], answer, bounds).log
    assert all(after.sequence == before.sequence + 1 for before, after in pairwise(log))


@given(inputs, answers(), limits)
@settings(max_examples=30)
def test_folding_does_not_change_its_input(requested: ImageChatInput, answer: Answer, bounds: Limits) -> None:
    played = simulate([started(requested)], answer, bounds)
    fold = Fold(ImageChat(bounds), 7, bounds.ui_components)
    assert fold.replay(played.log) == fold.replay(played.log) == played.run
