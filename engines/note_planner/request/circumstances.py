"""Clauses about the user: a budget, an age, a bad knee. They are details of a request, never its topic."""

import re

from engines.note_planner.request.situations import is_attribute

_ABOUT_ONESELF = re.compile(
    r"(?:我是|本人是?|我今年|我家有|家里有|我们是|作为)(?!怎么|如何|想)|(?:i am|i'm) (?:a|an) "
    r"|(?:我?一个人|独自|我们?|两个人|夫妻俩)(?:住|吃饭|生活|在家)$|(?:女儿|儿子|孩子|宝宝|娃)[一二两三四五六七八九十\d]+[岁个]月?大?了?$"
    r"|(?:家里)?没有(?:烤箱|微波炉|空调|车|阳台|器械)$|半年没[^，]{1,4}$"
)
"""Statements of users about themselves, which are no topic."""
_CONDITION = re.compile(
    r"[\u4e00-\u9fff]{0,4}(?:颈椎|膝盖|腰|肩|肠胃|身体|皮肤|牙口|腿脚|睡眠|视力)(?:也|都|一直|最近)?(?:不太?好|不行|受过伤|疼|痛|差)"
    r"|(?:预算|经费)(?:只有|大概|大约|在|是|不超过)?[\d一二三四五六七八九十百千万两几零]+[块元万千百]?(?:钱|左右|以内|以下)?"
    r"|(?:budget|with a budget)(?: of| is|:)? [$€£]?\d+\w*(?: \w+)?"
)
"""Conditions of users: details of the request, no topic."""


def is_circumstance(clause: str) -> bool:
    """Return whether *clause* is about the user and the next one has the topic."""
    return bool(_ABOUT_ONESELF.match(clause) or _CONDITION.fullmatch(clause) or is_attribute(clause))
