"""The painter's report: of each requested part, what the image shows, shows instead, or lacks."""

from collections.abc import Collection
from dataclasses import replace

from engines.language.characters import is_chinese
from engines.painter.content.inspection import Inspection
from engines.painter.content.names import get_display_name
from engines.painter.scene import Scene
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome


def build_report(scene: Scene, inspection: Inspection) -> tuple[ContentPart, ...]:
    """Return the report of *scene*, as far as *inspection* finds it in the pixels."""
    parts = []
    figures = [figure for figure in scene.figures if figure not in scene.landscapes]
    for number, figure in enumerate(figures):
        unseen = inspection.find_unseen(figures, number)
        parts += [_complete(part, figure.subject, unseen) for part in figure.words]
    shows_sky = not scene.sky_color or inspection.shows_sky_color(scene.sky_color)
    for part in scene.parts:
        is_lost = part.kind is PartKind.COLOR and not shows_sky
        parts.append(replace(part, outcome=PartOutcome.MISSING) if is_lost else part)
    return tuple(dict.fromkeys(part for part in parts if part.requested))


def _complete(part: ContentPart, subject: str, unseen: Collection[PartKind]) -> ContentPart:
    if part.kind in unseen:
        return replace(part, outcome=PartOutcome.MISSING)
    if part.kind is PartKind.SUBJECT and part.outcome is PartOutcome.SUBSTITUTED:
        return replace(part, substitute=get_display_name(subject, is_chinese(part.requested)))
    return part
