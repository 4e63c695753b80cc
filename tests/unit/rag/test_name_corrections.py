"""Misspelled style names are recognized; words that only resemble one are not."""

import pytest

from services.rag.adapters.seed_data import load_name_corrections
from services.rag.domain.name_corrections import NameCorrections
from services.rag.domain.style_prompt import correct_query

CORRECTIONS = NameCorrections(
    names={"hokusai", "low poly", "van gogh", "watercolor", "pastel", "monet", "赛博朋克", "水彩画", "油画"},
    common_words={"paste", "money", "low", "pole", "water"},
    homophones=("克课刻客", "彩采菜踩", "由油游"),
)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("hokusia wave", ("hokusai",)),
        ("lowpolly fox", ("low poly",)),
        ("lowpoly fox", ("low poly",)),
        ("van goh", ("van gogh",)),
        ("赛博朋课城市", ("赛博朋克",)),
        ("水采画小兔", ("水彩画",)),
        ("hokusai and low poly", ()),
        ("paste and money", ()),
        ("a low pole in the water", ()),
        ("赛博朋克城市", ()),
        ("由画", ()),
        ("", ()),
    ],
)
def test_only_a_misspelled_name_is_corrected(query: str, names: tuple[str, ...]) -> None:
    assert CORRECTIONS.find_misspelled(query) == names


def test_the_corrected_names_follow_the_query_in_simplified_characters() -> None:
    assert correct_query("剪紙風 hokusia", CORRECTIONS) == "剪纸风 hokusia\nhokusai"


def test_common_subjects_are_not_corrected_to_names_of_the_library() -> None:
    subjects = "mango market goat gate marble parade castle pasture comet romance mountain mosque robot pixie dolly"
    assert load_name_corrections().find_misspelled("light rail, night with stars, frame photo") == ()
    assert load_name_corrections().find_misspelled(subjects.replace(" ", ", ")) == ()
