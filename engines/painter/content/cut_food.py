"""Numbers of cut parts: the halves of an egg and the slices of a lemon are no eggs and no lemons."""

import re

from engines.painter.content.sections import Attribute, Section
from engines.painter.scene import Subject
from engines.painter.subjects.icons import load_icons

_HALF_BEFORE = re.compile(r"\b(?:half(?!-)|halved|halves)\b|半(?!熟|空|山|身)|[切剖劈掰]开")
_HALF_AFTER = re.compile(
    r" (?:halves|(?:that (?:is|are) )?(?:cut|sliced|split|broken|chopped) (?:in|into|open)\b|halved\b)"
    r"|[^,，。；、]{0,2}[切剖劈掰](?:成|开|作)"
)
_PORTION = "(?:slice|wedge|segment|chunk|piece|quarter|ring|cube)"
_CUT_BEFORE = re.compile(
    rf"\b{_PORTION}s?(?: of)?\b|\b(?:cut|sliced|chopped|diced)\b|[片瓣牙]$|[片瓣牙][^,，。；、]{{0,4}}的?$"
)
_CUT_AFTER = re.compile(rf" {_PORTION}s\b|[片瓣块丁]")
_WHOLE = ("food-fruit", "food-vegetable", "food-meat", "food-prepared", "food-asian")
_WHOLE_SUBJECTS = (
    Subject.APPLE,
    Subject.POMEGRANATE,
    Subject.PERSIMMON,
    Subject.MUSHROOM,
    "icon/egg",
    "icon/own/boiled_egg",
)
"""Groups and drawings of food that is drawn whole, or as a dish."""
_DRAWN_CUT = frozenset(("icon/watermelon", "icon/pizza", "icon/bread", "icon/own/toast", "icon/cheese-wedge",
    "icon/sandwich", "icon/own/lemon_slice", "icon/own/orange_slice"))  # fmt: skip
"""Drawings of one cut part."""


def counts_parts(section: Section, count: Attribute) -> bool:
    """Return whether *count* is the number of cut parts of a thing that is drawn whole: "two half eggs"."""
    subject = str(section.mention.named)
    between = section.text[count.end : section.mention.start]
    end = section.mention.end
    if _HALF_BEFORE.search(between) or _HALF_AFTER.match(section.text, end):
        return True
    icon = load_icons().get(subject)
    is_whole = subject in _WHOLE_SUBJECTS or (icon is not None and icon.group in _WHOLE)
    is_cut = _CUT_BEFORE.search(between) or _CUT_AFTER.match(section.text, end)
    return is_whole and subject not in _DRAWN_CUT and is_cut is not None
