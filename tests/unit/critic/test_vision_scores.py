"""Schema and cleaning of the vision scores."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from services.common.text.sanitization import to_one_line
from services.critic.domain.image.vision_scores import Criterion, VisionScores

ANSWER = {
    "intent_met": 0.9,
    "subject_present": 1,
    "style_matched": 0.8,
    "quality": 0.7,
    "feedback": "A cat, well lit.",
    "suggestions": ["more neon"],
}
SCORES = tuple(vision.value for vision in Criterion)


def read(**changed: object) -> VisionScores:
    return VisionScores.model_validate_json(json.dumps(ANSWER | changed))


@given(st.sampled_from(SCORES), st.floats(0, 1))
def test_every_score_from_0_to_1_is_accepted_unchanged(name: str, value: float) -> None:
    assert read(**{name: value}).get_score(Criterion(name)) == value


@given(st.sampled_from(SCORES), st.floats().filter(lambda value: not 0 <= value <= 1))
def test_no_other_number_is_a_score(name: str, value: float) -> None:
    with pytest.raises(ValidationError):
        read(**{name: value})


@pytest.mark.parametrize("name", ANSWER)
def test_nothing_may_be_left_out(name: str) -> None:
    with pytest.raises(ValidationError):
        VisionScores.model_validate({key: value for key, value in ANSWER.items() if key != name})


@given(st.text(min_size=1).filter(lambda name: name not in ANSWER), st.none() | st.booleans() | st.text())
def test_nothing_may_be_added(name: str, value: object) -> None:
    with pytest.raises(ValidationError):
        VisionScores.model_validate({**ANSWER, name: value})


@pytest.mark.parametrize(
    ("most", "beyond"),
    [
        ({"feedback": "好" * 300}, {"feedback": "好" * 301}),
        ({"suggestions": ["好" * 100]}, {"suggestions": ["好" * 101]}),
        ({"suggestions": ["a", "b", "c"]}, {"suggestions": ["a", "b", "c", "d"]}),
    ],
)
def test_texts_are_accepted_up_to_their_limits(most: dict[str, object], beyond: dict[str, object]) -> None:
    assert read(**most)
    with pytest.raises(ValidationError):
        read(**beyond)


@given(st.text(max_size=300))
def test_the_feedback_is_one_printable_line_no_longer_than_the_original(text: str) -> None:
    remark = VisionScores.model_validate({**ANSWER, "feedback": text}).feedback_line
    assert remark.isprintable() and remark == remark.strip() and len(remark) <= len(text)


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), max_size=80))
def test_text_without_hidden_characters_is_unchanged(text: str) -> None:
    assert to_one_line(text) == text


@given(st.lists(st.text(max_size=100), max_size=3))
def test_suggestions_are_printable_lines_and_none_is_empty(text: list[str]) -> None:
    prompts = VisionScores.model_validate({**ANSWER, "suggestions": text}).suggestion_lines
    assert all(prompt and prompt.isprintable() and "  " not in prompt for prompt in prompts)


@pytest.mark.parametrize("hidden", ["\x1b", "\u202e", "\u2028", "\x00", "\ud800", "\ufeff", "\n"])
def test_control_characters_are_removed(hidden: str) -> None:
    assert unicodedata.category(hidden)[0] in "CZ"
    assert to_one_line(f"a{hidden}b") == "a b"
