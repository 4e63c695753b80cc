"""What a topic is about, and which notes are about the same thing."""

import pytest

from engines.note_subject import Fit, NoteName, find_subject, rate_fit, share_subject

SIMILAR = {
    frozenset(("headset", "headphone")): 0.86,
    frozenset(("小提琴", "钢琴")): 0.76,
    frozenset(("幼犬", "狗狗")): 0.77,
}


def compare(one: str, other: str) -> float:
    return SIMILAR.get(frozenset((one, other)), 0.0)


def rate(topic: str, title: str, *tags: str, closeness: float = 0.6, request: str = "") -> Fit:
    return rate_fit(topic, request or topic, NoteName(title, tags), closeness, compare)


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ("First time making ramen at home", ("ramen",)),
        ("Three days in Madrid on a budget", ("madrid",)),
        ("新手在家养鹦鹉", ("鹦鹉",)),
        ("周末两天", ()),
        ("my rescue greyhound", ("rescue", "dog")),
    ],
)
def test_the_subject_of_a_topic_is_what_its_frame_leaves(topic: str, words: tuple[str, ...]) -> None:
    assert find_subject(topic).words == words


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("阳台种黄瓜", "阳台种番茄"),
        ("新手养鹦鹉", "新手养仓鼠"),
        ("第一次带猫坐飞机", "第一次带猫露营"),
        ("Growing peppers on a balcony", "Growing tomatoes on a balcony"),
        ("Learning the cello as an adult", "Learning the piano as an adult"),
        ("Three days in Madrid", "Three days in Porto"),
        ("Preparing for a school interview", "Preparing for a job interview"),
        ("学小提琴", "学钢琴"),
        ("空气炸锅做鸡腿", "炸鸡腿外脆里嫩"),
    ],
)
def test_a_note_that_shares_only_the_frame_is_about_something_else(topic: str, title: str) -> None:
    assert rate(topic, title) is Fit.OTHER


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("阳台种小番茄", "阳台种番茄"),
        ("Growing tomatoes on a windy balcony", "Growing tomatoes on a balcony"),
        ("a headset for the office", "Headphones under 200 dollars"),
        ("幼犬到家", "新手养狗狗"),
        ("Lisbon with teenagers", "A weekend trip to Lisbon"),
    ],
)
def test_a_note_with_the_subject_fits_whatever_its_frame(topic: str, title: str) -> None:
    assert rate(topic, title) is Fit.SAME


def test_a_note_with_a_subject_of_its_own_is_narrower_and_needs_more_likeness() -> None:
    assert rate("my puppy", "Bathing a puppy") is Fit.NARROWER
    assert rate("my puppy", "Bathing a puppy", closeness=0.4) is Fit.PART


def test_a_topic_that_is_only_a_frame_decides_nothing() -> None:
    assert rate("三天两夜", "重庆两天一夜") is Fit.UNKNOWN
    assert share_subject("三天两夜", "重庆") is None
