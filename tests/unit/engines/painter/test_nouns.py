"""The common picturable nouns of each domain are drawn as themselves, in both languages.

`nouns/*.tsv` have a Chinese and an English noun in each row, the most common ones of a domain. A row may be left
undrawn, not drawn as something else in its name.
"""

from pathlib import Path

import pytest

from engines.language import parse_intent
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.prompt_parser import parse_scene
from services.common.contract.image_chat import Medium, PartOutcome
from services.common.contract.requests import ParseIntent

TABLES = sorted(Path(__file__).with_name("nouns").glob("*.tsv"))
LOOK = Look(Medium.FLAT, ("#f6f1e4", "#3f6b8c", "#e08a5b", "#7fae7d"))
_MIN_SHOWN = 0.95


def is_shown(noun: str) -> bool:
    """Return whether every part of a request for *noun* is drawn as requested."""
    text = f"画一个{noun}" if not noun.isascii() else f"draw {'an' if noun[0] in 'aeiou' else 'a'} {noun}"
    scene = parse_scene(PaintRequest(text, parse_intent(ParseIntent(text)).subject, LOOK, 256, 256, 1), LOOK.medium)
    parts = [*scene.parts, *(part for figure in (*scene.figures, *scene.landscapes) for part in figure.words)]
    return bool(parts) and all(part.outcome is PartOutcome.SHOWN for part in parts)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_the_common_nouns_of_a_domain_are_drawn_as_themselves(table: Path) -> None:
    nouns = [noun for row in table.read_text("utf-8").splitlines() for noun in row.split("\t")]
    missing = [noun for noun in nouns if not is_shown(noun)]
    assert len(missing) <= (1 - _MIN_SHOWN) * len(nouns), f"{len(missing)} of {len(nouns)} not drawn: {missing}"
