"""Hair of a color or of a kind: no other hair is claimed."""

import pytest

from engines.painter.content.normalization import normalize
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.subjects.people.keys import parse_key
from services.common.contract.image_chat import Medium

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")
_LOOK = Look(Medium.FLAT, _PALETTE)


@pytest.mark.parametrize("prompt", ["a blonde girl", "a man with blond hair", "金发女孩", "一头金发的女人"])
def test_blond_hair_is_drawn_in_its_color(prompt: str) -> None:
    (figure,) = parse_scene(PaintRequest(prompt, prompt, _LOOK, 300, 300, 3), Medium.FLAT).figures
    assert parse_key(str(figure.subject)).extras == ("long=#dfa927",), normalize(prompt)


def test_curly_hair_does_not_fall() -> None:
    prompt = "a woman with curly hair"
    (figure,) = parse_scene(PaintRequest(prompt, prompt, _LOOK, 300, 300, 3), Medium.FLAT).figures
    assert parse_key(str(figure.subject)).extras == ("afro",)


def test_hair_that_no_drawing_has_is_missing() -> None:
    content = paint_with_report(PaintRequest("a woman with wavy hair", "", _LOOK, 300, 300, 3)).content
    assert {part.requested: part.outcome.value for part in content}["with wavy hair"] == "missing"
