"""Which sources are about the topic of a note, and which of their sentences hold for its readers."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from engines.language.proper_names import find_known_places, find_proper_names
from engines.language.words import contains_any
from engines.note_subject import find_matters, find_things
from engines.note_subject.things import PLACES
from engines.note_themes import Theme, find_all_themes, find_theme
from engines.note_writer.lengths import split_sentences
from engines.note_writer.source_selection.ages import is_of_another_age
from engines.note_writer.source_selection.conditions import lacks_condition
from engines.note_writer.source_selection.exclusions import ALLERGY, list_excluded, uses_excluded
from engines.note_writer.source_selection.places import PARTS_OF_A_TRIP, is_about_another_place, list_specific
from engines.note_writer.source_selection.readers import (
    GIFT,
    OTHER_READERS,
    OTHERS,
    PERSONS,
    excludes_readers,
    is_for_others,
)
from engines.note_writer.source_selection.times import is_of_another_time
from engines.note_writer.tags import extract_content_words
from engines.note_writer.values import NoteRequest, Source
from services.common.contract.note import Closeness
from services.common.text.language import Language

_MAX_TITLE_LENGTH = 80
# A purchase is about its object, not about its use: a used bicycle is not a trip.
_PURCHASE = re.compile(
    r"\b(?:buy|buying|second-hand)\b|\bchoosing an?\b|选购|二手|怎么[买挑选]|^挑(?!战)|买哪|给.{1,6}买", re.IGNORECASE
)
# Words of a topic that such a source may answer; in a title they often are about places or recipes.
_CHOICE = re.compile(r"\bwhich\b|\bchoos|推荐|哪[款种个]|^挑", re.IGNORECASE)
_SETTINGS = frozenset(re.findall(r"\w+", "阳台 宿舍 办公室 家里 房间 窗台 balcony office flat room"))
"""Where something is done: sources that share only this are on another subject."""
_NUMBER = re.compile(r"[\d一二两三四五六七八九十百千]")
_QUOTED_TITLE = re.compile(r"《([^《》]*)》")
_GROUNDS: tuple[Callable[[str, str], bool], ...] = (
    is_about_another_place,
    excludes_readers,
    is_of_another_age,
    is_of_another_time,
)
"""By which the title of a source shows that it is none for what is requested."""


@lru_cache(maxsize=32)
def select_sources(request: NoteRequest) -> tuple[Source, ...]:
    """Return the sources about the topic; if the request has a name that some of them contain, only these.

    A story has only close ones: what the user reports is seldom in a library. After the first, sources whose title has
    a theme that the request lacks are omitted: food, for the night sky. Cached, since each word of each detail is
    looked up in them.
    """
    theme, whole = find_theme(request.topic), request.whole
    names, themes = find_proper_names(whole), find_all_themes(whole)
    related = [
        one
        for one in request.sources
        if _is_citable(one)
        and (one.closeness is Closeness.CLOSE or not request.is_story)
        and not is_for_another_request(whole, one.title)
        and not lacks_condition(whole, request.subject, one)
        and _is_about(request.topic, theme, one)
        and not _names_other_things(whole, one)
    ]
    fitting = (_retain_fitting(one, request) for one in related)
    # A statement (我不吃早饭) excludes nothing; a topic only what its food must not have.
    excluded = [thing for one in request.constraints for thing in list_excluded(one)]
    excluded += list_excluded(request.topic, food_only=True)
    related = [usable for one in fitting if (usable := _omit_excluded(one, excluded, request.language)).excerpt]
    named = [one for one in related if names & find_proper_names(one.title)]
    if named or find_known_places(request.topic):
        return tuple(named)
    return tuple(one for number, one in enumerate(related) if not number or find_all_themes(one.title) <= themes)


def is_for_another_request(requested: str, title: str) -> bool:
    """Return whether *title* is for other readers, another place, age or time than *requested*."""
    return any(is_other(requested, title) for is_other in _GROUNDS)


def _is_citable(source: Source) -> bool:
    return 0 < len(name_source(source)) <= _MAX_TITLE_LENGTH


def name_source(source: Source) -> str:
    """Return the title of *source* without the marks of a title."""
    title = source.title.strip()
    return inner[1] if (inner := _QUOTED_TITLE.fullmatch(title)) else title


def _is_about(topic: str, theme: Theme | None, source: Source) -> bool:
    """Return whether *source* is about *topic*.

    The research determines this for close and distant sources. Another source must have the name of the topic,
    half of its words, or its theme, and always one of its words in the title.
    """
    text, words = f"{source.title} {source.excerpt}", extract_content_words(topic)
    if source.closeness in (Closeness.CLOSE, Closeness.DISTANT):
        return source.closeness is Closeness.CLOSE
    if _PURCHASE.search(source.title) and not _PURCHASE.search(topic) and not _CHOICE.search(topic):
        return False
    if find_proper_names(topic) & find_proper_names(source.title):
        return True
    shared = words & extract_content_words(text)
    # The title determines the subject of a source; its body only mentions other things. An audience is no subject.
    if not words & extract_content_words(source.title) - _SETTINGS or not shared - PERSONS:
        return False
    is_compared = source.closeness is Closeness.RELATED
    return 2 * len(shared) >= len(words) or (not is_compared and theme is not None and theme is find_theme(text))


def _names_other_things(whole: str, source: Source) -> bool:
    """Return whether the title of a source that is not close names things that the request *whole* lacks.

    A gift is for a recipient: a close source on gifts for others is no source either.
    """
    requested = {sense for senses in find_things(whole) for sense in senses}
    named = (senses for senses in find_things(source.title) if any(thing.kind != PLACES for thing in senses))
    lacking = any(not senses & requested for senses in named)
    if GIFT.search(source.title) and GIFT.search(whole):
        return is_for_others(whole, source.title)
    return source.closeness is Closeness.RELATED and (lacking or is_for_others(whole, source.title))


def _retain_fitting(source: Source, request: NoteRequest) -> Source:
    """Return *source* with the sentences that hold for the readers, and for the theme of a topic at a place.

    What a source on a trip with parents states about old people is not for students; of a source on a city as a whole,
    a note on its food gets the sentences on food.
    """
    others = [one for one in OTHER_READERS if one.search(source.title) and not one.search(request.whole)]
    others += [OTHERS] if others else []
    themes = find_all_themes(request.topic) & PARTS_OF_A_TRIP if find_known_places(request.topic) else frozenset()
    if themes & find_all_themes(source.title):
        themes = frozenset()
    specific = list_specific(request.topic)
    specific = () if contains_any(source.title, specific) else specific
    if not others and not themes and not specific:
        return _retain_named(source, request)
    retained = (
        sentence
        for sentence in split_sentences(source.excerpt)
        if not any(one.search(sentence) for one in others)
        and (not themes or themes & find_all_themes(sentence))
        and (not specific or contains_any(sentence, specific))
    )
    return _with_sentences(source, retained, request.language)


def _omit_excluded(source: Source, excluded: Sequence[frozenset[str]], language: Language) -> Source:
    """Return *source* without the sentences that use something *excluded*: none, if its title does.

    A source on an allergy names what it is to.
    """
    if not excluded or ALLERGY.search(source.title):
        return source
    if uses_excluded(source.title, excluded):
        return replace(source, excerpt="")
    retained = (one for one in split_sentences(source.excerpt) if not uses_excluded(one, excluded))
    return _with_sentences(source, retained, language)


def _with_sentences(source: Source, sentences: Iterable[str], language: Language) -> Source:
    return replace(source, excerpt=("" if language is Language.CHINESE else " ").join(sentences))


def _retain_named(source: Source, request: NoteRequest) -> Source:
    """Return *source* with the sentences that have all words of the topic that its title lacks, if it has any.

    Of a note on badminton for beginners, positions in doubles get the sentence on doubles.
    """
    words = extract_content_words(request.topic) - PERSONS
    lacking = {word for word in words - extract_content_words(source.title) if not _NUMBER.search(word)}
    is_same = bool(find_matters(request.topic) & find_matters(source.title))
    if (
        is_same
        or re.search(r"\d", request.topic)
        or request.language is Language.ENGLISH
        or not 2 <= len(lacking) < len(words)
    ):
        return source
    retained = [one for one in split_sentences(source.excerpt) if lacking <= extract_content_words(one)]
    return replace(source, excerpt="".join(retained)) if retained else source
