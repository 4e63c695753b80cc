"""What the drawing of an animal does not do: a number of its limbs, a sip from where its head is not, a thing held."""

import pytest

from engines.painter.content.counts import find_counts
from engines.painter.content.figures import parse_figures
from engines.painter.content.normalization import normalize
from services.common.contract.image_chat import PartKind, PartOutcome


def find_outcomes(prompt: str, kind: PartKind) -> list[PartOutcome]:
    """Return the outcomes of the parts of *kind* of *prompt*, before anything is painted."""
    found = parse_figures(normalize(prompt))
    parts = [part for figure in found.figures for part in figure.words] + list(found.parts)
    return [part.outcome for part in parts if part.kind is kind]


@pytest.mark.parametrize(
    "text", ["a crane standing on one leg", "a man with one hand", "用一只手", "用两条腿站着", "a dog on two legs"]
)
def test_a_number_of_limbs_counts_no_figures(text: str) -> None:
    assert not [match for match in find_counts(text) if text[match.start : match.end] not in ("a", "an")]


@pytest.mark.parametrize(("text", "number"), [("two hands", 2), ("three cats on one sofa", 3), ("两只手", 2)])
def test_other_numbers_count(text: str, number: int) -> None:
    assert number in [match.value for match in find_counts(text)]


@pytest.mark.parametrize(
    ("prompt", "is_shown"),
    [
        ("a camel drinking water", False),
        ("a giraffe drinking water", False),
        ("a frog drinking water", False),
        ("a cat drinking water", True),
        ("a deer drinking water", True),
        ("an octopus holding a cup", False),
    ],
)
def test_an_animal_does_what_its_drawing_shows(prompt: str, is_shown: bool) -> None:
    outcomes = find_outcomes(prompt, PartKind.ACTION)
    assert (PartOutcome.SHOWN in outcomes) is is_shown


@pytest.mark.parametrize("prompt", ["a knight riding a snail", "a rabbit knight riding a snail"])
def test_who_stands_on_something_does_not_ride_it(prompt: str) -> None:
    assert PartOutcome.SHOWN not in find_outcomes(prompt, PartKind.RELATION)
