"""The topic of a request, composed of the clauses that name it, and how certain it is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engines.language.characters import fold, is_chinese
from engines.language.phrase import Phrase, strip_edges
from engines.note_planner.request.completeness import is_complete, list_content
from engines.note_planner.request.parts import RequestParts, extract_parts, strip_form
from engines.note_planner.request.roles.clauses import split_request
from engines.note_planner.request.roles.tagger import Role, RoledClause, Span, read_roles
from engines.note_planner.request.topics import get_max_width, parse_topic, strip_frame
from engines.note_planner.text_width import split_at_clause
from services.common.text.width import measure_width

MIN_TOPIC = 0.4
"""Probability from which on a clause is part of the topic: a word too many is better than a missing subject."""
MAX_SHARE = 0.8
"""Share of the width of a topic from which on an English clause is cut before another statement in it."""
MIN_SITUATION = 0.15
"""That of a clause on the situation of a question, which often has no subject without it."""
MAX_CANDIDATES = 3
MIN_CANDIDATE = 0.1
"""Probability from which on a clause may be what the user wants, where the topic is uncertain."""
MIN_CERTAINTY = 0.6
"""Certainty below which the user decides."""
_FIGURE = re.compile(
    r"[\d一二两三四五六七八九十百千万]+(?:[年岁级天月块元]|个月)|\d+|[下上这]个?[月周]|[明后昨]天|周末"
    r"|\b(?:next|this|last|every) (?:day|night|week|weekend|month|year)\b|\b(?:tomorrow|tonight)\b"
)
MIN_STEM, MAX_LACKING, MIN_SHARED = 5, 1, 0.6
"""Letters by which two forms of an English word are the same; Chinese characters that a known text may lack; share of
the content of a phrase that another one about the same has."""


@dataclass(frozen=True, slots=True)
class TopicChoice:
    """The topic of a request, and what else the request states.

    Attributes:
        stated: what the clauses state beyond the topic, in their order.
        candidates: phrases between which only the user can choose, the topic first; none if it is certain.

    """

    topic: str
    stated: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()


def choose_topic(text: str, proposed: str) -> TopicChoice:
    """Return the topic of the request *text*; in a single clause as the rules *proposed* it, if they name the same."""
    clauses = read_roles(text)
    named = select_clauses(text, clauses)
    topic = compose_topic(text, named)
    if not topic or (len(named) == 1 and _names_same(proposed, topic)):
        topic = proposed
    return TopicChoice(topic, tuple(_list_stated(text, clauses, named)), _list_candidates(text, topic, clauses, named))


def _list_stated(text: str, clauses: Sequence[RoledClause], named: Sequence[RoledClause]) -> Iterator[str]:
    for clause in clauses:
        whole = _cut(text, clause)
        if clause in named:
            name = name_topic(text, clause)
            before, _, after = _cut(text, clause.topic or clause).partition(name)
            yield from (strip_edges(one) for one in (before, after) if name and one)
            yield from (_cut(text, one) for one in clause.others)
        elif clause.role is not Role.REQUEST or is_missing(whole, ""):
            yield whole


def join_phrases(phrases: Sequence[str]) -> str:
    """Return *phrases* as one, with commas."""
    stripped = [one for one in phrases if one]
    if is_chinese("".join(stripped)):
        return "，".join(stripped)
    return ", ".join((*stripped[:1], *map(_lower_start, stripped[1:])))


def _lower_start(phrase: str) -> str:
    """Return *phrase* as the middle of a sentence, unless it starts with "I" or an abbreviation."""
    first = re.split(r"[\s']", phrase, maxsplit=1)[0]
    return phrase[:1].lower() + phrase[1:] if first[1:].islower() or first == "A" else phrase


def select_clauses(text: str, clauses: Sequence[RoledClause]) -> list[RoledClause]:
    """Return the clauses that name the topic, in their order: the most probable ones that fit into its width.

    Where these refer to another clause ("how do I bring it up"), the most probable one that names a subject joins them.
    A request that only reports what happened is about all of it.
    """
    others = [one for one in clauses if not _is_requirement(text, one)]
    clauses = others if any(one.probability >= MIN_TOPIC for one in others) else clauses
    ranked = sorted(clauses, key=lambda one: -one.probability)
    selected = list[RoledClause]()
    for one in ranked:
        is_of_question = one.role is Role.SITUATION and any(each.is_question for each in selected)
        least = MIN_SITUATION if is_of_question else MIN_TOPIC
        if not selected or (one.probability >= least and _fits(text, (*selected, one))):
            selected.append(one)
    selected = _drop_fragments(text, selected)
    topic = compose_topic(text, selected)
    if not is_complete(topic) or _REFERS.search(fold(topic)):
        further = (one for one in ranked if one not in selected and one.role not in _OF_NOTE)
        fitting = (one for one in further if is_complete(name_topic(text, one)) and _fits(text, (*selected, one)))
        selected += sorted(fitting, key=lambda one: one.role is not Role.SITUATION)[:1]
    selected += [one for one in clauses if one not in selected and _continues(text, one, selected, clauses)]
    if not any(one.is_question or (one.requests and one.topic) for one in selected):
        for one in clauses:
            is_reported = one.role is Role.SITUATION or one.probability >= MIN_CANDIDATE
            if one not in selected and is_reported and _fits(text, (*selected, one)):
                selected.append(one)
    return sorted(selected, key=lambda one: one.start)


_OF_NOTE = (Role.REQUEST, Role.FORM, Role.READERS)
_REFERS = re.compile(
    r"[她他它](?!们?自己)|[这那][样种]|啥原因|什么原因"
    r"|\b(?:him|he|she|they|them|ones|such an?)\b"
    r"|\b(?<!is )(?<!was )it\b(?! (?:worth|ok|okay|safe|possible|better|true|time))"
)
"""What a topic has of another clause, unless that is part of it."""


def _continues(text: str, clause: RoledClause, named: Sequence[RoledClause], clauses: Sequence[RoledClause]) -> bool:
    """Return whether *clause* completes the one before it, which names the topic: "what to wear, or not to wear"."""
    place = clauses.index(clause)
    is_next = place > 0 and clauses[place - 1] in named
    return is_next and _COMPLETES.match(text, clause.start) is not None and _fits(text, (*named, clause))


_COMPLETES = re.compile(r"(?:or|that) ", re.IGNORECASE)


def _drop_fragments(text: str, named: Sequence[RoledClause]) -> list[RoledClause]:
    """Return *named* without the clauses that neither ask nor name a subject, if another one does: 我这样."""
    whole = [one for one in named if one.is_question or is_complete(name_topic(text, one))]
    return whole if any(is_complete(name_topic(text, one)) for one in whole) else list(named)


def _is_requirement(text: str, clause: RoledClause) -> bool:
    """Return whether all of *clause* is known as a requirement of the text: a length, a tone, an exclusion."""
    phrase = Phrase(_cut(text, clause))
    if _TITLE.search(phrase.folded):
        return False
    return _EXCLUDES.match(phrase.folded) is not None or not extract_parts(phrase, RequestParts()).text


_TITLE = re.compile(r"题目|标题|主题|\b(?:title|called)\b")
_EXCLUDES = re.compile(
    r"不[去爬吃坐住走逛买带用看要]|(?:no|not|without) (?!idea|clue|sure)|(?:please )?(?:i )?(?:don't|dont|do not) want"
)
"""Starts a clause that excludes something, and names nothing that a note could be about."""


def _fits(text: str, named: Sequence[RoledClause]) -> bool:
    return measure_width(compose_topic(text, named)) <= get_max_width(text)


def compose_topic(text: str, named: Sequence[RoledClause]) -> str:
    """Return the topic that the clauses *named* of *text* name."""
    return join_phrases([name_topic(text, one) for one in sorted(named, key=lambda one: one.start)])


@lru_cache(maxsize=1_024)
def name_topic(text: str, clause: RoledClause) -> str:
    """Return the words of *clause* that name the topic, without the form and the readers; else what the rules find."""
    whole = _cut(text, clause)
    by_rules = parse_topic(extract_parts(Phrase(whole), RequestParts())).text
    named = strip_frame(strip_form(_cut(text, clause.topic))) if clause.topic is not None else ""
    if measure_width(named) > MAX_SHARE * get_max_width(text):
        named = split_at_clause(named)
    is_of_rules = not named or by_rules.startswith("《") or _REQUESTS.match(named)
    return (by_rules or whole) if is_of_rules else named


_REQUESTS = re.compile(
    r"(?:please|can you|could you|would you|will you|help me|write|give me|\d+ \w+ (?:for|to|on|about))\b",
    re.IGNORECASE,
)


def _cut(text: str, span: Span | RoledClause) -> str:
    """Return the part of *text* in *span*, with the other sign of a quotation of which it has one."""
    part = strip_edges(text[span.start : span.end])
    for opening, closing in _QUOTES:
        if opening in part and text[span.end : span.end + 1] == closing:
            return f"{part}{closing}"
        if closing in part and text[max(span.start - 1, 0) : span.start] == opening:
            return f"{opening}{part}"
    return part


_QUOTES = (("《", "》"), ("“", "”"), ("「", "」"), ("『", "』"))


def _names_same(proposed: str, topic: str) -> bool:
    """Return whether *proposed* has the content of *topic* in whole words and nothing else, apart from a "how"."""
    counted = _AMOUNT.sub("", topic)
    if not proposed or is_missing(counted, fold(proposed)) or is_missing(proposed, fold(topic)):
        return False
    if not is_chinese(topic):
        return True
    question = _WHAT.search(topic)
    is_start = fold(topic).startswith(fold(proposed)) or _HOW.search(topic) is None
    return is_start and _is_of_words(fold(proposed), topic) and (question is None or question[0] in proposed)


_AMOUNT = re.compile(r"^\d{1,2} (?=\w+ \w)")
"""The number of things that a note lists, which is no part of its subject: "7 cheap dinners"."""
_HOW = re.compile(r"怎么|如何|怎样|咋")
_WHAT = re.compile(r"什么|啥|哪|多[少大久长]")
"""What a Chinese phrase asks for, which is part of its subject, as how it is done is not."""


def _is_of_words(phrase: str, text: str) -> bool:
    """Return whether *phrase* occurs in *text* as whole words."""
    words = [word for clause in split_request(text) for word in clause.words]
    starts, ends = {one.start for one in words}, {one.end for one in words}
    places = (found.start() for found in re.finditer(re.escape(phrase), fold(text)))
    return any(place in starts and place + len(phrase) in ends for place in places)


def _list_candidates(
    text: str, topic: str, clauses: Sequence[RoledClause], named: Sequence[RoledClause]
) -> tuple[str, ...]:
    """Return the phrases between which only the user can choose, *topic* first; nothing where the topic is certain.

    Where a note is requested on all that the user reports, there is nothing to choose.
    """
    is_reported = any(one.requests for one in clauses) and not any(one.is_question for one in clauses)
    if measure_certainty(clauses) >= MIN_CERTAINTY or is_reported:
        return ()
    ranked = sorted(clauses, key=lambda one: -one.probability)
    others = [one for one in ranked if one.probability >= MIN_CANDIDATE and (one not in named or len(named) > 1)]
    phrases = dict.fromkeys((topic, *(name_topic(text, one) for one in others)))
    return tuple(phrases)[:MAX_CANDIDATES] if len(phrases) > 1 else ()


def measure_certainty(clauses: Sequence[RoledClause]) -> float:
    """Return how certain it is that a clause names the topic, 0 to 1: the probability of the most certain one."""
    return max((one.probability for one in clauses), default=1.0)


def is_missing(text: str, known: str) -> bool:
    """Return whether *known* lacks content of *text*: a stem in English, two characters or most of them in Chinese."""
    if any(found[0] not in known for found in _FIGURE.finditer(fold(text))):
        return True
    if not is_chinese(text):
        return any(word[:MIN_STEM] not in known for word in list_content(text))
    content = "".join(list_content(text))
    lacking = sum(letter not in known for letter in text)
    return 2 * lacking > len(text) or sum(letter not in known for letter in content) > MAX_LACKING


def shares_content(topic: str, other: str) -> bool:
    """Return whether *topic* has most of the content of *other*."""
    expected, folded = set(list_content(other)), fold(topic)
    shared = {word for word in expected if (word if not word.isascii() else word[:MIN_STEM]) in folded}
    return bool(expected) and len(shared) >= MIN_SHARED * len(expected)
