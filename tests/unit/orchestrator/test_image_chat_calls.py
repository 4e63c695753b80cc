"""Sizes, seeds and parameters of calls to the executor."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.language import parse_intent
from services.common.contract.assets import Asset
from services.common.contract.components import SuggestionChips
from services.common.contract.image_chat import (
    Action,
    EnhancedPrompt,
    ImageChatInput,
    ImageResult,
    Intent,
    Look,
    RetrievedStyle,
    TaskType,
)
from services.common.contract.requests import AdjustImage, Inpaint, ParseIntent, RetrieveStyles, ReviewImage
from services.common.contract.session import ChatMessage, LastResult
from services.common.errors import Code
from services.common.limits import Limits
from services.common.text.language import Language
from services.orchestrator.domain.image_chat import ImageChat
from services.orchestrator.domain.image_chat.components import build_components
from services.orchestrator.domain.image_chat.router import ImageChatRouter
from services.orchestrator.domain.image_chat.sizes import image_size
from services.orchestrator.domain.image_chat.state import ImageChatState
from services.orchestrator.domain.image_chat.texts import EXAMPLES
from services.orchestrator.domain.remote_models import RemoteModels
from services.orchestrator.domain.seeds import SEEDS, round_seed
from services.orchestrator.domain.workflow import Finish, Record, RunSteps

ROUTER = ImageChatRouter(Limits())
INTENT = Intent(Action.GENERATE_IMAGE, "猫", "", 0.9, prompt="画一只猫")
PROMPT = EnhancedPrompt("画一只猫", (), "画一只猫, cat")


def state(**requested: object) -> ImageChatState:
    """Return the first state of a chat that requests a cat."""
    return ImageChatState(replace(ImageChatInput("画一只猫"), **requested), Language.CHINESE, 5)  # type: ignore[arg-type]


def call_of(chat: ImageChatState) -> object:
    """Return the next call of *chat*, its only one."""
    following = ROUTER.route(chat)
    assert isinstance(following, RunSteps)
    return following.steps[0].call


@given(st.integers(0, SEEDS - 1))
def test_the_first_round_keeps_the_seed_and_later_ones_have_others(seed: int) -> None:
    seeds = [round_seed(seed, number) for number in range(1, 12)]
    assert seeds[0] == seed and len(set(seeds)) == len(seeds)


@given(st.integers(0, SEEDS - 1), st.integers(1, 20))
def test_seeds_are_exact_in_json(seed: int, number: int) -> None:
    assert 0 <= round_seed(seed, number) < 2**53


def test_an_image_of_unspecified_size_is_1024_by_1024() -> None:
    assert image_size(state()) == (1_024, 1_024)


def test_a_size_in_the_prompt_is_used() -> None:
    text = replace(INTENT, parameters={"width": 800.0, "height": 600.0})
    assert image_size(replace(state(), intent=text)) == (800, 600)


def test_the_requested_size_takes_precedence_over_one_in_the_prompt() -> None:
    text = replace(INTENT, parameters={"width": 800.0, "height": 600.0})
    assert image_size(replace(state(width=512, height=600), intent=text)) == (512, 600)


@pytest.mark.parametrize(
    ("given", "named", "size"),
    [
        ({"width": 256}, {}, (256, 256)),
        ({"height": 300}, {}, (300, 300)),
        ({"width": 512}, {"width": 800.0, "height": 600.0}, (512, 384)),
        ({"height": 2_048}, {"width": 1_920.0, "height": 1_080.0}, (2_048, 2_048)),
        ({"width": 64}, {"width": 2_048.0, "height": 64.0}, (64, 64)),
    ],
)
def test_one_side_gives_a_square_or_the_ratio_of_the_text(
    given: dict[str, int], named: dict[str, float], size: tuple[int, int]
) -> None:
    assert image_size(replace(state(**given), intent=replace(INTENT, parameters=named))) == size


def with_size(side: float, **requested: object) -> ImageChatState:
    """Return a chat whose text names a width of *side*."""
    return replace(state(**requested), intent=replace(INTENT, parameters={"width": side}))


@given(st.floats())
def test_a_size_in_the_prompt_is_painted_as_it_is_or_rejected(width: float) -> None:
    routed = ROUTER.route(with_size(width))
    if 64 <= width <= 2_048:
        assert isinstance(routed, RunSteps) and image_size(with_size(width))[0] == int(width)
    else:
        assert isinstance(routed, Record)


@pytest.mark.parametrize(("width", "limit"), [(3_840.0, "2048"), (32.0, "64")])
def test_a_size_that_cannot_be_painted_is_answered_with_the_limit_and_paints_nothing(width: float, limit: str) -> None:
    chat = ImageChat(Limits())
    routed = chat.route(with_size(width))
    assert isinstance(routed, Record)
    answered = chat.evolve(with_size(width), routed.events[0])
    assert answered.not_understood is not None and answered.not_understood.code is Code.INVALID_INPUT_FORMAT
    assert limit in chat.summarize(answered).reply and isinstance(chat.route(answered), Finish)


def reject(chat: ImageChatState) -> tuple[str, ...]:
    """Return the chips after *chat*, whose intent is rejected."""
    workflow = ImageChat(Limits())
    routed = workflow.route(chat)
    assert isinstance(routed, Record)
    components = build_components(workflow.evolve(chat, routed.events[0]), ended=True)
    (chips,) = (one.widget for one in components if isinstance(one.widget, SuggestionChips))
    return chips.suggestions


@pytest.mark.parametrize(
    ("width", "height"), [(3_840.0, 2_160.0), (2_160.0, 3_840.0), (4_096.0, 4_096.0), (48.0, 32.0)]
)
@pytest.mark.parametrize(
    ("language", "subject", "style"),
    [
        (Language.CHINESE, "猫", ""),
        (Language.CHINESE, "猫", "水墨"),
        (Language.CHINESE, "", ""),
        (Language.ENGLISH, "cat", ""),
        (Language.ENGLISH, "cat", "watercolor"),
        (Language.ENGLISH, "", ""),
    ],
)
def test_the_chips_after_a_rejected_size_ask_for_the_same_in_sizes_that_can_be_painted(
    width: float, height: float, language: Language, subject: str, style: str
) -> None:
    chat = ImageChat(Limits())
    intent = replace(INTENT, subject=subject, style=style, parameters={"width": width, "height": height})
    chips = reject(replace(state(), intent=intent, language=language))
    parsed = [parse_intent(ParseIntent(text)) for text in chips]
    assert len(parsed) == 3 and all(subject in one.subject for one in parsed)
    assert all(style in text for text in chips)
    for one in parsed:
        assert isinstance(chat.route(replace(state(), intent=one)), RunSteps)
    first = parsed[0].parameters
    assert (first["width"] > first["height"], first["width"] < first["height"]) == (width > height, width < height)


def test_the_chips_after_an_impossible_edit_of_an_area_name_no_size() -> None:
    intent = replace(INTENT, action=Action.INPAINTING, parameters={"width": 3_000.0})
    chips = reject(replace(state(image_asset_id="a", mask_asset_id="m"), intent=intent))
    assert chips == tuple(example.pick(Language.CHINESE) for example in EXAMPLES)


@pytest.mark.parametrize(
    ("text", "language", "answer"),
    [
        ("Zeichne einen Hund bitte", Language.ENGLISH, "Only Chinese and English"),
        ("Нарисуй кошку", Language.ENGLISH, "Only Chinese and English"),
        ("犬を描いてください", Language.CHINESE, "目前只懂中文和英文"),
        ("tell me a joke", Language.ENGLISH, "names nothing to draw"),
    ],
)
def test_a_request_in_another_language_is_answered_with_the_languages_that_are_understood(
    text: str, language: Language, answer: str
) -> None:
    workflow = ImageChat(Limits())
    chat = replace(state(text=text), language=language, intent=parse_intent(ParseIntent(text)))
    routed = workflow.route(chat)
    assert isinstance(routed, Record)
    reply = workflow.summarize(workflow.evolve(chat, routed.events[0])).reply
    assert answer in reply and text in reply


def test_a_field_overrules_a_size_in_the_prompt_that_cannot_be_painted() -> None:
    assert isinstance(ROUTER.route(with_size(9_000.0, width=512)), RunSteps)


def test_a_return_strengthens_the_adjustment_but_not_its_geometry() -> None:
    intent = replace(INTENT, action=Action.ADJUST_PARAMETERS, parameters={"brightness": 0.2, "rotate": 90.0})
    chat = replace(state(image_asset_id="a"), intent=intent, prompt=PROMPT, round=2)
    call = call_of(chat)
    assert isinstance(call, AdjustImage)
    assert call.parameters == {"brightness": pytest.approx(0.3), "rotate": 90.0}


def test_a_strengthened_adjustment_never_exceeds_one() -> None:
    intent = replace(INTENT, action=Action.ADJUST_PARAMETERS, parameters={"brightness": -0.9})
    call = call_of(replace(state(image_asset_id="a"), intent=intent, prompt=PROMPT, round=4))
    assert isinstance(call, AdjustImage) and call.parameters == {"brightness": -1.0}


def test_a_mask_without_text_requests_a_filling_that_matches_the_surroundings() -> None:
    intent = replace(INTENT, action=Action.INPAINTING, prompt="")
    call = call_of(replace(state(text="", image_asset_id="a", mask_asset_id="m"), intent=intent, prompt=PROMPT))
    assert isinstance(call, Inpaint) and call.prompt == ""


@pytest.mark.parametrize(("named", "style"), [("", "水彩"), ("油画", "油画")])
def test_an_area_is_painted_in_the_style_of_its_image_unless_the_request_names_one(named: str, style: str) -> None:
    intent = replace(INTENT, action=Action.INPAINTING, style=named)
    last = LastResult("a", "画一座山", "山", "水彩", 1, 64, 64)
    call = call_of(replace(state(image_asset_id="a", mask_asset_id="m"), intent=intent, last_result=last))
    assert isinstance(call, RetrieveStyles) and call.style == style


def test_a_follow_up_changes_the_last_image_of_the_session() -> None:
    intent = replace(INTENT, action=Action.ADJUST_PARAMETERS, parameters={"brightness": 0.2})
    last = LastResult("last", "p", "s", "", 1, 64, 64)
    call = call_of(replace(state(), intent=intent, prompt=PROMPT, last_result=last))
    assert isinstance(call, AdjustImage) and call.image_asset_id == "last"


def test_an_attached_image_takes_precedence_over_the_last_of_the_session() -> None:
    intent = replace(INTENT, action=Action.ADJUST_PARAMETERS, parameters={"brightness": 0.2})
    last = LastResult("last", "p", "s", "", 1, 64, 64)
    call = call_of(replace(state(image_asset_id="sent"), intent=intent, prompt=PROMPT, last_result=last))
    assert isinstance(call, AdjustImage) and call.image_asset_id == "sent"


def test_the_planner_receives_the_last_five_messages() -> None:
    messages = tuple(ChatMessage("user", str(number)) for number in range(50))
    call = call_of(replace(state(), messages=messages))
    assert getattr(call, "messages", None) == messages[-5:]


def test_the_critic_receives_the_source_and_the_request_of_an_adjustment() -> None:
    intent = replace(INTENT, action=Action.ADJUST_PARAMETERS, parameters={"brightness": 0.2})
    result = ImageResult(Asset("new", 64, 64), TaskType.PARAMETER_ADJUSTMENT, "builtin", 1, "p")
    call = call_of(replace(state(image_asset_id="old"), intent=intent, prompt=PROMPT, result=result))
    assert isinstance(call, ReviewImage)
    assert (call.source_asset_id, call.parameters, call.width) == ("old", {"brightness": 0.2}, 0)


def reviewed(intent: Intent, prompt: EnhancedPrompt, **requested: object) -> ReviewImage:
    """Return the review of an image that was generated from *intent*."""
    result = ImageResult(Asset("new", 64, 64), TaskType.TEXT_TO_IMAGE, "builtin", 1, "p")
    call = call_of(replace(state(**requested), intent=intent, prompt=prompt, result=result))
    assert isinstance(call, ReviewImage)
    return call


def test_the_critic_receives_the_subject_and_the_retrieved_style() -> None:
    found = RetrievedStyle("ink", "水墨", "ink wash", 0.9, Look("ink_wash", ()))
    call = reviewed(replace(INTENT, style="国画"), replace(PROMPT, retrieved=(found,)))
    assert (call.subject, call.style) == ("猫", "水墨")


def test_without_a_retrieved_style_the_critic_receives_the_users_own_term() -> None:
    assert reviewed(replace(INTENT, style="国画"), PROMPT).style == "国画"


@pytest.mark.parametrize("fresh", [True, False])
def test_a_fresh_request_is_fresh_for_planner_and_critic(fresh: bool) -> None:
    parse = call_of(state(fresh=fresh))
    assert isinstance(parse, ParseIntent) and parse.fresh is fresh
    assert reviewed(INTENT, PROMPT, fresh=fresh).fresh is fresh


@pytest.mark.parametrize(
    ("action", "model", "default_image", "remote"),
    [
        (Action.GENERATE_IMAGE, "", True, True),
        (Action.GENERATE_IMAGE, "builtin", True, False),
        (Action.GENERATE_IMAGE, "qwen-image", False, True),
        (Action.INPAINTING, "", False, False),
        (Action.ADJUST_PARAMETERS, "", True, False),
        (Action.ADJUST_PARAMETERS, "qwen-image", False, False),
    ],
)
def test_a_step_has_the_time_limit_of_a_remote_model_only_where_one_paints(
    action: Action, model: str, default_image: bool, remote: bool
) -> None:
    workflow = ImageChat(Limits(), RemoteModels(roles=False, default_image=default_image))
    understood = replace(
        state(preferred_model=model, image_asset_id="a", mask_asset_id="m"),
        intent=replace(INTENT, action=action, parameters={"brightness": 0.2}),
    )
    routed = workflow.route(replace(understood, prompt=PROMPT))
    assert isinstance(routed, RunSteps)
    assert workflow.uses_remote_model(understood, routed.steps[0]) is remote


@pytest.mark.parametrize(
    ("model", "roles", "default_image", "remote"),
    [("", False, False, False), ("", True, False, True), ("", False, True, True), ("builtin", False, True, False),
     ("qwen-image", False, False, True), ("builtin", True, False, True)],
)  # fmt: skip
def test_a_run_has_the_time_limit_of_remote_models_where_it_uses_one(
    model: str, roles: bool, default_image: bool, remote: bool
) -> None:
    workflow = ImageChat(Limits(), RemoteModels(roles, default_image))
    assert workflow.uses_remote_models(state(preferred_model=model)) is remote
