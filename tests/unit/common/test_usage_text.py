"""The usage of remote models as text."""

import pytest

from services.common.text.language import Language
from services.common.text.usage import format_totals


@pytest.mark.parametrize(("images", "text"), [(1, ("1 image",)), (2, ("2 images",))])
def test_images_are_counted_as_users_count(images: int, text: tuple[str, ...]) -> None:
    assert format_totals(0, images, {}, Language.ENGLISH) == text


@pytest.mark.parametrize(("cost", "text"), [(0.00004, "<0.0001 CNY"), (0.0, "0.0000 CNY"), (0.25, "0.2500 CNY")])
def test_a_small_cost_is_not_reported_as_zero(cost: float, text: str) -> None:
    assert format_totals(7, 0, {"CNY": cost}, Language.ENGLISH) == ("7 tokens", text)


def test_all_of_it_is_reported_in_order() -> None:
    assert format_totals(105, 1, {"CNY": 0.5, "USD": 1}, Language.CHINESE) == (
        "105 词元",
        "1 张图",
        "0.5000 CNY",
        "1.0000 USD",
    )


def test_usage_that_no_provider_reported_is_unknown_and_not_free() -> None:
    assert format_totals(0, 0, {"CNY": 0.0}, Language.ENGLISH) == ("usage unknown",)
