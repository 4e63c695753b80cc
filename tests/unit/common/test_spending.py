"""What remote models took, in words."""

import pytest

from services.common.language import Language
from services.common.spending import spent


@pytest.mark.parametrize(("images", "said"), [(1, ("1 picture",)), (2, ("2 pictures",))])
def test_pictures_are_counted_as_people_count(images: int, said: tuple[str, ...]) -> None:
    assert spent(0, images, {}, Language.ENGLISH) == said


@pytest.mark.parametrize(("cost", "said"), [(0.00004, "<0.0001 CNY"), (0.0, "0.0000 CNY"), (0.25, "0.2500 CNY")])
def test_a_cost_that_is_small_is_not_told_as_nothing(cost: float, said: str) -> None:
    assert spent(7, 0, {"CNY": cost}, Language.ENGLISH) == ("7 tokens", said)


def test_all_of_it_is_told_in_order() -> None:
    assert spent(105, 1, {"CNY": 0.5, "USD": 1}, Language.CHINESE) == ("105 词元", "1 张图", "0.5000 CNY", "1.0000 USD")


def test_what_no_provider_told_is_not_said_to_have_cost_nothing() -> None:
    assert spent(0, 0, {"CNY": 0.0}, Language.ENGLISH) == ("usage not told",)
