"""The color of the sky or of the whole background that a text names."""

import re

from engines.language.scanner import Match
from engines.painter.content.words import COLORS

_SKY = re.compile(r"(?:的)?(?:天空|天\b|天(?!鹅|使))| sky")
_SKY_IS = re.compile(
    r"(?:天空|(?<![\u4e00-\u9fff])天)(?:[是很真好]|特别|非常)+$|\bsky is (?:an? )?(?:(?:very|deep|bright|pale) )?$"
)
_BACKGROUND_IS = re.compile(r"背景[是为用留要全纯]*$|\bbackground is (?:an? )?(?:(?:plain|pure|solid) )?$")
_BACKGROUND = re.compile(r"(?:的)?(?:背景|底)| (?:background|backdrop|wall\b)")


def find_sky_color(text: str) -> Match[str] | None:
    """Return the color of the background: "blue sky", 蓝天, 粉色背景, 天很蓝, 背景是金色."""
    for match in COLORS.find_all(text):
        before = text[: match.start]
        is_after = _SKY_IS.search(before) or _BACKGROUND_IS.search(before)
        if is_after or _SKY.match(text, match.end) or _BACKGROUND.match(text, match.end):
            return match
    return None


def is_of_background(text: str, color: Match[str]) -> bool:
    """Return whether *color* is that of the whole background, not only of the sky."""
    return _SKY.match(text, color.end) is None and _SKY_IS.search(text[: color.start]) is None


def find_background_end(text: str, color: Match[str]) -> int:
    """Return the end of the words for the background that *color* describes: "blue background"; a sky has its own."""
    match = _BACKGROUND.match(text, color.end)
    return match.end() if match is not None else color.end
