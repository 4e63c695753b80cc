"""Checks of the brief against the user's prompt."""

import re
from collections.abc import Iterator
from typing import Final

from services.common.contract.note import Brief
from services.common.text.language import Text
from services.critic.domain.note import texts
from services.critic.domain.note.checks import demands
from services.critic.domain.note.checks.terms import are_comparable, extract_terms, find_mentioned, mentions
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import MINOR, MODERATE, RUINED, WRONG, Finding, quote
from services.critic.domain.note.note import ReviewedNote

# A brief with a differently phrased topic is valid if it contains this share of the prompt's content words.
_ENOUGH_WORDS: Final = 0.34
_COUNT: Final = re.compile(r"([1-9一二两三四五六七八九])\s*(?:张|幅|pictures?\b|images?\b|photos?\b)")
_NUMBERS: Final = {character: number for number, character in enumerate("一二三四五六七八九", 1)} | {"两": 2}


def check_brief(note: ReviewedNote) -> Iterator[Finding]:
    """Yield the problems of the brief of *note*: another topic, missing fields, missing demands."""
    brief = note.brief
    if not brief.topic.strip():
        yield Finding(NoteDimension.BRIEF, RUINED, texts.NO_TOPIC)
    elif not _has_requested_topic(note):
        about = {"topic": quote(brief.topic), "requested": quote(note.text)}
        yield Finding(NoteDimension.BRIEF, WRONG, texts.TOPIC_NOT_REQUESTED, about)
    for what in _list_missing(brief):
        yield Finding(NoteDimension.BRIEF, MINOR, texts.BRIEF_INCOMPLETE, {"what": what})
    yield from _check_demands(note)


def _has_requested_topic(note: ReviewedNote) -> bool:
    """Return whether the topic is that of the prompt; True if their scripts are not comparable."""
    brief, requested = note.brief, extract_terms(note.text)
    if not are_comparable(note.text, brief.topic) or mentions(note.text, brief.topic):
        return True
    content = " ".join((brief.topic, brief.goal, brief.audience, *brief.keywords, *brief.constraints))
    return len(find_mentioned(requested, content)) >= _ENOUGH_WORDS * len(requested)


def _list_missing(brief: Brief) -> Iterator[Text]:
    fields = (
        (brief.audience, texts.AUDIENCE),
        (brief.goal, texts.GOAL),
        (brief.tone, texts.TONE),
        ("".join(brief.keywords), texts.KEYWORDS),
        (brief.content_type, texts.CONTENT_TYPE),
    )
    return (name for value, name in fields if not value.strip())


def _check_demands(note: ReviewedNote) -> Iterator[Finding]:
    counts = _COUNT.findall(note.text)
    requested = _NUMBERS.get(counts[0]) or int(counts[0]) if len(counts) == 1 else 0
    if requested and note.brief.image_count not in (0, requested):
        about = {"requested": requested, "planned": note.brief.image_count}
        yield Finding(NoteDimension.BRIEF, MODERATE, texts.WRONG_IMAGE_COUNT, about)
    constraints_text = " ".join(note.brief.constraints).casefold()
    for word in demands.find_banned_words((note.text,)):
        if word.casefold() not in constraints_text:
            yield Finding(NoteDimension.BRIEF, MINOR, texts.BAN_MISSING, {"what": quote(word)})
