"""The things that a topic names, and whether a note is about them or about others of their kind.

"Three days in Porto" and "Three days in Lisbon" differ only in the subject, which a cosine does not show. Porto and
Lisbon are two things of one kind. Texts without known things are compared only by their cosine.
"""

import re
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
from engines.note_subject.matters import (
    BROAD,
    CHOOSING,
    COMPLAINT,
    find_matters,
    find_symptoms,
    find_tasks,
    is_of_another_task,
    name_matters,
    strip_complaint_frame,
)
from engines.note_subject.things import CARE, COOKERS, FESTIVALS, OBJECTS, PLACES, ROOMS, SKILLS, THINGS
from engines.note_themes import Theme, find_all_themes
from services.common.text import segmentation


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
    """Return how *note* fits *topic*, whose *request* may name more things that it is about.

    A note on another thing than the topic's does not fit whatever it is about; one that lacks the topic's matter is
    no better than one that lacks its things, nor is one for another task. Of one whose title has a matter that the
    request lacks, only the cosine decides. One on a matter of the request fits in other words, if the things that it
    lacks are only where that matter is (plants for a bathroom without a window).
    """
    if _excludes_thing(topic, note.title):
        return Fit.ABSENT
    fit, absent = _compare_things(topic, request, note)
    named = find_matters(" ".join((note.title, *note.tags)))
    expected = _find_expected(topic, request)
    if fit is Fit.OTHER or (fit is Fit.ABSENT and not absent <= {ROOMS}):
        return fit
    if _PHOTOGRAPHING.search(topic) and not _PHOTOGRAPHING.search(" ".join((note.title, *note.tags))):
        return Fit.ABSENT
    if expected & named - BROAD:
        return Fit.SAME
    if _lacks_rest(topic, note):
        return Fit.ABSENT
    if expected & named:
        return Fit.SAME
    if _has_another_focus(topic, request, note):
        return Fit.ABSENT
    if is_of_another_task(topic, note.title) or expected or _lacks_complaint(topic, note):
        return Fit.ABSENT
    if _shares_only_frame(topic, request, note):
        return Fit.ABSENT
    of_title = find_matters(note.title)
    return Fit.UNKNOWN if of_title and not of_title & find_matters(f"{topic} {request}") else fit


def _compare_things(topic: str, request: str, note: NoteText) -> tuple[Fit, set[str]]:
    """Return how *note* fits the things of *topic* alone, and the kinds of those that it has nowhere."""
    topic_things = find_things(topic)
    title, tags = _unite(find_things(note.title)), _unite(find_things(" ".join(note.tags)))
    named = title | tags
    lacking = [senses for senses in topic_things if not senses & named]
    if not lacking:
        return (Fit.SAME if topic_things else Fit.UNKNOWN), set()
    requested = _unite(topic_things) | _unite(find_things(request))
    whole = named | _unite(find_things(note.body))
    absent = [senses for senses in lacking if not senses & whole]
    kinds = _list_kinds(_unite(absent))
    if COOKERS in kinds:
        return Fit.OTHER, kinds
    present = [senses for senses in topic_things if senses & named]
    siblings = _list_kinds(title - requested) - _list_kinds(_unite(present))
    # In English, things after the first one are details of it: aphids on roses or on chillies.
    is_detail = not is_chinese(topic) and topic_things[0] in present
    if any(_list_kinds(senses) & (siblings & {PLACES} if is_detail else siblings) for senses in lacking):
        return Fit.OTHER, kinds
    if is_detail:
        return Fit.SAME, kinds
    # In Chinese the last thing is the main one: 手机拍日落 is about the sunset.
    lacks_main = is_chinese(topic) and topic_things[-1] in absent
    return (Fit.UNKNOWN if requested & whole and not lacks_main else Fit.ABSENT), kinds


def _has_another_focus(topic: str, request: str, note: NoteText) -> bool:
    """Return whether *note* shares only a thing with *topic*: each is about something that the other does not name.

    "Two cats that fight" is no source for feeding stray cats. The title has a problem, a task or a kind of care that
    the request lacks, and *note* has none of the other words of *topic*. A place has room for many subjects.
    """
    shared = _unite(find_things(topic)) & _unite(find_things(" ".join((note.title, *note.tags))))
    if not _list_kinds(shared) - {PLACES}:
        return False
    focus = _find_focus(note.title)
    is_free = {CHOOSING} if not _QUESTION.search(topic) else set[str]()
    if not focus - is_free or _find_focus(" ".join((note.title, *note.tags))) & _find_focus(f"{topic} {request}"):
        return False
    others, whole = _take_other_words(topic, shared), " ".join((note.title, *note.tags, note.body)).lower()
    return bool(others) and not any(word in whole for word in others)


def _lacks_rest(topic: str, note: NoteText) -> bool:
    """Return whether *note* has a thing of *topic*, and none of the other words of a question or a statement.

    Of a whole class of things (houseplants) at least half of these words are needed.
    """
    kinds = _list_kinds(_unite(find_things(topic)))
    if not (_QUESTION.search(topic) or _OF_USER.match(topic)) or not (kinds & OBJECTS or find_matters(topic) & BROAD):
        return False
    rest = _take_other_words(topic, _unite(find_things(topic)))
    whole = " ".join((note.title, *note.tags, note.body)).lower()
    stems = [word[:_STEM] if word.isascii() else word for word in rest]
    least = 1 if kinds & OBJECTS else len(stems) / 2
    return bool(stems) and sum(stem in whole for stem in stems) < least


def _lacks_complaint(topic: str, note: NoteText) -> bool:
    """Return whether *topic* ends with a complaint of which *note* has no word: a cat that soils, for feeding it.

    Not one about learning (a violin that squeaks), nor one that names the care that the note is about.
    """
    complaint = _HABIT.sub("", _RELATIVE_CLAUSE.sub("", topic.rpartition("，")[2]))
    shared = _unite(find_things(topic)) & _unite(find_things(" ".join((note.title, *note.tags))))
    is_of_care = bool(find_tasks(topic) & find_tasks(note.title)) or bool(_list_kinds(shared) & SKILLS)
    if is_of_care or not COMPLAINT.search(complaint) or _IS_QUESTION.match(complaint.lower()):
        return False
    words = {
        *_take_other_words(strip_complaint_frame(complaint), _unite(find_things(complaint))),
        *find_symptoms(complaint),
    }
    whole = " ".join((note.title, *note.tags, note.body)).lower()
    return bool(words) and not any((word[:_STEM] if word.isascii() else word) in whole for word in words)


_STEM = 5


def _shares_only_frame(topic: str, request: str, note: NoteText) -> bool:
    """Return whether *note* shares no word with *topic*, or only a festival, which is the frame of many subjects."""
    whole = f"{topic} {request}"
    text = " ".join((note.title, *note.tags, note.body)).lower()
    shared = _unite(find_things(whole)) & _unite(find_things(text))
    if _list_kinds(shared) - {FESTIVALS} or (find_all_themes(topic) & find_all_themes(note.title)) - {Theme.FESTIVAL}:
        return False
    words = _take_other_words(whole, shared)
    return bool(words and note.body) and not any(word in text for word in words)


_MANAGING = re.compile(
    r"\brunning (?=(?:an?|the|my|our)\b(?! (?:\w+ )?(?:marathon|race|mile|\d+k|5k|10k|half|ultra)\b))", re.IGNORECASE
)
"""To run a practice or a shop is no sport."""
_PHOTOGRAPHING = re.compile(r"拍|摄影|照片|\b(?:photo|portrait|camera|film)", re.IGNORECASE)
_QUESTION = re.compile(r"什么时候|多久|为[什啥]|咋|怎么|如何|吗$|\b(?:when|why|how|whether)\b", re.IGNORECASE)
_OF_USER = re.compile(r"(?:my|our|i|we) ", re.IGNORECASE)
_RELATIVE_CLAUSE = re.compile(r"\b(?:who|that|which) .*", re.IGNORECASE)
_HABIT = re.compile(r"\bkeeps? (?:on )?(?=\w{2,}ing\b)", re.IGNORECASE)
_IS_QUESTION = re.compile(r"(?:is|are|can|how|what|why|when|which|should|do|does) ")
_NEGATED = re.compile(
    r"(?:没有?|不用|无需|without (?:an? |any )?|\bno )(?P<thing>[\u4e00-\u9fff]{1,6}|[a-z ]{3,24})", re.IGNORECASE
)


def _excludes_thing(topic: str, title: str) -> bool:
    """Return whether *title* excludes a thing that *topic* has: a room without air conditioning, for a smelling one."""
    excluded = _unite(senses for found in _NEGATED.finditer(title) for senses in find_things(found["thing"])[:1])
    has = _unite(find_things(_NEGATED.sub(" ", topic)))
    return bool(excluded & has)


def _find_focus(text: str) -> frozenset[str]:
    """Return the problems, tasks and kinds of care that *text* names."""
    care = (thing.name for thing in _unite(find_things(text)) if thing.kind == CARE)
    return find_matters(text) | find_tasks(text) | frozenset(care)


def _take_other_words(topic: str, things: Senses) -> list[str]:
    """Return the words of *topic* that are not names of *things*."""
    text = (generalize(topic) or topic).lower()
    for match in reversed([*_WORDS.find_all(text)]):
        if match.value & things:
            text = f"{text[: match.start]} {text[match.end :]}"
    words = (word.strip() for word in segmentation.segment(text))
    return [word for word in words if len(word) > (3 if word.isascii() else 1) and word not in _FRAMES]


def _find_expected(topic: str, request: str) -> frozenset[str]:
    """Return the matters of *topic*, first those of its complaint; if it names nothing, those of its *request*."""
    complaint = topic.rpartition("，")[2]
    if COMPLAINT.search(complaint) and (matters := find_matters(complaint)):
        return matters
    return find_matters(topic) or (frozenset() if find_things(topic) else find_matters(request))


def list_restatements(topic: str, request: str) -> tuple[str, ...]:
    """Return *topic* in the words of notes: with the kinds of its things, and with the names of what it is about."""
    matters = name_matters(_find_expected(topic, request), topic)
    if matters and find_things(topic):
        matters = f"{topic} {matters}"
    return tuple(dict.fromkeys(text for text in (generalize(topic), matters) if text))


@lru_cache(maxsize=4096)
def find_things(text: str) -> tuple[Senses, ...]:
    """Return the known things that *text* names, in its order; a breed is its kind of animal."""
    named = _MANAGING.sub("managing ", generalize(text) or text)
    return tuple(match.value for match in _WORDS.find_all(named.lower()))


def find_names(word: str, text: str) -> tuple[str, ...]:
    """Return the names in *text* of the one thing that *word* names; none if it names several, or nothing."""
    senses = find_things(word)
    if len(senses) != 1 or len(senses[0]) != 1:
        return ()
    return tuple(text[match.start : match.end] for match in _WORDS.find_all(text.lower()) if match.value & senses[0])


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
_FRAMES = frozenset(
    re.findall(
        r"\w+",
        "新手 入门 教程 攻略 清单 推荐 怎么 如何 什么 怎么办 为什么 可以 第一 第一次 自己 在家 办法 方法 注意 准备 "
        "需要 应该 with without from your what when that this first about into beginner beginners guide tips best good "
        "home starting 笔记 文案 一篇 关于 写一篇 note post write",
    )
)
"""Words of requests for any subject."""
