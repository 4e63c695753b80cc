"""Looks derived from a description of a style and colors without roles."""

from collections.abc import Sequence

from engines.color.spaces import from_code, to_oklab
from engines.painter.content.media import parse_medium
from engines.painter.default_look import DEFAULT_MEDIUM, choose_look
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.palette import measure_chroma
from engines.painter.prompt_parser import parse_scene
from services.common.contract.image_chat import Medium

_MAX_SHADOW_LIGHTNESS = 0.5
"""Maximum OKLab lightness of the deep shadow."""
_SIMILAR_DISTANCE = 0.14
"""OKLab distance below which two colors count as similar."""
_MAX_COLORS = 6


def derive_look(style_text: str, palette: Sequence[str], prompt: str) -> Look | None:
    """Return the look for *style_text* and *palette* ('#rrggbb', the largest first), None where neither determines one.

    The medium is the one that *style_text* names, else the one that *prompt* names. Roles without a color in *palette*
    use the medium's default.
    """
    medium = parse_medium(style_text) or parse_medium(prompt)
    if medium is None and not palette:
        return None
    chosen = medium or DEFAULT_MEDIUM
    return Look(chosen, _assign_roles(palette, _default_palette(chosen, prompt)))


def _default_palette(medium: Medium, prompt: str) -> tuple[str, ...]:
    scene = parse_scene(PaintRequest(prompt, "", None, 1, 1, 0), medium)
    return choose_look(medium, scene).palette


def _assign_roles(palette: Sequence[str], default: tuple[str, ...]) -> tuple[str, ...]:
    """Return ground, deep shadow, main, second and accents: the largest color is the ground, the darkest the shadow.

    The main color is the one nearest to the subject's typical color, else the most saturated: blossom must not
    become yellow if the palette has pink.
    """
    given = list(dict.fromkeys(color.lower() for color in palette))[:_MAX_COLORS]
    if not given:
        return default
    ground, *others = given
    darkest = min(others, key=_measure_lightness, default="")
    deep = darkest if darkest and _measure_lightness(darkest) <= _MAX_SHADOW_LIGHTNESS else default[1]
    lively = sorted((one for one in others if one != deep), key=lambda one: -measure_chroma(to_oklab(from_code(one))))
    roles = [ground, deep, *_order_by_role(lively, ground, default)]
    return (*roles, *default[len(roles) :])[:_MAX_COLORS]


def _order_by_role(lively: Sequence[str], ground: str, default: Sequence[str]) -> list[str]:
    """Return *lively* sorted so that the colors nearest to the default main and second colors come first."""
    main = _find_nearest(lively, default[2])
    if not main and _measure_distance(ground, default[2], hue_alone=True) < _SIMILAR_DISTANCE:
        # The main color must not be near to the ground, or the subject would not stand out.
        main = default[2]
    main = main or next(iter(lively), default[2])
    others = [one for one in lively if one != main]
    second = _find_nearest(others, default[3]) or next(iter(others), default[3])
    return [main, second, *(one for one in others if one != second)]


def _find_nearest(colors: Sequence[str], target: str) -> str:
    """Return the one of *colors* nearest to *target*, "" if none is similar."""
    nearest = min(colors, key=lambda one: _measure_distance(one, target), default="")
    return nearest if nearest and _measure_distance(nearest, target) < _SIMILAR_DISTANCE else ""


def _measure_distance(one: str, other: str, *, hue_alone: bool = False) -> float:
    """Return the distance of two colors in OKLab."""
    difference = to_oklab(from_code(one)) - to_oklab(from_code(other))
    return float(sum(component**2 for component in difference[1 if hue_alone else 0 :]) ** 0.5)


def _measure_lightness(color: str) -> float:
    return float(to_oklab(from_code(color))[0])
