"""Hasty words of feedback: what people type for a word that the rules know."""

import re

_HASTY_WORDS = {
    r"(do|does|did|is|are|was|were|has|have|had|would|could|should|ca|wo)nt": r"\1n't",
    r"(it|that|there|where|what|who|here)s(?= (?:the|a|an|my|our|no|not|too|just|so|all|called)\b)": r"\1's",
    r"shud|shld|shoud": "should",
    r"cud": "could",
    r"pls|plz|plse": "please",
    r"u": "you",
    r"ur": "your",
    r"pic": "picture",
    r"pics": "pictures",
    r"nd": "and",
}
_PATTERNS = tuple(
    (re.compile(rf"(?<![\w'’#@]){pattern}(?![\w'’])", re.IGNORECASE), word) for pattern, word in _HASTY_WORDS.items()
)


def correct_hasty_words(clause: str) -> str:
    """Return *clause* with the usual form of hasty words."""
    for pattern, word in _PATTERNS:
        clause = pattern.sub(word, clause)
    return clause
