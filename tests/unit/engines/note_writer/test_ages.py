"""A source on persons of one age is none for persons of another."""

import pytest

from engines.note_writer.source_selection.ages import is_of_another_age


@pytest.mark.parametrize(
    ("requested", "title"),
    [("grandson's first birthday party at home", "A teenager's birthday party"),
     ("birthday party for a 3 year old", "A birthday party for five year olds"),
     ("birthday party ideas for 5 year old", "10th birthday party ideas"),
     ("6个月宝宝辅食", "8个月宝宝辅食一周怎么安排"),
     ("六个月大的宝宝坐飞机", "带小学生坐飞机"),
     ("初中生早饭吃什么", "幼儿早饭怎么做"),
     ("swimming lessons for my toddler", "Learning to swim as an adult")],
)  # fmt: skip
def test_another_age_is_detected(requested: str, title: str) -> None:
    assert is_of_another_age(requested, title)


@pytest.mark.parametrize(
    ("requested", "title"),
    [("两岁宝宝不肯刷牙", "孩子不肯刷牙怎么办"),
     ("birthday party for a 4 year old", "A birthday party for five year olds"),
     ("rainy day with kids", "A rainy day with children"),
     ("三岁孩子挑食", "四岁孩子挑食"),
     ("a party at home", "A teenager's birthday party"),
     ("screen time for a 9 year old", "Screen time for a seven year old"),
     ("九月去新疆", "带孩子去新疆"),
     ("备考三个月计划", "六个月备考规划"),
     ("18岁学车", "新手学车")],
)  # fmt: skip
def test_a_near_or_unnamed_age_is_no_other_one(requested: str, title: str) -> None:
    assert not is_of_another_age(requested, title)
