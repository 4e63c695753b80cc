"""Parser of prompts: subjects, counts, setting, time of day, weather and medium."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Generic, TypeVar

from engines.painter.paint_request import PaintRequest
from engines.painter.scene import Figure, Scene, Setting, Subject, TimeOfDay, Weather
from engines.painter.vocabulary import (
    COUNTS,
    DECOYS,
    MEDIA,
    PHRASES,
    SETTINGS,
    SUBJECTS,
    TIMES_OF_DAY,
    WEATHERS,
)
from services.common.contract.image_chat import Medium

Key = TypeVar("Key", bound=StrEnum)
LANDSCAPES = (Subject.CITY, Subject.MOUNTAINS, Subject.SEA, Subject.FOREST, Subject.MOON, Subject.SUN, Subject.PLANET)
"""Subjects that fill the image when alone, and become the setting of another subject."""
_AS_SETTING = {
    Subject.CITY: Setting.CITY,
    Subject.MOUNTAINS: Setting.MOUNTAINS,
    Subject.SEA: Setting.SEA,
    Subject.FOREST: Setting.FOREST,
    Subject.PLANET: Setting.SPACE,
    Subject.BAMBOO: Setting.BAMBOO_GROVE,
}
_HOME_SUBJECTS = {
    Setting.UNDERWATER: (Subject.WHALE,),
    Setting.POND: (Subject.FISH, Subject.LOTUS),
    Setting.SEA: (Subject.BOAT, Subject.LIGHTHOUSE, Subject.SEA, Subject.SUN),
    Setting.SKY: (Subject.BALLOON, Subject.DRAGON, Subject.BIRD, Subject.OWL, Subject.BUTTERFLY, Subject.BLOSSOM),
    Setting.SPACE: (Subject.ROCKET, Subject.ASTRONAUT, Subject.PLANET),
    Setting.TABLE: (Subject.COFFEE, Subject.CAKE, Subject.BOOK, Subject.APPLE, Subject.TEAPOT),
    Setting.STUDIO: (
        Subject.PERSON,
        Subject.WOMAN,
        Subject.MAN,
        Subject.FLOWER,
        Subject.SUNFLOWER,
        Subject.ROSE,
        Subject.TULIP,
    ),
    Setting.DESERT: (Subject.CACTUS,),
    Setting.FOREST: (Subject.MUSHROOM, Subject.FOREST, Subject.FOX, Subject.BEAR),
    Setting.CITY: (Subject.CITY, Subject.CAR, Subject.ROBOT, Subject.UMBRELLA, Subject.LANTERN),
    Setting.MOUNTAINS: (Subject.MOUNTAINS, Subject.MOON, Subject.PAGODA, Subject.CASTLE, Subject.TRAIN),
    Setting.BAMBOO_GROVE: (Subject.BAMBOO, Subject.PANDA),
}


@dataclass(frozen=True, slots=True)
class _Match(Generic[Key]):
    key: Key
    start: int
    end: int


def parse_scene(request: PaintRequest, medium: Medium) -> Scene:
    """Return the scene of *request*; the medium provides a setting where none is named."""
    text = _normalize(f"{request.subject}\n{request.prompt}")
    named = _parse_figures(_normalize(request.subject)) or _parse_figures(_first_sentence(request.prompt))
    settings = _find_matches(SETTINGS, text)
    times_of_day, weathers = _find_matches(TIMES_OF_DAY, text), _find_matches(WEATHERS, text)
    figures = tuple(figure for figure in named if figure.subject not in LANDSCAPES)[:2]
    landscapes = [figure.subject for figure in named if figure.subject in LANDSCAPES]
    if settings:
        setting = settings[0].key
    elif landscapes and (figures or landscapes[0] in _AS_SETTING):
        setting = next((_AS_SETTING[subject] for subject in landscapes if subject in _AS_SETTING), Setting.MEADOW)
    else:
        setting = _choose_home(figures[0].subject if figures else landscapes[0] if landscapes else None, medium)
    if setting is Setting.ABSTRACT and (times_of_day or weathers):
        setting = Setting.MOUNTAINS
    visible = figures or tuple(Figure(subject) for subject in landscapes[:1])
    time_of_day = (
        times_of_day[0].key
        if times_of_day
        else TimeOfDay.NIGHT
        if Subject.MOON in landscapes or medium is Medium.NEON
        else TimeOfDay.DAY
    )
    weather = weathers[0].key if weathers else Weather.CLEAR
    return Scene(visible, setting, time_of_day, weather, text.strip())


def parse_medium(prompt: str) -> Medium | None:
    """Return the technique that the prompt names, None where it names none."""
    matches = _find_matches(MEDIA, _normalize(prompt))
    return matches[0].key if matches else None


def _first_sentence(prompt: str) -> str:
    """Return the first sentence; the rest describes a style."""
    head = re.split(r"[\n。；;.]", prompt.strip(), maxsplit=1)[0]
    return _normalize(head)


def _normalize(text: str) -> str:
    lowered = text.lower()
    for phrase, word in PHRASES.items():
        lowered = re.sub(rf"\b{phrase}s?\b", word, lowered)
    return lowered


def _choose_home(subject: Subject | None, medium: Medium) -> Setting:
    if subject is None:
        return Setting.ABSTRACT
    home = next((setting for setting, subjects in _HOME_SUBJECTS.items() if subject in subjects), Setting.MEADOW)
    if medium is Medium.NEON and home in (Setting.MEADOW, Setting.STUDIO, Setting.FOREST, Setting.BAMBOO_GROVE):
        return Setting.ROOFTOP if subject not in (Subject.PERSON, Subject.WOMAN, Subject.MAN) else Setting.CITY
    if medium is Medium.INK_WASH and home in (Setting.MEADOW, Setting.FOREST, Setting.STUDIO, Setting.CITY):
        return Setting.BAMBOO_GROVE if subject is not Subject.CITY else Setting.CITY
    return home


def _parse_figures(text: str) -> tuple[Figure, ...]:
    figures: dict[Subject, Figure] = {}
    for matches in _find_matches(SUBJECTS, text):
        if matches.key not in figures:
            figures[matches.key] = Figure(matches.key, _parse_count(text[max(0, matches.start - 12) : matches.start]))
    if len(figures) > 1 and not any(word in text for word in ("人和", "person and", "and a person")):
        figures.pop(Subject.PERSON, None)
    return tuple(figures.values())


def _parse_count(before: str) -> int:
    """Return the number word nearest before a subject, 1 when there is none."""
    nearest, count = -1, 1
    for word, number in COUNTS.items():
        position = before.rfind(word)
        is_whole_word = not word.isascii() or re.search(
            rf"\b{word}\b(?!\s*(?:d|k|-))", before[position:] if position >= 0 else ""
        )
        if position > nearest and is_whole_word:
            nearest, count = position, number
    return count


def _find_matches(table: Mapping[Key, str], text: str) -> list[_Match[Key]]:
    """Return the entries of *table* that *text* names, in order.

    Longer words of any table take precedence over the words inside them: a rooftop (屋顶) is no house (屋).
    """
    words = {word: key for key, line in table.items() for word in line.split()}
    pattern = _compile_vocabulary()
    hits = []
    for match in pattern.finditer(text):
        key = words.get(match[0]) or words.get(_to_singular(match[0], words))
        if key is not None:
            hits.append(_Match(key, match.start(), match.end()))
    return hits


def _to_singular(word: str, words: Mapping[str, object]) -> str:
    return next((stem for stem in (word.removesuffix("s"), word.removesuffix("es")) if stem in words), word)


@cache
def _compile_vocabulary() -> re.Pattern[str]:
    tables = (SUBJECTS, SETTINGS, TIMES_OF_DAY, WEATHERS, MEDIA)
    lines = [DECOYS, *(line for table in tables for line in table.values())]
    words = sorted({word for line in lines for word in line.split()}, key=len, reverse=True)
    alternatives = [
        rf"\b{re.escape(word)}(?:e?s)?\b" if word.isascii() and not word[0].isdigit() else re.escape(word)
        for word in words
    ]
    return re.compile("|".join(alternatives))
