"""Gives each clause of a request its role, and finds the words of the topic in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from engines.language.characters import is_chinese
from engines.note_planner.request.roles.clauses import Clause, split_request
from engines.note_planner.request.roles.features import describe_clauses, describe_words, find_flags

MODELS = Path(__file__).parent / "models"
POSSIBLE = 0.15
"""Probability from which on a clause may name a part of the topic."""
MIN_GAP = 2
"""Words about the note between two phrases, of which only one is the topic; a single one is an "and"."""


class Role(StrEnum):
    """What a clause or a word of a request is for.

    TOPIC names what the note is about, SITUATION what the user reports, DETAIL a condition or limit, READERS for whom
    the note is, FORM its tone, length or format, REQUEST only that a note is requested.
    """

    TOPIC = "topic"
    SITUATION = "situation"
    DETAIL = "detail"
    READERS = "readers"
    FORM = "form"
    REQUEST = "request"


_FRAMES = (Role.REQUEST, Role.FORM, Role.READERS)
"""Roles of the words that are about the note."""
ABOUT = (Role.TOPIC, Role.SITUATION, Role.DETAIL)
"""Roles of the words that are about the matter: "composting in an apartment without fruit flies"."""


@dataclass(frozen=True, slots=True)
class Span:
    """Adjacent words of a request: their start and end in the text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class RoledClause:
    """A clause of a request with its role.

    Attributes:
        start: its place in the text.
        end: its end in the text.
        probability: probability that it names the topic, 0 to 1.
        topic: its phrases that name the topic, if it does; none if no word is known to.
        wide: these phrases with the words around them that are not about the note.
        others: its words before, between and after those of the topic, without the ones that only request a note.
        is_question: it is a question.
        requests: it requests a note.
        is_on_matter: all its words are on the matter, none is about the note.

    """

    start: int
    end: int
    role: Role
    probability: float
    topic: tuple[Span, ...] = ()
    wide: tuple[Span, ...] = ()
    others: tuple[Span, ...] = ()
    is_question: bool = False
    requests: bool = False
    is_on_matter: bool = False


class RoleTagger:
    """Reads requests with the models of one folder: {zh,en}.{clauses,words}.crfsuite."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._taggers: dict[str, Any] = {}
        self._lock = Lock()  # a CRFsuite tagger holds the sequence that it tagged last

    def read(self, text: str) -> list[RoledClause]:
        """Return the clauses of *text* with their roles; the one that most probably names the topic may always do."""
        clauses = split_request(text)
        if not clauses:
            return []
        language = "zh" if is_chinese(text) else "en"
        with self._lock:
            roles, probabilities = self._tag_clauses(language, clauses)
            most = max(probabilities)
            names = [one >= POSSIBLE or one == most for one in probabilities]
            tags = self._tag_words(language, clauses, roles, names)
        return [
            _describe(clause, role, probability, own)
            for clause, role, probability, own in zip(clauses, roles, probabilities, tags, strict=True)
        ]

    def _tag_clauses(self, language: str, clauses: Sequence[Clause]) -> tuple[list[Role], list[float]]:
        import pycrfsuite  # a process that only starts does not need it

        tagger = self._open(f"{language}.clauses")
        roles = tagger.tag(pycrfsuite.ItemSequence(describe_clauses(clauses)))
        return [Role(one) for one in roles], [tagger.marginal(Role.TOPIC, place) for place in range(len(clauses))]

    def _tag_words(
        self, language: str, clauses: Sequence[Clause], roles: Sequence[Role], names: Sequence[bool]
    ) -> list[list[Role]]:
        """Return the role of each word of *clauses*, of which those with *names* name the topic."""
        others = [Role.SITUATION if role is Role.TOPIC else role for role in roles]
        known = [Role.TOPIC if named else other for named, other in zip(names, others, strict=True)]
        tags = iter(self._open(f"{language}.words").tag(describe_words(clauses, known)))
        return [[Role(next(tags)) for _ in clause.words] for clause in clauses]

    def _open(self, name: str) -> Any:
        import pycrfsuite

        if name not in self._taggers:
            self._taggers[name] = pycrfsuite.Tagger()
            self._taggers[name].open(str(self._folder / f"{name}.crfsuite"))
        return self._taggers[name]


@lru_cache(maxsize=64)
def read_roles(text: str) -> tuple[RoledClause, ...]:
    """Return the clauses of *text* with their roles, as the models of this package give them."""
    return tuple(_load_tagger().read(text))


def _describe(clause: Clause, role: Role, probability: float, tags: Sequence[Role]) -> RoledClause:
    flags = find_flags(clause)
    requests = flags.writes and (role is Role.REQUEST or Role.REQUEST in tags)
    return RoledClause(
        clause.start,
        clause.end,
        role,
        probability,
        *_divide(clause, tags),
        is_question=flags.is_question,
        requests=requests,
        is_on_matter=role in ABOUT and all(tag in ABOUT for tag in tags),
    )


def _divide(clause: Clause, tags: Sequence[Role]) -> tuple[tuple[Span, ...], tuple[Span, ...], tuple[Span, ...]]:
    """Return the phrases of *clause* that name the topic, those with the words around them, and its other words.

    A clause without punctuation may request a note between two phrases that name the topic ("my sister is getting
    married and I have to give a speech"). A single English word next to another phrase names none.
    """
    phrases = _list_phrases(clause, tags)
    if not phrases:
        return (), (), ()
    letters = ["".join(clause.words[place].text for place in one) for one in phrases]
    whole = [one for one, text in zip(phrases, letters, strict=True) if len(one) > 1 or (is_chinese(text) and text[1:])]
    bounds = [(one[0], one[-1]) for one in whole or phrases]
    wide = [(_extend(tags, first, -1, ABOUT), _extend(tags, last, 1, ABOUT)) for first, last in bounds]
    edges = [-1, *(place for bound in bounds for place in bound), len(tags)]
    sides = (range(before + 1, after) for before, after in zip(edges[::2], edges[1::2], strict=True))
    return (
        tuple(_span(clause, *one) for one in bounds),
        tuple(_span(clause, *one) for one in wide),
        tuple(span for side in sides if (span := _find_span(clause, tags, side))),
    )


def _extend(tags: Sequence[Role], place: int, step: int, roles: Sequence[Role]) -> int:
    """Return the place of the last word from *place* on in the direction of *step* that has one of *roles*."""
    while 0 <= place + step < len(tags) and tags[place + step] in roles:
        place += step
    return place


def _span(clause: Clause, first: int, last: int) -> Span:
    return Span(clause.words[first].start, clause.words[last].end)


def _list_phrases(clause: Clause, tags: Sequence[Role]) -> list[list[int]]:
    """Return the places of the words that name the topic, divided where a verb of writing or two words are between."""
    phrases, gap = list[list[int]](), 0
    for place, tag in enumerate(tags):
        if tag is not Role.TOPIC:
            is_verb = tag is Role.REQUEST and find_flags(replace(clause, words=clause.words[place : place + 1])).writes
            gap += MIN_GAP if is_verb else tag in _FRAMES
            continue
        if not phrases or gap >= MIN_GAP:
            phrases.append([])
        phrases[-1].append(place)
        gap = 0
    return phrases


def _find_span(clause: Clause, tags: Sequence[Role], places: Iterable[int]) -> Span | None:
    """Return the words at *places* without those at the edges that only request a note; None if no other is left."""
    stated = [place for place in places if tags[place] is not Role.REQUEST]
    return Span(clause.words[stated[0]].start, clause.words[stated[-1]].end) if stated else None


@cache
def _load_tagger() -> RoleTagger:
    return RoleTagger(MODELS)
