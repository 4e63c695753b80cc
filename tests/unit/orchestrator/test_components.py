"""The components of an image chat, in each of its states and in both languages."""

from dataclasses import replace

import pytest

from services.common.contract.assets import Asset
from services.common.contract.components import (
    AgentMessage,
    ImageCard,
    MaskRequest,
    MessageState,
    ParameterPanel,
    SuggestionChips,
    Widget,
)
from services.common.contract.failure import Failure
from services.common.contract.image_chat import (
    Action,
    EnhancedPrompt,
    ImageChatInput,
    ImageResult,
    Intent,
    Look,
    RetrievedStyle,
    Verdict,
)
from services.common.contract.image_chat import TaskType as Task
from services.common.errors import CATALOG, Code
from services.common.limits import Limits
from services.common.text.language import Language
from services.common.text.parameters import LEVELS
from services.orchestrator.domain.image_chat.components import build_components, build_reply
from services.orchestrator.domain.image_chat.state import ImageChatState, ReviewedImage
from services.orchestrator.domain.image_chat.texts import (
    CANCELLED,
    DONE,
    EXAMPLES,
    NOT_MET,
    SELECT_AREA,
    THINKING,
    UNCHANGED,
)
from services.orchestrator.domain.image_chat.workflow import ImageChat

INTENT = Intent(Action.GENERATE_IMAGE, "猫", "", 0.9)
PROMPT = EnhancedPrompt("猫", (), "猫")
RESULT = ImageResult(Asset("a", 64, 64), Task.TEXT_TO_IMAGE, "builtin", 1, "猫", {"brightness": 0.25})
PASSED = Verdict(True, 0.9)


def chat(language: Language, **known: object) -> ImageChatState:
    """Return a chat that requests a cat."""
    return replace(ImageChatState(ImageChatInput("猫"), language, 1), **known)  # type: ignore[arg-type]


def done(language: Language, verdict: Verdict = PASSED, **known: object) -> ImageChatState:
    """Return a chat that is done."""
    best = ReviewedImage(RESULT, verdict)
    known = {"intent": INTENT, "prompt": PROMPT, "result": RESULT, "verdict": verdict, "best": best} | known
    return chat(language, **known)


def failed(language: Language, code: Code) -> ImageChatState:
    """Return a chat that failed."""
    return chat(language, failure=Failure(code, CATALOG[code].text.pick(language)))


def widgets(state: ImageChatState) -> dict[str, Widget]:
    """Return the displayed components at the end, by id."""
    return {component.id: component.widget for component in build_components(state, ended=True)}


both = pytest.mark.parametrize("language", Language)


@both
@pytest.mark.parametrize("known", [{}, {"intent": INTENT}, {"intent": INTENT, "prompt": PROMPT, "result": RESULT}])
def test_a_running_chat_has_one_message_for_all_steps(language: Language, known: dict[str, object]) -> None:
    (component,) = build_components(chat(language, **known), ended=False)
    assert component.widget == AgentMessage(MessageState.THINKING, THINKING.pick(language))


@both
def test_a_finished_image_comes_with_its_score_and_what_can_be_adjusted(language: Language) -> None:
    seen = widgets(done(language))
    assert list(seen) == ["message", "image", "parameters"]
    assert seen["image"] == ImageCard(RESULT, 0.9)


@both
def test_every_parameter_has_a_label_and_its_current_value(language: Language) -> None:
    panel = widgets(done(language))["parameters"]
    assert isinstance(panel, ParameterPanel) and panel.asset_id == "a"
    labels = {parameter.name: (parameter.label, parameter.value) for parameter in panel.parameters}
    expected = {name: (label.pick(language), 0.0) for name, label in LEVELS.items()}
    assert labels == expected | {"brightness": (LEVELS["brightness"].pick(language), 0.25)}


@both
def test_the_critics_suggestions_are_offered(language: Language) -> None:
    seen = widgets(done(language, Verdict(False, 0.65, suggestions=("更亮",))))
    assert seen["suggestions"] == SuggestionChips(("更亮",))


@both
def test_an_image_that_was_not_judged_has_no_score_but_a_remark(language: Language) -> None:
    seen = widgets(done(language, Verdict(True, 0.0, feedback="note", judged=False)))
    assert seen["image"] == ImageCard(RESULT, None)
    message = seen["message"]
    assert isinstance(message, AgentMessage) and "note" in message.text


@both
def test_after_returns_the_message_has_the_number_of_rounds_and_the_score(language: Language) -> None:
    message = widgets(done(language, Verdict(False, 0.45), round=4))["message"]
    assert isinstance(message, AgentMessage) and "4" in message.text and "45%" in message.text


@both
def test_a_request_that_was_not_understood_gets_examples(language: Language) -> None:
    seen = widgets(failed(language, Code.INTENT_UNKNOWN))
    assert seen["suggestions"] == SuggestionChips(tuple(example.pick(language) for example in EXAMPLES))


@both
def test_a_missing_mask_asks_the_user_to_mark_an_area_of_the_image(language: Language) -> None:
    state = replace(failed(language, Code.MASK_DATA_MISSING), input=ImageChatInput("改", image_asset_id="a"))
    assert widgets(state)["mask"] == MaskRequest("a", SELECT_AREA.pick(language))


@both
@pytest.mark.parametrize("code", Code)
def test_every_failure_becomes_a_message_in_the_users_language(language: Language, code: Code) -> None:
    expected = AgentMessage(MessageState.FAILED, CATALOG[code].text.pick(language))
    assert widgets(failed(language, code))["message"] == expected


@both
def test_a_run_stopped_midway_reports_it_instead_of_thinking_indefinitely(language: Language) -> None:
    state = chat(language, intent=INTENT)
    assert widgets(state) == {"message": AgentMessage(MessageState.FAILED, CANCELLED.pick(language))}


@both
def test_a_run_stopped_in_a_later_round_does_not_claim_to_be_done(language: Language) -> None:
    state = replace(done(language, Verdict(False, 0.2), round=2), result=None, verdict=None)
    assert widgets(state) == {"message": AgentMessage(MessageState.FAILED, CANCELLED.pick(language))}
    assert build_reply(state) == ""


@pytest.mark.parametrize(("named", "style"), [("", "水彩"), ("油画", "油画")])
def test_the_session_remembers_the_style_of_a_new_image_that_names_none(named: str, style: str) -> None:
    prompt = EnhancedPrompt("猫", (RetrievedStyle("k", "水彩", "", 0.9, Look("watercolor", ("#ffffff",))),), "猫")
    state = done(Language.CHINESE, intent=replace(INTENT, style=named), prompt=prompt)
    remembered = ImageChat(Limits()).summarize(state).last_result
    assert remembered is not None and remembered.style == style


@both
def test_the_session_remembers_the_message_of_the_assistant(language: Language) -> None:
    message = widgets(done(language))["message"]
    assert isinstance(message, AgentMessage) and message.text == build_reply(done(language))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("action", [Action.GENERATE_IMAGE, Action.INPAINTING, Action.ADJUST_PARAMETERS])
def test_an_image_that_did_not_pass_is_never_announced_as_done(action: Action, language: Language) -> None:
    failed = Verdict(False, 0.65, {"direction": 0.2}, "Not as requested.")
    reply = build_reply(done(language, failed, intent=replace(INTENT, action=action)))
    assert DONE[action].pick(language) not in reply and reply.startswith(NOT_MET[action].pick(language))


@pytest.mark.parametrize("language", Language)
def test_an_adjustment_that_changed_no_pixel_states_that_nothing_changed(language: Language) -> None:
    adjusted = replace(INTENT, action=Action.ADJUST_PARAMETERS)
    unchanged = replace(done(language, intent=adjusted), input=ImageChatInput("亮一点", image_asset_id="a"))
    assert build_reply(unchanged) == UNCHANGED.pick(language)
