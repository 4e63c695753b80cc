"""What a vision model may answer, and what is made of its words."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from services.critic.domain.seen import Seen, Sight, one_line

ANSWER = {
    "intent_met": 0.9,
    "subject_present": 1,
    "style_matched": 0.8,
    "quality": 0.7,
    "feedback": "A cat, well lit.",
    "suggestions": ["more neon"],
}
MARKS = tuple(sight.value for sight in Sight)


def read(**changed: object) -> Seen:
    return Seen.model_validate_json(json.dumps(ANSWER | changed))


@given(st.sampled_from(MARKS), st.floats(0, 1))
def test_every_mark_from_0_to_1_is_kept_as_it_was_said(name: str, value: float) -> None:
    assert read(**{name: value}).mark(Sight(name)) == value


@given(st.sampled_from(MARKS), st.floats().filter(lambda value: not 0 <= value <= 1))
def test_no_other_number_is_a_mark(name: str, value: float) -> None:
    with pytest.raises(ValidationError):
        read(**{name: value})


@pytest.mark.parametrize("name", ANSWER)
def test_nothing_may_be_left_out(name: str) -> None:
    with pytest.raises(ValidationError):
        Seen.model_validate({key: value for key, value in ANSWER.items() if key != name})


@given(st.text(min_size=1).filter(lambda name: name not in ANSWER), st.none() | st.booleans() | st.text())
def test_nothing_may_be_added(name: str, value: object) -> None:
    with pytest.raises(ValidationError):
        Seen.model_validate({**ANSWER, name: value})


@pytest.mark.parametrize(
    ("most", "beyond"),
    [
        ({"feedback": "好" * 300}, {"feedback": "好" * 301}),
        ({"suggestions": ["好" * 100]}, {"suggestions": ["好" * 101]}),
        ({"suggestions": ["a", "b", "c"]}, {"suggestions": ["a", "b", "c", "d"]}),
    ],
)
def test_words_are_accepted_up_to_their_bounds(most: dict[str, object], beyond: dict[str, object]) -> None:
    assert read(**most)
    with pytest.raises(ValidationError):
        read(**beyond)


@given(st.text(max_size=300))
def test_the_remark_is_one_printable_line_no_longer_than_what_was_said(said: str) -> None:
    remark = Seen.model_validate({**ANSWER, "feedback": said}).remark
    assert remark.isprintable() and remark == remark.strip() and len(remark) <= len(said)


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), max_size=80))
def test_words_without_anything_hidden_stay_as_they_are(said: str) -> None:
    assert one_line(said) == said


@given(st.lists(st.text(max_size=100), max_size=3))
def test_wishes_are_printable_lines_and_none_is_empty(said: list[str]) -> None:
    wishes = Seen.model_validate({**ANSWER, "suggestions": said}).wishes
    assert all(wish and wish.isprintable() and "  " not in wish for wish in wishes)


@pytest.mark.parametrize("hidden", ["\x1b", "\u202e", "\u2028", "\x00", "\ud800", "\ufeff", "\n"])
def test_what_could_steer_a_terminal_or_a_text_is_gone(hidden: str) -> None:
    assert unicodedata.category(hidden)[0] in "CZ"
    assert one_line(f"a{hidden}b") == "a b"
