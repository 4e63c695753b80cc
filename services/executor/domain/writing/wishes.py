"""How a note is to be: read from the tone, the constraints and what a person or a reviewer says of it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from services.executor.domain.writing.measuring import Length, Unit
from services.executor.domain.writing.values import Assignment
from services.executor.domain.writing.wishes_lexicon import (
    ABOUT_FORM,
    ANEW,
    CLAUSE,
    CLOSING,
    FORMAL,
    LEAST,
    LIST,
    LIVELY,
    LONGER,
    MENTION,
    MOST,
    NO_EMOJI,
    OPENING,
    SHORTER,
    TAG_COUNT,
    TAGS,
    TAIL,
    TITLE,
    TITLE_BOUND,
    TOO,
    WITH_EMOJI,
    WITHOUT,
)


class Register(StrEnum):
    """How it sounds."""

    PLAIN = "plain"
    LIVELY = "lively"
    FORMAL = "formal"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What holds for the whole text. `emoji` None: as the register has it.

    `most` and `least` bound the body; `title` is what is said of the title, `title_most` its longest in characters,
    and `tags_most` the most tags.
    """

    register: Register = Register.PLAIN
    emoji: bool | None = None
    most: Length | None = None
    least: Length | None = None
    without: tuple[str, ...] = ()
    mention: tuple[str, ...] = ()
    title: str = ""
    title_most: int | None = None
    tags_most: int | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """What of an earlier text is to change; all False: everything."""

    title: bool = False
    opening: bool = False
    closing: bool = False
    tags: bool = False
    shorter: bool = False
    longer: bool = False
    sound: bool = False
    words: bool = False

    @property
    def named(self) -> bool:
        """Whether anything is named at all."""
        return any(getattr(self, name) for name in self.__dataclass_fields__)


def wishes_of(assignment: Assignment) -> Wishes:
    """Return what *assignment* asks of the text; what was said last counts."""
    rules = (*assignment.constraints, *assignment.answers, assignment.feedback)
    of_title, of_tags, rest = _parted(rules)
    register, emoji = Register.PLAIN, None
    for text in (assignment.tone, *rest):
        register = _register(text) or register
        emoji = _emoji(text) if _emoji(text) is not None else emoji
    most, least = (_length(pattern, rest) for pattern in (MOST, LEAST))
    without = _words(WITHOUT, rules)
    allowed = tuple(WITHOUT.sub(" ", rule) for rule in rules)
    mention = tuple(word for word in _words(MENTION, allowed) if word not in without)
    latest = _parted((assignment.feedback,))[0]
    title = "，".join(latest or of_title)
    return Wishes(
        register,
        emoji,
        most,
        least,
        without,
        mention,
        title,
        _number(TITLE_BOUND, of_title),
        _number(TAG_COUNT, of_tags),
    )


def _parted(rules: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
    """Return what *rules* say of the title, of the tags, and of the text, clause by clause."""
    title, tags, rest = list[str](), list[str](), list[str]()
    for rule in rules:
        kept = list[str]()
        for clause in CLAUSE.split(rule):
            if TITLE.search(clause):
                title.append(clause)
            elif TAG_COUNT.search(clause.lower()):
                tags.append(clause)
            else:
                kept.append(clause)
        rest.append("，".join(kept))
    return title, tags, rest


def _number(pattern: re.Pattern[str], texts: Iterable[str]) -> int | None:
    found = [match for text in texts for match in pattern.finditer(text.lower())]
    return max(1, int(next(part for part in found[-1].groups() if part))) if found else None


def changes_of(feedback: str) -> Changes:
    """Return what *feedback* names; nothing is named where the whole is to be written anew."""
    clauses = [clause for clause in CLAUSE.split(feedback) if clause.strip()]
    parts = (TITLE, TAGS, OPENING, CLOSING)
    if any(ANEW.search(clause) and not any(part.search(clause) for part in parts) for clause in clauses):
        return Changes()
    title = [clause for clause in clauses if TITLE.search(clause)]
    rest = "，".join(clause for clause in clauses if clause not in title and not TAGS.search(clause))
    return Changes(
        title=bool(title),
        opening=bool(OPENING.search(rest)),
        closing=bool(CLOSING.search(rest)),
        tags=bool(TAGS.search(feedback)),
        shorter=bool(SHORTER.search(rest) or MOST.search(rest)),
        longer=bool(LONGER.search(rest) or LEAST.search(rest)),
        sound=_register(rest) is not None or _emoji(rest) is not None,
        words=bool(_words(WITHOUT, (rest,)) or _words(MENTION, (WITHOUT.sub(" ", rest),))),
    )


def _register(text: str) -> Register | None:
    """Return the register that *text* asks for; too much of one asks for the other."""
    for pattern, wanted, other in (
        (LIVELY, Register.LIVELY, Register.FORMAL),
        (FORMAL, Register.FORMAL, Register.LIVELY),
    ):
        found = pattern.search(text)
        if found is not None:
            return other if TOO.search(text[: found.start()]) else wanted
    return None


def _emoji(text: str) -> bool | None:
    if NO_EMOJI.search(text):
        return False
    return True if WITH_EMOJI.search(text) else None


def _length(pattern: re.Pattern[str], texts: Iterable[str]) -> Length | None:
    """Return the length that the last of *texts* which names one asks for."""
    found: Length | None = None
    for text in texts:
        for match in pattern.finditer(text):
            parts = [part for part in match.groups() if part]
            counted = next(int(part) for part in parts if part.isdigit())
            words = any(part.lower() == "words" for part in parts)
            found = Length(max(1, min(counted, 100_000)), Unit.WORDS if words else Unit.CHARACTERS)
    return found


def _words(pattern: re.Pattern[str], texts: Iterable[str]) -> tuple[str, ...]:
    """Return the words that *pattern* finds named, each once."""
    named = (next(part for part in match.groups() if part) for text in texts for match in pattern.finditer(text))
    words = (TAIL.sub("", word.strip(" '’‘:：-")).strip() for part in named for word in LIST.split(part))
    return tuple(dict.fromkeys(word for word in words if word and not ABOUT_FORM.search(word)))
