"""Every defect has texts in both languages."""

import pytest

from services.critic.domain.image.scores import Defect, Dimension, Score
from services.critic.domain.image.texts import DEFECT_TEXTS, format_feedback, format_suggestions


@pytest.mark.parametrize("fault", Defect)
def test_every_defect_has_a_problem_and_a_suggestion_in_both_languages(fault: Defect) -> None:
    remark = DEFECT_TEXTS[fault]
    for text in (remark.problem, remark.suggestion):
        assert any("一" <= letter <= "鿿" for letter in text.zh)
        assert text.en.isascii()


@pytest.mark.parametrize("fault", Defect)
def test_no_suggestion_names_a_technique_that_would_change_the_style(fault: Defect) -> None:
    suggestion = DEFECT_TEXTS[fault].suggestion
    assert not any(word in suggestion.zh for word in ("像素", "线稿", "水墨", "水彩", "油画", "霓虹"))
    assert not any(word in suggestion.en.lower() for word in ("pixel", "outline", "line art", "ink", "neon"))


def test_details_of_a_defect_are_named_in_each_language() -> None:
    score = Score(Dimension.DIRECTION, 0.2, Defect.UNMOVED, ("brightness", "contrast"))
    assert format_feedback((score,)).zh == "没有按要求调整：亮度、对比度。"
    assert format_feedback((score,)).en == "Not adjusted as asked: brightness, contrast."


def test_the_weakest_comes_first() -> None:
    scores = (Score(Dimension.CONTRAST, 0.1, Defect.FLAT), Score(Dimension.NOISE, 0.4, Defect.NOISY))
    assert [text.zh for text in format_suggestions(scores)] == ["提高对比度", "重新画，要干净"]
    assert format_feedback(scores).en == "The contrast is too weak; the image is full of noise."


def test_an_image_without_defects_gets_an_approval() -> None:
    assert format_feedback(()).zh == "没有测出画面缺陷。"
    assert format_suggestions(()) == ()


def test_a_score_outside_its_range_is_rejected() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Score(Dimension.NOISE, 1.1, Defect.NOISY)
