"""Changes that feedback requests."""

from dataclasses import dataclass
from enum import StrEnum

WORD_SEPARATOR = "\x1f"
"""Between the words of one change that names several."""


class Part(StrEnum):
    """Part of a note that a change is about."""

    TITLE = "title"
    BODY = "body"
    TAGS = "tags"
    OPENING = "opening"
    CLOSING = "closing"


class Kind(StrEnum):
    """Kind of a change."""

    SET = "set"
    RENEW = "renew"
    SHORTEN = "shorten"
    LENGTHEN = "lengthen"
    MAX_LENGTH = "max_length"
    MIN_LENGTH = "min_length"
    ABOUT_LENGTH = "about_length"
    CONTAIN = "contain"
    LACK = "lack"
    REPLACE = "replace"
    CORRECT = "correct"
    ADD_TEXT = "add_text"
    WARN = "warn"
    QUESTION = "question"
    NO_QUESTION = "no_question"
    NUMBER = "number"
    NO_NUMBER = "no_number"
    HEADING = "heading"
    COUNT = "count"
    REMOVE_PART = "remove_part"
    FIRST_PART = "first_part"
    LAST_PART = "last_part"
    ORDER = "order"
    SWAP = "swap"
    DROP = "drop"
    LIST = "list"
    RUNNING_TEXT = "running_text"
    ADDRESS = "address"
    AUDIENCE = "audience"
    TONE = "tone"
    EMOJI = "emoji"
    NO_EMOJI = "no_emoji"
    NO_EXCLAMATION = "no_exclamation"
    EVIDENCE = "evidence"
    NO_SOURCES = "no_sources"
    REWRITE = "rewrite"
    NO_PUNCTUATION = "no_punctuation"
    MAX_LINES = "max_lines"
    NUMBERED = "numbered"
    LOWERCASE = "lowercase"
    UPPERCASE = "uppercase"
    SALUTATION = "salutation"
    HEADING_LENGTH = "heading_length"
    MAX_SENTENCES = "max_sentences"
    NO_YOU = "no_you"
    WORDS = "words"
    DETAILS = "details"
    PRONOUN = "pronoun"
    FIRST_POINT = "first_point"
    AFTER = "after"
    SET_POINT = "set_point"
    KEEP = "keep"
    NEEDS_MODEL = "needs_model"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Change:
    """One change: *text* is the reviewer's clause, *value* and *other* are its parameters.

    `repeated` are clauses that request the same, `reasons` those that justify it. A change is partial if its clause has
    words that it does not explain.
    """

    text: str
    kind: Kind
    part: Part = Part.BODY
    value: str = ""
    other: str = ""
    repeated: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    is_partial: bool = False
