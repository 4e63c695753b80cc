"""Checks of the tags of a note: their number, their form, and their relation to the topic."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from services.common.text.language import Text
from services.critic.domain.note import texts
from services.critic.domain.note.checks.terms import are_comparable, extract_terms, find_mentioned
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import MINOR, MODERATE, Finding, quote
from services.critic.domain.note.note import ReviewedNote

MIN_TAGS: Final = 3
MAX_TAGS: Final = 10
MAX_TAG_LENGTH: Final = 30
# The minimum share of tags about the note; some are always general ("周末去哪").
_MIN_MATCHING_SHARE: Final = 0.34
_MAX_NAMED: Final = 5


def check_tags(note: ReviewedNote) -> Iterator[Finding]:
    """Yield the problems of the tags of *note*."""
    tags = note.content.tags
    if not tags:
        yield Finding(NoteDimension.CONTENT, MODERATE, texts.NO_TAGS)
        return
    if len(tags) < MIN_TAGS:
        yield Finding(NoteDimension.CONTENT, MINOR, texts.FEW_TAGS, {"count": len(tags)})
    if len(tags) > MAX_TAGS:
        yield Finding(NoteDimension.CONTENT, MINOR, texts.MANY_TAGS, {"count": len(tags)})
    repeated = [tag for tag, times in Counter(tag.strip().casefold() for tag in tags).items() if times > 1]
    if repeated:
        yield Finding(NoteDimension.CONTENT, MINOR, texts.TAGS_TWICE, {"words": _format_words(repeated)})
    malformed = [tag for tag in tags if not tag.strip() or "#" in tag or "\n" in tag or len(tag) > MAX_TAG_LENGTH]
    if malformed:
        yield Finding(NoteDimension.CONTENT, MINOR, texts.TAGS_MALFORMED, {"words": _format_words(malformed)})
    yield from _check_topic(note)


def _check_topic(note: ReviewedNote) -> Iterator[Finding]:
    """Yield a problem if hardly any tag is related to the topic, title, body or evidence."""
    brief, content = note.brief, note.content
    content_text = "\n".join((brief.topic, *brief.keywords, content.title, content.body, *note.evidence.tags))
    judged = [tag for tag in content.tags if are_comparable(tag, content_text)]
    unrelated = [tag for tag in judged if not find_mentioned(extract_terms(tag), content_text)]
    if judged and len(judged) - len(unrelated) < _MIN_MATCHING_SHARE * len(judged):
        about = {"words": _format_words(unrelated), "topic": quote(brief.topic)}
        yield Finding(NoteDimension.CONTENT, MODERATE, texts.TAGS_OFF_TOPIC, about)


def _format_words(words: list[str]) -> Text:
    shown = [quote(word) for word in words[:_MAX_NAMED]]
    return Text("、".join(shown), ", ".join(shown))
