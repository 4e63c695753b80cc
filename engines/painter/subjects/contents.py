"""What drawings have on them in addition to what they are: the strawberry on a cake, the apples on a tree."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engines.painter.subjects.drawing_text import EMPTY, load_drawing_texts
from engines.painter.subjects.icons import PREFIX

SOMEONE = "person"
"""The name of people in the table."""
_TABLE = Path(__file__).with_name("contents.tsv")
_OWN = f"{PREFIX}own/"


@cache
def load_contents() -> Mapping[str, Mapping[str, int]]:
    """Return the drawings and the things on them, each with their number; 0 where nobody counts them."""
    lines = _TABLE.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    contents = {drawing: dict(map(_parse_thing, things.split(" "))) for drawing, things in rows}
    for key, text in load_drawing_texts().items():
        if text.has_people:
            contents.setdefault(_OWN + key, {}).setdefault(SOMEONE, 0)
    return contents


def _parse_thing(text: str) -> tuple[str, int]:
    thing, _, number = text.partition(":")
    return thing, int(number or 0)


def find_empty(drawing: str) -> str:
    """Return *drawing* without the people in it, if there is one without them."""
    empty = EMPTY + drawing.removeprefix(_OWN)
    return _OWN + empty if drawing.startswith(_OWN) and empty in load_drawing_texts() else drawing
