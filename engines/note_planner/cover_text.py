"""Text on the cover: a title that is short enough for an image, and a subtitle."""

import re

from engines.language.characters import is_chinese
from engines.note_planner.brief import DEFAULT_AUDIENCE
from engines.note_planner.request.lexicon import CONTENT_TYPE_NAMES
from engines.note_planner.text_width import shorten, strip_emoji
from services.common.contract.note import USER_ENGINE, Brief, NoteContent
from services.common.text.language import Language
from services.common.text.sanitization import sanitize_line
from services.common.text.width import measure_width

MAX_TITLE_WIDTH, MAX_SUBTITLE_WIDTH, MAX_SHORT_TITLE_WIDTH, MAX_CAPTION_WIDTH = 36, 36, 16, 24
"""Widths in halves of a Chinese character: 18, 18, 8 and 12 characters."""
_MIN_TITLE_WIDTH = 4
_PARTS = re.compile(r"\s*(?:[|｜：:！!？?。~～…;；\n]|[—–]+| - |，|,(?!\d)|(?<=\D)\.(?=\s|$))+\s*")
_QUESTION = re.compile(r"怎么|如何|怎样|什么|哪|吗|为何|总是|总|不[^锈]")
_QUOTES = "\"'“”‘’「」『』《》【】[]（）() #·•*_"


def choose_cover_text(
    brief: Brief, content: NoteContent, language: Language, *, short: bool = False
) -> tuple[str, str]:
    """Return title and subtitle of the cover; the title has the width of 18 Chinese characters at most, 8 if *short*.

    A title that the user wrote stays as it is, where it fits. Else the title is the first part of the note's own title
    that fits, or else the topic with its content type, or else
    words of the title. The subtitle is another part of the title, or else the audience; it may be empty.
    """
    max_width = MAX_SHORT_TITLE_WIDTH if short else MAX_TITLE_WIDTH
    whole = sanitize_line(strip_emoji(content.title))
    parts = [part for raw in _PARTS.split(whole) if (part := raw.strip(_QUOTES))]
    own = whole.strip(_QUOTES)
    is_own = content.engine == USER_ENGINE and bool(own) and measure_width(own) <= max_width
    title = own if is_own else _choose_title(own, parts, brief, language, max_width)
    return title, _choose_subtitle(title, whole, parts, brief, language)


def fit_line(text: str, max_width: int) -> str:
    """Return *text* on one line, without emoji, shortened to *widest*."""
    return shorten(sanitize_line(strip_emoji(text)).strip(_QUOTES), max_width)


def _choose_title(whole: str, parts: list[str], brief: Brief, language: Language, max_width: int) -> str:
    names_topic = not brief.topic or brief.topic.lower() in whole.lower()
    # A title of several parts becomes title and subtitle: no line then mixes two of them.
    if len(parts) < 2 and names_topic and _MIN_TITLE_WIDTH <= measure_width(whole) <= max_width:
        return whole
    topic = capitalize(brief.topic) if _QUESTION.search(brief.topic) else name_topic(brief, language)
    fitting = [part for part in parts if _MIN_TITLE_WIDTH <= measure_width(part) <= max_width]
    about = [part for part in fitting if brief.topic and brief.topic.lower() in part.lower()]
    capitalized = capitalize(brief.topic)
    fallbacks = [one for one in (topic, capitalized) if _MIN_TITLE_WIDTH <= measure_width(one) <= max_width]
    # The topic remains on the cover: a part of the title without it does not replace it.
    if brief.topic:
        candidates = [*about, *fallbacks]
        return candidates[0] if candidates else shorten(capitalized, max_width)
    return fitting[0] if fitting else shorten(parts[0] if parts else topic, max_width)


def capitalize(text: str) -> str:
    """Return *text* with a capital at its start."""
    return text[:1].upper() + text[1:]


def name_topic(brief: Brief, language: Language) -> str:
    """Return the topic with the content type ("春游攻略"), unless the topic ends with it."""
    content_type = CONTENT_TYPE_NAMES[brief.content_type].pick(language)
    if brief.topic.lower().endswith(content_type):
        return brief.topic
    if is_chinese(brief.topic):
        return f"{brief.topic}{content_type}"
    return (
        f"{brief.topic[:1].upper()}{brief.topic[1:]}: {content_type}"
        if " " in brief.topic
        else f"{brief.topic} {content_type}".capitalize()
    )


def _choose_subtitle(title: str, whole: str, parts: list[str], brief: Brief, language: Language) -> str:
    rest = whole.removeprefix(title).strip(f"{_QUOTES}|｜：:！!？?。~～…;；—-，, ") if whole.startswith(title) else ""
    if _MIN_TITLE_WIDTH <= measure_width(rest) <= MAX_SUBTITLE_WIDTH:
        return rest
    others = [
        part for part in parts if part not in title and title not in part and measure_width(part) <= MAX_SUBTITLE_WIDTH
    ]
    if others:
        return max(others, key=measure_width)
    if brief.audience and brief.audience != DEFAULT_AUDIENCE.pick(language).format(topic=brief.topic):
        line = f"写给{brief.audience}" if language is Language.CHINESE else f"For {brief.audience}"
        return line if measure_width(line) <= MAX_SUBTITLE_WIDTH else ""
    return ""
