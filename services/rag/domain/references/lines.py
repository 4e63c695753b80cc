"""Lines of text in an image, as OCR returns them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from services.common.text.sanitization import to_one_line

MIN_CONFIDENCE: Final = 0.6
"""Confidence of OCR below which a line is ignored (docs/notes/reference-images.md)."""
MAX_LINES: Final = 40
MAX_LINE: Final = 200
"""In Unicode code points; longer lines are truncated with an ellipsis."""

# Lines are in one row if the distance of their middles is less than this share of the line height.
_SAME_ROW: Final = 0.5


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line: its text, the confidence of OCR (0 to 1), and its position, in pixels of any scale."""

    text: str
    confidence: float
    left: float
    top: float
    height: float

    @property
    def middle(self) -> float:
        """Vertical position of its middle, from the top."""
        return self.top + self.height / 2


def sort_reading_order(lines: Iterable[TextLine]) -> tuple[str, ...]:
    """Return the texts of reliable lines, from top to bottom, and from left to right within a row."""
    reliable = [line for line in lines if line.confidence >= MIN_CONFIDENCE and _has_content(line.text)]
    rows: list[list[TextLine]] = []
    for line in sorted(reliable, key=lambda line: line.middle):
        if rows and line.middle - rows[-1][0].middle < _SAME_ROW * min(line.height, rows[-1][0].height):
            rows[-1].append(line)
        else:
            rows.append([line])
    texts = [_sanitize(line.text) for row in rows for line in sorted(row, key=lambda line: line.left)]
    return tuple(texts[:MAX_LINES])


def _has_content(text: str) -> bool:
    """Return whether *text* is more than one Latin letter or digit: a single one is usually a ring or a bar."""
    letters = [letter for letter in text if letter.isalnum()]
    return len(letters) > 1 or (len(letters) == 1 and not letters[0].isascii())


def _sanitize(text: str) -> str:
    line = to_one_line(text)
    return line if len(line) <= MAX_LINE else f"{line[: MAX_LINE - 1]}…"
