"""Where the weight of a picture lies, and how people say it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from services.common.language import Language, Text


class Kind(StrEnum):
    """How the weight lies."""

    EMPTY = "empty"
    CENTRED = "centred"
    THIRDS = "thirds"
    OFFSET = "offset"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class Composition:
    """Where the weight of a picture lies.

    Attributes:
        kind: how the weight lies.
        across: -1 for the left, 0 for neither, 1 for the right: where the subject is, or which side is heavier.
        down: the same, -1 for the top and 1 for the bottom.
        free: share of the picture with nothing to look at, 0 to 1.
        mirrored_across: left and right mirror each other.
        mirrored_down: top and bottom mirror each other.

    """

    kind: Kind
    across: int
    down: int
    free: float
    mirrored_across: bool
    mirrored_down: bool


# Shares of free space from which on there is much of it, and some; below the last there is none worth a word.
_MUCH: Final = 0.6
_SOME: Final = 0.3
_FULL: Final = 0.1

_EMPTY = Text("画面近乎纯色，没有明显的主体", "Almost one plain colour, with no clear subject")
_SUBJECT = {
    Kind.CENTRED: Text("主体居中", "The subject is in the centre"),
    Kind.THIRDS: Text("三分法构图，主体在{place}", "Rule of thirds: the subject is at the {place}"),
    Kind.OFFSET: Text("主体偏{place}", "The subject is off centre, to the {place}"),
    Kind.SPREAD: Text("画面重心偏{place}", "The weight leans to the {place}"),
}
_EVEN = Text("没有单一主体，各处分量均衡", "No single subject, the weight is even all over")
_BOTH = Text("上下左右对称", "mirrored both ways")
_ACROSS = Text("左右对称", "mirrored left to right")
_DOWN = Text("上下对称", "mirrored top to bottom")
_MUCH_FREE = Text("大面积留白（约 {free}%），简洁", "minimal, with much free space (about {free} %)")
_SOME_FREE = Text("留有空白（约 {free}%）", "with some free space (about {free} %)")
_NO_FREE = Text("画面饱满，几乎没有留白", "full, with hardly any free space")
_PLACES = {
    (-1, -1): Text("左上", "upper left"),
    (0, -1): Text("上", "top"),
    (1, -1): Text("右上", "upper right"),
    (-1, 0): Text("左", "left"),
    (1, 0): Text("右", "right"),
    (-1, 1): Text("左下", "lower left"),
    (0, 1): Text("下", "bottom"),
    (1, 1): Text("右下", "lower right"),
}


def in_words(composition: Composition, language: Language) -> str:
    """Return *composition* as a person would say it, without a full stop."""
    if composition.kind is Kind.EMPTY:
        return _EMPTY.pick(language)
    parts = [_weight(composition), _mirrors(composition), _space(composition.free)]
    place = _PLACES.get((composition.across, composition.down))
    named = {"place": place.pick(language) if place else "", "free": round(composition.free * 20) * 5}
    return ("，" if language is Language.CHINESE else ", ").join(
        part.pick(language).format(**named) for part in parts if part is not None
    )


def _weight(composition: Composition) -> Text:
    evenly = composition.kind is Kind.SPREAD and not (composition.across or composition.down)
    return _EVEN if evenly else _SUBJECT[composition.kind]


def _mirrors(composition: Composition) -> Text | None:
    if composition.mirrored_across and composition.mirrored_down:
        return _BOTH
    if composition.mirrored_across:
        return _ACROSS
    return _DOWN if composition.mirrored_down else None


def _space(free: float) -> Text | None:
    if free >= _MUCH:
        return _MUCH_FREE
    if free >= _SOME:
        return _SOME_FREE
    return _NO_FREE if free < _FULL else None
