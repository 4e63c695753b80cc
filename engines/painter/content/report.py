"""The painter's report: for each requested part, whether the image shows it, shows a substitute, or lacks it."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from engines.language.characters import is_chinese
from engines.painter.content.inspection import Inspection
from engines.painter.content.names import get_display_name, load_names
from engines.painter.scene import Scene, Setting, Subject, TimeOfDay, Weather
from engines.painter.subjects.icons import is_schematic
from engines.painter.vocabulary import PHRASES
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_QUALIFIES_ZH = re.compile(
    r"的|(?:上|下|里|中|内|旁|边|前|后)(?:面|边|方|空|侧)?[^,，。；、]{0,6}的|[^,，。；、\n在着和与有]{0,6}的[一两三四五几][个只条座棵朵间幢艘把]"
)
"""Text after a thing that only qualifies the next one: 寺庙里的钟 is a bell."""
_INCLUDED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (Subject.BIRD, Subject.OWL, *(f"icon/own/{bird}" for bird in ("magpie", "kingfisher", "toucan", "chameleon"))),
        ("branch", "a branch", "树枝", "枝头", "枝"),
    ),
    Subject.HOUSE: ("chimney", "烟囱", "炊烟"),
    Subject.PANDA: ("bamboo", "竹子"),
}
"""What the drawing of a subject includes."""
_WRITTEN = {word: phrase for phrase, word in PHRASES.items() if word == phrase.replace(" ", "")}
"""The phrase of each word that the parser joins from several."""
_WITHOUT_MOON = (Setting.POND, Setting.UNDERWATER, Setting.STUDIO)
"""Settings in which darkness alone shows the night."""
_FALLING = (Weather.RAIN, Weather.SNOW, Weather.PETALS, Weather.LEAVES)


def build_report(scene: Scene, inspection: Inspection) -> tuple[ContentPart, ...]:
    """Return the report of *scene*; parts that *inspection* does not find in the pixels are missing."""
    parts = []
    colors = {part for figure in scene.landscapes for part in figure.words if part.kind is PartKind.COLOR}
    figures = [figure for figure in scene.figures if figure not in scene.landscapes]
    for number, figure in enumerate(figures):
        unseen = inspection.find_unseen(figures, number)
        is_unclear = is_schematic(figure.subject) or inspection.is_unclear(figure)
        parts += [_complete(part, figure.subject, unseen, is_unclear=is_unclear) for part in figure.words]
        for item in (attached.figure for attached in figure.attached):
            unseen = inspection.find_unseen_attached(figure, item)
            is_unclear = is_schematic(item.subject) or inspection.is_unclear(item, is_small=True)
            parts += [_complete(part, item.subject, unseen, is_unclear=is_unclear) for part in item.words]
    shows_sky = not scene.sky_color or inspection.shows_sky_color(scene.sky_color, is_backdrop=scene.is_plain)
    lost = {
        part
        for figure in scene.landscapes
        if figure.color and not inspection.shows_disc_color(figure.color)
        for part in figure.words
        if part.kind is PartKind.COLOR
    }
    for part in scene.parts:
        is_lost = part in lost or (part.kind is PartKind.COLOR and part not in colors and not shows_sky)
        is_lost = is_lost or not _shows_condition(part, inspection, scene.setting)
        parts.append(replace(part, outcome=PartOutcome.MISSING) if is_lost else part)
    drawn = {one.subject for figure in figures for one in (figure, *(item.figure for item in figure.attached))}
    ordered = _put_main_first(scene.text, tuple(dict.fromkeys(part for part in parts if part.requested)))
    return tuple(_find_in_drawings(replace(part, requested=_split_phrases(part.requested)), drawn) for part in ordered)


def _find_in_drawings(part: ContentPart, drawn: Collection[str]) -> ContentPart:
    """Return *part* as shown if a drawing of another subject includes it: an owl sits on a branch."""
    is_included = any(part.requested in _INCLUDED.get(subject, ()) for subject in drawn)
    is_lost = part.kind is PartKind.SUBJECT and part.outcome is PartOutcome.MISSING
    return replace(part, outcome=PartOutcome.SHOWN) if is_lost and is_included else part


def _split_phrases(requested: str) -> str:
    """Return *requested* with the phrases that the parser joins as they were written: big ben."""
    return " ".join(_WRITTEN.get(word, word) for word in requested.split(" "))


def _put_main_first(text: str, parts: Sequence[ContentPart]) -> tuple[ContentPart, ...]:
    """Return *parts* with the subjects in the order of *text*, the main one first."""
    subjects = [part for part in parts if part.kind is PartKind.SUBJECT]

    def rank(part: ContentPart) -> tuple[bool, int]:
        at = text.find(part.requested)
        return bool(_QUALIFIES_ZH.match(text, at + len(part.requested))), at if at >= 0 else len(text)

    ordered = iter(sorted(subjects, key=rank))
    return tuple(next(ordered) if part.kind is PartKind.SUBJECT else part for part in parts)


def _shows_condition(part: ContentPart, inspection: Inspection, setting: Setting) -> bool:
    """Return whether the pixels show the place, the time or the weather of *part*, as far as they can be measured."""
    named = load_names().match_at(part.requested, 0)
    if part.kind is PartKind.SETTING:
        return named is None or named.value is not setting or inspection.shows_setting()
    if part.kind is not PartKind.CONDITION or named is None:
        return True
    if named.value is TimeOfDay.SUNSET:
        return inspection.shows_dusk()
    if named.value is TimeOfDay.NIGHT and setting in _WITHOUT_MOON:
        return inspection.is_dark()
    return named.value not in _FALLING or inspection.shows_weather()


def _complete(part: ContentPart, subject: str, unseen: Collection[PartKind], *, is_unclear: bool) -> ContentPart:
    if part.kind in unseen:
        return replace(part, outcome=PartOutcome.MISSING)
    if is_unclear and part.kind is PartKind.SUBJECT and part.outcome is PartOutcome.SHOWN:
        return replace(part, outcome=PartOutcome.UNCLEAR)
    if part.kind is PartKind.SUBJECT and part.outcome is PartOutcome.SUBSTITUTED:
        return replace(part, substitute=get_display_name(subject, is_chinese(part.requested)))
    return part
