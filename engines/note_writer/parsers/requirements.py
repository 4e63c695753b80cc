"""Parser of the requirements in a request: its tone, its constraints, answers and feedback."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engines.note_planner.brief import TONES
from engines.note_writer.lengths import Length, Unit
from engines.note_writer.parsers.requirements_lexicon import (
    ABOUT_FORM,
    CLAUSE_SEPARATOR,
    EXCLUDED_WORDS,
    FORMAL,
    LIST_SEPARATOR,
    LIVELY,
    MAX_LENGTH,
    MAX_TITLE,
    MIN_LENGTH,
    NO_EMOJI,
    NO_TAGS,
    REQUIRED_WORDS,
    TAG_COUNT,
    TITLE,
    TOO_MUCH,
    TRAILING_FILLER,
    WITH_EMOJI,
)
from engines.note_writer.values import NoteRequest
from services.common.text.language import Language

_DEFAULT_TONES = frozenset(tone.pick(language) for tone in TONES.values() for language in Language)


class Register(StrEnum):
    """Register of the text."""

    PLAIN = "plain"
    LIVELY = "lively"
    FORMAL = "formal"


@dataclass(frozen=True, slots=True)
class Requirements:
    """Requirements for the whole note.

    Attributes:
        emoji: whether emoji are required (True) or forbidden (False); None if the register decides.
        max_length, min_length: lengths of the body.
        title: the clauses of the request about the title.
        max_title_length: in characters.

    """

    register: Register = Register.PLAIN
    emoji: bool | None = None
    max_length: Length | None = None
    min_length: Length | None = None
    excluded_words: tuple[str, ...] = ()
    required_words: tuple[str, ...] = ()
    title: str = ""
    max_title_length: int | None = None
    max_tags: int | None = None


def parse_requirements(request: NoteRequest) -> Requirements:
    """Return the requirements in *request*; later clauses override earlier ones."""
    rules = (*request.constraints, *request.answers, request.feedback)
    of_title, of_tags, rest = _split_clauses(rules)
    register, emoji = Register.PLAIN, None
    tone = "" if request.is_solemn and request.tone in _DEFAULT_TONES else request.tone
    for text in (tone, *rest):
        register = parse_register(text) or register
        emoji = _parse_emoji(text) if _parse_emoji(text) is not None else emoji
    max_length, min_length = (_parse_length(pattern, rest) for pattern in (MAX_LENGTH, MIN_LENGTH))
    excluded = _parse_words(EXCLUDED_WORDS, rules)
    allowed = tuple(EXCLUDED_WORDS.sub(" ", rule) for rule in rules)
    required = tuple(word for word in _parse_words(REQUIRED_WORDS, allowed) if word not in excluded)
    latest = _split_clauses((request.feedback,))[0]
    title = "，".join(latest or of_title)
    return Requirements(
        register,
        emoji,
        max_length,
        min_length,
        excluded,
        required,
        title,
        _parse_number(MAX_TITLE, of_title),
        0 if any(map(NO_TAGS.search, request.constraints)) else _parse_number(TAG_COUNT, of_tags),
    )


def _split_clauses(rules: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
    """Return the clauses of *rules* about the title, about the tags, and about the text."""
    title, tags, rest = list[str](), list[str](), list[str]()
    for rule in rules:
        other = list[str]()
        for clause in CLAUSE_SEPARATOR.split(rule):
            if TITLE.search(clause):
                title.append(clause)
            elif TAG_COUNT.search(clause.lower()):
                tags.append(clause)
            else:
                other.append(clause)
        rest.append("，".join(other))
    return title, tags, rest


def _parse_number(pattern: re.Pattern[str], texts: Iterable[str]) -> int | None:
    match = [match for text in texts for match in pattern.finditer(text.lower())]
    return max(1, int(next(part for part in match[-1].groups() if part))) if match else None


def parse_register(text: str) -> Register | None:
    """Return the register that *text* names; "too lively" means formal, and the other way round."""
    for pattern, target, other in (
        (LIVELY, Register.LIVELY, Register.FORMAL),
        (FORMAL, Register.FORMAL, Register.LIVELY),
    ):
        match = pattern.search(text)
        if match is not None:
            return other if TOO_MUCH.search(text[: match.start()]) else target
    return None


def _parse_emoji(text: str) -> bool | None:
    if NO_EMOJI.search(text):
        return False
    return True if WITH_EMOJI.search(text) else None


def _parse_length(pattern: re.Pattern[str], texts: Iterable[str]) -> Length | None:
    """Return the last length in *texts*."""
    length: Length | None = None
    for text in texts:
        for match in pattern.finditer(text):
            parts = [part for part in match.groups() if part]
            counted = next(int(part) for part in parts if part.isdigit())
            words = any(part.lower() == "words" for part in parts)
            length = Length(max(1, min(counted, 100_000)), Unit.WORDS if words else Unit.CHARACTERS)
    return length


def _parse_words(pattern: re.Pattern[str], texts: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct words that *pattern* captures."""
    named = (next(part for part in match.groups() if part) for text in texts for match in pattern.finditer(text))
    words = (
        TRAILING_FILLER.sub("", word.strip(" '’‘:：-")).strip() for part in named for word in LIST_SEPARATOR.split(part)
    )
    return tuple(dict.fromkeys(word for word in words if word and not ABOUT_FORM.search(word)))
