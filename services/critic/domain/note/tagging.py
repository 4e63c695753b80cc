"""The tags of a note: how many, how written, and whether they have to do with it."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from services.common.language import Text
from services.critic.domain.note import wording
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import PLAIN, SLIGHT, Finding, quoted
from services.critic.domain.note.note import Note
from services.critic.domain.note.terms import comparable, mentioned, terms

LEAST: Final = 3
MOST: Final = 10
LONGEST: Final = 30
# From this part on the tags are the note's own; some are always general ("周末去哪").
_ENOUGH_FIT: Final = 0.34
_MOST_NAMED: Final = 5


def tag_findings(note: Note) -> Iterator[Finding]:
    """Yield what is wrong with the tags of *note*."""
    tags = note.content.tags
    if not tags:
        yield Finding(NoteDimension.CONTENT, PLAIN, wording.NO_TAGS)
        return
    if len(tags) < LEAST:
        yield Finding(NoteDimension.CONTENT, SLIGHT, wording.FEW_TAGS, {"count": len(tags)})
    if len(tags) > MOST:
        yield Finding(NoteDimension.CONTENT, SLIGHT, wording.MANY_TAGS, {"count": len(tags)})
    twice = [tag for tag, times in Counter(tag.strip().casefold() for tag in tags).items() if times > 1]
    if twice:
        yield Finding(NoteDimension.CONTENT, SLIGHT, wording.TAGS_TWICE, {"words": _named(twice)})
    malformed = [tag for tag in tags if not tag.strip() or "#" in tag or "\n" in tag or len(tag) > LONGEST]
    if malformed:
        yield Finding(NoteDimension.CONTENT, SLIGHT, wording.TAGS_MALFORMED, {"words": _named(malformed)})
    yield from _beside(note)


def _beside(note: Note) -> Iterator[Finding]:
    """Yield that hardly any tag has to do with what the note says: its topic, title, body, or what was found for it."""
    brief, content = note.brief, note.content
    said = "\n".join((brief.topic, *brief.keywords, content.title, content.body, *note.evidence.tags))
    judged = [tag for tag in content.tags if comparable(tag, said)]
    beside = [tag for tag in judged if not mentioned(terms(tag), said)]
    if judged and len(judged) - len(beside) < _ENOUGH_FIT * len(judged):
        about = {"words": _named(beside), "topic": quoted(brief.topic)}
        yield Finding(NoteDimension.CONTENT, PLAIN, wording.TAGS_BESIDE_TOPIC, about)


def _named(words: list[str]) -> Text:
    shown = [quoted(word) for word in words[:_MOST_NAMED]]
    return Text("、".join(shown), ", ".join(shown))
