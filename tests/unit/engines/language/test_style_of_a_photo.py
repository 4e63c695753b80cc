"""Words that name the image and a style: 照片, "photo"."""

import pytest

from engines.language import parse_intent
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("换成照片风格", "照片"),
        ("改成照片风格吧", "照片"),
        ("photo style", "photo"),
        ("in photo style please", "photo"),
    ],
)
def test_a_photo_is_a_style_where_the_text_names_nothing_else(text: str, style: str) -> None:
    last = LastResult("asset", "一只猫", "一只猫", "油画", seed=1, width=1024, height=1024)
    intent = parse_intent(ParseIntent(text, last_result=last, has_image=True))
    assert (intent.subject, intent.style) == ("一只猫", style)
