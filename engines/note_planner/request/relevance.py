"""Whether a note has what a request names, and not only the situation around it.

A source is close where its title is, but the title of a request names more than one thing: a note on job interviews is
close to "first interview in nine years, what do I even wear" and has no word on clothes.
"""

import re
from functools import lru_cache

from engines.language.characters import is_chinese
from engines.language.phrase import Phrase
from engines.language.proper_names import find_known_places
from engines.language.scanner import split_words
from engines.note_planner.request.completeness import is_complete, list_content
from engines.note_planner.request.lexicon import BROAD_TOPICS
from engines.note_planner.request.roles.tagger import read_roles
from engines.note_planner.request.topic_choice import shares_content
from engines.note_subject import NoteText, find_matters, find_things, list_matter_words

_COMMA = re.compile(r"，|, ")
_QUESTION_AT_END = re.compile(
    r"(?:应该|该|要|到底|还能)?(?:怎么|如何|怎样|什么|多少|哪[些个款里]?|有没有|是不是|要不要|值不值|吗|咋).*$"
)
_WEAK_END = re.compile(
    r"(?:的|了|吗|呢|啊|吧|着|过|好|点|些|上|下|里|中|去|来|起来|一下|入门|新手|攻略|技巧|方法|注意|推荐|计划|安排|准备|清单"
    r"|[\d一二两三四五六七八九十几]+[天晚夜日]|(?<![春夏秋冬郊旅出周环])[游玩])+$"
)
_IS_QUESTION = re.compile(
    r"怎么|如何|怎样|什么|哪|多少|有没有|是不是|要不要|吗$"
    r"|^(?:so )?(?:how|what|which|where|when|is|are|can|should|do)\b"
)
_TRIP = re.compile(
    r"[春夏秋冬郊旅出周环][游行]$|自[由驾助][游行]?$|出行|度假|亲子|trip|getaway|holiday|vacation|break$"
)
"""A journey: a note on its place is about it."""
_HAN_PAIR = re.compile(r"[\u4e00-\u9fff]{2}$")
_QUESTION_AT_START = re.compile(
    r"^(?:how|what|which|is|are|can|should|do|does|where|when|why)\b.*?\b(?:when|to|i|you|we)\b ", re.IGNORECASE
)
_QUALIFIER = re.compile(
    r" (?:in|on|for|with|without|at|from|while|when|after|before|under|to|of|that|who|into|during|until|by|because|if"
    r"|alive)\b"
)
_FRAME_WORDS = frozenset(
    split_words(
        "weekend|weekends|trip|trips|itinerary|visit|visiting|hour|hours|night|nights|basics|introduction|routine|three",
        "four|five|six|seven|eight|nine|ten|complete|easy|simple|quick|cheap",
    )
)
"""English words for how long or how a subject is treated."""
_STEM = 5
MIN_CLAUSES = 3
"""Clauses of a request that explains its question."""


def has_subject(topic: str, request: str, note: NoteText, *, is_near: bool = False) -> bool:
    """Return whether *note* has what *topic* is about.

    Of a question after a situation that is one of its own words, of another topic of a request for a note the head of
    one of its phrases, unless *is_near*: title and tags have the things of the topic and a similar meaning.
    Complaints, bare topics and short requests are often about a source in other words, so they pass.
    """
    text = " ".join((note.title, *note.tags, note.body)).lower()
    situation, question = _split_question(topic)
    words = _list_requested(question) if _explains(request) else []
    if words:
        new = find_matters(topic) - find_matters(situation)
        is_same = bool(new & find_matters(note.title)) or _shares_thing(question, text)
        return is_same or any(has_word(word, text) for word in words)
    phrases = [one for one in _COMMA.split(situation) if is_complete(one)]
    has_head = any(_has_head(one, note.title, text) for one in phrases or [situation])
    return is_near or not _is_exact(topic, request) or has_head


def _split_question(topic: str) -> tuple[str, str]:
    """Return the situation in a joined *topic*, and the question about it, "" for none."""
    parts = _COMMA.split(topic)
    is_question = len(parts) > 1 and _IS_QUESTION.search(parts[-1].lower())
    return ("，".join(parts[:-1]), parts[-1]) if is_question else (topic, "")


def _list_requested(question: str) -> list[str]:
    """Return the words that *question* has of its own, without those of its qualifiers."""
    return list_content(question if is_chinese(question) else _QUALIFIER.split(question)[0])


@lru_cache(maxsize=256)
def _explains(request: str) -> bool:
    return _requests_note(request) or len(read_roles(request)) >= MIN_CLAUSES


def _is_exact(topic: str, request: str) -> bool:
    """Return whether *topic* is what the user names for a note, or a question that other clauses explain."""
    return _requests_note(request) or (_explains(request) and _has_question(topic, request))


@lru_cache(maxsize=256)
def _has_question(topic: str, request: str) -> bool:
    questions = (request[one.start : one.end] for one in read_roles(request) if one.is_question)
    return any(is_complete(one) and shares_content(topic, one) for one in questions)


@lru_cache(maxsize=256)
def _requests_note(request: str) -> bool:
    return any(one.requests for one in read_roles(request))


def has_main_word(topic: str, note: NoteText) -> bool:
    """Return whether *note* has the word of *topic* that the others qualify."""
    return _has_head(topic, note.title, " ".join((note.title, *note.tags, note.body)).lower())


def _has_head(topic: str, title: str, text: str) -> bool:
    head = find_head(topic)
    is_broad = head in BROAD_TOPICS or _TRIP.search(head) is not None
    if not head or (is_broad and set(find_known_places(topic)) & set(find_known_places(title))):
        return True
    same = list_matter_words(topic, find_matters(topic) & find_matters(title))
    return has_word(head, text) or _shares_thing(head, text) or any(head in one or one in head for one in same)


def find_head(topic: str) -> str:
    """Return the word of *topic* that the others qualify: in Chinese its last one, in English of its first part."""
    folded = Phrase(topic).folded
    if is_chinese(folded):
        stripped = _QUESTION_AT_END.sub("", folded)
        stripped = _WEAK_END.sub("", stripped if list_content(stripped) else folded)
        content = list_content(stripped)
        if content and stripped.endswith(content[-1]):
            return content[-1]
        whole = list_content(folded)
        if whole and folded.endswith(whole[-1]):  # an ending that is a part of the word: 春游
            return whole[-1]
        pair = _HAN_PAIR.search(stripped)
        return pair[0] if pair else (content[-1] if content else "")
    rest = _QUESTION_AT_START.sub("", folded)
    parts = ([word for word in list_content(part) if word not in _FRAME_WORDS] for part in _QUALIFIER.split(rest))
    named = [part for part in parts if part]
    if not named:
        return ""
    is_gerund_alone = len(named) > 1 and len(named[0]) == 1 and named[0][0].endswith("ing")
    return named[1][-1] if is_gerund_alone else named[0][-1]


def has_word(word: str, text: str) -> bool:
    """Return whether *text* has *word* in one of its forms, or in Chinese half of its pairs of characters."""
    if word.isascii():
        stem = word[:_STEM] if len(word) > _STEM else word.removesuffix("s")
        return re.search(rf"\b{re.escape(stem)}", text) is not None
    pairs = [word[index : index + 2] for index in range(len(word) - 1)] or [word]
    return 2 * sum(pair in text for pair in pairs) >= len(pairs)


def _shares_thing(phrase: str, text: str) -> bool:
    """Return whether *text* names a thing of *phrase*, under any of its names."""
    named = {sense for senses in find_things(text) for sense in senses}
    return any(senses & named for senses in find_things(phrase))
