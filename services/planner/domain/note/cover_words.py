"""The words on a cover: a title short enough for a picture, and a smaller line under it."""

import re

from services.common.language import Language
from services.planner.domain.note.brief_lexicon import KIND_NAMES
from services.planner.domain.note.briefing import AUDIENCE
from services.planner.domain.note.measure import shortened, width, without_emoji
from services.planner.domain.note.values import Brief, NoteText
from services.planner.domain.script import is_chinese
from services.planner.domain.spoken import one_line

WIDEST_TITLE, WIDEST_SUBTITLE, WIDEST_SHORT_TITLE = 28, 36, 16
"""In halves of a Chinese character: 14, 18 and 8 of them."""
_LEAST_TITLE = 4
_PARTS = re.compile(r"\s*(?:[|｜：:！!？?。~～…;；\n]|[—–]+| - |，|,(?!\d)|(?<=\D)\.(?=\s|$))+\s*")
_QUOTES = "\"'“”‘’「」『』《》【】[]（）() #·•*_"


def cover_words(brief: Brief, note: NoteText, language: Language, *, short: bool = False) -> tuple[str, str]:
    """Return the title of the cover, at most 14 Chinese characters wide (8 for *short*), and the line under it.

    The title is the first part of the note's own that fits, else the topic with its kind, else words of the title.
    The second line is another part of the title, else whom the note is for; it may be empty.
    """
    widest = WIDEST_SHORT_TITLE if short else WIDEST_TITLE
    whole = one_line(without_emoji(note.title))
    parts = [part for raw in _PARTS.split(whole) if (part := raw.strip(_QUOTES))]
    title = _title(whole.strip(_QUOTES), parts, brief, language, widest)
    return title, _subtitle(title, parts, brief, language)


def fitted(text: str, widest: int) -> str:
    """Return *text* on one line, without emoji, shortened to *widest*."""
    return shortened(one_line(without_emoji(text)).strip(_QUOTES), widest)


def _title(whole: str, parts: list[str], brief: Brief, language: Language, widest: int) -> str:
    if _LEAST_TITLE <= width(whole) <= widest:
        return whole
    named = named_topic(brief, language)
    fitting = [part for part in parts if _LEAST_TITLE <= width(part) <= widest]
    about = [part for part in fitting if brief.topic and brief.topic.lower() in part.lower()]
    bare = f"{brief.topic[:1].upper()}{brief.topic[1:]}"
    said = [one for one in (named, bare) if _LEAST_TITLE <= width(one) <= widest]
    candidates = [*about, *fitting[:1], *said]
    return candidates[0] if candidates else shortened(parts[0] if parts else named, widest)


def named_topic(brief: Brief, language: Language) -> str:
    """Return the topic with the kind of note ("春游攻略"), where it does not say it already."""
    kind = KIND_NAMES[brief.content_type].pick(language)
    if brief.topic.lower().endswith(kind):
        return brief.topic
    if is_chinese(brief.topic):
        return f"{brief.topic}{kind}"
    return (
        f"{brief.topic[:1].upper()}{brief.topic[1:]}: {kind}"
        if " " in brief.topic
        else f"{brief.topic} {kind}".capitalize()
    )


def _subtitle(title: str, parts: list[str], brief: Brief, language: Language) -> str:
    others = [part for part in parts if part not in title and title not in part and width(part) <= WIDEST_SUBTITLE]
    if others:
        return max(others, key=width)
    if brief.audience and brief.audience != AUDIENCE.pick(language).format(topic=brief.topic):
        line = f"写给{brief.audience}" if language is Language.CHINESE else f"For {brief.audience}"
        return line if width(line) <= WIDEST_SUBTITLE else ""
    return ""
