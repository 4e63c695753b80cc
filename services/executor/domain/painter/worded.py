"""A look from words and any colours, where nobody chose a medium and gave each colour its role."""

from collections.abc import Sequence

from services.executor.domain.painter.commission import Commission, Look, Medium
from services.executor.domain.painter.painting import DEFAULT_MEDIUM
from services.executor.domain.painter.palette import chroma, from_hex, to_lab
from services.executor.domain.painter.reading import read_medium, read_scene
from services.executor.domain.painter.renderers import look_of

_DEEP = 0.5
"""OKLab lightness up to which a colour can be the deep shadow."""
_ALIKE = 0.14
"""OKLab distance within which two colours pass for one."""
_MOST = 6


def worded_look(words: str, palette: Sequence[str], prompt: str) -> Look | None:
    """Return the look that *words* and *palette* ('#rrggbb', the largest first) ask for; None where neither does.

    The medium is the one the words name, else the one *prompt* names. Roles that *palette* has no colour for keep
    the medium's own.
    """
    medium = read_medium(words) or read_medium(prompt)
    if medium is None and not palette:
        return None
    chosen = medium or DEFAULT_MEDIUM
    return Look(chosen, _by_role(palette, _own_palette(chosen, prompt)))


def _own_palette(medium: Medium, prompt: str) -> tuple[str, ...]:
    scene = read_scene(Commission(prompt, "", None, 1, 1, 0), medium)
    return look_of(medium, scene).palette


def _by_role(palette: Sequence[str], own: tuple[str, ...]) -> tuple[str, ...]:
    """Return ground, deep shadow, main, second and accents: the largest colour is the ground, the darkest the shadow.

    The main is what comes nearest to the subject's own colour, else the liveliest: a palette must not turn blossom
    yellow that has pink to offer.
    """
    given = list(dict.fromkeys(colour.lower() for colour in palette))[:_MOST]
    if not given:
        return own
    ground, *others = given
    darkest = min(others, key=_lightness, default="")
    deep = darkest if darkest and _lightness(darkest) <= _DEEP else own[1]
    lively = sorted((one for one in others if one != deep), key=lambda one: -chroma(to_lab(from_hex(one))))
    roles = [ground, deep, *_led(lively, ground, own)]
    return (*roles, *own[len(roles) :])[:_MOST]


def _led(lively: Sequence[str], ground: str, own: Sequence[str]) -> list[str]:
    """Return *lively* with the colours first that are to be main and second: those nearest to *own* ones."""
    main = _nearest(lively, own[2])
    if not main and _apart(ground, own[2], hue_alone=True) < _ALIKE:
        # The ground has its hue, only too pale or too dark to stand out from itself.
        main = own[2]
    main = main or next(iter(lively), own[2])
    others = [one for one in lively if one != main]
    second = _nearest(others, own[3]) or next(iter(others), own[3])
    return [main, second, *(one for one in others if one != second)]


def _nearest(colours: Sequence[str], wanted: str) -> str:
    """Return the one of *colours* that passes for *wanted*, "" where none does."""
    nearest = min(colours, key=lambda one: _apart(one, wanted), default="")
    return nearest if nearest and _apart(nearest, wanted) < _ALIKE else ""


def _apart(one: str, other: str, *, hue_alone: bool = False) -> float:
    """Return the distance of two colours in OKLab."""
    difference = to_lab(from_hex(one)) - to_lab(from_hex(other))
    return float(sum(part**2 for part in difference[1 if hue_alone else 0 :]) ** 0.5)


def _lightness(colour: str) -> float:
    return float(to_lab(from_hex(colour))[0])
