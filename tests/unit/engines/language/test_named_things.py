"""A request for one thing keeps its name as the subject, whatever the name starts with: a verb, a style, a measure.

The names are the tables of common nouns that the painter is measured on.
"""

from pathlib import Path

import pytest

from engines.language import parse_intent
from services.common.contract.image_chat import Action
from services.common.contract.requests import ParseIntent

TABLES = Path(__file__).parents[1] / "painter" / "nouns"
ROWS = [row for table in sorted(TABLES.glob("*.tsv")) for row in table.read_text("utf-8").splitlines() if row]
NAMES = [row.split("\t") for row in ROWS[::4]]
_MIN_SHARE = 0.98


def is_subject(text: str, name: str) -> bool:
    """Return whether the request *text* is for an image of *name*."""
    intent = parse_intent(ParseIntent(text))
    return intent.action is Action.GENERATE_IMAGE and intent.subject.lower() == name.lower()


@pytest.mark.parametrize("opening", ["画一个{}", "画{}", "{}"])
def test_a_chinese_name_is_the_subject(opening: str) -> None:
    wrong = [name for name, _ in NAMES if not is_subject(opening.format(name), name)]
    assert len(wrong) <= (1 - _MIN_SHARE) * len(NAMES), wrong


@pytest.mark.parametrize("opening", ["draw a {}", "a {}", "please paint me a {}"])
def test_an_english_name_is_the_subject(opening: str) -> None:
    wrong = [name for _, name in NAMES if not is_subject(opening.format(name), name)]
    assert len(wrong) <= (1 - _MIN_SHARE) * len(NAMES), wrong


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("画风筝", "风筝"),
        ("画面条", "面条"),
        ("画杯子", "杯子"),
        ("画一个图钉", "图钉"),
        ("围巾", "围巾"),
        ("旋转木马", "旋转木马"),
        ("a mirror", "mirror"),
        ("draw an oil tanker", "oil tanker"),
        ("a bottle of olive oil", "bottle of olive oil"),
        ("paint a paint roller", "paint roller"),
    ],
)
def test_a_name_that_reads_like_a_command_or_a_style_is_a_thing(text: str, subject: str) -> None:
    assert parse_intent(ParseIntent(text)).subject == subject


@pytest.mark.parametrize("text", ["画面太暗了", "画面粉一点", "画面包含一只猫", "画风换成油画", "旋转90度"])
def test_words_about_the_image_are_no_things(text: str) -> None:
    intent = parse_intent(ParseIntent(text, has_image=True))
    assert intent.subject not in ("面粉", "面包含一只猫", "风换成油画") and intent.raw_response != "rules: a thing"
