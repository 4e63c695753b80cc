"""The painter's report: for each requested part, whether the image shows it, shows a substitute, or lacks it."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from engines.language.characters import is_chinese
from engines.painter.backdrops.rooms import FURNITURE
from engines.painter.content.banks import is_at_bank
from engines.painter.content.boxes import fits_position
from engines.painter.content.conditions import shows_environment
from engines.painter.content.decorations import is_among_like, shows_several
from engines.painter.content.included import PARTS, find_in_drawings
from engines.painter.content.inspection import Inspection
from engines.painter.content.names import get_display_name, load_names
from engines.painter.content.objects import lose_objects
from engines.painter.content.referents import lose_count
from engines.painter.content.words import SIZES, Position, Relation
from engines.painter.scene import Attachment, Figure, Scene, Setting, Subject
from engines.painter.subjects.actions.keys import is_action
from engines.painter.subjects.nature import is_living
from engines.painter.subjects.people.keys import is_person
from engines.painter.vocabulary import PHRASES
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_QUALIFIES_ZH = re.compile(
    r"的|(?:上|下|里|中|内|旁|边|前|后)(?:面|边|方|空|侧)?[^,，。；、]{0,6}的|[^,，。；、\n在着和与有]{0,6}的[一两三四五几][个只条座棵朵间幢艘把]"
    r"|(?:上|下|里|中|内|旁|边|前|后|口)(?:面|边|方|空)?[^,，。；、在的]{1,3}(?:着|满|了|有)"
)
"""Text after a thing that only qualifies the next one: 寺庙里的钟 is a bell, and on 盘子里放着月饼 are cakes."""
_LOOKBEHIND = re.compile(r"\(\?<!.*?\)")
_PHRASES = ((_LOOKBEHIND.sub("", pattern), word) for pattern, word in PHRASES.items())
_WRITTEN = {word: phrase for phrase, word in _PHRASES if word == phrase.replace(" ", "")}
"""The phrase of each word that the parser joins from several."""
_CORNER = re.compile("in (?:the|a) corner|角落里?")
_OF_A_WHOLE = (PartKind.COLOR, PartKind.COUNT, PartKind.POSITION, PartKind.ACTION, PartKind.RELATION)
"""Parts that only a recognizable figure has."""
_TALL = "tall"
_MIN_LARGE_DISC, _MAX_SMALL_DISC, _MIN_WHOLE_DISC = 0.3, 0.2, 0.6
"""Least extent of a large sun or moon and largest one of a small one, in the frame's short side, and the share of
either that is seen: behind a cloud it is as small as any."""
_MAX_OFF_MIDDLE = 0.12
"""Distance from the middle of the image up to which the sun is in the middle, in heights of the frame."""


def build_report(scene: Scene, inspection: Inspection) -> tuple[ContentPart, ...]:
    """Return the report of *scene*; parts that *inspection* does not find in the pixels are missing."""
    parts = []
    colors = {part for figure in scene.landscapes for part in figure.words if part.kind is PartKind.COLOR}
    figures = [figure for figure in scene.figures if figure not in scene.landscapes]
    described = [_describe_figure(figures, number, inspection) for number in range(len(figures))]
    for number, own in enumerate(described):
        following = described[number + 1] if number + 1 < len(described) else []
        parts += [_inherit(part, following) if part.kind is PartKind.RELATION else part for part in own]
        parts += _describe_attached(figures[number], inspection)
    shows_sky = not scene.sky_color or inspection.sky.shows_color(scene.sky_color, is_backdrop=scene.is_plain)
    lost = {part for figure in scene.landscapes for part in _find_lost(figure, inspection)}
    for part in scene.parts:
        is_lost = part in lost or (part.kind is PartKind.COLOR and part not in colors and not shows_sky)
        is_lost = is_lost or not shows_environment(part, inspection, scene.setting)
        is_lost = is_lost or (_is_of_water(part, scene) and not inspection.stands_on_bank())
        parts.append(replace(part, outcome=PartOutcome.MISSING, substitute="") if is_lost else part)
    parts = [part for part in parts if not _is_sky_of_place(part, scene.setting)]
    drawn = {one.subject for figure in figures for one in (figure, *(item.figure for item in figure.attached))}
    ordered = _put_main_first(scene.text, tuple(dict.fromkeys(part for part in parts if part.requested)))
    phrased = [find_in_drawings(replace(part, requested=_split_phrases(part.requested)), drawn) for part in ordered]
    return tuple(lose_objects(scene.text, phrased))


def _find_lost(landscape: Figure, inspection: Inspection) -> Iterator[ContentPart]:
    """Yield the parts of *landscape* that the pixels lack."""
    is_disc = landscape.subject in (Subject.SUN, Subject.MOON)
    is_seen = not is_disc or inspection.sky.shows_disc(Subject(landscape.subject))
    has_color = not landscape.color or inspection.sky.shows_disc_color(landscape.color)
    is_behind = not is_disc or landscape.relation is not Relation.BEHIND or inspection.hides_disc()
    lost = {PartKind.COLOR: not has_color, PartKind.RELATION: not is_behind}
    yield from (part for part in landscape.words if not is_seen or lost.get(part.kind, False))
    if is_disc:
        yield from (part for part in landscape.words if not _fits_disc(part, landscape, inspection))


def _fits_disc(part: ContentPart, landscape: Figure, inspection: Inspection) -> bool:
    """Return whether the sun or the moon has the size or the position that *part* states, with nothing before it."""
    measured = inspection.sky.measure_disc(Subject(landscape.subject))
    if part.kind is not PartKind.POSITION or measured is None:
        return part.kind is not PartKind.POSITION
    box, share = measured
    size = SIZES.match_at(part.requested, 0)
    if size is None:
        is_middle = landscape.position is not Position.CENTER or abs(box[1] + box[3] - 1) <= 2 * _MAX_OFF_MIDDLE
        return is_middle and fits_position(box, landscape)
    width, height = inspection.drawing.grid
    extent = max((box[2] - box[0]) * width, (box[3] - box[1]) * height) / min(width, height)
    is_large = int(str(size.value)) > 0
    return share >= _MIN_WHOLE_DISC and (extent >= _MIN_LARGE_DISC if is_large else extent <= _MAX_SMALL_DISC)


def _split_phrases(requested: str) -> str:
    """Return *requested* with the phrases that the parser joins as they were written: big ben."""
    return " ".join(_WRITTEN.get(word, word) for word in requested.split(" "))


def _put_main_first(text: str, parts: Sequence[ContentPart]) -> tuple[ContentPart, ...]:
    """Return *parts* with the subjects in the order of *text*, the main one first."""
    subjects = [part for part in parts if part.kind is PartKind.SUBJECT]

    def rank(part: ContentPart) -> tuple[bool, int]:
        at = text.find(part.requested)
        qualifies = _QUALIFIES_ZH.match(text, at + len(part.requested))
        following = load_names().match_at(text, qualifies.end()) if qualifies is not None else None
        # 小木屋的窗户 is about the cabin.
        is_whole = following is not None and following.value in PARTS
        return qualifies is not None and not is_whole, at if at >= 0 else len(text)

    ordered = iter(sorted(subjects, key=rank))
    return tuple(next(ordered) if part.kind is PartKind.SUBJECT else part for part in parts)


def _describe_figure(figures: Sequence[Figure], number: int, inspection: Inspection) -> list[ContentPart]:
    """Return the parts of the figure *number*, as far as the pixels show them."""
    figure = figures[number]
    is_unclear = inspection.is_unclear(figure)
    is_tiny = (is_person(figure.subject) or is_action(figure.subject)) and not inspection.shows_details(figure)
    unseen = inspection.find_unseen(figures, number)
    if lose_count(figures, number) or is_among_like(figure, figures, inspection.drawing.setting):
        unseen |= {PartKind.COUNT}
    if shows_several(str(figure.subject)) or _is_pair(figure):
        unseen |= {PartKind.COUNT}
    if _is_drawn_as_other(figure):
        unseen |= {PartKind.RELATION}
    words = figure.words if inspection.is_tall(figure) else tuple(map(_lower, figure.words))
    parts = [_complete(part, figure, unseen, is_unclear=is_unclear, is_tiny=is_tiny) for part in words]
    parts = _blur_deeds(parts, figure, inspection)
    setting = inspection.drawing.setting
    parts = [replace(part, outcome=PartOutcome.MISSING) if _is_of_room(part, setting) else part for part in parts]
    if not inspection.shows_parts(figure):
        parts = [replace(part, outcome=PartOutcome.UNCLEAR) if _is_inner(part, figure) else part for part in parts]
    if inspection.shows_size(figures, number):
        return parts
    return [replace(part, outcome=PartOutcome.MISSING) if _is_size(part) else part for part in parts]


def _is_pair(figure: Figure) -> bool:
    """Return whether a pair of *figure* is requested, someone whose hands or eyes the pair is of: 一双老人的手."""
    counts = (part.requested for part in figure.words if part.kind is PartKind.COUNT)
    return is_living(str(figure.subject)) and any("双" in words for words in counts)


def _is_drawn_as_other(figure: Figure) -> bool:
    """Return whether *figure* is drawn as another thing than requested: an accordion, for its player."""
    subject = next((part for part in figure.words if part.kind is PartKind.SUBJECT), None)
    return subject is not None and subject.outcome is PartOutcome.SUBSTITUTED


def _blur_deeds(parts: Sequence[ContentPart], figure: Figure, inspection: Inspection) -> list[ContentPart]:
    """Return *parts* of *figure* with the actions as unclear that the image does not show, and their things."""
    claimed = [part for part in parts if part.kind is PartKind.ACTION and part.outcome is PartOutcome.SHOWN]
    unclear = [part.requested for part in claimed if not inspection.shows_deed(figure, part.requested)]
    blurred = [part for part in parts[1:] if _is_blurred(part, unclear)]
    return [replace(part, outcome=PartOutcome.UNCLEAR) if part in blurred else part for part in parts]


def _is_blurred(part: ContentPart, unclear: Sequence[str]) -> bool:
    """Return whether *part* is one of the *unclear* actions, or what one of them is about."""
    is_thing = part.kind in (PartKind.SUBJECT, PartKind.COLOR) and any(part.requested in words for words in unclear)
    return part.outcome is PartOutcome.SHOWN and (is_thing or part.requested in unclear)


def _is_of_room(part: ContentPart, setting: Setting) -> bool:
    """Return whether *part* is a corner of a room, which is drawn with one wall."""
    return part.kind is PartKind.POSITION and setting in FURNITURE and _CORNER.fullmatch(part.requested) is not None


def _is_of_water(part: ContentPart, scene: Scene) -> bool:
    """Return whether *part* is a lake or a pond at whose bank the figures are."""
    return part.kind is PartKind.SETTING and scene.setting is Setting.LAKE and is_at_bank(scene.text)


def _is_sky_of_place(part: ContentPart, setting: Setting) -> bool:
    """Return whether *part* is the sky over another place: it only names where something is, like 天上有彩虹."""
    named = load_names().match_at(part.requested, 0) if part.kind is PartKind.SETTING else None
    is_sky = named is not None and named.value is Setting.SKY and part.outcome is PartOutcome.SHOWN
    return is_sky and setting is not Setting.SKY


def _is_inner(part: ContentPart, figure: Figure) -> bool:
    """Return whether *part* is a part of the drawing of *figure* that the text names: the window of a house."""
    named = load_names().match_at(part.requested, 0)
    is_shown = part.kind is PartKind.SUBJECT and part.outcome is PartOutcome.SHOWN
    return is_shown and named is not None and named.value in PARTS and named.value != figure.subject


def _is_size(part: ContentPart) -> bool:
    return part.kind is PartKind.POSITION and SIZES.match_at(part.requested, 0) is not None


def _lower(part: ContentPart) -> ContentPart:
    """Return *part* of a figure that is not tall in the image."""
    is_tall = part.kind is PartKind.ACTION and part.requested == _TALL
    return replace(part, outcome=PartOutcome.MISSING) if is_tall else part


def _describe_attached(owner: Figure, inspection: Inspection) -> Iterator[ContentPart]:
    """Yield the parts of what *owner* wears and holds."""
    for attached in owner.attached:
        item = attached.figure
        unseen = inspection.find_unseen_attached(owner, item)
        is_unclear = inspection.is_unclear(item, is_small=True)
        is_unclear = is_unclear or not inspection.shows_attached(item, is_worn=attached.how is Attachment.WORN)
        # What is drawn at a mouth is at the cheek or the snout as well.
        is_at_mouth = attached.how is Attachment.AT_MOUTH
        yield from (
            _complete(part, item, unseen, is_unclear=is_unclear, is_tiny=is_at_mouth and part.kind is PartKind.ACTION)
            for part in item.words
        )


def _complete(
    part: ContentPart, figure: Figure, unseen: Collection[PartKind], *, is_unclear: bool, is_tiny: bool = False
) -> ContentPart:
    """Return *part* of *figure* with its outcome in the pixels; what is unclear or unseen does and counts nothing."""
    is_shown = part.outcome is PartOutcome.SHOWN
    if part.kind in unseen:
        return replace(part, outcome=PartOutcome.MISSING)
    if part.kind in _OF_A_WHOLE and is_shown and PartKind.SUBJECT in unseen:
        return replace(part, outcome=PartOutcome.MISSING)
    if part.kind is PartKind.ACTION and is_shown and PartKind.COLOR in unseen:
        # "in a white suit" is not shown by a blue one.
        colors = (one.requested for one in figure.words if one.kind is PartKind.COLOR)
        if any(color in part.requested for color in colors):
            return replace(part, outcome=PartOutcome.MISSING)
    if is_shown and (
        (is_unclear and part.kind in (PartKind.SUBJECT, *_OF_A_WHOLE)) or (is_tiny and part.kind is PartKind.ACTION)
    ):
        return replace(part, outcome=PartOutcome.UNCLEAR)
    if part.kind is PartKind.SUBJECT and part.outcome is PartOutcome.SUBSTITUTED and not part.substitute:
        return replace(part, substitute=get_display_name(figure.subject, is_chinese(part.requested)))
    return part


def _inherit(part: ContentPart, other: Sequence[ContentPart]) -> ContentPart:
    """Return a relation to the figure of *other* with the outcome of that figure, if it is not shown."""
    subject = next((one for one in other if one.kind is PartKind.SUBJECT), None)
    if subject is None or part.outcome is not PartOutcome.SHOWN or subject.outcome is PartOutcome.SHOWN:
        return part
    return replace(part, outcome=subject.outcome)
