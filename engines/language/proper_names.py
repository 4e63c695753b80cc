"""Proper names in a text: known places, and English names by their capital letter."""

import re
from functools import lru_cache

from engines.language.scanner import split_words

KNOWN_PLACES = split_words(
    "北京|上海|广州|深圳|杭州|南京|苏州|无锡|扬州|宁波|温州|绍兴|成都|重庆|武汉|长沙|西安|洛阳|开封|郑州|"
    "济南|青岛|烟台|威海|大连|沈阳|哈尔滨|长春|天津|石家庄|太原|平遥|大同|合肥|黄山|福州|厦门|泉州|南昌|"
    "景德镇|婺源|桂林|阳朔|南宁|北海|海口|三亚|贵阳|昆明|大理|丽江|拉萨|兰州|敦煌|西宁|银川|乌鲁木齐|"
    "伊犁|呼和浩特|云南|新疆|西藏|内蒙古|青海|甘肃|贵州|广西|海南|香港|澳门|台北|莫干山|千岛湖|乌镇|西湖|"
    "京都|东京|大阪|奈良|北海道|首尔|釜山|曼谷|清迈|新加坡|巴黎|伦敦|罗马|延吉|川西|徽州|喀纳斯|泰山|"
    "华山|张家界|beijing|shanghai|guangzhou|shenzhen|hangzhou|nanjing|suzhou|chengdu|chongqing|xiamen|"
    "tokyo|kyoto|osaka|london|paris|berlin|rome|barcelona|amsterdam|vienna|lisbon|singapore|bangkok|"
    "seoul|sydney|melbourne|toronto|vancouver|boston|chicago|seattle"
)
_CAPITALIZED = re.compile(r"(?<=[a-z0-9,] )[A-Z][a-z]{2,}")
_TIMES = frozenset(
    split_words(
        "january|february|march|april|may|june|july|august|september|october|november|december|monday|"
        "tuesday|wednesday|thursday|friday|saturday|sunday|christmas|easter|halloween"
    )
)


def find_known_places(text: str) -> frozenset[str]:
    """Return the known places that *text* names, in lower case."""
    return frozenset(place for place in KNOWN_PLACES if contains_place(text, place))


@lru_cache(maxsize=256)
def find_proper_names(text: str) -> frozenset[str]:
    """Return the known places in *text*, and its English proper names after the first word, in lower case."""
    names = {name.lower() for name in _CAPITALIZED.findall(text)} - _TIMES
    return find_known_places(text) | names


def contains_place(text: str, place: str) -> bool:
    """Return whether *text* names *place*, an English one as a word."""
    return bool(re.search(rf"\b{place}\b", text.lower())) if place.isascii() else place in text
