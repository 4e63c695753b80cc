"""Portrait: the bust of a person."""

from dataclasses import dataclass

from engines.painter.curves import spline
from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, INK, LIGHT, SECOND, WHITE, Pen, Role, Tone
from engines.painter.subjects.animals.seated_animal import mirror
from engines.painter.subjects.features import SIDES

_SKIN = tuple(Tone(Role.MAIN, 0.1, tint=color) for color in ("#f5d3b8", "#efc4a2", "#d9a47c", "#a9724d"))
_HAIR = tuple(Tone(Role.INK, tint=color) for color in ("#1f1a1b", "#33221d", "#583726"))
_IRIS = tuple(Tone(Role.DEEP, tint=color) for color in ("#5b3a24", "#41606f", "#556b45"))
_LIPS, _CHEEKS = Tone(Role.ACCENT, tint="#b8434b"), Tone(Role.ACCENT, tint="#eaa791")
"""Colors of people: with a palette only, faces would be blue and hair teal."""

_Strand = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class _Person:
    skin: Tone
    hair: Tone
    dress: Tone
    lips: Tone
    long_hair: bool


def draw_woman(pen: Pen, rng: Rng) -> None:
    """Draw a woman's bust."""
    _draw_bust(pen, rng, long_hair=True)


def draw_man(pen: Pen, rng: Rng) -> None:
    """Draw a man's bust."""
    _draw_bust(pen, rng, long_hair=False)


def draw_person(pen: Pen, rng: Rng) -> None:
    """Draw a person's bust."""
    _draw_bust(pen, rng, long_hair=rng.bernoulli(0.65))


def _draw_bust(pen: Pen, rng: Rng, long_hair: bool) -> None:
    hair, skin = rng.choice(_HAIR), rng.derive("skin").choice(_SKIN)
    person = _Person(skin, hair, SECOND, _LIPS, long_hair)
    cut = rng.integer(0, 2)
    if long_hair:
        _draw_hair_behind(pen, person, cut)
    _draw_shoulders(pen, person, rng)
    _draw_neck(pen, person)
    _draw_face(pen, person)
    for side in SIDES:
        _draw_eye(pen, person, side, rng.derive("iris").choice(_IRIS))
    _draw_nose_and_mouth(pen, person)
    if long_hair:
        _draw_fringe(pen, person, cut)
        _draw_jewels(pen, rng)
    else:
        _draw_short_hair(pen, person, cut)


def _draw_hair_behind(pen: Pen, person: _Person, cut: int) -> None:
    if cut == 0:
        half = [
            (0.0, 0.985),
            (0.13, 0.955),
            (0.215, 0.85),
            (0.235, 0.7),
            (0.255, 0.52),
            (0.31, 0.32),
            (0.28, 0.14),
            (0.15, 0.1),
            (0.0, 0.12),
        ]
    elif cut == 1:
        half = [
            (0.0, 0.985),
            (0.14, 0.955),
            (0.225, 0.85),
            (0.24, 0.7),
            (0.25, 0.55),
            (0.24, 0.42),
            (0.17, 0.385),
            (0.08, 0.4),
            (0.0, 0.4),
        ]
    else:
        half = [(0.0, 0.965), (0.12, 0.94), (0.195, 0.85), (0.205, 0.72), (0.18, 0.6), (0.1, 0.5), (0.0, 0.48)]
        pen.oval(0.0, 0.99, 0.105, 0.085, person.hair, solid=True)
        pen.stroke([(-0.08, 1.0), (0, 1.03), (0.08, 1.0)], 0.012, person.hair.lighten(0.22), start=0.2, end=0.2)
    pen.blob(mirror(half), person.hair, fade=person.hair.lighten(0.08), solid=True)


def _draw_shoulders(pen: Pen, person: _Person, rng: Rng) -> None:
    half = [
        (0.0, 0.33),
        (0.09, 0.315),
        (0.2, 0.265),
        (0.33, 0.215),
        (0.415, 0.12),
        (0.45, -0.08),
        (0.2, -0.1),
        (0.0, -0.1),
    ]
    pen.blob(mirror(half), person.dress, fade=person.dress.darken(0.3), solid=True)
    for side in SIDES:
        pen.stroke(
            [(side * 0.29, 0.16), (side * 0.26, 0.06), (side * 0.275, -0.06)],
            0.02,
            person.dress.darken(0.3),
            start=0.2,
            end=0.6,
        )
    collar = [(0.0, 0.11), (0.055, 0.2), (0.115, 0.325), (0.07, 0.35), (0.0, 0.33)]
    pen.blob(mirror(collar), person.skin, corners=(0,), line=0.7, fade=person.skin.darken(0.06))
    if rng.bernoulli(0.6):
        for side in SIDES:
            lapel = [
                (side * 0.105, 0.335),
                (side * 0.165, 0.28),
                (side * 0.12, 0.17),
                (side * 0.0, 0.085),
                (side * 0.055, 0.19),
            ]
            pen.blob(lapel, person.dress.lighten(0.25), corners=(0, 1, 3), line=0.8)


def _draw_neck(pen: Pen, person: _Person) -> None:
    neck = [(0.078, 0.52), (0.07, 0.42), (0.082, 0.34), (0.05, 0.28), (0.0, 0.265)]
    pen.blob(
        [*neck, *[(-x, y) for x, y in reversed(neck[:-1])]],
        person.skin.darken(0.05),
        fade=person.skin,
        line=0.7,
        solid=True,
    )
    shadow = [(0.076, 0.5), (0.07, 0.42), (0.03, 0.375), (-0.02, 0.365), (-0.06, 0.39), (-0.074, 0.43), (-0.076, 0.5)]
    pen.blob(shadow, person.skin.darken(0.2), line=0)
    for side in SIDES:
        pen.stroke(
            [(side * 0.02, 0.275), (side * 0.08, 0.292), (side * 0.13, 0.285)],
            0.01,
            person.skin.darken(0.22),
            start=0.6,
            end=0.1,
        )


def _draw_face(pen: Pen, person: _Person) -> None:
    for side in SIDES:
        pen.blob(
            [(side * 0.155, 0.69), (side * 0.19, 0.7), (side * 0.19, 0.63), (side * 0.16, 0.585)],
            person.skin.darken(0.06),
            solid=True,
        )
    half = [
        (0.0, 0.92),
        (0.1, 0.9),
        (0.163, 0.8),
        (0.17, 0.67),
        (0.157, 0.57),
        (0.11, 0.475),
        (0.045, 0.418),
        (0.0, 0.41),
    ]
    pen.blob(mirror(half), person.skin, fade=person.skin.darken(0.05), solid=True)
    cheek = [(0.165, 0.66), (0.155, 0.57), (0.11, 0.478), (0.05, 0.422), (0.085, 0.5), (0.125, 0.58)]
    pen.blob(cheek, person.skin.darken(0.12), line=0)
    for side in SIDES:
        pen.oval(
            side * 0.1,
            0.578,
            0.036,
            0.02,
            person.skin.darken(0.1) if not person.long_hair else _CHEEKS,
            line=0,
        )


def _draw_eye(pen: Pen, person: _Person, side: int, iris: Tone) -> None:
    eye = pen.at(side * 0.073, 0.655, size=1.0, flip=side < 0)
    rim = [(-0.045, -0.006), (-0.02, 0.024), (0.015, 0.026), (0.048, 0.008), (0.02, -0.02), (-0.02, -0.02)]
    eye.blob(rim, WHITE, corners=(0, 3), line=0.3)
    eye.oval(0.002, 0.003, 0.021, 0.023, iris.darken(0.15), line=0.3)
    eye.oval(0.002, 0.003, 0.011, 0.012, INK, line=0)
    eye.oval(-0.006 if side > 0 else 0.008, 0.011, 0.006, 0.006, WHITE, line=0)
    eye.stroke([(-0.047, -0.006), (-0.02, 0.026), (0.015, 0.029), (0.055, 0.008)], 0.014, INK, start=0.3, end=0.35)
    if person.long_hair:
        eye.stroke([(0.04, 0.016), (0.062, 0.026)], 0.009, INK, start=0.8, end=0.2)
        eye.stroke([(0.028, 0.022), (0.047, 0.038)], 0.007, INK, start=0.8, end=0.2)
    eye.stroke([(-0.04, 0.032), (-0.005, 0.046), (0.04, 0.038)], 0.006, person.skin.darken(0.35), start=0.3, end=0.2)
    thick = 0.017 if person.long_hair else 0.024
    eye.stroke([(-0.048, 0.064), (-0.005, 0.085), (0.06, 0.07)], thick, person.hair, start=0.7, end=0.15)


def _draw_nose_and_mouth(pen: Pen, person: _Person) -> None:
    pen.blob(
        [(0.008, 0.66), (0.018, 0.6), (0.033, 0.562), (0.012, 0.55), (0.0, 0.565)], person.skin.darken(0.1), line=0
    )
    pen.stroke(
        [(-0.022, 0.558), (-0.008, 0.549), (0.01, 0.549), (0.026, 0.56)],
        0.009,
        person.skin.darken(0.38),
        start=0.5,
        end=0.5,
    )
    pen.oval(-0.006, 0.577, 0.007, 0.01, WHITE, line=0)
    upper = [(-0.052, 0.5), (-0.02, 0.514), (0.0, 0.509), (0.02, 0.514), (0.052, 0.5), (0.0, 0.494)]
    lower = [(-0.05, 0.499), (0.0, 0.496), (0.05, 0.499), (0.025, 0.478), (0.0, 0.473), (-0.025, 0.478)]
    lips = person.lips if person.long_hair else person.skin.darken(0.25)
    pen.blob(lower, lips.lighten(0.16), corners=(0, 2), line=0)
    pen.blob(upper, lips, corners=(0, 4), line=0)
    pen.stroke(
        [(-0.055, 0.502), (-0.02, 0.496), (0.02, 0.496), (0.055, 0.503)], 0.007, lips.darken(0.55), start=0.4, end=0.4
    )
    pen.stroke([(-0.018, 0.461), (0, 0.458), (0.018, 0.461)], 0.006, person.skin.darken(0.25), start=0.2, end=0.2)


def _draw_fringe(pen: Pen, person: _Person, cut: int) -> None:
    tone = person.hair
    strands = list(_draw_straight_fringe(pen, tone) if cut == 1 else _draw_parted_fringe(pen, tone))
    if cut == 0:
        strands += [
            ((0.22, 0.6), (0.245, 0.45), (0.275, 0.28)),
            ((-0.22, 0.6), (-0.24, 0.44), (-0.28, 0.27)),
            ((-0.2, 0.5), (-0.215, 0.36), (-0.23, 0.2)),
        ]
    for strand in strands:
        pen.stroke(list(strand), 0.012, tone.lighten(0.2), start=0.1, end=0.1)


def _draw_straight_fringe(pen: Pen, tone: Tone) -> tuple[_Strand, ...]:
    """Draw hair cut straight above the brows; return where light runs along it."""
    rim = [(-0.2, 0.62), (-0.205, 0.8), (-0.13, 0.94), (0.0, 0.985), (0.13, 0.94), (0.205, 0.8), (0.2, 0.62)]
    edge = [(0.175, 0.745), (0.1, 0.765), (0.0, 0.758), (-0.1, 0.765), (-0.175, 0.745)]
    pen.fill(spline(rim + edge, corners=(0, 6)), tone, solid=True, fade=tone.lighten(0.06))
    return (
        ((-0.1, 0.95), (-0.12, 0.86), (-0.11, 0.77)),
        ((0.0, 0.975), (0.0, 0.87), (0.01, 0.765)),
        ((0.1, 0.95), (0.12, 0.86), (0.11, 0.775)),
    )


def _draw_parted_fringe(pen: Pen, tone: Tone) -> tuple[_Strand, ...]:
    """Draw hair parted off the middle; return where light runs along it."""
    left = [(-0.205, 0.5), (-0.22, 0.7), (-0.18, 0.88), (-0.06, 0.975), (0.06, 0.95)]
    left += [(0.0, 0.87), (-0.1, 0.8), (-0.158, 0.71), (-0.178, 0.6)]
    right = [(0.205, 0.5), (0.22, 0.7), (0.19, 0.87), (0.08, 0.975), (-0.04, 0.985)]
    right += [(0.02, 0.9), (0.12, 0.82), (0.165, 0.71), (0.178, 0.6)]
    pen.blob(left, tone, corners=(0, 4), solid=True)
    pen.blob(right, tone, corners=(0, 4), solid=True)
    return (
        ((0.03, 0.965), (0.13, 0.89), (0.19, 0.74)),
        ((0.0, 0.955), (0.1, 0.87), (0.18, 0.68)),
        ((-0.02, 0.955), (-0.12, 0.88), (-0.19, 0.72)),
    )


def _draw_short_hair(pen: Pen, person: _Person, cut: int) -> None:
    tone = person.hair
    crown = [
        (-0.178, 0.68),
        (-0.2, 0.8),
        (-0.165, 0.92),
        (-0.06, 0.99),
        (0.08, 0.995),
        (0.175, 0.93),
        (0.203, 0.8),
        (0.178, 0.68),
        (0.163, 0.77),
    ]
    line = (
        [(0.12, 0.83), (0.03, 0.815), (-0.07, 0.85), (-0.14, 0.81), (-0.165, 0.75)]
        if cut
        else [(0.1, 0.855), (0.0, 0.87), (-0.08, 0.84), (-0.14, 0.79), (-0.165, 0.75)]
    )
    pen.blob([*crown, *line], tone, corners=(0, 7), solid=True)
    for x in (-0.1, 0.0, 0.1):
        pen.stroke(
            [(x - 0.03, 0.87), (x + 0.01, 0.94), (x + 0.05, 0.965)], 0.014, tone.lighten(0.2), start=0.1, end=0.1
        )


def _draw_jewels(pen: Pen, rng: Rng) -> None:
    for side in SIDES:
        pen.oval(side * 0.183, 0.575, 0.014, 0.02, LIGHT, line=0.5, glow=0.3)
    if rng.bernoulli(0.5):
        side = rng.choice(SIDES)
        for petal in range(5):
            flower = pen.at(side * 0.185, 0.8, tilt=petal * 72.0)
            flower.oval(0, 0.034, 0.022, 0.03, ACCENT.lighten(0.2), line=0.5)
        pen.oval(side * 0.185, 0.8, 0.016, 0.016, LIGHT, line=0.4)
