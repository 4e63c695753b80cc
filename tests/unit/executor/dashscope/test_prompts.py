import pytest

from services.common.errors import Code, ReflowError
from services.executor.adapters.dashscope.prompts import build_edit_prompt, truncate_prompt

CENTER = (0.4, 0.4, 0.6, 0.6)
RETRIEVED = "a cat\nStyle reference: ⟦ink: wash⟧ ⟦oil: thick paint⟧\nImprove this time: ⟦more contrast⟧"


def test_a_prompt_within_the_limit_stays_whole_without_markers() -> None:
    truncated = truncate_prompt(RETRIEVED, 800, "qwen-image")
    assert truncated.prompt == "a cat\nStyle reference: ink: wash oil: thick paint\nImprove this time: more contrast"
    assert truncated.omitted == 0


def test_references_are_omitted_from_the_last_style_on_until_the_prompt_fits() -> None:
    truncated = truncate_prompt(RETRIEVED, 70, "qwen-image")
    assert truncated.prompt == "a cat\nStyle reference: ink: wash\nImprove this time: more contrast"
    assert truncated.omitted == 1


def test_a_line_without_remaining_references_is_omitted_with_its_heading() -> None:
    truncated = truncate_prompt(RETRIEVED, 40, "qwen-image")
    assert truncated.prompt == "a cat\nImprove this time: more contrast"
    assert truncated.omitted == 2


def test_the_users_own_text_is_never_truncated() -> None:
    with pytest.raises(ReflowError) as caught:
        truncate_prompt("猫" * 801 + "\n风格参考：⟦水墨⟧", 800, "qwen-image")
    assert caught.value.code is Code.INVALID_INPUT_FORMAT
    assert "800" in caught.value.text.zh and "801" in caught.value.text.en


def test_a_prompt_of_exactly_the_maximum_length_is_accepted() -> None:
    assert truncate_prompt("猫" * 800, 800, "qwen-image").prompt == "猫" * 800


@pytest.mark.parametrize(
    ("box", "place"),
    [
        (CENTER, "位于画面中部中间"),
        ((0.0, 0.0, 0.3, 0.3), "位于画面上方左侧"),
        ((0.7, 0.8, 1.0, 1.0), "位于画面下方右侧"),
    ],
)
def test_the_instruction_names_the_position_of_the_area(box: tuple[float, float, float, float], place: str) -> None:
    assert place in build_edit_prompt("一顶红帽子", box, 800, "qwen-image-edit").prompt


def test_the_instruction_is_in_the_language_of_the_prompt() -> None:
    truncated = build_edit_prompt("a red hat", CENTER, 800, "qwen-image-edit").prompt
    assert "Change only this area of image 1: a red hat" in truncated and "in the middle, center" in truncated


def test_an_empty_prompt_requests_a_fill_that_matches_the_rest_of_the_image() -> None:
    assert "自然衔接" in build_edit_prompt(" ", CENTER, 800, "qwen-image-edit").prompt


def test_prompt_and_instruction_together_stay_within_the_length() -> None:
    truncated = build_edit_prompt(
        "hat\nStyle reference: ⟦" + "x" * 500 + "⟧ ⟦" + "y" * 100 + "⟧", CENTER, 800, "qwen-image-edit"
    )
    assert truncated.omitted == 1 and len(truncated.prompt) <= 800


def test_a_prompt_too_long_for_the_instruction_is_rejected() -> None:
    with pytest.raises(ReflowError) as caught:
        build_edit_prompt("h" * 790, CENTER, 800, "qwen-image-edit")
    assert caught.value.code is Code.INVALID_INPUT_FORMAT


def test_format_placeholders_in_a_prompt_are_plain_text() -> None:
    assert "{place} {0}" in build_edit_prompt("{place} {0}", CENTER, 800, "qwen-image-edit").prompt
