"""Parses rotations, crops and sizes from the tokens of an adjustment."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engines.language.lexicons.meanings import (
    Amount,
    Direction,
    Edge,
    Marker,
    Named,
    Pixels,
    Quality,
    Ratio,
    Resize,
    Word,
)
from engines.language.parameters import NO_PARAMETERS, Parameters
from engines.language.parsers.measurements import Number, Unit
from services.common.images.crops import crop_to_ratio

_EDGES = ("crop_left", "crop_top", "crop_right", "crop_bottom")
_QUARTER_ROTATION, _SLIGHT_ROTATION = 90.0, 5.0
_DEFAULT_CROP, _DEFAULT_CROP_ALL = 0.2, 0.1
_SCALES = {0.1: 1.1, 0.15: 1.25, 0.5: 2.0, 0.6: 2.0, 1.0: 2.0}
"""Scale of an image for each amount in words."""
_DEFAULT_SCALE = 1.5
_MIN_BARE_SIDE = 16

Tokens = Sequence[Word | Number | str]


def parse_geometry(tokens: Tokens, size: tuple[int, int] | None) -> Parameters | None:
    """Return the rotations, crops and sizes that *tokens* request, or None if there are none or they are ambiguous.

    *size* is width and height of the image in pixels, None if unknown.
    """
    if any(isinstance(token, Quality | Named) for token in tokens):
        return None
    changes: dict[str, float] = {}
    for part in _split_parts(tokens):
        match = _parse_flip(part)
        match = match or _parse_rotation(part) or _parse_crop(part, size) or _parse_resize(part, size)
        if not match:
            return None
        changes.update(match)
    return changes or None


def is_geometry(token: Word | Number | str) -> bool:
    """Return whether *token* by itself requests a change of geometry."""
    return token in (Marker.ROTATE, Marker.CROP, Marker.FLIP_OVER, Marker.FLIP) or isinstance(
        token, Resize | Pixels | Ratio
    )


def _split_parts(tokens: Tokens) -> Iterator[Tokens]:
    """Yield the parts between "and" where each part is a request of its own; otherwise all tokens as one part."""
    last_start = max((index for index, token in enumerate(tokens) if is_geometry(token)), default=0)
    joins = [index for index, token in enumerate(tokens) if token is Marker.JOIN and index < last_start]
    cuts = [0, *joins, len(tokens)]
    for start, end in pairwise(cuts):
        part = [token for token in tokens[start:end] if token is not Marker.JOIN]
        if any(is_geometry(token) for token in part) or len(cuts) == 2:
            yield part


def _parse_flip(tokens: Tokens) -> Parameters:
    """Return a flip: vertical if the text names it, else from left to right."""
    is_vertical = Marker.VERTICAL in tokens
    if is_vertical and Marker.FLIP_OVER in tokens:  # 上下颠倒, as 左右颠倒
        return {"flip_vertical": 1.0}
    if Marker.FLIP in tokens and Marker.FLIP_OVER in tokens:
        return {"rotate": 180.0}
    if Marker.FLIP in tokens or (Marker.WEAK_ROTATE in tokens and (is_vertical or Marker.SIDEWAYS in tokens)):
        return {"flip_vertical": 1.0} if is_vertical else {"flip_horizontal": 1.0}
    return NO_PARAMETERS


def _parse_rotation(tokens: Tokens) -> Parameters:
    numbers = [token for token in tokens if isinstance(token, Number)]
    rotations = [token.rotation for token in tokens if isinstance(token, Edge) and token.rotation]
    if Marker.FLIP_OVER in tokens:
        return {"rotate": 180.0}
    counted = any(number.unit is Unit.DEGREES for number in numbers)
    if not (Marker.ROTATE in tokens or (Marker.WEAK_ROTATE in tokens and (rotations or counted))):
        return NO_PARAMETERS
    slight = any(isinstance(token, Amount) for token in tokens)
    degrees = _read_degrees(numbers[0]) if numbers else (_SLIGHT_ROTATION if slight else _QUARTER_ROTATION)
    return {"rotate": degrees * (rotations[0] if rotations else 1)}


def _read_degrees(number: Number) -> float:
    """Return the degrees of *number*; a fraction is one of a full turn ("a quarter to the right")."""
    return number.value * 360 if number.unit is Unit.FRACTION else number.value


def _parse_crop(tokens: Tokens, size: tuple[int, int] | None) -> Parameters:
    ratios = [token.value for token in tokens if isinstance(token, Ratio)]
    if ratios:
        return _crop_to_ratio(ratios[0], size)
    edges = [name for token in tokens if isinstance(token, Edge) for name in token.edges]
    cuts = bool(edges) and _find_fraction(tokens) is not None and (Direction(-1) in tokens or Marker.OFF in tokens)
    if not (cuts or Marker.CROP in tokens) or any(isinstance(token, Pixels) for token in tokens):
        return NO_PARAMETERS
    number = next((token for token in tokens if isinstance(token, Number) and token.unit is Unit.FRACTION), None)
    if number is not None and number.value > 0 and not edges and Marker.TO in tokens:
        return _crop_to_ratio(number.value, size) if number.is_ratio else _crop_evenly(1 - number.value)
    if not edges and (share := _find_fraction(tokens)) is not None:
        return _crop_evenly(share)
    if shares := _pair_edges(tokens):
        return shares
    share = _find_fraction(tokens) or (_DEFAULT_CROP if 0 < len(edges) < len(_EDGES) else _DEFAULT_CROP_ALL)
    return dict.fromkeys(edges or _EDGES, share) if 0 < share < 1 else NO_PARAMETERS


def _pair_edges(tokens: Tokens) -> Parameters:
    """Return the share of each edge if each has its own ("15% from the right and 5% from the top"), in order."""
    edges = [token.edges for token in tokens if isinstance(token, Edge)]
    numbers = [token for token in tokens if isinstance(token, Number)]
    if len(numbers) < 2 or len(numbers) != len(edges):
        return NO_PARAMETERS
    shares = [number.value if number.unit is Unit.FRACTION else number.value / 100 for number in numbers]
    paired = {edge: share for names, share in zip(edges, shares, strict=True) for edge in names}
    return paired if all(0 < share < 1 for share in paired.values()) else NO_PARAMETERS


def _crop_evenly(share: float) -> Parameters:
    """Return a crop of *share* of each side length, half of it at each end; None if it removes half of the image."""
    return dict.fromkeys(_EDGES, round(share / 2, 4)) if 0 < share < 0.5 else NO_PARAMETERS


def _find_fraction(tokens: Tokens) -> float | None:
    for token in tokens:
        if isinstance(token, Number) and token.unit in (Unit.FRACTION, Unit.PLAIN):
            return token.value if token.unit is Unit.FRACTION else token.value / 100
        if isinstance(token, Amount):
            return {0.15: 0.1, 0.6: 0.4}.get(token.fraction, token.fraction)
    return None


def _crop_to_ratio(ratio: float, size: tuple[int, int] | None) -> Parameters:
    """Return the fractions to crop for an aspect *ratio*; the ratio itself if the size is unknown."""
    return {"aspect_ratio": round(ratio, 6)} if size is None else crop_to_ratio(ratio, size)


def _parse_resize(tokens: Tokens, size: tuple[int, int] | None) -> Parameters:
    for token in tokens:
        if isinstance(token, Pixels):
            return {"width": float(token.width), "height": float(token.height)}
    resizes = [token for token in tokens if isinstance(token, Resize)]
    if not resizes:
        return NO_PARAMETERS
    sides = _parse_sides(tokens, size)
    if sides:
        return sides
    sign = next(
        (token.sign for token in (*resizes, *tokens) if isinstance(token, Resize | Direction) and token.sign), 0
    )
    factor = _compute_factor(tokens, sign)
    if factor is None or (not sign and not _has_amount(tokens)):
        return NO_PARAMETERS
    if size is None:
        return {"scale": factor}
    return {"width": float(max(1, round(size[0] * factor))), "height": float(max(1, round(size[1] * factor)))}


def _parse_sides(tokens: Tokens, size: tuple[int, int] | None) -> Parameters:
    """Return width and height if one of them is named in pixels; the other preserves the aspect ratio."""
    number = next((token for token in tokens if isinstance(token, Number) and _is_pixels(token)), None)
    side = next((token.side for token in tokens if isinstance(token, Resize) and token.side), "width")
    if number is None:
        return NO_PARAMETERS
    if size is None:
        return {side: number.value}
    factor = number.value / size[0 if side == "width" else 1]
    return {"width": float(round(size[0] * factor)), "height": float(round(size[1] * factor))}


def _is_pixels(number: Number) -> bool:
    return number.unit is Unit.PIXELS or (number.unit is Unit.PLAIN and number.value >= _MIN_BARE_SIDE)


def _has_amount(tokens: Tokens) -> bool:
    return any(isinstance(token, Number) or (isinstance(token, Amount) and token.fraction >= 0.5) for token in tokens)


def _compute_factor(tokens: Tokens, sign: int) -> float | None:
    """Return the scale of the image, or None for an impossible size."""
    number = next((token for token in tokens if isinstance(token, Number)), None)
    if number is None:
        amount = next((token.fraction for token in tokens if isinstance(token, Amount)), None)
        scale = _DEFAULT_SCALE if amount is None else _SCALES.get(amount, _DEFAULT_SCALE)
        shrinks = sign < 0 or (not sign and amount == 0.5)
        return 1 / scale if shrinks else scale
    value = number.value
    if number.unit is Unit.TIMES:
        return 1 / value if sign < 0 and value > 1 else value or None
    if number.unit is Unit.FRACTION and (Marker.TO in tokens or not sign):
        return value or None
    factor = 1 + sign * value
    return factor if number.unit is Unit.FRACTION and factor > 0 else None
