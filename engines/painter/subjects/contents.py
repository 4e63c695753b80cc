"""What drawings have on them in addition to what they are: the strawberry on a cake, the apples on a tree."""

from functools import cache
from pathlib import Path

_TABLE = Path(__file__).with_name("contents.tsv")


@cache
def load_contents() -> dict[str, tuple[str, ...]]:
    """Return the drawings and the things on them."""
    lines = _TABLE.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {drawing: tuple(things.split(" ")) for drawing, things in rows}
