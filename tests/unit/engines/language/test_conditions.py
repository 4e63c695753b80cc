"""A scene has one time, one weather and one season: a requested one replaces that of the last image."""

import pytest

from engines.language import parse_intent
from engines.language.conditions import add_condition
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult


@pytest.mark.parametrize(
    ("shown", "text", "prompt"),
    [
        ("a knight in front of a castle at dawn", "make it night", "a knight in front of a castle, night"),
        ("two foxes in the early morning, oil painting", "at night", "two foxes, oil painting, at night"),
        ("a rainy street with a taxi", "make it a sunny day", "a street with a taxi, sunny day"),
        ("夕阳下的草原上有三匹马", "改成晚上", "草原上有三匹马，晚上"),
        ("雨中的小巷，一个女孩撑着伞", "改成晴天", "小巷，一个女孩撑着伞，晴天"),
    ],
)
def test_a_condition_replaces_the_one_of_its_kind(shown: str, text: str, prompt: str) -> None:
    last = LastResult("asset", shown, shown, "", seed=1, width=1024, height=1024)
    assert parse_intent(ParseIntent(text, last_result=last, has_image=True)).prompt == prompt


@pytest.mark.parametrize(
    ("text", "addition"),
    [
        ("a girl in a forest", "at night"),
        ("a cat in the snow", "spring"),
        ("夜市里的小吃摊", "白天"),
        ("a cat in the rain", "a red umbrella"),
        ("日落", "晚上"),
    ],
)
def test_what_is_no_condition_of_the_same_kind_or_all_there_is_stays(text: str, addition: str) -> None:
    assert add_condition(text, addition) is None
