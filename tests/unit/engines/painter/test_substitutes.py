"""Substitutes for nouns that have no drawing: a labeled list, in two halves.

`substitutes/nouns.tsv` was written before anything was measured on it: a noun, and the names of the things that most
users would accept as a substitute, "-" for none. Rows with an even index were read while the rules were fixed. Of the
other rows, only the totals were read.
"""

from pathlib import Path

import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.content.names import get_display_name
from services.common.contract.image_chat import PartKind, PartOutcome

ROWS = Path(__file__).with_name("substitutes").joinpath("nouns.tsv").read_text("utf-8").splitlines()
_MIN_ACCEPTABLE = 0.9
"""Share of the drawn nouns that are drawn as themselves or as something acceptable."""
_MIN_DRAWN = 0.75
"""Share of the nouns with an acceptable drawing that are drawn."""


def draw_noun(noun: str) -> tuple[str, bool]:
    """Return the names of the things drawn for *noun*, and whether the report names the noun itself."""
    figures = parse_figures(noun).figures
    names = [get_display_name(figure.subject, chinese) for figure in figures for chinese in (True, False)]
    word = noun.removeprefix("a ").removeprefix("an ")
    parts = [part for figure in figures for part in figure.words if part.kind is PartKind.SUBJECT]
    return " ".join(names), any(part.requested == word and part.outcome is PartOutcome.SHOWN for part in parts)


@pytest.mark.parametrize("half", [0, 1])
def test_nine_of_ten_drawn_nouns_are_acceptable_and_three_of_four_are_drawn(half: int) -> None:
    drawn, acceptable, possible, found = 0, 0, 0, 0
    for noun, labels in (row.split("\t") for row in ROWS[half::2]):
        names, is_itself = draw_noun(noun)
        fits = is_itself or (labels != "-" and any(label in names for label in labels.split("|")))
        drawn, acceptable = drawn + bool(names), acceptable + (fits and bool(names))
        possible, found = possible + (labels != "-"), found + (labels != "-" and fits)
    assert acceptable >= _MIN_ACCEPTABLE * drawn
    assert found >= _MIN_DRAWN * possible


@pytest.mark.parametrize("noun", ["石牛", "运钞车", "a dog kennel", "a terrier", "采砂船"])
def test_a_substitute_is_never_reported_as_the_thing_itself(noun: str) -> None:
    names, is_itself = draw_noun(noun)
    assert names and not is_itself
