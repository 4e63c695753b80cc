"""The things that a topic names, and the notes that are about the same things."""

import pytest

from engines.note_subject import Fit, NoteText, find_things, rate_fit
from engines.note_subject.things import THINGS


def rate(topic: str, title: str, *tags: str, request: str = "", body: str = "") -> Fit:
    return rate_fit(topic, request or topic, NoteText(title, tags, body))


@pytest.mark.parametrize(
    ("topic", "names"),
    [
        ("Growing strawberries on a balcony", ["草莓"]),
        ("新手在家养鹦鹉", ["鹦鹉"]),
        ("my grumpy corgi", ["狗"]),
        ("Three days in Madrid on a budget", ["madrid"]),
        ("周末两天", []),
    ],
)
def test_the_things_of_a_topic_are_found_in_both_languages(topic: str, names: list[str]) -> None:
    assert [thing.name for senses in find_things(topic) for thing in senses] == names


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("阳台种黄瓜", "阳台种番茄"),
        ("新手养鹦鹉", "新手养仓鼠"),
        ("第一次带猫坐飞机", "第一次带狗露营"),
        ("Growing peppers on a balcony", "Growing tomatoes on a balcony"),
        ("Learning the cello as an adult", "Learning the piano as an adult"),
        ("Three days in Madrid", "Three days in Porto"),
        ("Three days in Lisbon", "Rome on foot"),
        ("Preparing for a school interview", "Preparing for a job interview"),
        ("学小提琴", "学钢琴"),
    ],
)
def test_a_note_on_another_thing_of_the_kind_is_about_something_else(topic: str, title: str) -> None:
    assert rate(topic, title) is Fit.OTHER


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("阳台种小番茄", "阳台种番茄"),
        ("a headphone for the office", "Headphones under 200 dollars"),
        ("幼犬到家", "新手养狗狗"),
        ("Lisbon with teenagers", "A weekend trip to Lisbon"),
        ("Aphids on my chilli plants", "Aphids on roses"),
    ],
)
def test_a_note_on_the_thing_fits_regardless_of_its_other_words(topic: str, title: str) -> None:
    assert rate(topic, title) is Fit.SAME


@pytest.mark.parametrize(
    ("topic", "title"),
    [("三天两夜", "重庆两天一夜"), ("有点丧", "今天的晚霞"), ("a slow sunday", "Nothing on the calendar")],
)
def test_only_the_cosine_decides_for_a_topic_without_known_things(topic: str, title: str) -> None:
    assert rate(topic, title) is Fit.UNKNOWN


def test_things_that_a_note_never_names_are_absent() -> None:
    assert rate("lemons and basil", "Salad ideas") is Fit.ABSENT
    assert rate("lemons and basil", "Salad ideas", body="Half a lemon will do.") is Fit.UNKNOWN


def test_the_request_may_name_a_thing_that_the_topic_omits() -> None:
    assert rate("red wine", "Making kombucha safely") is Fit.OTHER
    assert rate("red wine", "Making kombucha safely", request="red wine? no, kombucha") is not Fit.OTHER


def test_an_appliance_for_cooking_must_be_named() -> None:
    assert rate("空气炸锅做鸡翅", "炸鸡翅外脆里嫩") is Fit.OTHER
    assert rate("空气炸锅做鸡翅", "炸鸡翅外脆里嫩", body="空气炸锅二十分钟。") is not Fit.OTHER


@pytest.mark.parametrize("kind", THINGS)
def test_every_name_is_written_once_in_its_kind(kind: str) -> None:
    names = [name for entry in THINGS[kind].split("|") for name in entry.split("=")]
    assert sorted(names) == sorted(set(names)) and all(name == name.strip().lower() for name in names)


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("存不下钱", "月薪五千怎么存下第一个一万"),
        ("can't drop off at night, mind racing", "How to fall asleep faster"),
        ("早上起不来", "早起的四个办法"),
        ("plants for a bathroom without a window", "Plants for dark rooms"),
    ],
)
def test_a_note_on_the_matter_of_a_topic_in_other_words_fits(topic: str, title: str) -> None:
    assert rate(topic, title) is Fit.SAME


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("growing potatoes in bags", "Storing potatoes and onions"),
        ("sharpening kitchen knives", "Decluttering a tiny kitchen"),
        ("租房退租怎么拿回押金", "租房改造两千块怎么花"),
        ("手机拍日落", "手机内存满了？先删这五类"),
    ],
)
def test_a_note_on_another_task_or_without_the_matter_of_the_topic_does_not_fit(topic: str, title: str) -> None:
    assert rate(topic, title) in (Fit.ABSENT, Fit.OTHER)


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("小区楼下喂流浪猫", "两只猫打架怎么办"),
        ("小区楼下喂流浪猫", "给猫洗澡怎么不受伤"),
        ("厨房下水道反味", "厨房油污怎么清洁"),
    ],
)
def test_a_note_that_shares_only_a_thing_with_the_topic_is_about_something_else(topic: str, title: str) -> None:
    assert rate(topic, title) is Fit.OTHER


@pytest.mark.parametrize(
    ("topic", "title"), [("新手养猫", "给猫洗澡怎么不受伤"), ("家里老猫和小猫天天打架", "两只猫打架怎么办")]
)
def test_a_note_on_one_of_the_matters_of_a_whole_thing_fits(topic: str, title: str) -> None:
    assert rate(topic, title) is Fit.SAME
