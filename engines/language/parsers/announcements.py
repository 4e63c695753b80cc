"""Announcements of another image, before the request for it."""

import re

from engines.language.lexicons.follow_ups import ADD, AGAIN, BECOME, DROPPED, NEW_TOPIC, NEW_TOPICS
from engines.language.parsers.adjustments import parse_adjustments
from engines.language.parsers.follow_ups import find_lone_style, is_another_attempt, is_other_style
from engines.language.parsers.revisions import parse_restore
from engines.language.parsers.scenes import strip_courtesy
from engines.language.phrase import Phrase, has_words, strip_prefixes

_NAMES_IMAGE = re.compile(
    r"(?:图|图片|画|照片|壁纸|海报|头像|插画|贴纸|表情包|picture|image|photo|wallpaper|poster|logo)$"
)
"""At the end of what is requested ("我想要熊猫的图")."""
_REQUESTED_IMAGE = re.compile(
    r"(?:你|你们|你这|这里)?(?:有没有|有|求|求个|求张|求一张)(.{1,40}?)的?(?:图|图片|照片|壁纸|插画)(?:吗|么|没有|没)?"
)
"""Asks whether there is an image of something."""


def strip_announcement(phrase: Phrase) -> tuple[Phrase, bool]:
    """Return *phrase* without words that announce another image, and whether it names one that continues nothing."""
    if is_other_style(phrase):
        return phrase, False
    found = DROPPED.match(phrase.folded)
    topic = strip_prefixes(phrase.slice(found.end()) if found else phrase, NEW_TOPICS)
    if found and _changes_image(topic):
        return phrase, False
    if topic != phrase:
        return (topic, True) if has_words(topic.text) else (phrase, False)
    found = NEW_TOPIC.match(phrase.folded)
    rest = phrase.slice(found.end()) if found else phrase
    return (rest, not _changes_image(rest)) if found and has_words(rest.text) else (phrase, False)


def _changes_image(phrase: Phrase) -> bool:
    """Return whether *phrase* can only be a change of an image."""
    core = strip_courtesy(phrase)
    starts = any(words.match_at(core.folded, 0) for words in (BECOME, ADD, AGAIN))
    is_change = starts or is_another_attempt(core) or find_lone_style(core) is not None
    return is_change or parse_adjustments(core, None) is not None or bool(parse_restore(core))


def name_image(phrase: Phrase) -> Phrase:
    """Return 有没有猫的图 as a request to draw them."""
    found = _REQUESTED_IMAGE.fullmatch(phrase.folded)
    return Phrase(f"画{phrase.text[slice(*found.span(1))]}") if found else phrase


def names_image(phrase: Phrase) -> bool:
    """Return whether an image is what *phrase* names at its end."""
    return _NAMES_IMAGE.search(phrase.folded) is not None
