"""The lines of text in a picture, as somebody read them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

LEAST_CONFIDENCE: Final = 0.6
"""The reader's own mark below which a line is taken for a pattern that only looks like writing (docs/references.md)."""
MOST_LINES: Final = 40
LONGEST_LINE: Final = 200
"""In Unicode code points; what is longer ends in an ellipsis."""

# Lines whose middles lie nearer than this part of a line's height stand beside each other.
_BESIDE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it says, how sure the reader is (0 to 1), and where it stands, in pixels of any scale."""

    text: str
    confidence: float
    left: float
    top: float
    height: float

    @property
    def middle(self) -> float:
        """Where its middle lies, from the top."""
        return self.top + self.height / 2


def in_order(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return what the lines say that can be trusted, from top to bottom, and from left to right where side by side."""
    sure = [line for line in lines if line.confidence >= LEAST_CONFIDENCE and _says_something(line.text)]
    rows: list[list[Line]] = []
    for line in sorted(sure, key=lambda line: line.middle):
        if rows and line.middle - rows[-1][0].middle < _BESIDE * min(line.height, rows[-1][0].height):
            rows[-1].append(line)
        else:
            rows.append([line])
    told = [_shown(line.text) for row in rows for line in sorted(row, key=lambda line: line.left)]
    return tuple(told[:MOST_LINES])


def one_line(text: str) -> str:
    """Return *text* on one line with single spaces, without control, formatting or unassigned characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _says_something(text: str) -> bool:
    """Tell whether there is a letter, and not one Latin letter or digit alone: that is a ring or a bar, not a word."""
    letters = [letter for letter in text if letter.isalnum()]
    return len(letters) > 1 or (len(letters) == 1 and not letters[0].isascii())


def _shown(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"
