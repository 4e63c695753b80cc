"""Text that arrives in crumbs, put into pieces worth an event. Pure."""

import re

ENOUGH = 12
"""Characters that make a piece, whatever they are."""

_PAUSES = re.compile(r"[,.!?;:…，。！？；：、\n]")


class Pieces:
    """Holds back what is too little. Put together, all that it gives is all that it was given."""

    def __init__(self) -> None:
        self._held = ""

    def add(self, text: str) -> str:
        """Take *text*; return the piece that is ready, "" for none."""
        self._held += text
        if len(self._held) < ENOUGH and not _PAUSES.search(self._held):
            return ""
        return self.rest()

    def rest(self) -> str:
        """Return what is held, at the end."""
        piece, self._held = self._held, ""
        return piece


class ReplyPieces:
    """The text for the person, in pieces, out of an answer that grows.

    When an answer turns out to have the wrong shape after some of its text was shown, what was shown stands: the
    mended answer's text is told in pieces only where nothing of the first was.
    """

    def __init__(self) -> None:
        self._pieces = Pieces()
        self._seen = ""
        self._shown = False

    def grow(self, text: str) -> str:
        """Take the whole *text* as far as it has come; return the piece that is ready, "" for none."""
        if not text.startswith(self._seen):
            return ""
        piece = self._pieces.add(text[len(self._seen) :])
        self._seen = text
        self._shown = self._shown or bool(piece)
        return piece

    def end(self, text: str) -> str:
        """Take the *text* of the answer that stood the test; return the last piece, "" for none."""
        return self.grow(text) + self._pieces.rest()

    def mended(self, text: str) -> str:
        """Take the *text* of a mended answer; return it whole if nothing was shown before, else ""."""
        return "" if self._shown else text
