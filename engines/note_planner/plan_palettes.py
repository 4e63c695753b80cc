"""Palettes of planned images after a change of their colors as a whole: warmer, softer, darker."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engines.color.spaces import from_code, from_oklab, to_oklab
from engines.note_planner.plan_edits import with_detail
from engines.note_planner.request.preferences import MOODS_IN_ENGLISH
from engines.painter.content.media import parse_medium
from engines.painter.default_look import DEFAULT_MEDIUM, find_palette
from services.common.contract.note import ImagePlan
from services.common.images.color_codes import format_color
from services.common.text.language import Language

_ROLES = 4
"""Of the colors without which a look has roles to fill."""
_Lab = tuple[float, float, float]
_SHIFTS: dict[str, Callable[[float, float, float], _Lab]] = {
    "暖色调": lambda light, red, yellow: (light, red + 0.02, yellow + 0.04),
    "冷色调": lambda light, red, yellow: (light, red - 0.01, yellow - 0.04),
    "明亮": lambda light, red, yellow: (light + 0.06, red, yellow),
    "深色调": lambda light, red, yellow: (light - 0.12, red, yellow),
    "色彩鲜艳": lambda light, red, yellow: (light, 1.4 * red, 1.4 * yellow),
    "柔和": lambda light, red, yellow: (light + 0.04, 0.7 * red, 0.7 * yellow),
}
"""Changes in OKLab, by mood: lightness, and the axes from green to red and from blue to yellow."""


def with_moods(plan: ImagePlan, moods: Sequence[str], language: Language) -> ImagePlan:
    """Return *plan* with *moods* in its prompt, and with the colors of its look shifted to them.

    The built-in painter reads colors, and no words for a mood.
    """
    for mood in moods:
        named = mood if language is Language.CHINESE else MOODS_IN_ENGLISH[mood]
        if named not in plan.prompt:
            plan = with_detail(_shift_palette(plan, mood), named, language)
    return plan


def _shift_palette(plan: ImagePlan, mood: str) -> ImagePlan:
    palette = plan.palette
    if len(palette) < _ROLES:
        medium = parse_medium(plan.style) or parse_medium(plan.prompt) or DEFAULT_MEDIUM
        palette = (*palette, *find_palette(medium)[len(palette) :])
    return replace(plan, palette=tuple(_shift(color, _SHIFTS[mood]) for color in palette))


def _shift(color: str, shift: Callable[[float, float, float], _Lab]) -> str:
    light, red, yellow = map(float, to_oklab(from_code(color)))
    return format_color(255 * float(value) for value in from_oklab(shift(light, red, yellow)))
