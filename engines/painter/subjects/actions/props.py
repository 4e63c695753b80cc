"""Small drawings that show what happens: water, foam, ropes, tools, speed, wings."""

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import XY

WATER, STEEL, WOOD = (
    Tone(Role.ACCENT, tint="#4aa8e8"),
    Tone(Role.SECOND, tint="#9aa5b0"),
    Tone(Role.DEEP, tint="#8a5a32"),
)
_RED, _ROPE, _FOAM = (Tone(Role.ACCENT, tint=color) for color in ("#d8402f", "#b08040", "#eef8ff"))
_SOIL, _LEAF = Tone(Role.DEEP, tint="#6a4327"), Tone(Role.SECOND, tint="#4a9a3a")


def draw_drops(pen: Pen, start: XY, end: XY) -> None:
    """Draw drops that fall in an arc from *start* to *end*."""
    for number in range(3):
        shift = 0.035 * (number - 1)
        path = [start, ((start[0] + end[0]) / 2 + shift, max(start[1], end[1]) - 0.02), (end[0] + shift * 2, end[1])]
        pen.stroke(path, 0.02, WATER, start=0.8, end=0.8, line=0.4)
    for x, y in ((-0.06, 0.0), (0.05, 0.03), (0.0, -0.03)):
        pen.oval(end[0] + x, end[1] + y, 0.018, 0.024, WATER, line=0.4)


def draw_foam(pen: Pen, spots: tuple[XY, ...], size: float = 0.05) -> None:
    """Draw soap bubbles at *spots*."""
    for number, (x, y) in enumerate(spots):
        radius = size * (1.0 + 0.35 * (number % 3 - 1))
        pen.oval(x, y, radius, radius, _FOAM, line=0.8)
        pen.oval(x - radius * 0.3, y + radius * 0.3, radius * 0.28, radius * 0.22, WHITE, line=0)


def draw_sponge(pen: Pen, at: XY) -> None:
    """Draw a sponge."""
    pen.box(at[0] - 0.06, at[1] - 0.04, at[0] + 0.06, at[1] + 0.04, Tone(Role.LIGHT, tint="#f6cb2d"), radius=0.02)


def draw_bucket(pen: Pen, x: float, tone: Tone = STEEL, content: Tone = WATER) -> None:
    """Draw a bucket on the ground."""
    pen.oval(x, 0.2, 0.1, 0.03, content, line=0.8)
    pen.fill([(x - 0.1, 0.2), (x + 0.1, 0.2), (x + 0.075, 0.0), (x - 0.075, 0.0)], tone, solid=True)
    pen.stroke([(x - 0.1, 0.2), (x, 0.31), (x + 0.1, 0.2)], 0.014, tone.darken(0.4), start=1, end=1)


def draw_rope(pen: Pen, start: XY, end: XY) -> None:
    """Draw a rope that sags."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 0.04)
    pen.stroke([start, middle, end], 0.026, _ROPE, start=1, end=1, line=0.7)


def draw_wrench(pen: Pen, at: XY, end: XY) -> None:
    """Draw a wrench from the hand *at* to the thing at *end*."""
    x, y = end
    pen.stroke([at, ((at[0] + x) / 2, (at[1] + y) / 2), end], 0.045, STEEL, start=1, end=1, line=0.8)
    pen.oval(x, y, 0.06, 0.06, STEEL, line=0.8)
    pen.box(x + 0.01, y - 0.022, x + 0.08, y + 0.022, INK, line=0)


def draw_toolbox(pen: Pen, x: float) -> None:
    """Draw a box of tools on the ground."""
    pen.stroke([(x - 0.07, 0.13), (x - 0.06, 0.21), (x + 0.06, 0.21), (x + 0.07, 0.13)], 0.022, INK, start=1, end=1)
    pen.box(x - 0.15, 0.0, x + 0.15, 0.14, _RED, radius=0.02, solid=True)
    pen.box(x - 0.15, 0.08, x + 0.15, 0.1, _RED.darken(0.35), line=0)
    pen.box(x - 0.03, 0.065, x + 0.03, 0.115, STEEL, line=0.6)


def draw_saw(pen: Pen, at: XY, end: XY) -> None:
    """Draw a saw from the hand *at* down to *end*."""
    (x, y), (ex, ey) = at, end
    pen.fill([(x, y + 0.05), (x + 0.02, y - 0.05), (ex, ey - 0.02), (ex, ey + 0.03)], STEEL, line=0.9)
    pen.oval(x - 0.01, y, 0.06, 0.05, WOOD, line=0.8)


def draw_blade(pen: Pen, at: XY, end: XY, width: float = 0.06) -> None:
    """Draw a knife or a sword from the hand *at* to the tip *end*."""
    (x, y), (ex, ey) = at, end
    dx, dy = ex - x, ey - y
    length = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / length * width / 2, dx / length * width / 2
    base = (x + dx * 0.12, y + dy * 0.12)
    pen.fill([(base[0] + nx, base[1] + ny), (ex, ey), (base[0] - nx, base[1] - ny)], STEEL, line=0.9)
    pen.stroke([(x - dx * 0.12, y - dy * 0.12), (x, y), base], 0.045, WOOD, start=1, end=1, line=0.8)
    pen.stroke([(base[0] + nx * 2.4, base[1] + ny * 2.4), base, (base[0] - nx * 2.4, base[1] - ny * 2.4)], 0.03, INK,
        start=1, end=1)  # fmt: skip


def draw_axe(pen: Pen, at: XY, end: XY) -> None:
    """Draw an axe from the hand *at* to its head at *end*."""
    (x, y), (ex, ey) = at, end
    pen.stroke([(x - (ex - x) * 0.3, y - (ey - y) * 0.3), ((x + ex) / 2, (y + ey) / 2), end], 0.035, WOOD,
        start=1, end=1, line=0.8)  # fmt: skip
    pen.blob([(ex - 0.04, ey + 0.06), (ex + 0.1, ey + 0.1), (ex + 0.1, ey - 0.08), (ex - 0.03, ey - 0.03)], STEEL,
        corners=(1, 2))  # fmt: skip


def draw_brush(pen: Pen, at: XY, end: XY, color: str) -> None:
    """Draw a brush from the hand *at* to the wet paint at *end*."""
    pen.blob([(end[0] - 0.02, end[1] + 0.16), (end[0] + 0.12, end[1] + 0.13), (end[0] + 0.14, end[1] - 0.16),
        (end[0] + 0.05, end[1] - 0.1), (end[0] - 0.03, end[1] - 0.2)],
        Tone(Role.ACCENT, tint=color), line=0.6)  # fmt: skip
    pen.stroke([at, ((at[0] + end[0]) / 2, (at[1] + end[1]) / 2), end], 0.03, WOOD, start=1, end=1, line=0.7)
    pen.oval(end[0] - 0.01, end[1], 0.045, 0.035, Tone(Role.ACCENT, tint=color), line=0.7)


def draw_speed(pen: Pen, x: float, levels: tuple[float, ...], length: float = 0.3) -> None:
    """Draw lines of speed to the left of *x*."""
    for number, y in enumerate(levels):
        start = x - 0.05 * (number % 2)
        pen.stroke([(start, y), (start - length / 2, y), (start - length, y)], 0.022, Tone(Role.LIGHT, tint="#f4f6f8"),
            start=0.9, end=0.2, line=0.5)  # fmt: skip


def draw_dust(pen: Pen, x: float) -> None:
    """Draw dust on the ground behind someone who runs."""
    for dx, y, radius in ((0.0, 0.05, 0.06), (-0.11, 0.04, 0.045), (-0.05, 0.11, 0.04)):
        pen.oval(x + dx, y, radius, radius * 0.8, Tone(Role.LIGHT, tint="#e6dccb"), line=0.6)


def draw_arc(pen: Pen, start: XY, top: XY, end: XY) -> None:
    """Draw the dotted path of something that flew from *start* over *top* to *end*."""
    for number in range(1, 7):
        t = number / 7
        x, y = (
            (1 - t) ** 2 * start[axis] + 2 * t * (1 - t) * (2 * top[axis] - (start[axis] + end[axis]) / 2)
            + t * t * end[axis] for axis in (0, 1)
        )  # fmt: skip
        pen.oval(x, y, 0.018, 0.018, Tone(Role.LIGHT, tint="#f4f6f8"), line=0.6)


def draw_mound(pen: Pen, x: float) -> None:
    """Draw a mound of soil around a plant."""
    pen.blob([(x - 0.26, 0.0), (x - 0.12, 0.09), (x, 0.12), (x + 0.12, 0.09), (x + 0.26, 0.0)], _SOIL, corners=(0, 4),
        solid=True)  # fmt: skip


def draw_shovel(pen: Pen, at: XY, end: XY) -> None:
    """Draw a shovel from the hand *at* into the ground at *end*."""
    pen.stroke([at, ((at[0] + end[0]) / 2, (at[1] + end[1]) / 2), end], 0.03, WOOD, start=1, end=1, line=0.7)
    x, y = end
    pen.blob([(x - 0.06, y + 0.1), (x + 0.06, y + 0.1), (x + 0.05, y), (x, y - 0.05), (x - 0.05, y)], STEEL,
        corners=(0, 1, 3))  # fmt: skip


def draw_food(pen: Pen, at: XY) -> None:
    """Draw a bowl of greens in the hand *at*."""
    x, y = at
    for dx in (-0.06, 0.0, 0.06):
        pen.oval(x + dx, y + 0.05, 0.05, 0.045, _LEAF, line=0.6)
    pen.blob([(x - 0.12, y + 0.04), (x + 0.12, y + 0.04), (x + 0.06, y - 0.05), (x - 0.06, y - 0.05)], _RED,
        corners=(0, 1), solid=True)  # fmt: skip


def draw_hearts(pen: Pen, at: XY) -> None:
    """Draw two small hearts."""
    for dx, dy, size in ((0.0, 0.0, 0.05), (0.12, 0.1, 0.035)):
        x, y = at[0] + dx, at[1] + dy
        outline = [(x, y - size), (x + size, y + size * 0.3), (x + size * 0.5, y + size * 0.9), (x, y + size * 0.5),
            (x - size * 0.5, y + size * 0.9), (x - size, y + size * 0.3)]  # fmt: skip
        pen.blob(outline, _RED, corners=(0, 3), line=0.7)


def draw_stall(pen: Pen) -> None:
    """Draw the posts and the striped awning of a stall."""
    for side in SIDES:
        pen.box(side * 0.62 - 0.022, 0.0, side * 0.62 + 0.022, 1.16, WOOD, line=0.8)
    for number in range(8):
        left = -0.72 + 0.18 * number
        tone = _RED if number % 2 else WHITE
        pen.blob([(left * 0.86, 1.32), ((left + 0.18) * 0.86, 1.32), (left + 0.18, 1.12), (left + 0.09, 1.07),
            (left, 1.12)], tone, corners=(0, 1, 2, 4), line=0.9)  # fmt: skip


def draw_counter(pen: Pen, half: float = 0.62, top: float = 0.4) -> None:
    """Draw a counter in front of who sells or works."""
    pen.box(-half + 0.03, 0, half - 0.03, top - 0.03, WOOD, solid=True)
    for number in range(1, 6):
        x = -half + 2 * half * number / 6
        pen.box(x - 0.005, 0.03, x + 0.005, top - 0.06, WOOD.darken(0.3), line=0)
    pen.box(-half, top - 0.05, half, top, WOOD.darken(0.25), radius=0.01, line=0.9)


def draw_wing(pen: Pen, at: XY, size: float, tilt: float = 0.0) -> None:
    """Draw a spread wing with three rows of feathers, its root *at*, that points up and back."""
    wing = pen.at(*at, size, tilt=tilt)
    white = Tone(Role.WHITE, tint="#fbfbff")
    rows = (
        [(0.06, 0.0), (0.1, 0.5), (-0.1, 1.0), (-0.42, 1.12), (-0.4, 0.96), (-0.6, 0.92), (-0.52, 0.76), (-0.66, 0.66),
            (-0.52, 0.52), (-0.6, 0.38), (-0.42, 0.28), (-0.4, 0.12), (-0.14, 0.0)],
        [(0.05, 0.05), (0.08, 0.46), (-0.08, 0.8), (-0.26, 0.82), (-0.24, 0.68), (-0.38, 0.6), (-0.28, 0.46),
            (-0.34, 0.3), (-0.2, 0.22), (-0.1, 0.08)],
        [(0.04, 0.1), (0.06, 0.4), (-0.04, 0.58), (-0.14, 0.5), (-0.1, 0.36), (-0.14, 0.24)],
    )  # fmt: skip
    for number, row in enumerate(rows):
        wing.blob(row, white.darken(0.09 * (2 - number)), corners=(0, 4, 6, 8) if number < 2 else (0, 4), line=0.9)


def draw_cloud(pen: Pen, x: float, y: float, size: float) -> None:
    """Draw a cloud, whose shaded side shows it on a pale sky too."""
    cloud = pen.at(x, y, size)
    outline = [(-0.5, 0.0), (-0.52, 0.14), (-0.34, 0.2), (-0.2, 0.34), (0.05, 0.3), (0.22, 0.36), (0.36, 0.2),
        (0.54, 0.14), (0.5, 0.0)]  # fmt: skip
    cloud.blob(outline, Tone(Role.DEEP, tint="#8fabc6"), corners=(0, 8), line=0.8)
    lit = [(x * 0.86 - 0.02, 0.09 + y * 0.72) for x, y in outline]
    cloud.blob(lit, Tone(Role.WHITE, tint="#ffffff"), corners=(0, 8), line=0)


def draw_stool(pen: Pen, x: float, top: float) -> None:
    """Draw a stool."""
    for side in SIDES:
        pen.stroke([(x + side * 0.08, top), (x + side * 0.1, top / 2), (x + side * 0.11, 0)], 0.03, WOOD, start=1,
            end=1, line=0.7)  # fmt: skip
    pen.box(x - 0.14, top - 0.04, x + 0.14, top, WOOD.lighten(0.15), radius=0.01, line=0.9)


def draw_basket(pen: Pen, x: float, y: float = 0.0, half: float = 0.16) -> None:
    """Draw a basket, its foot at *x*, *y*."""
    tone, high = Tone(Role.DEEP, tint="#b5803f"), half * 1.25
    pen.fill([(x - half, y + high), (x + half, y + high), (x + half * 0.75, y), (x - half * 0.75, y)], tone, solid=True)
    for share in (0.3, 0.6):
        pen.box(x - half * 0.8, y + high * share, x + half * 0.8, y + high * share + 0.012, tone.darken(0.35), line=0)
    if not y:
        pen.stroke([(x - half, y + high), (x, y + high + half), (x + half, y + high)], 0.024, tone.darken(0.2), start=1,
            end=1, line=0.6)  # fmt: skip


def draw_barbell(pen: Pen, y: float) -> None:
    """Draw a barbell over the head."""
    pen.box(-0.62, y - 0.016, 0.62, y + 0.016, STEEL, line=0.8)
    for side in SIDES:
        for x, half in ((0.46, 0.17), (0.54, 0.13)):
            pen.box(side * x - 0.035, y - half, side * x + 0.035, y + half, INK, radius=0.015, line=0.8)


def draw_ladder(pen: Pen, x: float, low: float, high: float) -> None:
    """Draw a ladder."""
    for step in range(8):
        y = low + 0.12 + (high - low - 0.2) * step / 7
        pen.box(x - 0.15, y - 0.018, x + 0.15, y + 0.018, WOOD.lighten(0.15), line=0.7)
    for side in SIDES:
        pen.box(x + side * 0.16 - 0.024, low, x + side * 0.16 + 0.024, high, WOOD, line=0.9)


def draw_splash(pen: Pen, x: float, y: float) -> None:
    """Draw drops that splash to both sides."""
    for side in SIDES:
        for dx, dy, size in ((0.2, 0.1, 0.035), (0.34, 0.2, 0.028), (0.44, 0.06, 0.026), (0.28, 0.28, 0.02)):
            pen.oval(x + side * dx, y + dy, size * 0.8, size, WATER, line=0.6)
        pen.stroke([(x + side * 0.12, y), (x + side * 0.26, y + 0.16), (x + side * 0.42, y + 0.14)], 0.03, WATER,
            start=0.9, end=0.3, line=0.5)  # fmt: skip


def draw_open_book(pen: Pen, at: XY) -> None:
    """Draw an open book in the hands *at*."""
    x, y = at
    for side, shade in ((-1, 0.08), (1, 0.0)):
        pen.fill([(x, y), (x + side * 0.17, y + 0.05), (x + side * 0.17, y + 0.22), (x, y + 0.17)],
            Tone(Role.WHITE, tint="#fbf8ee").darken(shade), line=0.8)  # fmt: skip
        for row in (0.07, 0.11):
            pen.stroke([(x + side * 0.03, y + row + 0.01), (x + side * 0.08, y + row + 0.025), (x + side * 0.14,
                y + row + 0.04)], 0.01, INK, start=1, end=1)  # fmt: skip
    pen.stroke([(x - 0.17, y + 0.04), (x, y - 0.015), (x + 0.17, y + 0.04)], 0.025, _RED, start=1, end=1, line=0.6)


def draw_hanging_legs(pen: Pen) -> None:
    """Draw the legs of a child that sits on shoulders."""
    skin = Tone(Role.WHITE, tint="#f4cba8")
    for side in SIDES:
        path = [(side * 0.104, 0.84), (side * 0.13, 0.74), (side * 0.1365, 0.58)]
        pen.stroke(path, 0.085, skin, start=1, end=0.9, line=0.8)


def draw_chips(pen: Pen) -> None:
    """Draw chips of wood that fly off."""
    for x, y in ((0.44, 0.48), (0.36, 0.2), (0.5, 0.16)):
        pen.box(x, y, x + 0.05, y + 0.03, WOOD.lighten(0.3), line=0.5)


def draw_ball(pen: Pen, at: XY) -> None:
    """Draw a ball in two colors that bounces."""
    x, y = at
    pen.oval(x, y, 0.085, 0.085, _RED, solid=True)
    pen.blob([(x - 0.08, y + 0.02), (x, y + 0.045), (x + 0.08, y + 0.02), (x + 0.08, y - 0.02), (x, y), (x - 0.08,
        y - 0.02)], Tone(Role.LIGHT, tint="#f6cb2d"), line=0.5)  # fmt: skip
    pen.stroke([(x - 0.05, y + 0.13), (x, y + 0.15), (x + 0.05, y + 0.13)], 0.014, INK, start=0.6, end=0.6)
