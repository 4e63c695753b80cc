"""Parser of prompts: subjects, counts, setting, time of day, weather and medium."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engines.painter.content.absence import drop_absent_people, find_absent_people
from engines.painter.content.account import find_unaccounted
from engines.painter.content.banks import is_at_bank
from engines.painter.content.bareness import drop_exclusive, find_exclusive, is_alone
from engines.painter.content.exclusions import find_excluded, state_exclusion
from engines.painter.content.figures import FigureText, parse_figures
from engines.painter.content.landscapes import relate_to_landscapes
from engines.painter.content.looks import is_human
from engines.painter.content.mentions import Mention, find_mentions
from engines.painter.content.normalization import normalize, select_matter, select_seen
from engines.painter.content.past_weather import widen_past
from engines.painter.content.places import find_near_place, is_on_other_roof, is_on_table, is_part_of_building
from engines.painter.content.postures import find_unmet_postures
from engines.painter.content.referents import shows_excluded
from engines.painter.content.selection import is_lawn, is_thing, name_place
from engines.painter.homes import AT_NIGHT, choose_common_home, choose_home, needs_bank
from engines.painter.paint_request import PaintRequest
from engines.painter.scene import LANDSCAPES, Figure, Scene, Setting, Subject, TimeOfDay, Weather
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome

_MAX_REPORTED = 80
_UNKNOWN = (PartKind.ACTION, PartKind.SUBJECT)
"""Kinds of parts that are words unknown to the painter."""
_AS_SETTING = {
    Subject.CITY: Setting.CITY,
    Subject.MOUNTAINS: Setting.MOUNTAINS,
    Subject.SEA: Setting.SEA,
    Subject.FOREST: Setting.FOREST,
    Subject.PLANET: Setting.SPACE,
    Subject.BAMBOO: Setting.BAMBOO_GROVE,
}
_SENTENCE_END = re.compile(r"[\n。；;.]")
_UNDER_SKY, _CLAUSE = re.compile(r"\b(?:under|below|beneath|and)\b|[和与]"), re.compile(r"[,，;；、。.]")
_STARS = re.compile("starry|stars|星空|繁星|星星|星光")
_MEASURE_ZH = re.compile(
    r"[一两二三四五六七八九十几]个?[大小]?[群篮筐箱桶笼盘排队堆摞叠束串盆缸碟]$|\b(?:one|a single) $"
)
"""A container, a group or a count of one before the subject, which the planner leaves out as a measure word."""
_WITH_SKY = (
    Setting.MEADOW,
    Setting.GARDEN,
    Setting.FOREST,
    Setting.MOUNTAINS,
    Setting.CITY,
    Setting.ROOFTOP,
    Setting.SEA,
    Setting.BEACH,
    Setting.DESERT,
    Setting.SNOWFIELD,
    Setting.SKY,
    Setting.BAMBOO_GROVE,
    Setting.LAKE,
    Setting.FIELD,
    Setting.HILLSIDE,
    Setting.TERRACES,
    Setting.CANYON,
    Setting.NORTHERN_LIGHTS,
)
"""Settings in which the sun or the moon is seen."""
_HIDDEN_SKY = (Setting.FOREST, Setting.STUDIO, Setting.BAMBOO_GROVE)
"""Backdrops of a figure that leave hardly any sky."""
_SNOWED_IN = (Setting.MEADOW, Setting.GARDEN, Setting.HILLSIDE)
"""Settings that are a field of snow in winter."""
_WATERS = {Setting.LAKE, Setting.POND}
"""Settings that show the same: water with a shore."""


def parse_scene(request: PaintRequest, medium: Medium) -> Scene:
    """Return the scene of *request*; the medium sets the setting if the prompt names none."""
    request = _select_matter(request)
    text = normalize(f"{request.subject}\n{request.prompt}")
    sentence = _first_sentence(request.prompt)
    subject = _restore_measure(normalize(request.subject), sentence)
    exclusive = dict.fromkeys((*find_exclusive(sentence), *find_exclusive(subject)))
    alone = is_alone(sentence) or is_alone(subject)
    without = dict.fromkeys((*find_absent_people(sentence), *find_absent_people(subject)))
    sentence, subject = (drop_absent_people(drop_exclusive(one)) for one in (sentence, subject))
    content = _choose_content(subject, sentence)
    found = [name_place(mention, text) for mention in find_mentions(text)]
    excluded = find_excluded(text, found)
    mentions = [mention for mention in found if mention.named and mention not in excluded]
    settings = [
        m.named
        for m in sorted(mentions, key=lambda one: is_lawn(one, text))
        if isinstance(m.named, Setting) and not _is_sky_above(text, m, mentions) and not is_part_of_building(text, m)
    ]
    times_of_day = [mention.named for mention in mentions if isinstance(mention.named, TimeOfDay)]
    weathers = [
        m.named for m in mentions if isinstance(m.named, Weather) and widen_past(text, m) is m and not is_thing(m, text)
    ]
    lies_snow = any(m.named is Weather.SNOW and widen_past(text, m) is not m for m in mentions)
    all_figures = relate_to_landscapes(content.figures)
    figures = tuple(figure for figure in all_figures if figure.subject not in LANDSCAPES)
    landscapes = [Subject(figure.subject) for figure in all_figures if figure.subject in LANDSCAPES]
    kinds = [figure.subject for figure in figures]
    if settings:
        setting = settings[0]
    elif landscapes and (figures or any(landscape in _AS_SETTING for landscape in landscapes)):
        setting = next((_AS_SETTING[subject] for subject in landscapes if subject in _AS_SETTING), Setting.MEADOW)
    else:
        main = next((figure.subject for figure in figures if figure.subject == content.main), None)
        main = main or (figures[0].subject if figures else landscapes[0] if landscapes else None)
        setting = choose_common_home(main, [kind for kind in kinds if kind != main], medium)
    if not settings and not landscapes and setting in _HIDDEN_SKY and _needs_sky(subject or sentence, times_of_day):
        setting = Setting.MEADOW
    if setting is Setting.SEA and kinds and choose_common_home(kinds[0], kinds[1:], medium) is Setting.UNDERWATER:
        setting = Setting.UNDERWATER
    if setting is Setting.LAKE and figures and choose_home(figures[0].subject, medium) is Setting.POND:
        setting = Setting.POND
    elif setting is Setting.POND and (is_at_bank(text) or needs_bank(kinds)):
        # A pond is seen from above: who stands needs a lake with its bank.
        setting = Setting.LAKE
    is_bare = alone and bool(figures) and not (settings or landscapes or weathers or times_of_day)
    if is_bare or (content.is_plain and not settings and not landscapes):
        setting = Setting.STUDIO
    elif (lies_snow or Weather.SNOW in weathers) and not settings and setting in _SNOWED_IN:
        setting = Setting.SNOWFIELD
    if setting is Setting.ABSTRACT and (times_of_day or weathers):
        setting = Setting.SEA if TimeOfDay.SUNSET in times_of_day else Setting.MOUNTAINS
    # The moon over the sea shines in its sky; alone it fills the image.
    seen = [landscape for landscape in landscapes if landscape in _AS_SETTING] or landscapes
    visible = figures or tuple(figure for figure in all_figures if figure.subject in seen[:1])
    time_of_day = (
        times_of_day[0]
        if times_of_day
        else TimeOfDay.NIGHT
        if Subject.MOON in landscapes
        or (medium is Medium.NEON and Subject.SUN not in landscapes)
        or _needs_night(figures, setting)
        else TimeOfDay.DAY
    )
    sees_stars = time_of_day is TimeOfDay.NIGHT and _STARS.search(subject or sentence)
    weather = weathers[0] if weathers else Weather.STARS if sees_stars else Weather.CLEAR
    parts = (*content.parts, *_describe_environment(subject or sentence, (setting, time_of_day, weather), figures))
    # Neon has rain of its own.
    shown = PartOutcome.SHOWN if is_bare and medium is not Medium.NEON else PartOutcome.MISSING
    parts = (*parts, *(ContentPart(PartKind.EXCLUSION, words, shown) for words in exclusive))
    parts = (*parts, *_exclude_people(without, all_figures))
    if subject:
        parts = (*parts, *find_unmet_postures(subject, all_figures))
        parts = (*parts, *_find_rest(subject, all_figures, parts))
    if not content.figures and not _is_about_conditions(parts):
        requested = (request.subject or request.prompt.partition("\n")[0]).strip()[:_MAX_REPORTED]
        parts = (ContentPart(PartKind.SUBJECT, requested, PartOutcome.MISSING), *parts) if requested else ()
    elif landscapes:
        drawn = _list_drawn_landscapes(visible, setting)
        parts = (*_describe_landscapes(all_figures, drawn), *parts)
    parts = tuple(state_exclusion(part, text, all_figures, setting) for part in parts)
    names = frozenset((*(str(mention.named) for mention in excluded), *([Subject.PERSON] if without else [])))
    around = tuple(figure for figure in all_figures if figure.subject in LANDSCAPES)
    return Scene(
        visible, setting, time_of_day, weather, text.strip(), content.sky_color, content.is_plain, parts, names, around,
        is_bare,
    )  # fmt: skip


def _exclude_people(without: Iterable[str], figures: Sequence[Figure]) -> Iterator[ContentPart]:
    """Yield the words *without* people; they are met if no figure is a person."""
    are_seen = any(is_human(one.subject) or shows_excluded(str(one.subject), Subject.PERSON) for one in figures)
    shown = PartOutcome.MISSING if are_seen else PartOutcome.SHOWN
    yield from (ContentPart(PartKind.EXCLUSION, words[:_MAX_REPORTED], shown) for words in without)


def _is_sky_above(text: str, sky: Mention, mentions: Sequence[Mention]) -> bool:
    """Return whether *sky* is only seen above what is requested, which is not in it: a field under dark clouds."""
    if sky.named is not Setting.SKY:
        return False
    first = next((mention for mention in mentions if mention.is_subject), None)
    if first is None:
        return False
    if first.start > sky.start:
        return False
    between = text[first.end : sky.start]
    return bool(_UNDER_SKY.search(between) or _CLAUSE.search(between) or first.named in _AS_SETTING)


def _is_about_conditions(parts: Sequence[ContentPart]) -> bool:
    """Return whether a place, a time or weather is all that is requested: a starry night."""
    kinds = {part.kind for part in parts}
    return PartKind.SETTING in kinds or (PartKind.CONDITION in kinds and PartKind.SUBJECT not in kinds)


def _find_rest(text: str, figures: Sequence[Figure], parts: Sequence[ContentPart]) -> Iterator[ContentPart]:
    """Yield the words of *text* that neither a figure nor one of *parts* covers."""
    everyone = [one for figure in figures for one in (figure, *(item.figure for item in figure.attached))]
    words = [part.requested for one in everyone for part in one.words]
    yield from find_unaccounted(text, [*words, *(part.requested for part in parts)], find_mentions(text))


def _needs_night(figures: Sequence[Figure], setting: Setting) -> bool:
    """Return whether what is requested is seen at night alone."""
    return setting is Setting.NORTHERN_LIGHTS or any(figure.subject in AT_NIGHT for figure in figures)


def _needs_sky(text: str, times_of_day: Sequence[TimeOfDay]) -> bool:
    """Return whether *text* requests what only a wide sky shows."""
    return TimeOfDay.SUNSET in times_of_day or bool(_STARS.search(text))


def _find_place(subject: str, other: Setting) -> Setting:
    """Return the setting that the landscape *subject* fills; *other* for one that fills none."""
    return next((place for landscape, place in _AS_SETTING.items() if landscape == subject), other)


def _list_drawn_landscapes(visible: tuple[Figure, ...], setting: Setting) -> frozenset[str]:
    """Return the landscapes that an image of *setting* can show."""
    drawn = {figure.subject for figure in visible if _find_place(figure.subject, setting) is setting}
    drawn.update(subject for subject, place in _AS_SETTING.items() if place is setting)
    if setting in (Setting.LAKE, Setting.NORTHERN_LIGHTS):
        drawn.add(Subject.MOUNTAINS)
    if setting in (Setting.NORTHERN_LIGHTS, Setting.SNOWFIELD):
        drawn.add(Subject.FOREST)
    if setting is Setting.UNDERWATER:
        drawn.add(Subject.SEA)
    if setting in _WITH_SKY:
        drawn.update((Subject.MOON, Subject.SUN))  # Which of them is seen is measured.
    return frozenset(drawn)


def _describe_landscapes(figures: Sequence[Figure], drawn: frozenset[str]) -> Iterator[ContentPart]:
    for figure in figures:
        if figure.subject in LANDSCAPES:
            is_drawn = figure.subject in drawn
            yield from (part if is_drawn else replace(part, outcome=PartOutcome.MISSING) for part in figure.words)


def _choose_content(subject: str, sentence: str) -> FigureText:
    """Return the figures of the first sentence if it is about the subject, else those of the subject."""
    alone, whole = parse_figures(subject), parse_figures(sentence)
    if not subject:
        # A sentence without a subject may describe a style: unknown words in it are no subjects.
        return replace(whole, parts=tuple(part for part in whole.parts if part.kind not in _UNKNOWN))
    first = [figure.subject for figure in alone.figures[:1]]
    if first and first == [figure.subject for figure in whole.figures[:1]]:
        parts = (*(part for part in whole.parts if part.kind not in _UNKNOWN), *_list_unknown(alone))
        return replace(whole, parts=parts)
    return alone if alone.figures else replace(whole, parts=alone.parts) if _shares_words(subject, sentence) else alone


def _restore_measure(subject: str, sentence: str) -> str:
    """Return *subject* with the container or the group before it in *sentence*: 一篮子鸡蛋, 一群羊."""
    before = _MEASURE_ZH.search(sentence[: sentence.find(subject)]) if subject and subject in sentence else None
    return f"{before[0]}{subject}" if before else subject


def _list_unknown(content: FigureText) -> tuple[ContentPart, ...]:
    return tuple(part for part in content.parts if part.kind in _UNKNOWN)


def _shares_words(subject: str, sentence: str) -> bool:
    return not subject or subject not in sentence


def _describe_environment(
    text: str, shown: tuple[Setting, TimeOfDay, Weather], figures: Sequence[Figure]
) -> tuple[ContentPart, ...]:
    """Return the places, times and weather that *text* names; those that the scene does not show are missing."""
    parts = []
    found = [name_place(mention, text) for mention in find_mentions(text)]
    excluded = find_excluded(text, found)
    for mention in found:
        if (
            mention not in excluded
            and isinstance(mention.named, Setting | TimeOfDay | Weather)
            and not is_thing(mention, text)
        ):
            kind = PartKind.SETTING if isinstance(mention.named, Setting) else PartKind.CONDITION
            # Only settings with a sky show the colors of a low sun.
            is_hidden = mention.named is TimeOfDay.SUNSET and shown[0] not in _WITH_SKY
            is_part = (mention.named is Setting.SKY and shown[0] in _WITH_SKY) or {mention.named, shown[0]} == _WATERS
            is_shown = (mention.named in shown or is_part) and not is_hidden
            outcome = PartOutcome.SHOWN if is_shown else PartOutcome.MISSING
            substitute = find_near_place(text[mention.start : mention.end]) if is_shown else ""
            outcome = PartOutcome.SUBSTITUTED if substitute else outcome
            is_off = mention.named is Setting.TABLE and is_shown and not is_on_table(text, mention, figures)
            if is_off or is_on_other_roof(text, mention):
                outcome, substitute = PartOutcome.MISSING, ""
            named = widen_past(text, mention)
            if is_part_of_building(text, mention):
                kind, outcome = PartKind.ACTION, PartOutcome.MISSING
            if named is not mention and mention.named is Weather.SNOW and shown[0] is Setting.SNOWFIELD:
                outcome = PartOutcome.SHOWN
            elif named is not mention:
                # Nothing draws what rain leaves behind: stated like an action, which fails no image.
                kind, outcome = PartKind.ACTION, PartOutcome.MISSING
            parts.append(ContentPart(kind, text[named.start : named.end], outcome, substitute))
    return tuple(dict.fromkeys(parts))


def names_time(word: str) -> bool:
    """Return whether *word* names a time of day."""
    return any(isinstance(mention.named, TimeOfDay) for mention in find_mentions(normalize(word)))


def _select_matter(request: PaintRequest) -> PaintRequest:
    """Return *request* with those words of its subject and of its first sentence that are to be seen."""
    first = _find_first_sentence(request.prompt)
    prompt = f"{select_matter(first)}{request.prompt.strip()[len(first) :]}"
    return replace(request, subject=select_seen(request.subject, first), prompt=prompt)


def _find_first_sentence(prompt: str) -> str:
    """Return the first sentence; the rest describes a style."""
    return _SENTENCE_END.split(prompt.strip(), maxsplit=1)[0]


def _first_sentence(prompt: str) -> str:
    return normalize(_find_first_sentence(prompt))
