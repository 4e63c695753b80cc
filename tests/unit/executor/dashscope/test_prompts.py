import pytest

from services.common.errors import Code, ReflowError
from services.executor.adapters.dashscope.prompts import fitted, instruction

CENTRE = (0.4, 0.4, 0.6, 0.6)
RETRIEVED = "a cat\nStyle reference: ⟦ink: wash⟧ ⟦oil: thick paint⟧\nImprove this time: ⟦more contrast⟧"


def test_a_prompt_that_fits_is_told_whole_and_without_marks() -> None:
    fitting = fitted(RETRIEVED, 800, "qwen-image")
    assert fitting.prompt == "a cat\nStyle reference: ink: wash oil: thick paint\nImprove this time: more contrast"
    assert fitting.left_out == 0


def test_references_are_left_out_from_the_last_style_on_until_it_fits() -> None:
    fitting = fitted(RETRIEVED, 70, "qwen-image")
    assert fitting.prompt == "a cat\nStyle reference: ink: wash\nImprove this time: more contrast"
    assert fitting.left_out == 1


def test_a_line_without_references_left_goes_with_its_heading() -> None:
    fitting = fitted(RETRIEVED, 40, "qwen-image")
    assert fitting.prompt == "a cat\nImprove this time: more contrast"
    assert fitting.left_out == 2


def test_a_persons_own_words_are_never_cut() -> None:
    with pytest.raises(ReflowError) as refused:
        fitted("猫" * 801 + "\n风格参考：⟦水墨⟧", 800, "qwen-image")
    assert refused.value.code is Code.INVALID_INPUT_FORMAT
    assert "800" in refused.value.text.zh and "801" in refused.value.text.en


def test_a_prompt_of_exactly_the_length_passes() -> None:
    assert fitted("猫" * 800, 800, "qwen-image").prompt == "猫" * 800


@pytest.mark.parametrize(
    ("box", "place"),
    [
        (CENTRE, "位于画面中部中间"),
        ((0.0, 0.0, 0.3, 0.3), "位于画面上方左侧"),
        ((0.7, 0.8, 1.0, 1.0), "位于画面下方右侧"),
    ],
)
def test_the_instruction_says_where_the_area_is(box: tuple[float, float, float, float], place: str) -> None:
    assert place in instruction("一顶红帽子", box, 800, "qwen-image-edit").prompt


def test_the_instruction_is_in_the_language_of_the_wish() -> None:
    told = instruction("a red hat", CENTRE, 800, "qwen-image-edit").prompt
    assert "Change only this area of image 1: a red hat" in told and "in the middle, centre" in told


def test_no_wish_asks_for_a_filling_that_fits() -> None:
    assert "自然衔接" in instruction(" ", CENTRE, 800, "qwen-image-edit").prompt


def test_wish_and_frame_together_keep_within_the_length() -> None:
    told = instruction("hat\nStyle reference: ⟦" + "x" * 500 + "⟧ ⟦" + "y" * 100 + "⟧", CENTRE, 800, "qwen-image-edit")
    assert told.left_out == 1 and len(told.prompt) <= 800


def test_a_wish_too_long_beside_the_frame_is_refused() -> None:
    with pytest.raises(ReflowError) as refused:
        instruction("h" * 790, CENTRE, 800, "qwen-image-edit")
    assert refused.value.code is Code.INVALID_INPUT_FORMAT


def test_signs_of_formatting_in_a_wish_are_only_words() -> None:
    assert "{place} {0}" in instruction("{place} {0}", CENTRE, 800, "qwen-image-edit").prompt
