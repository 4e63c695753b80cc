"""From words to a scene: what is shown, how many, where, when, in which weather and medium."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Generic, TypeVar

from services.executor.domain.painter.commission import Commission, Medium
from services.executor.domain.painter.scene import Figure, Hour, Place, Scene, Subject, Weather
from services.executor.domain.painter.vocabulary import (
    COUNTS,
    DECOYS,
    HOURS,
    MEDIA,
    PHRASES,
    PLACES,
    SUBJECTS,
    WEATHERS,
)

Key = TypeVar("Key", bound=StrEnum)
SCENERY = (Subject.CITY, Subject.MOUNTAINS, Subject.SEA, Subject.FOREST, Subject.MOON, Subject.SUN, Subject.PLANET)
"""Subjects that fill the picture when alone, and become the surroundings when something stands in them."""
_AS_PLACE = {
    Subject.CITY: Place.CITY,
    Subject.MOUNTAINS: Place.MOUNTAINS,
    Subject.SEA: Place.SEA,
    Subject.FOREST: Place.FOREST,
    Subject.PLANET: Place.SPACE,
    Subject.BAMBOO: Place.BAMBOO_GROVE,
}
_AT_HOME = {
    Place.UNDERWATER: (Subject.WHALE,),
    Place.POND: (Subject.FISH, Subject.LOTUS),
    Place.SEA: (Subject.BOAT, Subject.LIGHTHOUSE, Subject.SEA, Subject.SUN),
    Place.SKY: (Subject.BALLOON, Subject.DRAGON, Subject.BIRD, Subject.OWL, Subject.BUTTERFLY, Subject.BLOSSOM),
    Place.SPACE: (Subject.ROCKET, Subject.ASTRONAUT, Subject.PLANET),
    Place.TABLE: (Subject.COFFEE, Subject.CAKE, Subject.BOOK, Subject.APPLE, Subject.TEAPOT),
    Place.STUDIO: (
        Subject.PERSON,
        Subject.WOMAN,
        Subject.MAN,
        Subject.FLOWER,
        Subject.SUNFLOWER,
        Subject.ROSE,
        Subject.TULIP,
    ),
    Place.DESERT: (Subject.CACTUS,),
    Place.FOREST: (Subject.MUSHROOM, Subject.FOREST, Subject.FOX, Subject.BEAR),
    Place.CITY: (Subject.CITY, Subject.CAR, Subject.ROBOT, Subject.UMBRELLA, Subject.LANTERN),
    Place.MOUNTAINS: (Subject.MOUNTAINS, Subject.MOON, Subject.PAGODA, Subject.CASTLE, Subject.TRAIN),
    Place.BAMBOO_GROVE: (Subject.BAMBOO, Subject.PANDA),
}


@dataclass(frozen=True, slots=True)
class _Found(Generic[Key]):
    key: Key
    start: int
    end: int


def read_scene(commission: Commission, medium: Medium) -> Scene:
    """Return what *commission* asks to be shown; the medium lends surroundings where none are named."""
    everything = _normal(f"{commission.subject}\n{commission.prompt}")
    named = _figures(_normal(commission.subject)) or _figures(_opening(commission.prompt))
    places = _found(PLACES, everything)
    hours, weathers = _found(HOURS, everything), _found(WEATHERS, everything)
    figures = tuple(figure for figure in named if figure.subject not in SCENERY)[:2]
    scenery = [figure.subject for figure in named if figure.subject in SCENERY]
    if places:
        place = places[0].key
    elif scenery and (figures or scenery[0] in _AS_PLACE):
        place = next((_AS_PLACE[subject] for subject in scenery if subject in _AS_PLACE), Place.MEADOW)
    else:
        place = _home(figures[0].subject if figures else scenery[0] if scenery else None, medium)
    if place is Place.ABSTRACT and (hours or weathers):
        place = Place.MOUNTAINS
    shown = figures or tuple(Figure(subject) for subject in scenery[:1])
    hour = hours[0].key if hours else Hour.NIGHT if Subject.MOON in scenery or medium is Medium.NEON else Hour.DAY
    weather = weathers[0].key if weathers else Weather.CLEAR
    return Scene(shown, place, hour, weather, everything.strip())


def read_medium(prompt: str) -> Medium | None:
    """Return the technique the words ask for, None when they ask for none."""
    found = _found(MEDIA, _normal(prompt))
    return found[0].key if found else None


def _opening(prompt: str) -> str:
    """Return the first sentence: what comes after it was added to describe a style."""
    head = re.split(r"[\n。；;.]", prompt.strip(), maxsplit=1)[0]
    return _normal(head)


def _normal(text: str) -> str:
    lowered = text.lower()
    for phrase, word in PHRASES.items():
        lowered = re.sub(rf"\b{phrase}s?\b", word, lowered)
    return lowered


def _home(subject: Subject | None, medium: Medium) -> Place:
    if subject is None:
        return Place.ABSTRACT
    at_home = next((place for place, subjects in _AT_HOME.items() if subject in subjects), Place.MEADOW)
    if medium is Medium.NEON and at_home in (Place.MEADOW, Place.STUDIO, Place.FOREST, Place.BAMBOO_GROVE):
        return Place.ROOFTOP if subject not in (Subject.PERSON, Subject.WOMAN, Subject.MAN) else Place.CITY
    if medium is Medium.INK_WASH and at_home in (Place.MEADOW, Place.FOREST, Place.STUDIO, Place.CITY):
        return Place.BAMBOO_GROVE if subject is not Subject.CITY else Place.CITY
    return at_home


def _figures(text: str) -> tuple[Figure, ...]:
    figures: dict[Subject, Figure] = {}
    for found in _found(SUBJECTS, text):
        if found.key not in figures:
            figures[found.key] = Figure(found.key, _count(text[max(0, found.start - 12) : found.start]))
    if len(figures) > 1 and not any(word in text for word in ("人和", "person and", "and a person")):
        figures.pop(Subject.PERSON, None)
    return tuple(figures.values())


def _count(before: str) -> int:
    """Return the number word nearest before a subject, 1 when there is none."""
    nearest, count = -1, 1
    for word, number in COUNTS.items():
        place = before.rfind(word)
        whole = not word.isascii() or re.search(rf"\b{word}\b(?!\s*(?:d|k|-))", before[place:] if place >= 0 else "")
        if place > nearest and whole:
            nearest, count = place, number
    return count


def _found(table: Mapping[Key, str], text: str) -> list[_Found[Key]]:
    """Return the entries of *table* that *text* names, in order.

    Longer words of any table win over those inside them: a rooftop (屋顶) is no house (屋), a mosaic (马赛克) no horse.
    """
    words = {word: key for key, line in table.items() for word in line.split()}
    pattern = _every_word()
    hits = []
    for match in pattern.finditer(text):
        key = words.get(match[0]) or words.get(_singular(match[0], words))
        if key is not None:
            hits.append(_Found(key, match.start(), match.end()))
    return hits


def _singular(word: str, words: Mapping[str, object]) -> str:
    return next((stem for stem in (word.removesuffix("s"), word.removesuffix("es")) if stem in words), word)


@cache
def _every_word() -> re.Pattern[str]:
    tables = (SUBJECTS, PLACES, HOURS, WEATHERS, MEDIA)
    lines = [DECOYS, *(line for table in tables for line in table.values())]
    words = sorted({word for line in lines for word in line.split()}, key=len, reverse=True)
    spelled = [
        rf"\b{re.escape(word)}(?:e?s)?\b" if word.isascii() and not word[0].isdigit() else re.escape(word)
        for word in words
    ]
    return re.compile("|".join(spelled))
