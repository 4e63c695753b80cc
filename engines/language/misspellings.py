"""English words that are often typed wrong, and their usual form."""

import re

_MISSPELLED = {
    "beginner": "beginer|begginer|begginner",
    "recipe": "recipie|recepie|receipe",
    "apartment": "appartment|apartement",
    "restaurant": "resturant|restaraunt|restaurent",
    "vegetable": "vegtable|vegatable",
    "exercise": "excercise|exersise",
    "accommodation": "accomodation",
    "tomorrow": "tommorow|tommorrow|tomorow",
    "schedule": "schedual|shedule",
    "calendar": "calender",
    "vacuum": "vaccum|vaccuum",
    "allergy": "alergy",
    "separate": "seperate",
    "definitely": "definately|definatly|definitly",
    "weird": "wierd",
}
_CORRECTIONS = {wrong: right for right, words in _MISSPELLED.items() for wrong in words.split("|")}
_PATTERN = re.compile(rf"\b({'|'.join(_CORRECTIONS)})(?=s?\b)", re.IGNORECASE)


def correct_misspellings(text: str) -> str:
    """Return *text* with the usual form of words that are often typed wrong, in the case of their first letter."""
    return _PATTERN.sub(_correct, text)


def _correct(found: re.Match[str]) -> str:
    word = _CORRECTIONS[found[0].lower()]
    return word.capitalize() if found[0][0].isupper() else word
