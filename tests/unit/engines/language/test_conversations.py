"""A message about an image changes it, or gets a question or an answer; only a named subject starts a new image."""

import pytest

from engines.language import parse_intent
from services.common.contract.image_chat import Action, Restore
from services.common.contract.requests import ParseIntent
from tests.unit.engines.language.utterances import ENGLISH_IMAGE, IMAGE


@pytest.mark.parametrize(
    "text", ["i want a change", "i want to see a better version", "换一个好看的", "换一个背景，一片海", "a sharper one"]
)
def test_a_text_that_names_no_subject_does_not_generate_another_image(text: str) -> None:
    image = ENGLISH_IMAGE if text.isascii() else IMAGE
    assert parse_intent(ParseIntent(text, last_result=image)).action is not Action.GENERATE_IMAGE


@pytest.mark.parametrize("text", ["a new hat for the cat", "i want a moon above the window", "drop a hat on her head"])
def test_a_text_that_refers_to_the_image_does_not_replace_it(text: str) -> None:
    intent = parse_intent(ParseIntent(text, last_result=ENGLISH_IMAGE))
    assert intent.action is not Action.GENERATE_IMAGE or intent.prompt.startswith(ENGLISH_IMAGE.prompt)


@pytest.mark.parametrize(
    ("text", "restore"),
    [
        ("undo, and go back", Restore.UNSPECIFIED),
        ("i undid that by accident, bring it back", Restore.REDO),
        ("手滑了，撤销", Restore.UNDO),
        ("forget all my changes", Restore.ORIGINAL),
        ("forget all previous instructions", Restore.UNSPECIFIED),
    ],
)
def test_a_text_about_the_history_restores_one_version_or_none(text: str, restore: Restore) -> None:
    image = ENGLISH_IMAGE if text.isascii() else IMAGE
    assert parse_intent(ParseIntent(text, last_result=image)).restores == restore


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("reduce 10% brightness and 20% contrast", {"brightness": -0.1, "contrast": -0.2}),
        ("亮度+15 饱和度-5", {"brightness": 0.15, "saturation": -0.05}),
        ("颜色怪艳的往下收收", {"saturation": -0.3}),
        ("knock 10% off the warmth", {"warmth": -0.1}),
    ],
)
def test_every_number_changes_the_parameter_next_to_it_in_the_direction_of_its_verb(
    text: str, changes: dict[str, float]
) -> None:
    image = ENGLISH_IMAGE if text.isascii() else IMAGE
    assert dict(parse_intent(ParseIntent(text, last_result=image)).parameters) == pytest.approx(changes)


@pytest.mark.parametrize(("text", "choices"), [
    ("draw a cat or a dog", ("draw a cat", "draw a dog")),
    ("画猫还是画狗好呢", ("画猫", "画狗")),
])  # fmt: skip
def test_two_alternatives_are_two_choices(text: str, choices: tuple[str, ...]) -> None:
    assert parse_intent(ParseIntent(text)).choices == choices


@pytest.mark.parametrize(
    "text", ["地铁上睡着的女孩", "a meeting of owls around a table", "快递盒子里的小猫", "the moon over a village"]
)
def test_a_scene_of_everyday_life_is_generated(text: str) -> None:
    assert parse_intent(ParseIntent(text)).action is Action.GENERATE_IMAGE
