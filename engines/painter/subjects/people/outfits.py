"""The table of clothes and accessories that a text gives a person: their names and the parts that show them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engines.painter.subjects.people.table_reader import PartName, parse_parts, read_rows, split_names
from engines.painter.subjects.people.undrawn import load_undrawn

PATTERNED_ZH = "条纹|格子|格纹|波点|碎花|印花|破旧|破烂|打补丁"
"""Looks of clothes that no drawing shows: each has one color."""
_COLOR_ZH = "(?:[\u4e00-\u9fff]{1,2}色|[深浅淡嫩粉大鲜暗墨亮天]?[红橙黄绿青蓝紫黑白灰粉金银棕褐蓝])?(?:色)?的?"
_LOOK_ZH = f"(?P<look_zh>(?:{PATTERNED_ZH}|宽大|飘逸|漂亮|华丽|传统|大|小|长|短|厚|破|旧|高|白|圆|透明)*)的?"
_ZH = (
    "(?:(?:身|头|脖子上)?[穿披戴围系背打留扎梳挽](?:着|了)?|身着|有着?)(?:一?[件条顶身副双个头缕])?"
    f"{_COLOR_ZH}{_LOOK_ZH}"
)
_EN = (
    "(?:wearing|wears|dressed in|clad in|carrying|in|with)"
    r"(?P<look>(?: (?!(?:and|in|on|at|with|of|to|[a-z]+ing (?:an?|the|his|her|their|its|some))\b)[a-z-]+){0,4}?) "
)
"""Text before the name of an outfit, in Chinese and in English; its looks are a group."""
_UNDRAWN_CUTS = re.compile(
    r"\b(?:long|short|thick|thin|oversized|baggy|loose|tight|transparent|see-through|tattered|worn|tall)\b|[长短厚破旧高]|宽大|飘逸|透明"
    r"|\b(?:curly|wavy|frizzy|messy|spiky|braided|dyed|windswept|wet)\b|[卷湿]|波浪|凌乱"
)
"""Cuts of clothes and hair, of which each kind has one."""


@dataclass(frozen=True, slots=True)
class Outfit:
    """Clothes or an accessory: the words for it and its parts."""

    key: str
    pattern: re.Pattern[str]
    name: re.Pattern[str]
    """Its name with a color and looks, and nothing else: "red boots"."""
    parts: tuple[PartName, ...]
    is_clothing: bool
    """Whether it is worn in place of other clothes, and a color of it is that of the whole figure."""
    is_usual: bool
    """Whether a role has clothes of this kind anyway: a flamenco dancer in a red dress."""
    undrawn: re.Pattern[str] | None
    """Names of other clothes than the drawn ones: a sweater, for which a shirt is drawn."""


def has_undrawn_cut(match: re.Match[str]) -> bool:
    """Return whether the words of *match*, clothes, name a cut that their drawing does not have: a long coat."""
    looks = (match.groupdict().get(name) or "" for name in ("look", "look_zh"))
    return any(_UNDRAWN_CUTS.search(look) for look in looks)


@cache
def load_outfits() -> Mapping[str, Outfit]:
    """Return all outfits by key."""
    return {outfit.key: outfit for outfit in map(_parse_outfit, read_rows("outfits"))}


def _parse_outfit(row: Mapping[str, str]) -> Outfit:
    names = sorted((name.lower() for name in split_names(row["names"])), key=len, reverse=True)
    chinese = "|".join(name for name in names if not name.isascii())
    english = "|".join(re.escape(name) for name in names if name.isascii())
    patterns, named = list[str](), list[str]()
    if chinese:
        patterns.append(f"{_ZH}(?:{chinese})")
        named.append(f"{_COLOR_ZH}{_LOOK_ZH}(?:{chinese})")
    if english:
        patterns.append(rf"(?<![a-z]){_EN}(?:{english})(?![a-z])")
        named.append(rf"(?P<look>(?:(?!(?:no|without)\b)[a-z-]+ ){{0,2}})(?:{english})")
    return Outfit(
        row["key"],
        re.compile("|".join(patterns)),
        re.compile("|".join(named)),
        parse_parts(row["parts"]),
        row["slot"] in ("wear", "any"),
        row["slot"] == "any",
        load_undrawn().get(row["key"]),
    )
