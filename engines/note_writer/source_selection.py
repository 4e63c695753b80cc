"""Which sources are about the topic of a note, and which of their sentences hold for its readers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.language.proper_names import find_known_places, find_proper_names
from engines.language.words import contains_any
from engines.note_planner.request.completeness import list_content
from engines.note_planner.request.relevance import has_main_word
from engines.note_planner.request.statements import split_phrases
from engines.note_subject import Fit, NoteText, find_matters, find_things, rate_fit
from engines.note_subject.things import PLACES
from engines.note_themes import Theme, find_all_themes, find_theme
from engines.note_writer.ages import is_of_another_age
from engines.note_writer.exclusions import ALLERGY, list_excluded, uses_excluded
from engines.note_writer.lengths import split_sentences
from engines.note_writer.seasons import is_of_another_time
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
# Advice for healthy people can harm others: of a condition only sources that name it are cited.
_CONDITION = re.compile(
    r"膝盖|腰椎|颈椎|高血压|糖尿病|心脏|哮喘|孕|产后|生完孩子|骨质疏松|过敏"
    r"|\b(?:knee|back pain|blood pressure|diabet|heart disease|asthma|pregnan|postpartum|allerg|injur)",
    re.IGNORECASE,
)
# Of an injured part also where it is a detail of the request.
_INJURY = re.compile(r"膝盖|半月板|手腕|脚踝|骨折|\b(?:knee|wrist|ankle)", re.IGNORECASE)
PERSONS = frozenset(
    re.findall(
        r"\w+",
        "孩子 小孩 宝宝 儿子 女儿 爸爸 妈妈 爸妈 父母 家长 老人 长辈 朋友 家人 学生 大人 老公 老婆 男友 女友 "
        "kid child toddler baby son daughter mum mom dad parent friend family student adult husband wife",
    )
)
"""The audience of a text, not its subject."""
_SETTINGS = frozenset(re.findall(r"\w+", "阳台 宿舍 办公室 家里 房间 窗台 balcony office flat room"))
"""Where something is done: sources that share only this are on another subject."""
_FOR_BABIES = re.compile(r"宝宝|婴儿|新生儿|辅食|月龄|\b(?:bab(?:y|ies)|infants?|newborns?)\b", re.IGNORECASE)
_OTHER_READERS = (
    re.compile(
        r"孩子|小孩|小朋友|宝宝|婴儿|幼儿|娃|儿童|[\d一二两三四五六七八九十]+个?[岁月](?:的|大)"
        r"|\b(?:kids?|child|children|toddlers?|bab(?:y|ies)|infants?|(?:year|month)s?[- ]olds?|twins|daughters?|sons?)"
        r"\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"老人|爸妈|父母|长辈|爷爷|奶奶|外公|外婆|姥姥|六十岁"
        r"|\b(?:parents|grand\w+|elderly|senior(?! (?:dog|cat|pet))s?)\b",
        re.IGNORECASE,
    ),
)
"""Groups of readers: what a source for one of them states about them is untrue for the others."""
_OTHERS = re.compile(r"他们|\b(?:them|their|carrier|stroller|pushchair|pram)\b|推车|婴儿车", re.IGNORECASE)
"""Words that refer to these readers, or to their equipment."""
_GIFT = re.compile(r"礼物|送礼|\bgifts?\b|\bpresents?\b", re.IGNORECASE)
_FOR_ONE = re.compile(r"一人食|一个人|独居|独自|\bfor one\b|\balone\b|\bsolo\b", re.IGNORECASE)
_FOR_SEVERAL = re.compile(
    r"[两三四五六七八九十]个人|[两三四五六七八九十几]口|朋友来|聚餐|请客|宴"
    r"|\bfor (?:two|three|four|five|six|eight|ten|a crowd|guests)\b",
    re.IGNORECASE,
)
_PARTS_OF_A_TRIP = frozenset({Theme.FOOD, Theme.DRINK, Theme.PHOTO, Theme.FASHION})
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
_QUOTED_TITLE = re.compile(r"《([^《》]*)》")


def select_sources(request: NoteRequest) -> list[Source]:
    """Return the sources about the topic; if the request has a name that some of them contain, only these.

    A story has only close ones: what the user reports is seldom in a library. After the first, sources whose title has
    a theme that the request lacks are omitted: food, for the night sky.
    """
    theme, whole = find_theme(request.topic), "\n".join((request.topic, *request.constraints, *request.statements))
    names, themes = find_proper_names(whole), find_all_themes(whole)
    related = [
        one
        for one in request.sources
        if _is_citable(one)
        and (one.closeness is Closeness.CLOSE or not request.is_story)
        and not _is_about_another_place(whole, one.title)
        and _has_condition(whole, one)
        and _is_about(request.topic, theme, one)
        and not _names_other_things(whole, one)
        and (not _FOR_BABIES.search(one.title) or _FOR_BABIES.search(whole) or _OTHER_READERS[0].search(whole))
        and not (_FOR_ONE.search(one.title) and _FOR_SEVERAL.search(whole))
        and not is_of_another_age(whole, one.title)
        and not is_of_another_time(whole, one.title)
    ]
    fitting = (_retain_fitting(one, request, whole) for one in related)
    # A statement (我不吃早饭) excludes nothing; a topic only what its food must not have.
    excluded = [thing for one in request.constraints for thing in list_excluded(one)]
    excluded += list_excluded(request.topic, food_only=True)
    related = [usable for one in fitting if (usable := _omit_excluded(one, excluded, request.language)).excerpt]
    named = [one for one in related if names & find_proper_names(one.title)]
    if named or find_known_places(request.topic):
        return named
    return [one for number, one in enumerate(related) if not number or find_all_themes(one.title) <= themes]


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
    text = f"{source.title} {source.excerpt}"
    conditions = {found.lower() for found in _CONDITION.findall(topic)}
    if conditions and not conditions & {found.lower() for found in _CONDITION.findall(text)}:
        return False
    words = extract_content_words(topic)
    if source.closeness in (Closeness.CLOSE, Closeness.DISTANT):
        # Comparisons of short topics are unreliable; a title with the whole topic is about it.
        named = words - PERSONS
        if source.closeness is Closeness.CLOSE:
            return True
        note = NoteText(source.title, body=source.excerpt)
        fits = rate_fit(topic, "", note) in (Fit.SAME, Fit.UNKNOWN) and has_main_word(topic, note)
        return fits and bool(named and words <= extract_content_words(source.title))
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


def _has_condition(whole: str, source: Source) -> bool:
    """Return whether *source* names an injured part that the request *whole* names, if there is any."""
    conditions = _list_conditions(whole)
    return not conditions or bool(conditions & _list_conditions(f"{source.title} {source.excerpt}"))


def _list_conditions(text: str) -> set[str]:
    return {found.lower() for found in _INJURY.findall(text)}


def _is_about_another_place(topic: str, title: str) -> bool:
    own, others = find_proper_names(topic), find_proper_names(title)
    is_trip = bool(find_all_themes(topic) & {Theme.TRAVEL, Theme.OUTDOORS})
    is_named = any(name.lower() in topic.lower() for name in others)
    if others and not is_named and not is_trip and Theme.TRAVEL in find_all_themes(title):
        return True
    return bool(own and others) and not own & others


def _names_other_things(whole: str, source: Source) -> bool:
    """Return whether the title of a source that is not close names things that the request *whole* lacks.

    A gift is for a recipient: a close source on gifts for others is no source either.
    """
    requested = {sense for senses in find_things(whole) for sense in senses}
    named = (senses for senses in find_things(source.title) if any(thing.kind != PLACES for thing in senses))
    lacking = any(not senses & requested for senses in named)
    if _GIFT.search(source.title) and _GIFT.search(whole):
        return is_for_others(source, whole)
    return source.closeness is Closeness.RELATED and (lacking or is_for_others(source, whole))


def is_for_others(source: Source, whole: str) -> bool:
    """Return whether the title of *source* names readers (children, parents) that the request *whole* lacks."""
    return any(one.search(source.title) and not one.search(whole) for one in _OTHER_READERS)


def _retain_fitting(source: Source, request: NoteRequest, whole: str) -> Source:
    """Return *source* with the sentences that hold for the readers, and for the theme of a topic at a place.

    What a source on a trip with parents states about old people is not for students; of a source on a city as a whole,
    a note on its food gets the sentences on food.
    """
    others = [one for one in _OTHER_READERS if one.search(source.title) and not one.search(whole)]
    others += [_OTHERS] if others else []
    themes = find_all_themes(request.topic) & _PARTS_OF_A_TRIP if find_known_places(request.topic) else frozenset()
    if themes & find_all_themes(source.title):
        themes = frozenset()
    specific = _list_specific(request.topic)
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


def _list_specific(topic: str) -> tuple[str, ...]:
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
