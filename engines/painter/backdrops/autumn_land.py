"""Land in autumn: trees and bushes with colored leaves, leaves on the ground, grass that is no longer green."""

from dataclasses import replace

from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.sky import BRUSHED
from engines.painter.content.autumn import LEAVES
from engines.painter.rng import Rng
from engines.painter.scene import TimeOfDay, Weather
from engines.painter.shapes import ACCENT, DEEP, GROUND, Pen, Tone
from engines.painter.subjects.plants import draw_crown

AUTUMN_GRASS = "#c9a04e"
"""The color of grass in autumn."""


def is_autumn(builder: SceneBuilder) -> bool:
    """Return whether the land has the colors of autumn: ink has no colors, and few are seen at night."""
    is_night = builder.scene.time_of_day is TimeOfDay.NIGHT
    return builder.scene.weather is Weather.LEAVES and builder.medium not in BRUSHED and not is_night


def color_ground() -> Tone:
    """Return the tone of land in autumn."""
    return replace(GROUND, tint=AUTUMN_GRASS)


def choose_leaf(rng: Rng) -> Tone:
    """Return the tone of leaves in autumn."""
    return replace(ACCENT, tint=rng.choice(LEAVES))


def draw_autumn_tree(pen: Pen, rng: Rng) -> None:
    """Draw a slender tree of height 1 with colored leaves."""
    pen.fill([(-0.035, 0.0), (-0.02, 0.55), (0.02, 0.55), (0.035, 0.0)], DEEP.darken(0.1), line=0.6)
    draw_crown(pen, rng, 0.0, 0.66, 0.26, 0.34, choose_leaf(rng))


def draw_fallen_leaf(pen: Pen, rng: Rng) -> None:
    """Draw a leaf that lies on the ground."""
    leaf = pen.at(0, 0, tilt=rng.uniform(0, 360))
    tone = choose_leaf(rng)
    points = [(0, -1.1), (0.6, -0.3), (0.45, 0.4), (0, 1.0), (-0.45, 0.4), (-0.6, -0.3)]
    leaf.blob([(x, 0.7 * y) for x, y in points], tone, corners=(0, 3), line=0.3)
    leaf.stroke([(0, -1.0), (0, 0.5)], 0.1, tone.darken(0.3), start=1, end=0.2)
