"""The text that a correction replaces, and text that only resembles a correction."""

import pytest

from engines.language import parse_intent
from services.common.contract.requests import ParseIntent


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("a teal armchair, no, a sofa, in a loft", "a teal sofa, in a loft"),
        ("a man wearing a red hat, no, a blue hat", "a man wearing a blue hat"),
        ("a fox in a suit. No wait, a badger", "a badger"),
        ("五只，哦不，六只千纸鹤", "六只千纸鹤"),
        ("a basket of apples, no text", "a basket of apples, no text"),
        ("a red rose, no thorns", "a red rose, no thorns"),
    ],
)
def test_a_correction_replaces_text_of_its_kind_and_an_exclusion_replaces_nothing(text: str, prompt: str) -> None:
    assert parse_intent(ParseIntent(text)).prompt == prompt
