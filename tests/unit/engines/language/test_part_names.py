"""Names of parts in the prompt of the last image: whole words, one or several, with their modifiers."""

import pytest

from engines.language import parse_intent
from services.common.contract.image_chat import Action, Control, Intent
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult


@pytest.mark.parametrize(
    ("shown", "text", "prompt"),
    [
        ("a cathedral with a cat, watercolor", "replace the cat with a dog", "a cathedral with a dog, watercolor"),
        ("a carpet and a car", "turn the car into a boat", "a carpet and a boat"),
        ("three red balloons over a hill", "make the balloon blue", "three blue balloons over a hill"),
        ("two cats on a sofa", "replace the cat with a dog", "two dogs on a sofa"),
        ("three cats on a sofa", "replace the cats with two dogs", "two dogs on a sofa"),
        ("一只橘猫坐在窗台上看雨", "窗台上的猫换成两只狗", "两只狗坐在窗台上看雨"),
    ],
)
def test_a_part_is_found_as_a_whole_word(shown: str, text: str, prompt: str) -> None:
    assert parse(shown, text).prompt == prompt


@pytest.mark.parametrize(
    ("shown", "text", "prompt"),
    [
        ("a lighthouse at night with a full moon, watercolor", "remove the moon", "a lighthouse at night, watercolor"),
        ("a girl with long golden hair and a red hat", "remove the hat", "a girl with long golden hair"),
        ("a girl wearing a big straw hat", "no hat", "a girl"),
        ("a dog near a glowing lantern, oil painting", "delete the lantern", "a dog, oil painting"),
        ("a beach with tall palm trees, flat", "remove the trees", "a beach, flat"),
        ("a cat on the moon", "remove the moon", "a cat"),
        ("three kites over a field", "remove the field", "three kites"),
        ("a boat and three gulls", "remove the gull", "a boat"),
        ("a double-decker bus and a taxi", "remove the bus", "a taxi"),
        ("一只狗和一只猫", "去掉狗", "一只猫"),
    ],
)
def test_removing_a_noun_removes_its_modifiers(shown: str, text: str, prompt: str) -> None:
    assert parse(shown, text).prompt == prompt


@pytest.mark.parametrize(
    ("shown", "text", "prompt"),
    [
        ("a red double-decker bus in the rain", "make the bus blue", "a blue double-decker bus in the rain"),
        ("three hot-air balloons over hills", "make the balloons green", "three green hot-air balloons over hills"),
        ("a yellow rubber duck in a bath", "make the duck pink", "a pink rubber duck in a bath"),
        ("glass vase with tulips", "make the vase blue", "blue glass vase with tulips"),
        ("black dog chases ball", "make the ball red", "black dog chases red ball"),
    ],
)
def test_a_color_stands_before_the_kind_of_a_thing_and_replaces_its_color(shown: str, text: str, prompt: str) -> None:
    assert parse(shown, text).prompt == prompt


@pytest.mark.parametrize("text", ["turn it into a castle", "transform this into a castle", "change it to a castle"])
@pytest.mark.parametrize("shown", ["a cabin with a kitten", "a lake with a boat on it", "this old barn"])
def test_a_pronoun_means_the_whole_image_and_not_a_part_of_its_prompt(shown: str, text: str) -> None:
    intent = parse(shown, text)
    assert (intent.action, intent.subject) == (Action.GENERATE_IMAGE, "castle")


def parse(shown: str, text: str) -> Intent:
    """Return the intent of *text* after an image of *shown*."""
    last = LastResult("asset", shown, shown, "", seed=1, width=1024, height=1024)
    return parse_intent(ParseIntent(text, last_result=last, has_image=True))


@pytest.mark.parametrize(
    ("shown", "text", "prompt"),
    [
        ("a cat under the sky", "change the sky to purple", "a cat under the purple sky"),
        ("three birds on a roof", "change the birds to five", "five birds on a roof"),
        ("三只小鸟站在树枝上", "小鸟改成五只", "五只小鸟站在树枝上"),
        ("一只猫和两朵花", "把花换成三朵", "一只猫和三朵花"),
        ("一只猫", "猫换成黑白花的", "一只黑白花的猫"),
        ("three cupcakes with pink frosting", "green frosting please", "three cupcakes with green frosting"),
        ("three cupcakes on a plate", "only one cupcake", "one cupcake on a plate"),
        ("a cup on a wooden table", "the table should be white marble", "a cup on a white marble table"),
    ],
)
def test_a_part_that_gets_another_color_or_number_keeps_its_noun(shown: str, text: str, prompt: str) -> None:
    assert parse(shown, text).prompt == prompt


@pytest.mark.parametrize(
    "text",
    [
        "左边那只改成黑猫",
        "把右边的换成小狗",
        "第二只改成白色",
        "另一只变成黑色",
        "the left one should be black",
        "make the second one white",
        "change the right one to a dog",
        "the one on the right should be a dog",
    ],
)
def test_one_of_several_things_needs_an_area(text: str) -> None:
    intent = parse("two cats on a sofa", text)
    assert (intent.action, intent.control) == (Action.UNKNOWN, Control.AREA)


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("再来一张，灯塔换成城堡", "一座城堡立在礁石上"),
        ("再画一张，这次是晚上", "一座灯塔立在礁石上，晚上"),
    ],
)
def test_another_attempt_with_a_change_changes_the_image(text: str, prompt: str) -> None:
    assert parse("一座灯塔立在礁石上", text).prompt == prompt
