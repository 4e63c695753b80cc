"""The topic of a note, chosen among all readings of the request, and how certain it is.

The rules of the parser propose a topic. It stays where it is complete, in the user's own words and not contradicted by
a clause that names the subject of the note. Otherwise the most certain complete reading takes its place; a question
that names nothing is joined to the statement with most content.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engines.language.characters import fold, is_chinese
from engines.language.phrase import Phrase, strip_edges
from engines.note_planner.request.circumstances import is_circumstance
from engines.note_planner.request.completeness import is_complete, list_content
from engines.note_planner.request.note_clauses import is_about_note
from engines.note_planner.request.parts import RequestParts, extract_parts
from engines.note_planner.request.readings import Basis, Reading, find_readings
from engines.note_planner.request.restoration import restore_start, restore_words
from engines.note_planner.request.situations import RELATIVES, is_statement
from engines.note_planner.request.stories import find_story, lower_start, restore_sentence
from engines.note_planner.request.subjects import find_pronoun, list_nouns, name_subject
from engines.note_planner.request.topics import get_max_width
from engines.note_planner.text_width import is_cut
from engines.note_subject import COMPLAINT, find_matters, find_things
from engines.note_themes import find_theme
from services.common.text.width import measure_width

MIN_SHARED = 0.6
"""Share of the content of a reading that a topic has if both are about the same."""
MAX_CANDIDATES = 3
MIN_STEM, MAX_THIN, PAIR = 5, 4, 2
"""Letters by which two forms of a word are the same; length of a Chinese topic that needs its situation; a subject and
a question about it (副业写稿，怎么找第一个客户)."""
_LEAD = re.compile(r"^(?:(?:ugh|argh|omg|honestly|so|and|but|now|then|also) )+", re.IGNORECASE)
_NUMBER = re.compile(r"[\d一二两三四五六七八九十百千万]+(?:[年岁级天月块元]|个月)")
_HOW = re.compile(r"怎么|如何|怎样|应该|到底")
_RELATIVE = re.compile(RELATIVES)
_QUESTION_WORD = re.compile(r"(?:how|what|which|where|when|why|is|are|can|should|do|does)\b", re.IGNORECASE)
_SELF = re.compile(r"^(?:i'm |i am |we're |we are |我是|我今年|本人|(?:he|she)(?:'s| is) [\w-]+$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TopicChoice:
    """The topic of a request, and the details that neither it nor the parser has.

    Attributes:
        candidates: phrases between which only the user can choose, the topic first; none if it is certain.
        frames: clauses that only request a note, or that the topic comes from.

    """

    topic: str
    details: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()


def choose_topic(text: str, proposed: str, details: Sequence[str]) -> TopicChoice:
    """Return the topic of the request *text*, for which the rules of the parser *proposed* one, and *details*.

    *details* are all requirements that the parser has found, the readers and the tone among them.
    """
    readings = find_readings(text)
    is_quoted = re.search(rf"[“「『\"]{re.escape(proposed)}[”」』\"]", text) is not None
    topic = (
        proposed if is_quoted else restore_start(_complete(_choose(proposed, readings), proposed, readings, text), text)
    )
    frames = tuple(
        strip_opening(one.clause) for one in readings if _is_empty(one) or (one.is_frame and one.text == topic)
    )
    stated = [one for one in details if strip_opening(one) not in frames]
    return TopicChoice(topic, _find_lost(topic, proposed, readings, stated), _list_candidates(topic, readings), frames)


def _list_candidates(topic: str, readings: Sequence[Reading]) -> tuple[str, ...]:
    """Return the phrases between which only the user can choose, *topic* first; nothing where the request is clear.

    It is not where all its clauses state something about the user, and none found, complains, names a subject or
    requests a note on it; and where its topic names nothing at all.
    """
    others = [one.text for one in readings if one.is_complete and _is_subject(one)]
    phrases = tuple(dict.fromkeys((topic, *others)))[:MAX_CANDIDATES]
    if len(phrases) < 2:
        return ()
    if not (is_complete(topic) or find_matters(topic) or find_theme(topic)):
        return phrases
    stated = [one for one in readings if one.is_complete and one.basis is Basis.STATEMENT and is_statement(one.clause)]
    is_requested = any(one.is_frame or (one.text and one.basis < Basis.STATEMENT) for one in readings)
    is_of_one = any(fold(topic) in fold(one.clause) for one in stated)
    is_open = any(map(_is_empty, readings)) or not COMPLAINT.search(topic)
    return phrases if len(stated) > 1 and is_of_one and is_open and not is_requested else ()


def requests_note(clause: str) -> bool:
    """Return whether *clause* requests a note, on whatever."""
    return any(one.is_frame for one in find_readings(clause))


def strip_opening(clause: str) -> str:
    """Return *clause* without a conjunction at its start."""
    return _LEAD.sub("", clause)


def _is_empty(reading: Reading) -> bool:
    """Return whether *reading* states nothing that could be lost: "Make it a post", "Any tricks?"."""
    is_requested = reading.basis is Basis.QUESTION or reading.is_frame
    return is_requested and not list_content(reading.text) and not re.search(r"\d", reading.clause)


def _complete(topic: str, proposed: str, readings: Sequence[Reading], text: str) -> str:
    """Return *topic* with the subject that it lacks, or the whole sentence of a statement that is the topic."""
    if readings and _is_story(proposed, readings) and (story := find_story(readings, text)):
        return story
    own = next((one for one in readings if fold(one.text) == fold(topic)), None)
    if own is None:
        within = next((one for one in readings if fold(topic) in fold(one.clause) and one.text), None)
        return within.text if within is not None and is_cut(topic) and not is_cut(within.text) else topic
    question = next((one for one in readings[readings.index(own) + 1 :][:1] if one.basis is Basis.QUESTION), None)
    if question and not is_chinese(topic) and find_pronoun(question.text) and not is_about_note(question.clause):
        return _join(own, question)
    if own.basis is Basis.STATEMENT:
        return restore_sentence(own, readings, text)
    return name_subject(topic, _list_statements(readings, own))


def _is_story(proposed: str, readings: Sequence[Reading]) -> bool:
    """Return whether the request starts with what happened to the user, or the parser *proposed* only its form."""
    own, first = _find_own(proposed, readings), readings[0].clause
    is_of_note = own is None or _is_of_note(own)
    is_subject = re.match(r"[\w-]+ing\b", first) is not None
    return (is_of_note and not is_subject) or (is_statement(first) and not COMPLAINT.search(first))


def _is_of_note(reading: Reading) -> bool:
    """Return whether *reading* is only about the note: its form, its readers, that it is requested."""
    return reading.basis is Basis.DETAIL or (reading.is_frame and not reading.text)


def _list_statements(readings: Sequence[Reading], requested: Reading) -> list[str]:
    """Return the statements that introduce the subject of *requested*: those before it."""
    before = readings[: readings.index(requested)]
    return [one.text for one in before if one.basis is Basis.STATEMENT and one.is_complete and _is_subject(one)]


def _choose(proposed: str, readings: Sequence[Reading]) -> str:
    own = _find_own(proposed, readings)
    complete = [one for one in readings if one.basis is Basis.NAMED and one.is_complete]
    named = max(complete, key=lambda one: len(list_content(one.text)), default=None)
    if len(complete) > 1 and is_chinese(complete[0].text) and not complete[0].is_frame:
        return _join(*complete[:2])
    leaning = next((one for one in readings if one.basis is Basis.NAMED and one.text and not one.is_complete), None)
    if named is None and leaning is not None and not is_chinese(leaning.text):
        joined = name_subject(leaning.text, _list_statements(readings, leaning))
        if joined != leaning.text:
            return joined
    if named is not None:
        statement = _find_statement(readings, named)
        if statement is not None and _is_thin(named):
            return _join(statement, named)
        is_own = own is named and fold(named.text) not in fold(proposed) and not requests_note(proposed)
        return restore_words(proposed, named) if is_own and not _is_garbled(proposed, named) else named.text
    if own is None or _is_of_note(own):
        return _find_best(readings, proposed)
    is_partial = not own.is_complete and own.basis in _REQUESTED and fold(proposed) in fold(own.clause)
    if is_partial or not _is_trusted(proposed, own):
        return _find_best(readings, proposed)
    requested = _find_question(readings)
    is_pair = is_chinese(proposed) and len(readings) == PAIR
    if (
        requested is None
        or (is_pair and requested.is_complete)
        or _has_question(proposed, own, requested)
        or not _needs(own, requested)
    ):
        return restore_words(proposed, own)
    is_of_own = is_chinese(proposed) or requested.basis is not Basis.QUESTION
    return _join(own if is_of_own else _find_statement(readings, requested) or own, requested)


def _is_garbled(proposed: str, own: Reading) -> bool:
    """Return whether *proposed* is no phrase of its clause: it has other words than *own*, or lacks its condition."""
    if is_chinese(proposed):
        return _HOW.sub("", fold(proposed)) not in _HOW.sub("", fold(own.text))
    return re.match(r" without \w", fold(own.text).removeprefix(fold(proposed))) is not None


def _is_trusted(proposed: str, own: Reading) -> bool:
    """Return whether the parser's topic names a subject, and no pronoun in it was replaced by a mere detail."""
    if is_chinese(proposed):
        first, _, question = proposed.partition("，")
        return is_complete(first if question else proposed)
    is_replaced = (
        own.basis is Basis.STATEMENT and _QUESTION_WORD.match(proposed) and fold(proposed) not in fold(own.clause)
    )
    first, _, question = proposed.partition(", ")
    named = is_complete(first) and not _SELF.match(first) if question else is_complete(proposed)
    return named and not (is_replaced and not is_statement(own.clause))


def _is_thin(reading: Reading) -> bool:
    """Return whether *reading* has only one word of its own: 防锈."""
    text = reading.text
    return is_chinese(text) and len(text) <= MAX_THIN and len(list_content(text)) <= 1 and not find_things(text)


_REQUESTED = (Basis.NAMED, Basis.INTENTION)


def _has_question(proposed: str, own: Reading, requested: Reading) -> bool:
    """Return whether the parser read *requested* already: its topic is of another kind of clause, or no clause."""
    if own.basis is not Basis.STATEMENT or _is_of(proposed, requested):
        return True
    if is_chinese(proposed):
        return "，" in proposed and requested.basis is Basis.QUESTION
    return fold(proposed) not in fold(own.clause)


def _needs(statement: Reading, requested: Reading) -> bool:
    """Return whether *statement* is only the situation of *requested*: a Chinese intention is often a detail."""
    if not is_chinese(requested.text):
        return requested.is_complete or requested.basis is Basis.NAMED
    return requested.basis is not Basis.INTENTION or not is_chinese(requested.text) or is_statement(statement.clause)


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
    """Return the most certain reading that found for something, complete ones first; None if none does."""
    found = [one for one in readings if one.text and one.basis < Basis.STATEMENT]
    found = [one for one in found if not (one.basis is Basis.QUESTION and one.is_frame) and not _is_empty_name(one)]
    return min(found, key=lambda one: (not one.is_complete, one.basis), default=None)


def _is_empty_name(reading: Reading) -> bool:
    """Return whether a note is requested on a mere adjective: 写点实用的."""
    return reading.basis is Basis.NAMED and len(reading.text) < MAX_THIN and not list_content(reading.text)


def _find_statement(readings: Sequence[Reading], question: Reading | None) -> Reading | None:
    """Return the complete statement before *question* that it is about, None if there is none.

    In Chinese one that states what is wrong, else the one with most content; in English the last one.
    """
    before = readings[: readings.index(question)] if question is not None else readings
    stated = [one for one in before if one.is_complete and one.basis is Basis.STATEMENT and _is_subject(one)]
    if question is not None and question.is_complete and stated and not is_chinese(stated[0].text):
        return next((one for one in reversed(stated) if len(list_nouns(one.text)) > 1), stated[-1])
    if question is not None and re.search(r"[她他]", question.text):
        stated = [one for one in stated if _RELATIVE.search(one.text)] or stated
    wrong = [one for one in stated if is_chinese(one.text) and COMPLAINT.search(one.text)]
    if question is None and stated and is_chinese(stated[0].text):
        return next(iter(wrong or stated))
    is_near = question is not None and not question.is_complete and is_chinese(question.text)
    nearest = (
        reversed([one for one in wrong or stated if not _CONTINUES.match(one.text)]) if is_near else wrong or stated
    )
    return max(nearest, key=lambda one: len(set(list_content(one.text))), default=None)


_CONTINUES = re.compile(r"[都也还又却]")
"""Starts a Chinese clause about the subject of the one before it."""


def _find_best(readings: Sequence[Reading], proposed: str) -> str:
    """Return the topic by the readings alone; *proposed* if there is none, or if it is all that a question has."""
    question = _find_question(readings)
    statement = _find_statement(readings, question)
    if question is not None and statement is None and is_chinese(question.text) and not question.is_complete:
        stated = [one.text for one in readings[: readings.index(question)] if one.basis is Basis.STATEMENT]
        return "，".join((*stated[:2], question.text)) if stated else question.text
    if question is not None and statement is None:
        is_own = question.basis is Basis.QUESTION and fold(proposed) in fold(question.text)
        return restore_words(proposed, question) if is_own else question.text
    if statement is None:
        return proposed
    return _join(statement, question) if question is not None else statement.text


def _is_subject(reading: Reading) -> bool:
    return not (is_circumstance(fold(reading.clause)) or _SELF.match(reading.clause) or _is_requirement(reading.clause))


def _is_requirement(clause: str) -> bool:
    """Return whether *clause* has nothing but requirements of the text: its length, its tone, its images."""
    return not extract_parts(Phrase(clause), RequestParts()).text


def _join(statement: Reading, question: Reading) -> str:
    """Return *statement* with *question*, as far as both fit; else the one that is complete."""
    text = statement.text
    comma, found = ("，", question.text) if is_chinese(text) else (", ", lower_start(_LEAD.sub("", question.clause)))
    joined = f"{text}{comma}{found if question.basis is Basis.QUESTION else question.text}"
    if measure_width(joined) <= get_max_width(text):
        return joined
    is_own = question.is_complete and len(list_content(question.text)) > 1
    return question.text if is_own or not statement.is_complete else text


def shares_content(topic: str, other: str) -> bool:
    """Return whether *topic* has at least half of the content of *other*."""
    expected = set(list_content(other))
    return bool(expected) and len(_list_shared(topic, other)) >= MIN_SHARED * len(expected)


def _list_shared(topic: str, other: str) -> set[str]:
    folded = fold(topic)
    return {word for word in list_content(other) if (word if not word.isascii() else word[:MIN_STEM]) in folded}


def _find_lost(topic: str, proposed: str, readings: Sequence[Reading], details: Sequence[str]) -> tuple[str, ...]:
    """Return the clauses with content that is neither in *topic* nor in *details*, and the readers of a note."""
    lost = list[str]()
    known = fold(" ".join((topic, *details)))
    clauses = [
        one.text if one.is_frame else one.clause
        for one in readings
        if one.text and is_missing(one.text, known) and not _is_requirement(one.clause)
    ]
    of_clauses = [one for one in readings if fold(proposed) in fold(one.clause)]
    cut = (proposed,) if of_clauses and not any(one.is_frame for one in of_clauses) else ()
    for text in (*clauses, *(one.readers for one in readings if one.readers), *cut):
        if is_missing(text, known) and not _is_variant(text, topic):
            lost.append(strip_edges(text))
            known = f"{known} {fold(text)}"
    ends = [_cut_start(one.text, topic) for one in readings if one.basis is Basis.STATEMENT and ", " in topic]
    return (*lost, *(one for one in ends if one and fold(one) not in known))


def _cut_start(statement: str, topic: str) -> str:
    """Return what *topic* lacks of an English *statement* with whose start it begins."""
    start = fold(topic).partition(", ")[0]
    return strip_edges(statement[len(start) :]) if fold(statement).startswith(f"{start} ") else ""


def is_missing(text: str, known: str) -> bool:
    """Return whether *known* lacks content of *text*: a stem in English, two characters or most of them in Chinese."""
    if is_chinese(text):
        if any(found[0] not in known for found in _NUMBER.finditer(text)):
            return True
        content = "".join(list_content(text))
        lacking = sum(letter not in known for letter in text)
        return sum(letter not in known for letter in content) > 1 or (len(text) >= MIN_STEM and 2 * lacking > len(text))
    return any(word[:MIN_STEM] not in known for word in list_content(text))


def _is_variant(text: str, topic: str) -> bool:
    """Return whether *text* is *topic* with a word more: the clause from which the parser took it."""
    known = fold(topic)
    content = list_content(text)
    lacking = [word for word in content if word[:MIN_STEM] not in known]
    return shares_content(topic, text) and len(lacking) <= 1
