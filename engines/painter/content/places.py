"""Words for places that are parts of a building, or furniture that no figure is on."""

import re
from collections.abc import Sequence

from engines.painter.content.mentions import Mention
from engines.painter.scene import Figure, Setting
from engines.painter.subjects.nature import is_immovable, is_living

_OF_BUILDING_ZH = re.compile(
    r"的(?:[\u4e00-\u9fff]{0,4})(?:店|房|屋|楼|馆|院|塔|亭|庙|寺|宫|教堂|城堡|别墅|学校|宾馆|酒店)"
)
_WITH_EN = re.compile(r"\bwith (?:an? |the |its )?(?:[a-z]+ ){0,3}$")
_TABLES = re.compile("桌|table|desk")
_ON_EN, _ON_ZH = re.compile(r"\b(?:on|atop|across|over) (?:an? |the |his |her |its |my )?(?:[a-z]+ ){0,3}$"), "上"
_ROOFS = frozenset(("roofs", "rooftops"))
_COLORED = re.compile(
    r"(?:[红橙黄绿青蓝紫黑白灰粉金棕]色?的?"
    r"|\b(?:red|orange|yellow|green|blue|purple|black|white|gr[ae]y|pink|brown|thatched|tiled) )$"
)
"""Text before the roof of a house, not one that someone is on."""
_NEAR_PLACES = {
    "公园": "花园",
    "park": "garden",
    **dict.fromkeys(("冰面", "冰上", "浮冰", "冰原"), "雪地"),
    **dict.fromkeys(("icy", "icefield", "icefloe"), "snow"),
    **dict.fromkeys(("小巷", "巷子", "巷口", "巷子口", "胡同", "弄堂"), "街道"),
    "alley": "street",
    "hilltop": "hillside",
    "pool": "pond",
    "水池": "池塘",
    **dict.fromkeys(("向日葵田", "向日葵花田", "郁金香花田", "郁金香田"), "花田"),
    **dict.fromkeys(("sunflowerfield", "tulipfield"), "field of flowers"),
    **dict.fromkeys(("热带草原", "苔原"), "草地"),
    **dict.fromkeys(("savanna", "savannah", "tundra"), "meadow"),
    "aquarium": "underwater",
    "书房": "图书馆",
    "庭院": "花园",
    "戈壁": "沙漠",
    **dict.fromkeys(("静物", "室内", "房间", "窗边"), "桌子"),
    **dict.fromkeys(("indoors", "indoor", "room"), "table"),
}
"""Places that are drawn as another kind of place, which the report names."""
_HAS_ROOF = re.compile(
    r"\b(?:vans?|cars?|trucks?|bus(?:es)?|trains?|trams?|houses?|cottages?|cabins?|village|town"
    r"|barn|shed|castle|church|temple|school|shop)\b"
    r"|汽车|卡车|货车|面包车|公交车|巴士|火车|电车|轿车|房子|小屋|木屋|村庄|村子|小镇|谷仓|城堡|教堂|寺庙|学校|商店"
)
"""What has a roof of its own, which is not the one that the setting shows."""


def find_near_place(words: str) -> str:
    """Return the place that is drawn for *words*, another kind of place; "" where it is drawn itself."""
    return _NEAR_PLACES.get(words, "")


def is_on_other_roof(text: str, mention: Mention) -> bool:
    """Return whether *mention* is the roof of a thing that the text names: "under a van ... from the roof"."""
    return mention.named is Setting.ROOFTOP and _HAS_ROOF.search(text) is not None


def is_part_of_building(text: str, mention: Mention) -> bool:
    """Return whether *mention*, a rooftop, is the roof of a building that is named: 粉红色屋顶的杂货店."""
    if mention.named is not Setting.ROOFTOP:
        return False
    is_described = _OF_BUILDING_ZH.match(text, mention.end) is not None
    are_several = text[mention.start : mention.end] in _ROOFS and _HAS_ROOF.search(text) is not None
    is_described = (
        is_described or are_several or bool(_COLORED.search(text[: mention.start]) and _HAS_ROOF.search(text))
    )
    return is_described or _WITH_EN.search(text[: mention.start]) is not None


def is_on_table(text: str, mention: Mention, figures: Sequence[Figure]) -> bool:
    """Return whether the place *mention* is no table, or a table that a thing is on: no cat is drawn under one."""
    words = text[mention.start : mention.end]
    if not _TABLES.search(words):
        return True
    is_on = words.endswith(_ON_ZH) or text.startswith(_ON_ZH, mention.end) or _ON_EN.search(text[: mention.start])
    return bool(is_on) and any(not (is_living(one.subject) or is_immovable(one.subject)) for one in figures)
