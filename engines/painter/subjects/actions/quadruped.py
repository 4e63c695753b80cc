"""An animal on four legs, in a pose given by where its feet are; it looks to the right, its height is about 0.9."""

from collections.abc import Mapping
from dataclasses import dataclass

from engines.painter.shapes import Pen, Role, Tone
from engines.painter.subjects.people.animal_bodies import AnimalLook, draw_animal_head
from engines.painter.subjects.people.model import XY

_HIP, _SHOULDER, _HEAD, _HEAD_SIZE = (-0.28, 0.42), (0.2, 0.45), (0.4, 0.68), 0.185
_LEG, _BODY, _DARK = 0.1, 0.3, Tone(Role.DEEP, tint="#3a2f2a")
_NEAR, _FAR = 0.04, -0.04


@dataclass(frozen=True, slots=True)
class Gait:
    """A pose: the hind and the front feet, far and near, the lean of the whole body in degrees, and the head."""

    hind: tuple[XY, XY]
    front: tuple[XY, XY]
    lean: float = 0.0
    head: XY = _HEAD


GAITS: Mapping[str, Gait] = {
    "stand": Gait(((-0.33, 0.03), (-0.22, 0.03)), ((0.14, 0.03), (0.25, 0.03))),
    "walk": Gait(((-0.42, 0.05), (-0.2, 0.03)), ((0.08, 0.03), (0.34, 0.06)), -3),
    "run": Gait(((-0.66, 0.2), (-0.56, 0.1)), ((0.42, 0.06), (0.58, 0.16)), 2),
    "leap": Gait(((-0.6, 0.1), (-0.5, 0.02)), ((0.44, 0.3), (0.5, 0.2)), 22),
    "fly": Gait(((-0.56, 0.2), (-0.48, 0.1)), ((0.34, 0.16), (0.44, 0.2)), 8),
    "graze": Gait(((-0.33, 0.03), (-0.22, 0.03)), ((0.14, 0.03), (0.25, 0.03)), -4, (0.52, 0.34)),
    "rear": Gait(((-0.3, -0.02), (-0.16, 0.0)), ((0.5, 0.26), (0.52, 0.38)), 42),
}


def find_head(gait: str, lean: float = 0.0) -> XY:
    """Return where the front of the muzzle is in *gait*."""
    pose = GAITS[gait]
    probe = Pen([], 0.0, 0.0, 1.0).at(0, 0, tilt=pose.lean + lean)
    ((x, y),) = probe.to_frame([(pose.head[0] + 0.2, pose.head[1] - 0.06)])
    return float(x), -float(y)


def draw_quadruped(pen: Pen, look: AnimalLook, gait: str) -> None:
    """Draw an animal with *look* in *gait*."""
    pose, fur = GAITS[gait], Tone(Role.MAIN, tint=look.fur)
    body = pen.at(0, 0, tilt=pose.lean)
    trunk = fur if look.key != "panda" else Tone(Role.WHITE, tint=look.belly)
    _draw_tail(body, look, fur)
    for number, (hind, front) in enumerate(zip(pose.hind, pose.front, strict=True)):
        shift, tone = (_FAR, fur.darken(0.16)) if number == 0 else (_NEAR, fur)
        _draw_leg(body, (_HIP[0] + shift, _HIP[1]), hind, tone, -0.05)
        _draw_leg(body, (_SHOULDER[0] + shift, _SHOULDER[1] - 0.04), front, tone, 0.05)
    x, y = pose.head
    neck = [(_SHOULDER[0] - 0.02, _SHOULDER[1] + 0.04), ((_SHOULDER[0] + x) / 2, (_SHOULDER[1] + y) / 2), (x, y)]
    body.stroke(neck, 0.2, fur, start=1.1, end=0.9, line=0.8)
    # The trunk covers where the limbs start.
    _draw_trunk(body, look, trunk)
    draw_animal_head(body.at(x, y, _HEAD_SIZE, tilt=-0.8 * pose.lean), look, fur)


def _draw_leg(pen: Pen, start: XY, foot: XY, tone: Tone, bend: float) -> None:
    middle = ((start[0] + foot[0]) / 2 + bend, (start[1] + foot[1]) / 2 + 0.02)
    pen.stroke([start, middle, foot], _LEG, tone, start=1.35, end=0.8, line=0.9)
    pen.oval(foot[0] + 0.025, foot[1], 0.065, 0.04, tone.darken(0.05), line=0.9)


def _draw_trunk(pen: Pen, look: AnimalLook, tone: Tone) -> None:
    outline = [(-0.42, 0.44), (-0.36, 0.58), (-0.1, 0.6), (0.2, 0.62), (0.34, 0.5), (0.3, 0.34), (0.1, 0.27), (-0.14,
        0.27), (-0.38, 0.3)]  # fmt: skip
    pen.blob(outline, tone, solid=True)
    pen.blob([(-0.2, 0.28), (0.0, 0.31), (0.22, 0.32), (0.12, 0.26), (-0.1, 0.25)], Tone(Role.WHITE, tint=look.belly),
        line=0.4)  # fmt: skip
    if look.key == "tiger":
        for x in (-0.3, -0.18, -0.06, 0.06):
            pen.stroke([(x, 0.6), (x + 0.02, 0.5), (x - 0.01, 0.42)], 0.045, _DARK, start=1, end=0.2)
    elif look.key in ("cow", "giraffe"):
        spot = _DARK if look.key == "cow" else Tone(Role.DEEP, tint="#a8661f")
        for x, y, rx, ry in ((-0.26, 0.48, 0.1, 0.07), (-0.04, 0.44, 0.08, 0.08), (0.16, 0.52, 0.07, 0.06)):
            pen.oval(x, y, rx, ry, spot, line=0.4)
    elif look.key == "sheep":
        for number in range(9):
            pen.oval(-0.38 + 0.08 * number, 0.56 + 0.03 * (number % 2), 0.08, 0.075, tone, line=0.8)
    elif look.key == "hedgehog":
        for number in range(10):
            x = -0.4 + 0.075 * number
            pen.fill([(x - 0.05, 0.5), (x - 0.07, 0.74), (x + 0.06, 0.52)], Tone(Role.DEEP, tint="#6a4a34"), line=0.7)


def _draw_tail(pen: Pen, look: AnimalLook, fur: Tone) -> None:
    x, y = -0.4, 0.5
    if look.tail == "bushy":
        pen.blob([(x + 0.04, y), (x - 0.14, y + 0.02), (x - 0.34, y + 0.2), (x - 0.36, y + 0.34), (x - 0.18, y + 0.26),
            (x - 0.02, y + 0.1)], fur, solid=True)  # fmt: skip
    elif look.tail == "plume":
        pen.blob([(x + 0.06, y - 0.04), (x - 0.18, y - 0.02), (x - 0.34, y + 0.16), (x - 0.34, y + 0.42), (x - 0.16,
            y + 0.46), (x - 0.16, y + 0.3), (x - 0.06, y + 0.12)], fur.darken(0.06), solid=True)  # fmt: skip
    elif look.tail == "puff":
        pen.oval(x - 0.02, y + 0.03, 0.08, 0.08, fur.lighten(0.2), line=0.9)
    elif look.tail == "curl":
        path = [(x + 0.02, y), (x - 0.08, y + 0.08), (x - 0.12, y), (x - 0.05, y - 0.01), (x - 0.14, y + 0.12)]
        pen.stroke(path, 0.04, fur, start=1, end=0.8, line=0.7)
    elif look.tail not in ("none", "spines"):
        width = {"long": 0.07, "thin": 0.035, "tuft": 0.045}[look.tail]
        pen.stroke([(x + 0.02, y), (x - 0.16, y + 0.04), (x - 0.28, y + 0.16), (x - 0.27, y + 0.3)], width, fur,
            start=1, end=0.8, line=0.8)  # fmt: skip
        if look.tail == "tuft":
            pen.oval(x - 0.27, y + 0.32, 0.05, 0.07, fur.darken(0.5), line=0.7)
