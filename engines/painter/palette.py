"""Derives the color of every tone from the few colors of a palette, mixed in OKLab."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.color.spaces import Colors, from_code, from_oklab, to_oklab
from engines.painter.shapes import Role, Tone

_MIN_LIGHT = 0.72
"""Minimum OKLab lightness of a color used for light."""
_MIN_CONTRAST = 0.16
"""Minimum difference of OKLab lightness between a figure and its background."""


def blend(first: Colors, second: Colors, amount: float) -> Colors:
    """Return *first* with *amount* (0..1) of *second*."""
    return first + (second - first) * amount


def measure_chroma(lab: Colors) -> float:
    """Return the chroma of an OKLab color."""
    return float(np.hypot(lab[1], lab[2]))


@dataclass(frozen=True)
class ColorScheme:
    """The color of each role in OKLab, shape (roles, 3), and the palette it came from."""

    roles: Colors
    palette: Colors
    is_dark: bool
    fidelity: float = 0.8
    """Share of their own color in tinted tones, 0..1; the rest is the palette's."""

    def lab(self, tones: Sequence[Tone]) -> Colors:
        """Return the OKLab colors of *tones*, shape (n, 3)."""
        base = self.roles[[tone.role for tone in tones]]
        for number, tone in enumerate(tones):
            if tone.tint:
                base[number] = self._mix_tint(tone)
        shade = np.array([tone.shade for tone in tones])[:, None]
        haze = np.array([tone.haze for tone in tones])[:, None]
        ink, white, air = self.roles[Role.INK], self.roles[Role.WHITE], self.roles[Role.AIR]
        shaded = np.where(shade < 0, base + (ink - base) * -shade, base + (white - base) * shade)
        result: Colors = shaded + (air - shaded) * haze
        return result

    def _mix_tint(self, tone: Tone) -> Colors:
        """Return the color of a tinted tone: its lightness, and its hue as far as the medium has colors of its own."""
        own = to_oklab(from_code(tone.tint))
        if tone.is_exact:
            return own
        distance = np.hypot(self.palette[:, 1] - own[1], self.palette[:, 2] - own[2])
        near = self.palette[np.argmin(distance + 0.3 * np.abs(self.palette[:, 0] - own[0]))]
        drawn = near.copy()
        drawn[0] = 0.75 * own[0] + 0.25 * near[0]
        return blend(drawn, own, self.fidelity)

    def colors(self, tones: Sequence[Tone]) -> Colors:
        """Return the sRGB colors 0..1 of *tones*, shape (n, 3)."""
        return from_oklab(self.lab(tones))

    def color(self, tone: Tone) -> NDArray[np.float32]:
        """Return one tone's sRGB color 0..1, shape (3,)."""
        result: NDArray[np.float32] = self.colors([tone])[0].astype(np.float32)
        return result


def build_color_scheme(palette: Sequence[str], night: bool, on_paper: bool, fidelity: float = 0.8) -> ColorScheme:
    """Assign a color of *palette* to every role.

    *night* darkens the sky unless the image is *on_paper*, where the ground keeps the paper's color.
    """
    given = to_oklab([from_code(color) for color in palette])
    paper, deep, main, second = given[:4]
    accent, light = _choose_accents(given)
    lightest, darkest = given[np.argmax(given[:, 0])], given[np.argmin(given[:, 0])]
    white, ink = lightest.copy(), darkest.copy()
    white[0], ink[0] = max(white[0], 0.96), min(ink[0], 0.24)
    white[1:] *= 0.22
    dark = bool(paper[0] < 0.5)
    shadow = deep if deep[0] < paper[0] else paper
    if on_paper:
        sky, air, ground = paper, blend(paper, white, 0.25), blend(paper, second, 0.38)
    elif dark:
        sky, air, ground = (
            blend(shadow, ink, 0.3),
            blend(blend(paper, deep, 0.5), accent, 0.42),
            blend(shadow, second, 0.12),
        )
    elif night:
        sky, air, ground = blend(deep, ink, 0.45), blend(deep, paper, 0.34), blend(blend(second, deep, 0.62), ink, 0.2)
    else:
        sky, air, ground = _choose_day_sky(paper, given), blend(paper, white, 0.6), blend(second, paper, 0.25)
    main = _ensure_contrast(main, air if not dark else paper)
    roles = np.stack([sky, air, ground, paper, deep, main, second, accent, light, ink, white])
    return ColorScheme(roles, given, dark or (night and not on_paper), fidelity)


def _choose_accents(given: Colors) -> tuple[Colors, Colors]:
    """Return the accent, and the color of light (sun and moon), which is never a dark one."""
    lightest = given[np.argmax(given[:, 0])]
    if len(given) < 6:
        return given[-1], lightest
    light, accent = sorted((given[4], given[5]), key=lambda color: -float(color[0]))
    return accent, light if light[0] >= _MIN_LIGHT else lightest


def _choose_day_sky(paper: Colors, given: Colors) -> Colors:
    """Return the sky of an image on *paper*: paper that is nearly white takes a tint of the coolest color."""
    if measure_chroma(paper) > 0.035 or paper[0] < 0.85:
        return paper
    coolest = given[1:][np.argmin(given[1:, 2] + 0.3 * given[1:, 1])]
    return blend(paper, coolest, 0.42)


def _ensure_contrast(main: Colors, behind: Colors) -> Colors:
    gap = main[0] - behind[0]
    if abs(gap) >= _MIN_CONTRAST:
        return main
    moved = main.copy()
    upward = (gap > 0 and behind[0] < 0.7) or behind[0] < 0.35
    moved[0] = np.clip(behind[0] + (_MIN_CONTRAST if upward else -_MIN_CONTRAST), 0.15, 0.97)
    return moved
