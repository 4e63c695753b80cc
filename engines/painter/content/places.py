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


def is_part_of_building(text: str, mention: Mention) -> bool:
    """Return whether *mention*, a rooftop, is the roof of a building that is named: 粉红色屋顶的杂货店."""
    if mention.named is not Setting.ROOFTOP:
        return False
    is_described = _OF_BUILDING_ZH.match(text, mention.end) is not None
    return is_described or _WITH_EN.search(text[: mention.start]) is not None


def is_on_table(text: str, mention: Mention, figures: Sequence[Figure]) -> bool:
    """Return whether the place *mention* is no table, or a table that a thing is on: no cat is drawn under one."""
    words = text[mention.start : mention.end]
    if not _TABLES.search(words):
        return True
    is_on = words.endswith(_ON_ZH) or text.startswith(_ON_ZH, mention.end) or _ON_EN.search(text[: mention.start])
    return bool(is_on) and any(not (is_living(one.subject) or is_immovable(one.subject)) for one in figures)
