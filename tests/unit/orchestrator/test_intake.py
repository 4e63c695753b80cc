"""What a request must be before a run is made of it."""

import pytest
from hypothesis import given

from services.common.errors import Code, ReflowError
from services.common.language import Language
from services.common.limits import Limits
from services.orchestrator.domain.intake import checked
from services.orchestrator.domain.values import ImageChatInput
from tests.unit.orchestrator import strategies

LIMITS = Limits()


def refusal(asked: ImageChatInput) -> ReflowError:
    """Return why *asked* is refused."""
    with pytest.raises(ReflowError) as caught:
        checked(asked, LIMITS)
    return caught.value


def test_a_thousand_characters_are_taken() -> None:
    assert checked(ImageChatInput("猫" * 1_000), LIMITS).text == "猫" * 1_000


def test_one_more_is_refused_and_told_how_many_there_were() -> None:
    error = refusal(ImageChatInput("猫" * 1_001))
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, "text")
    assert "1001" in error.message(Language.CHINESE) and "1001" in error.message(Language.ENGLISH)


def test_code_points_are_counted_and_not_bytes_or_utf_16_units() -> None:
    assert len(checked(ImageChatInput("😀" * 1_000), LIMITS).text.encode()) == 4_000


def test_space_around_the_text_is_trimmed_before_it_is_counted() -> None:
    assert checked(ImageChatInput(" \n\t" + "a" * 1_000 + "\u3000 "), LIMITS).text == "a" * 1_000


@pytest.mark.parametrize("text", ["", " ", "\n\t\u3000"])
def test_nothing_but_space_without_a_mask_is_empty(text: str) -> None:
    error = refusal(ImageChatInput(text, image_asset_id="a"))
    assert (error.code, error.field) == (Code.INVALID_INPUT_EMPTY, "text")


def test_a_mask_alone_is_a_request() -> None:
    assert checked(ImageChatInput("", mask_asset_id="m"), LIMITS).text == ""


def test_a_nul_character_is_refused_because_no_store_keeps_it() -> None:
    error = refusal(ImageChatInput("a\0b"))
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, "text")


@pytest.mark.parametrize("side", [0, 64, 2_048])
def test_sides_up_to_the_limits_are_taken(side: int) -> None:
    assert checked(ImageChatInput("a", width=side, height=side), LIMITS).width == side


@pytest.mark.parametrize("side", [1, 63, 2_049, 2**32 - 1])
@pytest.mark.parametrize("field", ["width", "height"])
def test_sides_past_the_limits_are_refused(field: str, side: int) -> None:
    error = refusal(ImageChatInput("a", **{field: side}))  # type: ignore[arg-type]
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, field)
    assert str(side) in error.message(Language.ENGLISH)


def test_an_aspect_of_four_to_one_is_taken() -> None:
    assert checked(ImageChatInput("a", width=256, height=1_024), LIMITS).height == 1_024


def test_an_aspect_past_four_to_one_is_refused() -> None:
    assert refusal(ImageChatInput("a", width=255, height=1_024)).code is Code.INVALID_INPUT_FORMAT


@given(strategies.wishes)
def test_what_is_taken_is_taken_again_unchanged(asked: ImageChatInput) -> None:
    try:
        taken = checked(asked, LIMITS)
    except ReflowError:
        return
    assert checked(taken, LIMITS) == taken
