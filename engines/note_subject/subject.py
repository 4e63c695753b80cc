"""The things that a topic names, and whether a note is about them or about others of their kind.

"Three days in Porto" and "Three days in Lisbon" differ only in the subject, which a cosine does not show. Porto and
Lisbon are two things of one kind. Texts without known things are compared only by their cosine.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from engines.language.characters import is_chinese
from engines.language.kinds import generalize
from engines.language.proper_names import KNOWN_PLACES
from engines.language.scanner import Lexicon
from engines.note_subject.things import COOKERS, PLACES, THINGS


class Fit(Enum):
    """Match of a note and the things of a topic: it has them all, lacks some (ABSENT: all), or is about OTHER ones."""

    UNKNOWN = "unknown"
    SAME = "same"
    ABSENT = "absent"
    OTHER = "other"


class Thing(NamedTuple):
    """A thing by its first name."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class NoteText:
    """Title, tags and body of a note."""

    title: str
    tags: tuple[str, ...] = ()
    body: str = ""


Senses = frozenset[Thing]
"""Meanings of one word: second-hand cars are vehicles, and a test for a license is an exam."""


def rate_fit(topic: str, request: str, note: NoteText) -> Fit:
    """Return the match of *note* and *topic*, whose *request* may name more things."""
    topic_things = find_things(topic)
    title, tags = _unite(find_things(note.title)), _unite(find_things(" ".join(note.tags)))
    named = title | tags
    lacking = [senses for senses in topic_things if not senses & named]
    if not lacking:
        return Fit.SAME if topic_things else Fit.UNKNOWN
    requested = _unite(topic_things) | _unite(find_things(request))
    whole = named | _unite(find_things(note.body))
    absent = [senses for senses in lacking if not senses & whole]
    if any(COOKERS in _list_kinds(senses) for senses in absent):
        return Fit.OTHER
    present = [senses for senses in topic_things if senses & named]
    siblings = _list_kinds(title - requested) - _list_kinds(_unite(present))
    # In English, things after the first one are details of it: aphids on roses or on chillies.
    is_detail = not is_chinese(topic) and topic_things[0] in present
    if any(_list_kinds(senses) & (siblings & {PLACES} if is_detail else siblings) for senses in lacking):
        return Fit.OTHER
    if is_detail:
        return Fit.SAME
    return Fit.UNKNOWN if requested & whole else Fit.ABSENT


@lru_cache(maxsize=4096)
def find_things(text: str) -> tuple[Senses, ...]:
    """Return the known things that *text* names, in its order; a breed is its kind of animal."""
    return tuple(match.value for match in _WORDS.find_all((generalize(text) or text).lower()))


def _unite(things: Iterable[Senses]) -> Senses:
    return frozenset[Thing]().union(*things)


def _list_kinds(things: Senses) -> set[str]:
    return {thing.kind for thing in things}


def _build_words() -> Lexicon[Senses]:
    words = defaultdict[str, set[Thing]](set)
    entries = [(kind, entry.split("=")) for kind, line in THINGS.items() for entry in line.split("|")]
    known = {name for _, names in entries for name in names}
    entries += [(PLACES, [place]) for place in KNOWN_PLACES if place not in known]
    for kind, names in entries:
        for form in (form for name in names for form in _list_forms(name)):
            words[form].add(Thing(kind, names[0]))
    return Lexicon({word: frozenset(things) for word, things in words.items()})


def _list_forms(name: str) -> Iterator[str]:
    """Yield *name*, and the plural of an English one."""
    yield name
    if name.isascii():
        if name.endswith("y"):
            yield f"{name[:-1]}ies"
        yield f"{name}es" if name.endswith(("o", "s", "x", "ch", "sh")) else f"{name}s"


_WORDS = _build_words()
