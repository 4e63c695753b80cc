"""Sanitizes untrusted text, of a model or a user, for display and storage."""

import unicodedata

_JOINERS = "\u200c\u200d"
"""They act on their neighbors only: letters of some scripts, parts of an emoji."""


def sanitize_line(text: str) -> str:
    """Return *text* on one line, sanitized, with single spaces, and without spaces at its edges."""
    return " ".join(sanitize(text).split())


def to_one_line(text: str) -> str:
    """Return *text* on one line with single spaces, without control, format or unassigned characters.

    Unlike `sanitize_line` also without joiners: for terminals, and for texts of which only the words count.
    """
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def sanitize(text: str) -> str:
    """Return *text* with spaces for line breaks and control characters, and without invisible format characters."""
    return "".join(map(_sanitize_character, text))


def _sanitize_character(letter: str) -> str:
    match unicodedata.category(letter):
        case "Cc" | "Zl" | "Zp":
            return " "
        case "Cf" | "Cs" | "Co" if letter not in _JOINERS:
            return ""
        case _:
            return letter


class ReplyBuffer:
    """Sanitizes a streamed text for the user and limits it to *max_length* characters.

    A model may write without end before its answer is rejected; what exceeds the limit is not displayed.
    """

    def __init__(self, max_length: int) -> None:
        self._remaining = max_length
        self._gap = ""
        self._is_started = False

    def add(self, delta: str) -> str:
        """Return what to display of *delta* now; empty if nothing of it is visible.

        Spaces wait for the word after them, so that the text has none at its edges.
        """
        text = sanitize(delta)
        words = text.strip()
        if not words:
            self._gap = self._gap or text[:1]
            return ""
        before = self._gap or text[: len(text) - len(text.lstrip())][:1]
        displayed = ((before if self._is_started else "") + words)[: self._remaining]
        self._gap = text[len(text.rstrip()) :][:1]
        self._is_started, self._remaining = True, self._remaining - len(displayed)
        return displayed if displayed.strip() else ""
