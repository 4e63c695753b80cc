"""What is worn over clothes: scarves, chains, badges."""

import numpy as np

from engines.painter.shapes import INK, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.cloth import build_overlay
from engines.painter.subjects.people.model import Model, Part

_GOLD, _RED = Tone(Role.LIGHT, tint="#f0b92f"), Tone(Role.ACCENT, tint="#c8312c")
_STEEL, _LEATHER = Tone(Role.SECOND, tint="#aab3be"), Tone(Role.DEEP, tint="#6a4327")


def _draw_prayer_beads(model: Model, tone: Tone) -> None:
    for angle in np.radians(np.linspace(190, 350, 11)):
        at = (0.088 * float(np.cos(angle)), 0.31 + 0.17 * float(np.sin(angle)))
        model.torso.oval(*at, 0.021, 0.021, tone, line=0.5)


def _draw_scarf(model: Model, tone: Tone) -> None:
    model.torso.blob([(-0.1, 0.36), (0.1, 0.36), (0.11, 0.29), (0, 0.26), (-0.11, 0.29)], tone, solid=True)
    model.torso.fill([(0.02, 0.28), (0.09, 0.29), (0.11, 0.08), (0.04, 0.07)], tone.darken(0.12), line=0.8)


def _draw_bow_tie(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.fill([(0, 0.3), (side * 0.075, 0.34), (side * 0.075, 0.25)], tone, line=0.7)


def _draw_neckerchief(model: Model, tone: Tone) -> None:
    model.torso.fill([(-0.085, 0.35), (0.085, 0.35), (0.02, 0.23), (0, 0.25), (-0.02, 0.23)], tone, solid=True)


def _draw_stethoscope(model: Model, tone: Tone) -> None:
    torso = model.torso
    torso.stroke([(-0.07, 0.35), (-0.09, 0.24), (-0.03, 0.15), (0.03, 0.15), (0.09, 0.24), (0.07, 0.35)], 0.024, tone,
        start=1, end=1, line=0.5)  # fmt: skip
    torso.stroke([(0, 0.15), (0.01, 0.1), (0.05, 0.07)], 0.022, tone, start=1, end=1, line=0.5)
    torso.oval(0.06, 0.06, 0.036, 0.036, _STEEL, line=0.8)


def _draw_tape(model: Model, tone: Tone) -> None:
    """Draw a tape measure around the neck."""
    for side in SIDES:
        path = [(side * 0.06, 0.35), (side * 0.085, 0.22), (side * 0.08, 0.02)]
        model.torso.stroke(path, 0.036, tone, start=1, end=1, line=0.5)
        for y in (0.06, 0.12, 0.18, 0.24):
            model.torso.box(side * 0.082 - 0.018, y, side * 0.082 + 0.008, y + 0.008, INK, line=0)


def _draw_chain(model: Model, tone: Tone) -> None:
    for angle in np.radians(np.linspace(200, 340, 9)):
        at = (0.1 * float(np.cos(angle)), 0.32 + 0.15 * float(np.sin(angle)))
        model.torso.oval(*at, 0.017, 0.017, tone, line=0.5)
    model.torso.oval(0, 0.15, 0.03, 0.03, tone, line=0.6)


def _draw_cross(model: Model, tone: Tone) -> None:
    model.torso.box(-0.014, 0.06, 0.014, 0.22, tone, line=0.5)
    model.torso.box(-0.045, 0.15, 0.045, 0.178, tone, line=0.5)


def _draw_collar(model: Model, tone: Tone) -> None:
    """Draw the wide collar of jewels of a pharaoh."""
    for radius, color in ((0.17, "#254a9a"), (0.13, "#f0c040"), (0.09, "#2f9f8f")):
        arc = [
            (radius * float(np.cos(a)), 0.35 + radius * 0.95 * float(np.sin(a)))
            for a in np.radians(np.linspace(180, 360, 13))
        ]
        model.torso.fill(arc, Tone(Role.ACCENT, tint=color), line=0.6)


def _draw_sash_ribbon(model: Model, tone: Tone) -> None:
    model.torso.fill([(-0.15, 0.3), (-0.09, 0.34), (0.14, 0.03), (0.11, -0.03)], tone, line=0.7)


def _draw_number(model: Model, tone: Tone) -> None:
    model.torso.box(-0.045, 0.08, -0.015, 0.21, tone, line=0)
    model.torso.oval(0.03, 0.145, 0.038, 0.065, tone, line=0)
    model.torso.oval(0.03, 0.145, 0.014, 0.035, Tone(Role.MAIN, tint="#c8312c"), line=0)


def _draw_sailor_collar(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.fill([(side * 0.06, 0.35), (side * 0.15, 0.31), (side * 0.12, 0.2), (0, 0.16)], tone, line=0.6)
    model.torso.fill([(0, 0.19), (-0.06, 0.1), (0.0, 0.13), (0.06, 0.1)], _RED, line=0.6)


ACCESSORIES: dict[str, Part] = {
    "beads": build_overlay("#6a3a22", _draw_prayer_beads),
    "scarf": build_overlay("#d8322f", _draw_scarf),
    "bow_tie": build_overlay("#d8322f", _draw_bow_tie),
    "neckerchief": build_overlay("#d8322f", _draw_neckerchief),
    "stethoscope": build_overlay("#2f5f9a", _draw_stethoscope),
    "tape": build_overlay("#f6cb2d", _draw_tape),
    "chain": build_overlay("#f0b92f", _draw_chain),
    "cross": build_overlay("#f0b92f", _draw_cross),
    "jewel_collar": build_overlay("#f0c040", _draw_collar),
    "sash": build_overlay("#d8322f", _draw_sash_ribbon),
    "number": build_overlay("#ffffff", _draw_number),
    "sailor_collar": build_overlay("#2f4a8a", _draw_sailor_collar),
}
