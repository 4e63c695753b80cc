"""The palette of each medium for requests without a look."""

from engines.painter.paint_request import Look
from engines.painter.scene import Scene, Setting, Subject, TimeOfDay, Weather
from engines.painter.shapes import Role, Tone
from services.common.contract.image_chat import Medium

DEFAULT_MEDIUM = Medium.ANIME
"""The technique used where neither the look nor the prompt names one."""
_PALETTES: dict[Medium, tuple[str, ...]] = {
    Medium.NEON: ("#0d0b26", "#1b1147", "#3b2f8f", "#0f7f9c", "#ff2e9f", "#22e6ff"),
    Medium.INK_WASH: ("#f3eee2", "#1d1d20", "#5b5b5e", "#8d8c88", "#b23a2e"),
    Medium.WATERCOLOR: ("#f6f1e4", "#3f6b8c", "#e08a5b", "#7fae7d", "#d9607a", "#f4cf72"),
    Medium.OIL: ("#7fa3b8", "#1f3552", "#c9762e", "#5c7f3f", "#b5382f", "#f2c95c"),
    Medium.PIXEL: ("#6fb7e9", "#2b2a57", "#f2913d", "#4aa657", "#e8455b", "#ffe08a"),
    Medium.LINE_ART: ("#f8f6f0", "#22242a", "#5d6068", "#9a9ca3", "#3b3d44"),
    Medium.CRAYON: ("#a9d8f0", "#2e5aa8", "#f08a2c", "#58ad4b", "#e5484d", "#ffd84f"),
    Medium.PAPER_CUT: ("#f2d9bd", "#7a2f3d", "#e07a4f", "#3f7d7a", "#c8384a", "#f5b95f"),
    Medium.MOSAIC: ("#5fa3b5", "#1e3f66", "#d98a36", "#4d8a5b", "#b83c3c", "#f0cf7a"),
    Medium.WOODBLOCK: ("#e9dcc0", "#1f3f66", "#c8643c", "#6b8f86", "#c23b2e", "#e8c27a"),
    Medium.LOW_POLY: ("#8fc3e0", "#2c3e66", "#f08b4b", "#4f9d80", "#e2566b", "#ffd98c"),
    Medium.POINTILLISM: ("#9cc4de", "#37508f", "#e58f3c", "#5d9e58", "#d24b5e", "#f7d774"),
    Medium.STAINED_GLASS: ("#27406b", "#141c3a", "#b3202e", "#1f7a4d", "#d98a1f", "#f3d36b"),
    Medium.POP_ART: ("#3ec6e0", "#20204a", "#ffb400", "#7ac143", "#ff3b6b", "#fff04d"),
}
_DAY = ("#74bdf0", "#2b4a80", "#f0883c", "#57a85f", "#e8526b", "#ffe08f")
_SUNSET = ("#e8916f", "#4a3366", "#d9653f", "#6f6a8e", "#f0556b", "#ffd28a")
_NIGHT = ("#31406f", "#141b3c", "#e2904f", "#3f6f7f", "#d0628a", "#ffe9b0")
_SNOW = ("#c3d9ea", "#33507a", "#cf6e4c", "#6f93a8", "#d4495d", "#fdf0d2")
_AUTUMN = ("#f0d9b0", "#6b3a2a", "#d9722e", "#a8853a", "#b8402f", "#f6c65a")
_SPRING = ("#cfe8ee", "#4b5f8c", "#f09a8a", "#7db86f", "#ee7fa3", "#fff0b8")
_SEA = ("#86c9ee", "#1b5c96", "#ea7a45", "#3a9c9f", "#e8566a", "#ffe3a0")
_DESERT = ("#f3d6a8", "#8a4b3a", "#d97f3f", "#7a9a5f", "#c84f3a", "#f6c877")


_FIXED_PALETTES = (Medium.NEON, Medium.INK_WASH, Medium.LINE_ART, Medium.WOODBLOCK, Medium.POP_ART)
"""Media that ignore the typical colors of their subjects."""
_SUBJECT_COLORS: dict[Subject, str] = {
    Subject.WHALE: "#3f78b5",
    Subject.LOTUS: "#ef7fa5",
    Subject.BLOSSOM: "#f08fb0",
    Subject.ROSE: "#cf2f4c",
    Subject.TULIP: "#e8506e",
    Subject.SUNFLOWER: "#f5b324",
    Subject.CAR: "#d8403f",
    Subject.CASTLE: "#5b6fb3",
    Subject.PAGODA: "#b8452f",
    Subject.DRAGON: "#c9402f",
    Subject.HORSE: "#9a5f38",
    Subject.BEAR: "#8f5d3b",
    Subject.OWL: "#a0764e",
    Subject.ROBOT: "#7fa6bf",
    Subject.MUSHROOM: "#d63f3a",
    Subject.APPLE: "#d33a35",
    Subject.LANTERN: "#d8362f",
    Subject.LIGHTHOUSE: "#cf4037",
    Subject.HOUSE: "#c2553a",
    Subject.COFFEE: "#c9724a",
    Subject.BUTTERFLY: "#f08a2e",
    Subject.BOOK: "#9c4a3c",
    Subject.TRAIN: "#a8393a",
    Subject.ROCKET: "#dd4638",
    Subject.TEAPOT: "#4f8f9a",
    Subject.CAKE: "#e98aa4",
    Subject.BRIDGE: "#b08a6a",
    Subject.FLOWER: "#e5678c",
}
"""The typical color of a subject, used without a palette."""


NATURAL_COLORS: dict[str, str] = {
    **{subject: _SUBJECT_COLORS[subject] for subject in (
        Subject.APPLE, Subject.SUNFLOWER, Subject.LOTUS, Subject.BLOSSOM, Subject.ROSE, Subject.BEAR, Subject.MUSHROOM,
        Subject.LANTERN,
    )},
    Subject.FOX: "#e0782f",
    Subject.TIGER: "#e8922e",
}  # fmt: skip
"""The colors of subjects that are hardly recognizable in another one; every palette attracts them only a little."""


WALLS: dict[str, Tone] = {
    Subject.HOUSE: Tone(Role.WHITE),
    Subject.CASTLE: Tone(Role.WHITE),
    Subject.WINDMILL: Tone(Role.MAIN, tint="#b5563c"),
}
"""The walls of buildings, whose color is that of the building, not the largest area or the roof."""


BLOSSOMING = frozenset((Subject.BLOSSOM, Subject.SUNFLOWER, Subject.LOTUS, Subject.ROSE))
"""Plants whose color is that of their flowers."""


def find_palette(medium: Medium) -> tuple[str, ...]:
    """Return the default palette of *medium*; of natural media, whose colors are those of the scene, that of a day."""
    return _PALETTES.get(medium, _DAY)


def choose_look(medium: Medium, scene: Scene) -> Look:
    """Return the default look of *medium*; natural media take their colors from the scene."""
    palette = _PALETTES.get(medium) or _choose_natural_palette(scene)
    if medium not in _FIXED_PALETTES and scene.figures and scene.figures[0].subject in _SUBJECT_COLORS:
        palette = (*palette[:2], _SUBJECT_COLORS[Subject(scene.figures[0].subject)], *palette[3:])
    return Look(medium, palette)


def _choose_natural_palette(scene: Scene) -> tuple[str, ...]:
    if scene.time_of_day is TimeOfDay.SUNSET:
        return _SUNSET
    if scene.time_of_day is TimeOfDay.NIGHT:
        return _NIGHT
    if scene.weather is Weather.SNOW or scene.setting is Setting.SNOWFIELD:
        return _SNOW
    if scene.weather is Weather.LEAVES:
        return _AUTUMN
    if scene.weather is Weather.PETALS:
        return _SPRING
    if scene.setting in (Setting.SEA, Setting.BEACH, Setting.UNDERWATER, Setting.POND):
        return _SEA
    return _DESERT if scene.setting is Setting.DESERT else _DAY
