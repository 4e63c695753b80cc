"""The seated animal that cat, dog, rabbit, panda, fox, bear and tiger share, seen from the front."""

from dataclasses import dataclass

from engines.painter.curves import Points, spline
from engines.painter.shapes import Pen, Tone
from engines.painter.subjects.features import SIDES

Outline = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class FurColors:
    """The colors of a seated animal: all over, breast and muzzle, legs, and markings."""

    body: Tone
    breast: Tone
    legs: Tone
    markings: Tone


def mirror(half: Outline) -> Outline:
    """Return the closed outline whose right half, from top to bottom, is *half*."""
    return half + [(-x, y) for x, y in reversed(half) if x > 1e-9]


def draw_body(pen: Pen, fur: FurColors, girth: float = 1.0) -> None:
    """Draw trunk, haunches and front legs, from the shoulders at 0.6 to the ground."""
    trunk = [
        (0.0, 0.62),
        (0.12, 0.58),
        (0.185, 0.44),
        (0.235, 0.26),
        (0.275, 0.11),
        (0.24, 0.01),
        (0.1, -0.015),
        (0.0, -0.015),
    ]
    pen.blob(mirror([(x * girth, y) for x, y in trunk]), fur.body, fade=fur.body.darken(0.22), solid=True)
    for side in SIDES:
        haunch = [(0.13, 0.2), (0.22, 0.235), (0.285, 0.15), (0.285, 0.04), (0.21, -0.02), (0.1, -0.015), (0.11, 0.08)]
        pen.blob(
            [(x * side * girth, y) for x, y in haunch], fur.body.darken(0.03), fade=fur.body.darken(0.2), solid=True
        )
        pen.oval(side * 0.2 * girth, 0.012, 0.095, 0.042, fur.legs, fade=fur.legs.darken(0.12), solid=True)
    breast = [(0.0, 0.56), (0.09, 0.5), (0.115, 0.38), (0.07, 0.27), (0.03, 0.2), (0.0, 0.17)]
    pen.blob(mirror([(x * girth, y) for x, y in breast]), fur.breast, fade=fur.breast.darken(0.1), line=0)
    for side in SIDES:
        leg = [
            (0.015, 0.36),
            (0.1, 0.37),
            (0.125, 0.2),
            (0.115, 0.06),
            (0.13, 0.0),
            (0.07, -0.02),
            (0.012, 0.0),
            (0.02, 0.14),
        ]
        pen.blob([(x * side, y) for x, y in leg], fur.body.lighten(0.05), fade=fur.legs, solid=True, line=0.8)
        pen.oval(side * 0.07, 0.008, 0.066, 0.042, fur.legs, fade=fur.legs.darken(0.1), solid=True)
        for toe in (0.052, 0.088):
            pen.stroke([(side * toe, 0.012), (side * toe, -0.018)], 0.009, fur.body.darken(0.5), start=0.4, end=0.8)


def draw_head(pen: Pen, half: Outline, tone: Tone, corners: tuple[int, ...] = ()) -> Points:
    """Draw a symmetric head whose right half is *half*; return its outline."""
    outline = mirror(half)
    mirrored_corners = [*corners, *(len(outline) - index for index in corners if half[index][0] > 1e-9)]
    points = spline(outline, corners=mirrored_corners)
    pen.fill(points, tone, fade=tone.darken(0.14), solid=True)
    return points


def draw_ears(pen: Pen, outer: Outline, inner: Outline, tone: Tone, lining: Tone, tip: int, inner_tip: int) -> None:
    """Draw both ears; *outer* and *inner* are the right ear's outlines, sharp at the given points."""
    for side in SIDES:
        pen.blob([(side * x, y) for x, y in outer], tone, corners=(tip,), fade=tone.darken(0.1), solid=True)
        pen.blob([(side * x, y) for x, y in inner], lining, corners=(inner_tip,), line=0.4, fade=lining.darken(0.15))


def draw_muzzle(pen: Pen, y: float, nose: Tone, lines: Tone, size: float = 1.0, open_mouth: bool = False) -> None:
    """Draw nose and mouth, the nose's top at *y*."""
    s = size
    nose_outline = [
        (-0.032 * s, y),
        (0.0, y + 0.006 * s),
        (0.032 * s, y),
        (0.014 * s, y - 0.026 * s),
        (0.0, y - 0.036 * s),
        (-0.014 * s, y - 0.026 * s),
    ]
    pen.blob(nose_outline, nose, line=0.6)
    pen.oval(-0.009 * s, y - 0.006 * s, 0.008 * s, 0.004 * s, nose.lighten(0.6), line=0)
    if open_mouth:
        mouth = [
            (-0.035 * s, y - 0.055 * s),
            (0.0, y - 0.05 * s),
            (0.035 * s, y - 0.055 * s),
            (0.02 * s, y - 0.1 * s),
            (-0.02 * s, y - 0.1 * s),
        ]
        pen.blob(mouth, lines, line=0.4)
    pen.stroke([(0, y - 0.03 * s), (0, y - 0.052 * s)], 0.009, lines, start=1, end=1)
    for side in SIDES:
        lip = [
            (0, y - 0.05 * s),
            (side * 0.022 * s, y - 0.07 * s),
            (side * 0.055 * s, y - 0.066 * s),
            (side * 0.074 * s, y - 0.045 * s),
        ]
        pen.stroke(lip, 0.011, lines, start=0.9, end=0.3)
