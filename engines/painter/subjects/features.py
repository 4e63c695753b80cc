"""Small details that many subjects share: eyes, whiskers, leaves, windows."""

from engines.painter.curves import spline
from engines.painter.shapes import ACCENT, DEEP, INK, LIGHT, SECOND, WHITE, Pen, Tone

SIDES = (-1, 1)


def draw_round_eye(pen: Pen, x: float, y: float, size: float, iris: Tone = INK, glow: float = 0.0) -> None:
    """Draw a dark button eye with a catch light."""
    pen.oval(x, y, size, size * 1.12, INK, line=0.4)
    if iris is not INK:
        pen.oval(x, y, size * 0.82, size * 0.9, iris, line=0, glow=glow)
        pen.oval(x, y, size * 0.5, size * 0.62, INK, line=0)
    pen.oval(x - size * 0.32, y + size * 0.38, size * 0.32, size * 0.34, WHITE, line=0)
    pen.oval(x + size * 0.34, y - size * 0.4, size * 0.15, size * 0.15, WHITE, line=0)


def draw_cat_eye(pen: Pen, x: float, y: float, side: int, size: float, iris: Tone) -> None:
    """Draw a slanted almond eye with a slit; *side* -1 is the left one."""
    tilt = side * 10.0
    eye = pen.at(x, y, tilt=tilt)
    rim = [(-1.25, -0.08), (-0.55, 0.72), (0.35, 0.85), (1.3, 0.28), (0.6, -0.72), (-0.4, -0.78)]
    outline = [(px * size * side, py * size) for px, py in rim]
    eye.blob([(px * 1.16, py * 1.2) for px, py in outline], INK, corners=(0, 3), line=0)
    eye.blob(outline, iris, corners=(0, 3), line=0, glow=0.9, fade=iris.lighten(0.35))
    eye.oval(0.02 * side * size, 0.02 * size, size * 0.34, size * 0.74, INK, line=0)
    eye.oval(-0.22 * size, 0.34 * size, size * 0.24, size * 0.24, WHITE, line=0, glow=0.5)


def draw_whiskers(pen: Pen, x: float, y: float, length: float, tone: Tone) -> None:
    """Draw three whiskers on either side of a muzzle."""
    for side in SIDES:
        for lift in (-0.32, 0.0, 0.3):
            start = (side * x, y + lift * 0.05)
            middle = (side * (x + length * 0.55), y + lift * length * 0.5 + length * 0.06)
            end = (side * (x + length), y + lift * length * 0.9 - length * 0.02)
            pen.stroke([start, middle, end], 0.008, tone, start=0.9, end=0.15)


def draw_leaf(pen: Pen, x: float, y: float, length: float, tilt: float, tone: Tone, width: float = 0.34) -> None:
    """Draw a pointed leaf with a vein; it grows from (x, y) towards *tilt* degrees from the right."""
    blade = pen.at(x, y, size=length, tilt=tilt)
    outline = [(0, 0), (0.3, width * 0.85), (0.65, width * 0.7), (1, 0), (0.62, -width * 0.55), (0.28, -width * 0.6)]
    blade.blob(outline, tone, corners=(0, 3), fade=tone.darken(0.16), solid=True)
    blade.stroke([(0.02, 0), (0.45, 0.05 * width), (0.93, 0)], 0.035, tone.darken(0.28), start=1, end=0.2)


def draw_window(pen: Pen, left: float, bottom: float, right: float, top: float, lit: bool, arch: bool = False) -> None:
    """Draw a window with frame and cross bars."""
    frame = min(right - left, top - bottom) * 0.13
    tone = LIGHT.lighten(0.25) if lit else DEEP.lighten(0.12)
    glow = 0.75 if lit else 0.0
    if arch:
        middle = (left + right) / 2
        outer = [
            (left, bottom),
            (right, bottom),
            (right, top - frame),
            (middle, top + frame * 1.6),
            (left, top - frame),
        ]
        pen.fill(spline(outer, corners=(0, 1)), WHITE.darken(0.08))
        inner = [(left + frame, bottom + frame), (right - frame, bottom + frame), (right - frame, top - frame * 1.4)]
        inner += [(middle, top + frame * 0.5), (left + frame, top - frame * 1.4)]
        pen.fill(spline(inner, corners=(0, 1)), tone, line=0.5, glow=glow)
    else:
        pen.box(left, bottom, right, top, WHITE.darken(0.08))
        pen.box(
            left + frame, bottom + frame, right - frame, top - frame, tone, line=0.5, glow=glow, fade=tone.lighten(0.2)
        )
    x, y, bar = (left + right) / 2, (bottom + top) / 2, frame * 0.32
    pen.box(x - bar, bottom + frame, x + bar, top - frame, WHITE.darken(0.08), line=0)
    pen.box(left + frame, y - bar, right - frame, y + bar, WHITE.darken(0.08), line=0)


def draw_grass_tuft(pen: Pen, x: float, y: float, size: float, tone: Tone) -> None:
    """Draw a few bent blades of grass."""
    for lean, height in ((-0.7, 0.7), (-0.25, 1.0), (0.2, 0.85), (0.65, 0.6)):
        tip = (x + lean * size, y + height * size)
        pen.stroke(
            [(x + lean * size * 0.15, y), (x + lean * size * 0.4, y + height * size * 0.6), tip],
            size * 0.16,
            tone,
            start=1,
            end=0.1,
        )


def draw_blush(pen: Pen, x: float, y: float, size: float) -> None:
    """Draw rosy cheeks."""
    for side in SIDES:
        pen.oval(side * x, y, size, size * 0.6, ACCENT.lighten(0.35), line=0)


def draw_collar(pen: Pen, y: float, width: float, tone: Tone = SECOND) -> None:
    """Draw a collar with a bell."""
    pen.stroke([(-width, y + 0.012), (0, y - 0.03), (width, y + 0.012)], 0.038, tone, start=0.8, end=0.8, line=0.6)
    pen.oval(0, y - 0.052, 0.03, 0.03, LIGHT, line=0.7, glow=0.3)
    pen.oval(0, y - 0.06, 0.008, 0.008, INK, line=0)
