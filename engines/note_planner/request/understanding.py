"""What a note is about, from all readings of the request, and how certain that is.

The rules of the parser propose a topic. It stays where it is complete, in the user's own words and not contradicted by a
clause that names the subject of the note. Otherwise the most certain complete reading takes its place; a question that
names nothing is joined to the statement with most content.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engines.language.characters import fold, is_chinese
from engines.language.phrase import Phrase, strip_edges
from engines.note_planner.request.circumstances import is_circumstance
from engines.note_planner.request.completeness import is_complete, list_content
from engines.note_planner.request.readings import Basis, Reading, find_readings
from engines.note_planner.request.situations import is_statement
from engines.note_planner.request.topics import get_max_width
from engines.note_subject import COMPLAINT
from services.common.text.width import measure_width

MIN_SHARED = 0.6
"""Share of the content of a reading that a topic has if both are about the same."""
MAX_RESTORED = 2
_LEAD = re.compile(r"^(?:(?:so|and|but|now|then|also) )+", re.IGNORECASE)
_HOW_WITHIN = re.compile(r"(?:怎么|如何|怎样)(?=.*、|回事|.*才)")
_COMMA = re.compile(r"，|, ")
_SELF = re.compile(r"^(?:i'm |i am |we're |we are |我是|我今年|本人)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Understanding:
    """The topic of a request, the details that neither it nor the parser has, and the other candidates for the topic."""

    topic: str
    details: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()


def understand(text: str, proposed: str, details: Sequence[str]) -> Understanding:
    """Return the topic of the request *text*, for which the rules of the parser *proposed* one, and *details*."""
    readings = find_readings(text)
    topic = _choose(proposed, readings)
    frames = tuple(one.clause for one in readings if one.is_frame and not one.text)
    return Understanding(topic, _find_lost(topic, proposed, readings, details), (), frames)


def _choose(proposed: str, readings: Sequence[Reading]) -> str:
    own = _find_own(proposed, readings)
    named = next((one for one in readings if one.basis is Basis.NAMED and one.is_complete), None)
    if named is not None:
        is_own = own is named and fold(named.text) not in fold(proposed)
        return _restore_words(proposed, named) if is_own else named.text
    is_cut = own is not None and not own.is_complete and own.basis in _ASKED and fold(proposed) in fold(own.clause)
    if own is None or is_cut or not (is_complete(proposed) or _COMMA.search(proposed)):
        return _find_best(readings, proposed)
    asked = _find_question(readings)
    if asked is None or _has_question(proposed, own, asked) or not _needs(own, asked):
        return _restore_words(proposed, own)
    is_of_own = is_chinese(proposed) or asked.basis is Basis.INTENTION
    return _join(own if is_of_own else _find_statement(readings, asked) or own, asked)


_ASKED = (Basis.NAMED, Basis.INTENTION)


def _has_question(proposed: str, own: Reading, asked: Reading) -> bool:
    """Return whether the parser read *asked* already: its topic is of another kind of clause, or not a clause as it is."""
    if own.basis is not Basis.STATEMENT or _is_of(proposed, asked):
        return True
    if is_chinese(proposed):
        return "，" in proposed and asked.basis is Basis.QUESTION
    return fold(proposed) not in fold(own.clause)


def _needs(statement: Reading, asked: Reading) -> bool:
    """Return whether *statement* is only the situation in which *asked* is: a Chinese intention is often a detail."""
    if not is_chinese(asked.text):
        return asked.is_complete
    return asked.basis is not Basis.INTENTION or not is_chinese(asked.text) or is_statement(statement.clause)


def _find_own(topic: str, readings: Sequence[Reading]) -> Reading | None:
    """Return the reading of the clause that *topic* comes from, None for none."""
    literal = next((one for one in readings if fold(topic) in fold(one.clause)), None)
    if literal or not readings:
        return literal
    best = max(readings, key=lambda one: len(_list_shared(topic, one.clause)))
    return best if _list_shared(topic, best.clause) else None


def _is_of(topic: str, reading: Reading) -> bool:
    """Return whether *topic* has most of the content of *reading*."""
    return fold(topic) in fold(reading.clause) or shares_content(topic, reading.text)


def _find_question(readings: Sequence[Reading]) -> Reading | None:
    """Return the most certain reading that asks for something, complete ones first; None if none does."""
    asks = [one for one in readings if one.text and one.basis < Basis.STATEMENT]
    asks = [one for one in asks if not (one.basis is Basis.QUESTION and one.is_frame)]
    return min(asks, key=lambda one: (not one.is_complete, one.basis), default=None)


def _find_statement(readings: Sequence[Reading], question: Reading | None) -> Reading | None:
    """Return the complete statement before *question* that it is about, None if there is none.

    In Chinese one that states what is wrong, else the one with most content; in English the last one.
    """
    before = readings[: readings.index(question)] if question is not None else readings
    stated = [one for one in before if one.is_complete and one.basis is Basis.STATEMENT and _is_subject(one)]
    if question is not None and question.is_complete and stated and not is_chinese(stated[0].text):
        return next((one for one in reversed(stated) if len(list_content(one.text)) > 1), stated[-1])
    wrong = [one for one in stated if is_chinese(one.text) and COMPLAINT.search(one.text)]
    return max(wrong or stated, key=lambda one: len(set(list_content(one.text))), default=None)


def _find_best(readings: Sequence[Reading], proposed: str) -> str:
    """Return the topic by the readings alone; *proposed* if there is none, or if it is all that a question has."""
    question = _find_question(readings)
    statement = _find_statement(readings, question)
    if question is not None and statement is None:
        is_own = question.basis is Basis.QUESTION and fold(proposed) in fold(question.text)
        return _restore_words(proposed, question) if is_own else question.text
    if statement is None:
        return proposed
    return _join(statement, question) if question is not None else statement.text


def _is_subject(reading: Reading) -> bool:
    return not is_circumstance(fold(reading.clause)) and not _SELF.match(reading.clause)


def _join(statement: Reading, question: Reading) -> str:
    """Return *statement* with *question*, as far as both fit; else the one that is complete."""
    text = statement.text
    comma, asks = ("，", question.text) if is_chinese(text) else (", ", _LEAD.sub("", question.clause))
    joined = f"{text}{comma}{asks if question.basis is Basis.QUESTION else question.text}"
    if measure_width(joined) <= get_max_width(text):
        return joined
    return question.text if question.is_complete else text


def shares_content(topic: str, other: str) -> bool:
    """Return whether *topic* has at least half of the content of *other*."""
    expected = set(list_content(other))
    return bool(expected) and len(_list_shared(topic, other)) >= MIN_SHARED * len(expected)


def _list_shared(topic: str, other: str) -> set[str]:
    folded = fold(topic)
    return {word for word in list_content(other) if (word if not word.isascii() else word[:5]) in folded}


def _restore_words(topic: str, own: Reading) -> str:
    """Return *topic* with the words of its clause that it lacks in the middle: "a paper going", of a paper diary going."""
    if is_chinese(topic):
        dropped = _HOW_WITHIN.search(own.text)
        is_dropped = dropped is not None and topic == f"{own.text[: dropped.start()]}{own.text[dropped.end() :]}"
        return own.text if is_dropped else topic
    words = [strip_edges(word) for word in Phrase(topic).folded.split()][1:]
    own_words = own.clause.split()
    folded = [strip_edges(word) for word in Phrase(own.clause).folded.split()]
    places = _match_from_end(words, folded)
    missing = places[-1] - places[0] + 1 - len(places) if places else 0
    if not 0 < missing <= MAX_RESTORED or len(own_words) != len(folded):
        return topic
    return " ".join((topic.split()[0], *own_words[places[0] : places[-1] + 1])).strip(" ,.;:!?")


def _match_from_end(words: Sequence[str], whole: Sequence[str]) -> list[int]:
    """Return the last places of all *words* in *whole* in their order; nothing if one is missing."""
    places = list[int]()
    for word in reversed(words):
        last = places[0] if places else len(whole)
        place = next((at for at in range(last - 1, -1, -1) if whole[at] == word), None)
        if place is None:
            return []
        places.insert(0, place)
    return places


def _find_lost(topic: str, proposed: str, readings: Sequence[Reading], details: Sequence[str]) -> tuple[str, ...]:
    """Return the clauses with content that is neither in *topic* nor in *details*."""
    lost = list[str]()
    known = " ".join((topic, *details))
    for text in (proposed, *(one.clause for one in readings if one.is_complete or not one.is_frame)):
        missing = [word for word in list_content(text) if word not in fold(known)]
        if missing and len(_list_shared(known, text)) < len(set(list_content(text))):
            lost.append(strip_edges(text))
            known = f"{known} {text}"
    return tuple(lost)
