"""The bank of a lake, a river or a pond, on which a figure is that is next to the water."""

import re

_WATER_EN = "(?:lake|river|stream|creek|pond|pool|waterlilypond|lilypond|lotuspond)"
_BANK = re.compile(
    r"(?:湖|河|江|溪|塘|池|水)(?:的?(?:岸边|岸上|旁边|边上|[边畔旁]))|岸边|河岸|湖岸"
    rf"|\b(?:by|beside|near|next to|along|around|(?:at|on) the (?:edge|bank|shore|side)s? of) (?:an? |the |its )?"
    rf"(?:[a-z]+ ){{0,2}}{_WATER_EN}\b|\b(?:lake|river|pond|pool|stream)[ -]?(?:side|shore|bank)s?\b"
)
LOTUS_POND = re.compile(r"荷塘|荷花[池塘]|莲花?池|睡莲池|waterlilypond|lilypond|lotuspond")
"""Names of a pond with lotuses or water lilies on it."""


def is_at_bank(text: str) -> bool:
    """Return whether *text* states that something is next to a lake, a river or a pond, not in it."""
    return _BANK.search(text) is not None
