"""The painter's report: of each requested part, what the image shows, shows instead, or lacks."""

from collections.abc import Collection
from dataclasses import replace

from engines.language.characters import is_chinese
from engines.painter.content.names import get_display_name
from engines.painter.scene import Scene
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome

_COLORLESS = (Medium.LINE_ART,)
"""Media in which no color can be seen."""


def build_report(scene: Scene, medium: Medium, colored: Collection[str]) -> tuple[ContentPart, ...]:
    """Return the report of *scene* in *medium*; *colored* has the subjects whose requested color was applied."""
    parts = []
    for figure in scene.figures:
        is_colored = figure.subject in colored and medium not in _COLORLESS
        parts += [_complete(part, figure.subject, is_colored=is_colored) for part in figure.words]
    for part in scene.parts:
        is_lost = part.kind is PartKind.COLOR and (medium in _COLORLESS or medium is Medium.INK_WASH)
        parts.append(replace(part, outcome=PartOutcome.MISSING) if is_lost else part)
    return tuple(dict.fromkeys(part for part in parts if part.requested))


def _complete(part: ContentPart, subject: str, *, is_colored: bool) -> ContentPart:
    if part.kind is PartKind.COLOR and not is_colored:
        return replace(part, outcome=PartOutcome.MISSING)
    if part.kind is PartKind.SUBJECT and part.outcome is PartOutcome.SUBSTITUTED:
        return replace(part, substitute=get_display_name(subject, is_chinese(part.requested)))
    return part
