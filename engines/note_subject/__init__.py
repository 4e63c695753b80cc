"""What a topic is about, and whether a note is about the same thing."""

from engines.note_subject.subject import (
    Fit,
    NoteName,
    Similarity,
    collect_words,
    compare_words,
    find_subject,
    rate_fit,
    share_subject,
)

__all__ = [
    "Fit",
    "NoteName",
    "Similarity",
    "collect_words",
    "compare_words",
    "find_subject",
    "rate_fit",
    "share_subject",
]
