"""Clothes: named in any clause, they are worn; what has no place on a drawing is missing."""

import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.subjects.people.keys import PersonKey, parse_key
from services.common.contract.image_chat import PartKind, PartOutcome


def find_person(prompt: str) -> PersonKey:
    """Return the person that is the only figure of *prompt*."""
    (figure,) = parse_figures(prompt).figures
    return parse_key(figure.subject)


def test_boots_and_shoes_are_worn() -> None:
    assert find_person("a girl in yellow rain boots").extras == ("boots=#f6cb2d",)
    assert find_person("穿红鞋子的小女孩").extras == ("shoes=#d8322f",)


@pytest.mark.parametrize(
    ("prompt", "extras"),
    [
        ("a teacher, white shirt, ponytail", ("ponytail",)),
        ("女孩，黑色长发，红裙子", ("long=#1d1d22", "dress", "shoes")),
        ("小女孩在看书，戴眼镜，扎马尾", ("glasses", "ponytail")),
    ],
)
def test_clothes_in_clauses_of_their_own_are_worn(prompt: str, extras: tuple[str, ...]) -> None:
    assert find_person(prompt).extras == extras


def test_clothes_next_to_someone_are_not_worn() -> None:
    assert [figure.subject for figure in parse_figures("a girl and a hat").figures] == ["woman", "icon/womans-hat"]


@pytest.mark.parametrize("prompt", ["a house wearing a red scarf", "一座戴帽子的房子"])
def test_what_has_no_place_on_a_drawing_is_missing_and_not_next_to_it(prompt: str) -> None:
    parsed = parse_figures(prompt)
    assert [figure.subject for figure in parsed.figures] == ["house"]
    assert PartOutcome.MISSING in {part.outcome for part in parsed.parts if part.kind is PartKind.SUBJECT}
