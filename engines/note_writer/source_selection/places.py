"""The places of a topic, and what it is about there."""

import re

from engines.language.proper_names import find_known_places, find_proper_names
from engines.note_planner.request.completeness import list_content
from engines.note_planner.request.statements import split_phrases
from engines.note_themes import Theme, find_all_themes
from engines.note_writer.source_selection.readers import PERSONS

PARTS_OF_A_TRIP = frozenset({Theme.FOOD, Theme.DRINK, Theme.PHOTO, Theme.FASHION})
_TRIPS = frozenset({Theme.TRAVEL, Theme.OUTDOORS})
_TRIP = re.compile(
    r"旅[游行途居]|游|行程|路线|攻略|玩|逛|住|酒店|民宿|假|[天夜晚]|周末|国庆|五一|春节|过年|[一二三四五六七八九十]月|\d月"
    r"|[春夏秋冬]|自由行|自驾|散步|慢慢走|景点|古城|老城|去(?!哪)|从|出发|带"
    r"|\b(?:trips?|travel\w*|visit\w*|itinerary|route|weekends?|days?|nights?|guide|holiday|vacation|break|stay\w*"
    r"|hotels?|food|eat\w*|sights?|city|town|walk\w*|train|car|spring|summer|autumn|winter|with|from|january|february"
    r"|march|april|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
"""Words of a trip to a place, whatever else it has."""
_NUMBER = re.compile(r"[\d一二两三四五六七八九十百千]")


def is_about_another_place(requested: str, title: str) -> bool:
    """Return whether *title* names only places that *requested* does not, or a trip to one."""
    own, others = find_proper_names(requested), find_proper_names(title)
    is_trip = bool(find_all_themes(requested) & _TRIPS)
    is_named = any(name.lower() in requested.lower() for name in others)
    if others and not is_named and not is_trip and Theme.TRAVEL in find_all_themes(title):
        return True
    return bool(own and others) and not own & others


def list_specific(topic: str) -> tuple[str, ...]:
    """Return what *topic* is about at a place, "" for a trip there: storytelling, of where to find it in Suzhou.

    A source on the place as a whole is about this only where it names it.
    """
    places = find_known_places(topic)
    phrase = next((one for one in split_phrases(topic) if any(place in one.lower() for place in places)), "")
    if not phrase or _TRIP.search(topic):
        return ()
    words = (word for word in list_content(phrase) if word not in PERSONS and not _NUMBER.search(word))
    return tuple(
        word
        for word in words
        if not any(word in place.lower() or place.lower() in word for place in places)
        and not find_all_themes(word) & _TRIPS
    )
