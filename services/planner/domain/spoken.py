"""Text of a model made fit to be shown and stored: one line, nothing invisible that acts on its surroundings."""

import unicodedata

_JOINERS = "\u200c\u200d"
"""They act on their neighbours alone: letters of some scripts, parts of an emoji."""


def one_line(text: str) -> str:
    """Return *text* with single spaces, without control, format or unpaired characters, and without bare edges."""
    return " ".join(visible(text).split())


def visible(text: str) -> str:
    """Return *text* with its breaks and control characters made spaces, and what acts invisibly left out."""
    return "".join(map(_shown, text))


def _shown(letter: str) -> str:
    match unicodedata.category(letter):
        case "Cc" | "Zl" | "Zp":
            return " "
        case "Cf" | "Cs" | "Co" if letter not in _JOINERS:
            return ""
        case _:
            return letter


class Reply:
    """A text for the person that comes in pieces: put together, what is shown is at most *longest* characters.

    A model may write without end before its answer is refused; what is beyond the shape is not shown either.
    """

    def __init__(self, longest: int) -> None:
        self._room = longest
        self._gap = ""
        self._begun = False

    def add(self, piece: str) -> str:
        """Return what to show of *piece* now; empty when there is nothing to be seen in it.

        Spaces wait for the word after them, so that none is shown at the edges of the text.
        """
        text = visible(piece)
        words = text.strip()
        if not words:
            self._gap = self._gap or text[:1]
            return ""
        before = self._gap or text[: len(text) - len(text.lstrip())][:1]
        shown = ((before if self._begun else "") + words)[: self._room]
        self._gap = text[len(text.rstrip()) :][:1]
        self._begun, self._room = True, self._room - len(shown)
        return shown if shown.strip() else ""
