"""Validation of a request before its run is created."""

import pytest
from hypothesis import given

from services.common.contract.image_chat import ImageChatInput
from services.common.contract.input_validation import validate_input
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.text.language import Language
from tests.unit.orchestrator import strategies

LIMITS = Limits()


def rejection(requested: ImageChatInput) -> ReflowError:
    """Return why *requested* is rejected."""
    with pytest.raises(ReflowError) as caught:
        validate_input(requested, LIMITS)
    return caught.value


def test_a_thousand_characters_are_accepted() -> None:
    assert validate_input(ImageChatInput("猫" * 1_000), LIMITS).text == "猫" * 1_000


def test_one_more_character_is_rejected_and_the_count_is_reported() -> None:
    error = rejection(ImageChatInput("猫" * 1_001))
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, "text")
    assert "1001" in error.message(Language.CHINESE) and "1001" in error.message(Language.ENGLISH)


def test_code_points_are_counted_and_not_bytes_or_utf_16_units() -> None:
    assert len(validate_input(ImageChatInput("😀" * 1_000), LIMITS).text.encode()) == 4_000


def test_space_around_the_text_is_trimmed_before_it_is_counted() -> None:
    assert validate_input(ImageChatInput(" \n\t" + "a" * 1_000 + "\u3000 "), LIMITS).text == "a" * 1_000


@pytest.mark.parametrize("text", ["", " ", "\n\t\u3000"])
def test_only_whitespace_without_a_mask_is_empty(text: str) -> None:
    error = rejection(ImageChatInput(text, image_asset_id="a"))
    assert (error.code, error.field) == (Code.INVALID_INPUT_EMPTY, "text")


def test_a_mask_without_text_is_a_request() -> None:
    assert validate_input(ImageChatInput("", mask_asset_id="m"), LIMITS).text == ""


def test_a_nul_character_is_rejected_because_no_store_stores_it() -> None:
    error = rejection(ImageChatInput("a\0b"))
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, "text")


@pytest.mark.parametrize("side", [0, 64, 2_048])
def test_sides_up_to_the_limits_are_accepted(side: int) -> None:
    assert validate_input(ImageChatInput("a", width=side, height=side), LIMITS).width == side


@pytest.mark.parametrize("side", [1, 63, 2_049, 2**32 - 1])
@pytest.mark.parametrize("field", ["width", "height"])
def test_sides_past_the_limits_are_rejected(field: str, side: int) -> None:
    error = rejection(ImageChatInput("a", **{field: side}))  # type: ignore[arg-type]
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, field)
    assert str(side) in error.message(Language.ENGLISH)


def test_an_aspect_of_four_to_one_is_accepted() -> None:
    assert validate_input(ImageChatInput("a", width=256, height=1_024), LIMITS).height == 1_024


def test_an_aspect_past_four_to_one_is_rejected() -> None:
    assert rejection(ImageChatInput("a", width=255, height=1_024)).code is Code.INVALID_INPUT_FORMAT


@given(strategies.inputs)
def test_an_accepted_value_is_accepted_again_unchanged(requested: ImageChatInput) -> None:
    try:
        taken = validate_input(requested, LIMITS)
    except ReflowError:
        return
    assert validate_input(taken, LIMITS) == taken
