"""Shortens text to a display width without splitting words."""

import re
import unicodedata

from engines.language.scanner import split_words
from engines.language.words import take_words
from services.common.text.sanitization import sanitize_line
from services.common.text.width import measure_width

_LOOSE_ENDS = " \t，,、；;：:—–-|｜/·~～…&+(（[【《“\"'"
_WEAK_ENDS = frozenset(
    split_words(
        "a|an|the|of|in|on|at|by|to|for|with|from|and|or|but|your|my|how|what|is|are|after|before|when|while|without|as|two|three|ten"
    )
)
_BEFORE_PREPOSITION = re.compile(
    r" (?=(?:for|with|without|in|on|at|from|before|after|during|when|while|under|without|until|to) )"
)
_BEFORE_CLAUSE = re.compile(
    r",? (?:and|but|so|because) (?=(?:(?:yesterday|today|now|then|last \w+|this \w+) )?"
    r"(?:i|we|he|she|it|they|my|our|the|his|her|its|their|nobody|nothing|there)\b)",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r",? (?:and|but|so) (?=(?:i|we)(?:'m| am|'re| are|'ve| have)?(?: got)? "
    r"(?:no idea|no clue|not sure|don't know|unsure|lost)\b)",
    re.IGNORECASE,
)
"""Precedes a clause that names nothing: "and I have no idea where to start"."""
_MIN_CLAUSE_WIDTH = 20
_JOINERS = frozenset("\u200d\ufe0e\ufe0f\u20e3")


def strip_emoji(text: str) -> str:
    """Return *text* without emoji and pictographs, on one line."""
    letters = (" " if unicodedata.category(letter) in ("So", "Sk") else letter for letter in text)
    return " ".join("".join(letter for letter in letters if letter not in _JOINERS).split())


def truncate(text: str, max_length: int) -> str:
    """Return *text* on one line, sanitized, truncated between words to *max_length* characters with an ellipsis."""
    line = sanitize_line(text)
    return line if len(line) <= max_length else f"{take_words(line, max_length - 1).rstrip(_LOOSE_ENDS)}…"


def shorten(text: str, max_width: int) -> str:
    """Return the first words of *text* that fit into *max_width*; a single word that is too long is truncated.

    The result does not end with a weak word ("of", "the").
    """
    if measure_width(text) <= max_width:
        return text
    first = take_words(text, max_width, measure_width)
    return _strip_weak_ends(first) or first


def split_at_width(text: str, max_width: int) -> tuple[str, str]:
    """Return the first words of *text* that fit into *max_width*, and the rest: nothing is lost.

    English is split before another clause, else before a preposition if the first part is then at least half as wide.
    """
    if doubt := _DOUBT.search(text, _MIN_CLAUSE_WIDTH):
        return text[: doubt.start()], text[doubt.end() :]
    if measure_width(text) <= max_width:
        return text, ""
    if clause := _find_clause(text, max_width):
        return text[: clause.start()], text[clause.end() :].strip(_LOOSE_ENDS)
    ends = [
        found.start()
        for found in _BEFORE_PREPOSITION.finditer(text)
        if measure_width(text[: found.start()]) <= max_width
    ]
    first = text[: ends[-1]] if ends and 2 * ends[-1] >= max_width else shorten(text, max_width)
    return first, text[len(first) :].strip(_LOOSE_ENDS)


def split_at_clause(text: str) -> str:
    """Return *text* up to the last statement in it that another one precedes: "…, and we've just moved"."""
    clauses = list(_BEFORE_CLAUSE.finditer(text, _MIN_CLAUSE_WIDTH))
    return text[: clauses[-1].start()] if clauses else text


def is_cut(text: str) -> bool:
    """Return whether *text* ends within a phrase ("to read a"), or within quotes."""
    return text.rpartition(" ")[2].lower() in _WEAK_ENDS or (" '" in f" {text}") != bool(re.search(r"\w'(?!\w)", text))


def _find_clause(text: str, max_width: int) -> re.Match[str] | None:
    clauses = _BEFORE_CLAUSE.finditer(text, _MIN_CLAUSE_WIDTH)
    return next((one for one in clauses if measure_width(text[: one.start()]) <= max_width), None)


def _strip_weak_ends(text: str) -> str:
    shortened = text.rstrip(_LOOSE_ENDS)
    while (last := shortened.rpartition(" "))[1] and last[2].lower() in _WEAK_ENDS:
        shortened = last[0].rstrip(_LOOSE_ENDS)
    return shortened
