"""Tests of the seasons and festivals of sources."""

import pytest

from engines.note_writer.source_selection.times import is_of_another_time


@pytest.mark.parametrize(
    ("requested", "title"),
    [
        ("秋冬通勤穿搭", "春季通勤穿搭"),
        ("halloween cookies", "Christmas cookies"),
        ("中秋节送什么", "端午节送什么"),
        ("a summer wreath", "A winter wreath"),
    ],
)
def test_a_source_on_another_season_or_festival_is_none(requested: str, title: str) -> None:
    assert is_of_another_time(requested, title)


@pytest.mark.parametrize(
    ("requested", "title"),
    [
        ("秋冬通勤穿搭", "冬天通勤穿搭"),
        ("通勤穿搭", "春季通勤穿搭"),
        ("夏天吃什么", "冬瓜汤怎么做"),
        ("周五一起吃火锅", "圣诞聚餐吃什么"),
        ("寒假和孩子怎么沟通", "和青春期孩子怎么沟通"),
        ("秋裤怎么选", "冬天保暖裤怎么选"),
        ("spring rolls in summer", "Summer spring rolls"),
    ],
)
def test_a_source_on_the_same_time_or_on_any_is_one(requested: str, title: str) -> None:
    assert not is_of_another_time(requested, title)
