"""How a line of a note names its source: the format, and the pattern that finds it again."""

import re
from typing import Final

from services.common.text.language import Language, Text

_NAMED: Final = Text("（来源：《{title}》）", " (from “{title}”)")
_SAME: Final = Text("（同上）", " (same source)")
# A title may have quotation marks of its own (读《三体》有感), so that a source ends with its mark and the bracket.
NAMED_SOURCE: Final = re.compile(r"（来源：《.*?》）| ?\(from “.*?”\)")
"""The full name of a source, with the space before it."""
SAME_SOURCE: Final = re.compile(r"（同上）| ?\(same source\)")
"""A reference to the source of the line before."""
ANY_SOURCE: Final = re.compile(f"{NAMED_SOURCE.pattern}|{SAME_SOURCE.pattern}")


def find_title(source: str) -> str:
    """Return the title in the full name of a source."""
    return source.strip(" （）()").removeprefix("来源：").removeprefix("from ").strip("《》“”")


def cite(sentence: str, title: str, language: Language, before: str = "") -> str:
    """Return *sentence* with its source before its last mark; *before* is the title that the line before names."""
    source = _SAME if before == title else _NAMED
    return f"{sentence[:-1]}{source.pick(language).format(title=title)}{sentence[-1:]}"
