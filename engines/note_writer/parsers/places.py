"""The place of a note, if the user named one."""

import re
from collections.abc import Iterable

from engines.language.proper_names import KNOWN_PLACES, contains_place

_PLACE_QUESTION = re.compile(
    r"哪里|哪儿|地点|城市|目的地|去哪|什么地方|\bwhere\b|\bplace\b|\bcity\b|destination", re.IGNORECASE
)
_PLACE_FIELD = re.compile(
    r"(?:地点|城市|目的地|位置)(?:是|为|：|:)\s*([^\s，。；,;]{2,12})"
    r"|\b(?:place|city|destination)\s*:\s*([A-Za-z ]{2,30})",
    re.IGNORECASE,
)
_MAX_LENGTH = 20


def find_place(topic: str, texts: Iterable[str], answers: Iterable[tuple[str, str]]) -> str:
    """Return the place, "" for none: from *answers* (question, answer) about places, then from *texts*.

    The result is "" for a place that *topic* already contains, since it would be repeated.
    """
    place = _find_in_answers(answers) or _find_in_texts((topic, *texts))
    return "" if place.lower() in topic.lower() else place


def _find_in_answers(answers: Iterable[tuple[str, str]]) -> str:
    for question, answer in answers:
        place = answer.strip(" 。.，,")
        is_name = 0 < len(place) <= _MAX_LENGTH and not re.search(r"[，,。.！!？?;；\n]", place)
        if is_name and _PLACE_QUESTION.search(question):
            return place
    return ""


def _find_in_texts(texts: Iterable[str]) -> str:
    for text in texts:
        match = _PLACE_FIELD.search(text)
        if match is not None:
            return (match[1] or match[2]).strip()
        known = next((place for place in KNOWN_PLACES if contains_place(text, place)), "")
        if known:
            return known.title() if known.isascii() else known
    return ""
