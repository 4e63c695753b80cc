"""Undo, redo and returns to an earlier image of a session."""

import pytest

from services.common.contract.assets import Asset
from services.common.contract.image_chat import Action, ImageChatInput, ImageResult, Intent, Restore, TaskType
from services.common.contract.requests import AdjustImage
from services.common.contract.session import LastResult, SessionImage
from services.common.limits import Limits
from services.common.text.language import Language
from services.common.text.parameters import STEPS
from services.orchestrator.domain.events import SessionRecalled, StepFinished
from services.orchestrator.domain.image_chat import ImageChat
from services.orchestrator.domain.image_chat.history import find_restored
from services.orchestrator.domain.image_chat.state import ImageChatState
from services.orchestrator.domain.workflow import Finish, RunSteps


def image(name: str, number: int, restores: Restore = Restore.UNSPECIFIED, source: str = "") -> SessionImage:
    """Return the image that a run ended with."""
    return SessionImage(LastResult(name, f"prompt {name}", "", "", 1, 64, 64), number, restores, source)


CAT, BRIGHT, BOAT = image("cat", 1), image("bright", 2, source="cat"), image("boat", 3)
UNDONE_BOAT = image("bright", 3, Restore.UNDO)
UPLOADED = image("restyled", 1, source="upload")


@pytest.mark.parametrize(
    ("images", "restore", "expected"),
    [
        ((CAT, BRIGHT, BOAT), Restore.UNDO, "bright"),
        ((CAT, BRIGHT, BOAT, UNDONE_BOAT), Restore.UNDO, "cat"),
        ((CAT, BRIGHT, BOAT, UNDONE_BOAT), Restore.REDO, "boat"),
        ((CAT, BRIGHT, BOAT, UNDONE_BOAT, image("boat", 3, Restore.REDO)), Restore.UNDO, "bright"),
        ((CAT, BRIGHT, UNDONE_BOAT, image("dog", 4)), Restore.REDO, None),
        ((CAT, BRIGHT, BOAT), Restore.FIRST, "cat"),
        ((CAT, BRIGHT, BOAT, image("cat", 3, Restore.FIRST)), Restore.UNDO, "boat"),
        ((CAT, BRIGHT), Restore.ORIGINAL, "cat"),
        ((CAT, BRIGHT, image("dark", 3, source="bright")), Restore.ORIGINAL, "cat"),
        ((CAT, image("boat", 2), image("pale", 3, source="boat")), Restore.ORIGINAL, "boat"),
        ((UPLOADED,), Restore.ORIGINAL, "upload"),
        ((UPLOADED,), Restore.UNDO, "upload"),
        ((CAT,), Restore.UNDO, None),
        ((CAT,), Restore.FIRST, None),
        ((CAT,), Restore.ORIGINAL, None),
        ((CAT, BRIGHT), Restore.REDO, None),
        ((), Restore.UNDO, None),
    ],
)
def test_undo_and_redo_find_the_image_of_the_history(
    images: tuple[SessionImage, ...], restore: Restore, expected: str | None
) -> None:
    found = find_restored(images, restore)
    assert (found and found.image.asset_id) == expected


TWO_BACK = image("cat", 1, Restore.UNDO)


@pytest.mark.parametrize(
    ("images", "restore", "steps", "expected"),
    [
        ((CAT, BRIGHT, BOAT), Restore.UNDO, 2, "cat"),
        ((CAT, BRIGHT, BOAT), Restore.UNDO, 3, None),
        ((CAT, BRIGHT, BOAT, TWO_BACK), Restore.UNDO, 1, None),
        ((CAT, BRIGHT, BOAT, TWO_BACK), Restore.REDO, 1, "bright"),
        ((CAT, BRIGHT, BOAT, TWO_BACK), Restore.REDO, 2, "boat"),
        ((CAT, BRIGHT, BOAT, TWO_BACK, image("boat", 3, Restore.REDO)), Restore.UNDO, 1, "bright"),
    ],
)
def test_several_steps_at_once_lead_as_far_as_one_by_one(
    images: tuple[SessionImage, ...], restore: Restore, steps: int, expected: str | None
) -> None:
    found = find_restored(images, restore, steps)
    assert (found and found.image.asset_id) == expected


def test_too_many_steps_are_answered_with_the_possible_number() -> None:
    chat, state = ImageChat(Limits()), undo(CAT, BRIGHT, BOAT, steps=3)
    state = chat.evolve(state, chat.route(state).events[0])  # type: ignore[union-attr]
    assert chat.summarize(state).reply == "“撤销”：没有那么多步，最多可以 2 步，所以没有改动。"


def undo(*images: SessionImage, steps: int = 0) -> ImageChatState:
    """Return a chat whose planner understood "undo" after *images*."""
    chat = ImageChat(Limits())
    state = chat.start(ImageChatInput("撤销"), Language.CHINESE, 1)
    state = chat.evolve(state, SessionRecalled((), images[-1].image, images))
    parameters = {STEPS: float(steps)} if steps else {}
    intent = Intent(Action.ADJUST_PARAMETERS, "", "", 0.9, parameters=parameters, restores=Restore.UNDO)
    return chat.evolve(state, StepFinished("planner-1", "planner", 1, intent))


def test_an_earlier_image_is_delivered_without_painting_or_review() -> None:
    chat, state = ImageChat(Limits()), undo(CAT, BRIGHT)
    routed = chat.route(state)
    assert isinstance(routed, RunSteps) and routed.steps[0].call == AdjustImage("cat", {}, None)
    result = ImageResult(Asset("cat", 64, 64), TaskType.PARAMETER_ADJUSTMENT, "builtin", 1, "p")
    state = chat.evolve(state, StepFinished("executor-1", "executor", 1, result))
    assert isinstance(chat.route(state), Finish)
    summary = chat.summarize(state)
    assert summary.last_result == CAT.image and summary.restores is Restore.UNDO
    assert summary.reply == "已经回到第 1 张图（“prompt cat”）。"


@pytest.mark.parametrize(
    ("parameters", "change"), [({"brightness": 0.15, "feather_px": 8.0}, "亮度 +0.15"), ({}, "改过一处区域")]
)
def test_a_changed_image_is_named_by_its_prompt_and_its_change(parameters: dict[str, float], change: str) -> None:
    chat, changed = ImageChat(Limits()), LastResult("changed", "prompt cat", "", "", 1, 64, 64, parameters)
    state = undo(CAT, SessionImage(changed, 2, source_asset_id="cat"), BOAT)
    result = ImageResult(Asset("changed", 64, 64), TaskType.PARAMETER_ADJUSTMENT, "builtin", 1, "p")
    state = chat.evolve(state, StepFinished("executor-1", "executor", 1, result))
    assert chat.summarize(state).reply == f"已经回到第 2 张图（“prompt cat”，{change}）。"


@pytest.mark.parametrize(
    ("parameters", "change"),
    [({"rotate": 90.0}, "旋转 90"), ({"restyle": 1.0}, "换风格"), ({"scale": 0.5}, "缩放 0.5")],
)
def test_the_same_change_once_more_is_named_by_the_change(parameters: dict[str, float], change: str) -> None:
    chat = ImageChat(Limits())
    once, twice = (LastResult(name, "prompt cat", "", "", 1, 64, 64, parameters) for name in ("once", "twice"))
    changed = (SessionImage(once, 2, source_asset_id="cat"), SessionImage(twice, 3, source_asset_id="once"))
    state = undo(CAT, *changed, BOAT)
    result = ImageResult(Asset("twice", 64, 64), TaskType.PARAMETER_ADJUSTMENT, "builtin", 1, "p")
    state = chat.evolve(state, StepFinished("executor-1", "executor", 1, result))
    assert chat.summarize(state).reply == f"已经回到第 3 张图（“prompt cat”，{change}）。"


def test_without_an_earlier_image_the_answer_is_that_there_is_none() -> None:
    chat, state = ImageChat(Limits()), undo(CAT)
    state = chat.evolve(state, chat.route(state).events[0])  # type: ignore[union-attr]
    assert isinstance(chat.route(state), Finish)
    assert chat.summarize(state).reply == "“撤销”：前面没有图片了，所以没有改动。"
