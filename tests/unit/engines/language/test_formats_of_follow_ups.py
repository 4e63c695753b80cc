"""The same image again in another format."""

import pytest

from engines.language import parse_intent
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult

SHOWN = "a cat on a sofa"


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("another one like this, but in landscape format", (1024, 768)),
        ("once more in portrait", (768, 1024)),
        ("same but in landscape", (1024, 768)),
        ("再来一张一样的但是竖版", (768, 1024)),
    ],
)
def test_the_same_image_in_another_format_changes_only_the_size(text: str, size: tuple[int, int]) -> None:
    last = LastResult("asset", SHOWN, SHOWN, "", seed=1, width=1024, height=1024)
    intent = parse_intent(ParseIntent(text, last_result=last, has_image=True))
    assert (intent.prompt, (intent.parameters["width"], intent.parameters["height"])) == (SHOWN, size)
