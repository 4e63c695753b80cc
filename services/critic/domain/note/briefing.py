"""The brief against the person's own words."""

import re
from collections.abc import Iterator
from typing import Final

from services.common.language import Text
from services.critic.domain.note import constraints, wording
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import PLAIN, RUINED, SLIGHT, WRONG, Finding, quoted
from services.critic.domain.note.note import Brief, Note
from services.critic.domain.note.terms import comparable, mentioned, mentions, terms

# A brief whose topic is worded otherwise is faithful where it has this part of the person's telling words elsewhere.
_ENOUGH_WORDS: Final = 0.34
_COUNT: Final = re.compile(r"([1-9一二两三四五六七八九])\s*(?:张|幅|pictures?\b|images?\b|photos?\b)")
_NUMBERS: Final = {character: number for number, character in enumerate("一二三四五六七八九", 1)} | {"两": 2}


def brief_findings(note: Note) -> Iterator[Finding]:
    """Yield what is wrong with the brief of *note*: not what was asked, not complete, demands forgotten."""
    brief = note.brief
    if not brief.topic.strip():
        yield Finding(NoteDimension.BRIEF, RUINED, wording.NO_TOPIC)
    elif not _is_asked(note):
        about = {"topic": quoted(brief.topic), "asked": quoted(note.text)}
        yield Finding(NoteDimension.BRIEF, WRONG, wording.TOPIC_NOT_ASKED, about)
    for what in _lacking(brief):
        yield Finding(NoteDimension.BRIEF, SLIGHT, wording.BRIEF_INCOMPLETE, {"what": what})
    yield from _forgotten(note)


def _is_asked(note: Note) -> bool:
    """Return whether the topic is that of the person's words. Words in another writing tell nothing either way."""
    brief, asked = note.brief, terms(note.text)
    if not comparable(note.text, brief.topic) or mentions(note.text, brief.topic):
        return True
    said = " ".join((brief.topic, brief.goal, brief.audience, *brief.keywords, *brief.constraints))
    return len(mentioned(asked, said)) >= _ENOUGH_WORDS * len(asked)


def _lacking(brief: Brief) -> Iterator[Text]:
    fields = (
        (brief.audience, wording.AUDIENCE),
        (brief.goal, wording.GOAL),
        (brief.tone, wording.TONE),
        ("".join(brief.keywords), wording.KEYWORDS),
        (brief.content_type, wording.CONTENT_TYPE),
    )
    return (name for value, name in fields if not value.strip())


def _forgotten(note: Note) -> Iterator[Finding]:
    counts = _COUNT.findall(note.text)
    asked = _NUMBERS.get(counts[0]) or int(counts[0]) if len(counts) == 1 else 0
    if asked and note.brief.picture_count not in (0, asked):
        about = {"asked": asked, "planned": note.brief.picture_count}
        yield Finding(NoteDimension.BRIEF, PLAIN, wording.COUNT_NOT_KEPT, about)
    kept = " ".join(note.brief.constraints).casefold()
    for word in constraints.banned((note.text,)):
        if word.casefold() not in kept:
            yield Finding(NoteDimension.BRIEF, SLIGHT, wording.BAN_NOT_KEPT, {"what": quoted(word)})
