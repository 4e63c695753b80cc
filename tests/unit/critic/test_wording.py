"""Every fault has words in both languages."""

import pytest

from services.critic.domain.marks import Dimension, Fault, Mark
from services.critic.domain.wording import REMARKS, feedback_on, suggestions_for


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_is_named_and_answered_in_both_languages(fault: Fault) -> None:
    remark = REMARKS[fault]
    for text in (remark.fault, remark.suggestion):
        assert any("一" <= letter <= "鿿" for letter in text.zh)
        assert text.en.isascii()


@pytest.mark.parametrize("fault", Fault)
def test_no_suggestion_names_a_technique_that_would_change_the_style(fault: Fault) -> None:
    suggestion = REMARKS[fault].suggestion
    assert not any(word in suggestion.zh for word in ("像素", "线稿", "水墨", "水彩", "油画", "霓虹"))
    assert not any(word in suggestion.en.lower() for word in ("pixel", "outline", "line art", "ink", "neon"))


def test_what_a_fault_is_about_is_named_in_each_language() -> None:
    mark = Mark(Dimension.DIRECTION, 0.2, Fault.UNMOVED, ("brightness", "contrast"))
    assert feedback_on((mark,)).zh == "没有按要求调整：亮度、对比度。"
    assert feedback_on((mark,)).en == "Not adjusted as asked: brightness, contrast."


def test_the_weakest_comes_first() -> None:
    marks = (Mark(Dimension.CONTRAST, 0.1, Fault.FLAT), Mark(Dimension.NOISE, 0.4, Fault.NOISY))
    assert [text.zh for text in suggestions_for(marks)] == ["提高对比度", "画面干净，没有噪点"]
    assert feedback_on(marks).en == "The contrast is too weak; the picture is full of noise."


def test_a_picture_without_a_fault_is_told_so() -> None:
    assert feedback_on(()).zh == "画面符合要求。"
    assert suggestions_for(()) == ()


def test_a_mark_beyond_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Mark(Dimension.NOISE, 1.1, Fault.NOISY)
