"""Quotations of a user's text in messages."""

from services.common.text.sanitization import sanitize_line

MAX_QUOTATION = 40


def shorten(text: str, max_length: int = MAX_QUOTATION) -> str:
    """Return *text* on one line, sanitized, with at most *max_length* characters; an ellipsis stands for the rest."""
    line = sanitize_line(text)
    return line if len(line) <= max_length else line[: max_length - 1].rstrip() + "…"
