"""Composition of an image, and its description for users."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from services.common.text.language import Language, Text


class CompositionKind(StrEnum):
    """Distribution of visual weight."""

    EMPTY = "empty"
    CENTERED = "centered"
    THIRDS = "thirds"
    OFFSET = "offset"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class Composition:
    """Distribution of visual weight in an image.

    Attributes:
        kind: kind of distribution.
        across: -1 for left, 0 for neither, 1 for right: position of the subject, or the heavier side.
        down: the same, -1 for top and 1 for bottom.
        free_share: share of the image without content, 0 to 1.
        is_mirrored_across: left and right are mirror images.
        is_mirrored_down: top and bottom are mirror images.

    """

    kind: CompositionKind
    across: int
    down: int
    free_share: float
    is_mirrored_across: bool
    is_mirrored_down: bool


# Shares of free space from which there is much or some; below the last the image is full.
_MUCH: Final = 0.6
_SOME: Final = 0.3
_FULL: Final = 0.1

_EMPTY = Text("画面近乎纯色，没有明显的主体", "Almost one plain color, with no clear subject")
_SUBJECT = {
    CompositionKind.CENTERED: Text("主体居中", "The subject is in the center"),
    CompositionKind.THIRDS: Text("三分法构图，主体在{position}", "Rule of thirds: the subject is at the {position}"),
    CompositionKind.OFFSET: Text("主体偏{position}", "The subject is off center, to the {position}"),
    CompositionKind.SPREAD: Text("画面重心偏{position}", "The weight leans to the {position}"),
}
_EVEN = Text("没有单一主体，各处分量均衡", "No single subject, the weight is even all over")
_BOTH = Text("上下左右对称", "mirrored both ways")
_ACROSS = Text("左右对称", "mirrored left to right")
_DOWN = Text("上下对称", "mirrored top to bottom")
_MUCH_FREE = Text("大面积留白（约 {free}%），简洁", "minimal, with much free space (about {free} %)")
_SOME_FREE = Text("留有空白（约 {free}%）", "with some free space (about {free} %)")
_NO_FREE = Text("画面饱满，几乎没有留白", "full, with hardly any free space")
_POSITIONS = {
    (-1, -1): Text("左上", "upper left"),
    (0, -1): Text("上", "top"),
    (1, -1): Text("右上", "upper right"),
    (-1, 0): Text("左", "left"),
    (1, 0): Text("右", "right"),
    (-1, 1): Text("左下", "lower left"),
    (0, 1): Text("下", "bottom"),
    (1, 1): Text("右下", "lower right"),
}


def describe(composition: Composition, language: Language) -> str:
    """Return *composition* as a phrase for users, without a full stop."""
    if composition.kind is CompositionKind.EMPTY:
        return _EMPTY.pick(language)
    parts = [_describe_weight(composition), _describe_symmetry(composition), _describe_space(composition.free_share)]
    position = _POSITIONS.get((composition.across, composition.down))
    values = {"position": position.pick(language) if position else "", "free": round(composition.free_share * 20) * 5}
    return ("，" if language is Language.CHINESE else ", ").join(
        part.pick(language).format(**values) for part in parts if part is not None
    )


def _describe_weight(composition: Composition) -> Text:
    is_even = composition.kind is CompositionKind.SPREAD and not (composition.across or composition.down)
    return _EVEN if is_even else _SUBJECT[composition.kind]


def _describe_symmetry(composition: Composition) -> Text | None:
    if composition.is_mirrored_across and composition.is_mirrored_down:
        return _BOTH
    if composition.is_mirrored_across:
        return _ACROSS
    return _DOWN if composition.is_mirrored_down else None


def _describe_space(free_share: float) -> Text | None:
    if free_share >= _MUCH:
        return _MUCH_FREE
    if free_share >= _SOME:
        return _SOME_FREE
    return _NO_FREE if free_share < _FULL else None
