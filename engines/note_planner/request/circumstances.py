"""Clauses about the user: a budget, an age, a bad knee. They are details of a request, never its topic."""

import re

from engines.language.characters import fold

_RELATIVES = (
    r"(?:老公|老婆|男朋友|女朋友|男友|女友|对象|爸妈|父母|爸爸?|妈妈?|爷爷|奶奶|外[公婆]|姥[姥爷]|婆婆|公公|儿子|女儿|孩子|小孩|娃|宝宝|"
    r"闺蜜|室友|舍友|同事|领导|老板|邻居|房东|弟弟?|妹妹?|哥哥?|姐姐?|家人|老大|老二|大宝|二宝)"
)
_ATTRIBUTE = re.compile(
    rf"(?:我?(?:今年|快|刚)?[\d一二三四五六七八九十百]+多?岁(?:半|多)?了?|(?:工资|月薪|收入|身高|体重)[\d一二三四五六七八九十百千万两零几多]+.{{0,3}}"
    rf"|(?:大学|研究生)?(?:刚|已经)?(?:退休|毕业|离婚|失业)了?|(?:我家?)?{_RELATIVES}(?:今年|刚上|上|读)?(?:[\d一二三四五六七八九]+年级|[初高大][一二三四]|[\d一二三四五六七八九十]+岁(?:半|多)?)了?)"
    r"|(?:i'm|i am|we're|we are|i just turned|i turned) (?:\d+|an? \w+|vegetarian|vegan|retired|single|pregnant)"
)
"""Attributes of the user, which are never the subject."""
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
    return bool(_ABOUT_ONESELF.match(clause) or _CONDITION.fullmatch(clause) or _ATTRIBUTE.fullmatch(fold(clause)))
