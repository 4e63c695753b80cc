"""Reads turns, crops and sizes from the words of an adjustment."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from services.planner.domain.adjustments_lexicon import (
    Amount,
    Direction,
    Edge,
    Mark,
    Named,
    Pixels,
    Quality,
    Ratio,
    Resize,
    Word,
)
from services.planner.domain.intent import NOTHING, Parameters
from services.planner.domain.measurements import Number, Unit

_EDGES = ("crop_left", "crop_top", "crop_right", "crop_bottom")
_QUARTER_TURN, _SLIGHT_TURN = 90.0, 5.0
_CROP, _CROP_ALL = 0.2, 0.1
_SCALES = {0.1: 1.1, 0.15: 1.25, 0.5: 2.0, 0.6: 2.0, 1.0: 2.0}
"""How many times larger a picture gets by how much was said; 1.5 times without a word."""
_DEFAULT_SCALE = 1.5
_SMALLEST_BARE_SIDE = 16

Tokens = Sequence[Word | Number | str]


def geometry(tokens: Tokens, size: tuple[int, int] | None) -> Parameters | None:
    """Return the turns, crops and sizes that *tokens* ask for, or None if they ask for none or cannot be told.

    *size* is the picture's width and height in pixels, or None if unknown.
    """
    if any(isinstance(token, Quality | Named) for token in tokens):
        return None
    changes: dict[str, float] = {}
    for part in _parts(tokens):
        found = _turn(part) or _crop(part, size) or _resize(part, size)
        if not found:
            return None
        changes.update(found)
    return changes or None


def _parts(tokens: Tokens) -> Iterator[Tokens]:
    """Yield the parts between "and", where each part asks for something of its own; otherwise all as one."""
    last_asking = max((place for place, token in enumerate(tokens) if _asks(token)), default=0)
    joins = [place for place, token in enumerate(tokens) if token is Mark.JOIN and place < last_asking]
    cuts = [0, *joins, len(tokens)]
    for start, end in pairwise(cuts):
        yield [token for token in tokens[start:end] if token is not Mark.JOIN]


def _asks(token: Word | Number | str) -> bool:
    return token in (Mark.ROTATE, Mark.CROP, Mark.FLIP_OVER) or isinstance(token, Resize | Pixels | Ratio)


def _turn(tokens: Tokens) -> Parameters:
    numbers = [token for token in tokens if isinstance(token, Number)]
    turns = [token.turn for token in tokens if isinstance(token, Edge) and token.turn]
    if Mark.FLIP_OVER in tokens:
        return {"rotate": 180.0}
    counted = any(number.unit is Unit.DEGREES for number in numbers)
    if not (Mark.ROTATE in tokens or (Mark.TURN in tokens and (turns or counted))):
        return NOTHING
    slight = any(isinstance(token, Amount) for token in tokens)
    degrees = numbers[0].value if numbers else (_SLIGHT_TURN if slight else _QUARTER_TURN)
    return {"rotate": degrees * (turns[0] if turns else 1)}


def _crop(tokens: Tokens, size: tuple[int, int] | None) -> Parameters:
    ratios = [token.value for token in tokens if isinstance(token, Ratio)]
    if ratios:
        return _crop_to(ratios[0], size)
    if Mark.CROP not in tokens or any(isinstance(token, Pixels) for token in tokens):
        return NOTHING
    edges = [name for token in tokens if isinstance(token, Edge) for name in token.edges]
    share = _share(tokens) or (_CROP if 0 < len(edges) < len(_EDGES) else _CROP_ALL)
    return dict.fromkeys(edges or _EDGES, share) if 0 < share < 1 else NOTHING


def _share(tokens: Tokens) -> float | None:
    for token in tokens:
        if isinstance(token, Number) and token.unit in (Unit.SHARE, Unit.PLAIN):
            return token.value if token.unit is Unit.SHARE else token.value / 100
        if isinstance(token, Amount):
            return {0.15: 0.1, 0.6: 0.4}.get(token.share, token.share)
    return None


def _crop_to(ratio: float, size: tuple[int, int] | None) -> Parameters:
    """Return the fractions to cut off, the same on both sides, so that width over height becomes *ratio*."""
    if size is None:
        return NOTHING
    actual = size[0] / size[1]
    if actual >= ratio:
        cut = round((1 - ratio / actual) / 2, 6)
        return {"crop_left": cut, "crop_right": cut}
    cut = round((1 - actual / ratio) / 2, 6)
    return {"crop_top": cut, "crop_bottom": cut}


def _resize(tokens: Tokens, size: tuple[int, int] | None) -> Parameters:
    for token in tokens:
        if isinstance(token, Pixels):
            return {"width": float(token.width), "height": float(token.height)}
    asked = [token for token in tokens if isinstance(token, Resize)]
    if not asked:
        return NOTHING
    sides = _sides(tokens, size)
    if sides:
        return sides
    sign = next((token.sign for token in (*asked, *tokens) if isinstance(token, Resize | Direction) and token.sign), 0)
    factor = _factor(tokens, sign)
    if size is None or factor is None or (not sign and not _counted(tokens)):
        return NOTHING
    return {"width": float(max(1, round(size[0] * factor))), "height": float(max(1, round(size[1] * factor)))}


def _sides(tokens: Tokens, size: tuple[int, int] | None) -> Parameters:
    """Return width and height where one of them is given in pixels; the other keeps the picture's shape."""
    number = next((token for token in tokens if isinstance(token, Number) and _is_pixels(token)), None)
    side = next((token.side for token in tokens if isinstance(token, Resize) and token.side), "width")
    if number is None:
        return NOTHING
    if size is None:
        return {side: number.value}
    factor = number.value / size[0 if side == "width" else 1]
    return {"width": float(round(size[0] * factor)), "height": float(round(size[1] * factor))}


def _is_pixels(number: Number) -> bool:
    return number.unit is Unit.PIXELS or (number.unit is Unit.PLAIN and number.value >= _SMALLEST_BARE_SIDE)


def _counted(tokens: Tokens) -> bool:
    return any(isinstance(token, Number) or (isinstance(token, Amount) and token.share >= 0.5) for token in tokens)


def _factor(tokens: Tokens, sign: int) -> float | None:
    """Return how many times larger the picture shall be, or None for an impossible size."""
    number = next((token for token in tokens if isinstance(token, Number)), None)
    if number is None:
        amount = next((token.share for token in tokens if isinstance(token, Amount)), None)
        scale = _DEFAULT_SCALE if amount is None else _SCALES.get(amount, _DEFAULT_SCALE)
        shrinks = sign < 0 or (not sign and amount == 0.5)
        return 1 / scale if shrinks else scale
    value = number.value
    if number.unit is Unit.TIMES:
        return 1 / value if sign < 0 and value > 1 else value or None
    if number.unit is Unit.SHARE and (Mark.TO in tokens or not sign):
        return value or None
    factor = 1 + sign * value
    return factor if number.unit is Unit.SHARE and factor > 0 else None
