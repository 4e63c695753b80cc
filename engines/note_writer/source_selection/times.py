"""The seasons and festivals that a text is about: advice for one of them is none for another."""

import re

_SEASONS = (
    re.compile(
        r"(?<![青长宜伊])春(?!节|卷|晚|联|运|笋|饼|药)"
        r"|(?<!hot )(?<!box )\bspring\b(?! (?:roll|onion|clean|mattress|water))",
        re.IGNORECASE,
    ),
    re.compile(r"(?<![宁华])夏(?!洛|威|令营)|暑|\bsummer\b", re.IGNORECASE),
    re.compile(
        r"秋(?!刀|葵|千|招|裤|田)|\b(?:autumn|fall (?:outfits?|colou?rs?|foliage|fashion|recipes?|decor\w*))\b",
        re.IGNORECASE,
    ),
    re.compile(r"冬(?!瓜|令营|奥|枣|阴)|寒假|\bwinter\b", re.IGNORECASE),
)
_FESTIVALS = (
    re.compile(r"春节|过年|年夜饭|除夕|拜年|\b(?:lunar|chinese) new year\b", re.IGNORECASE),
    re.compile(r"元旦|跨年|\bnew year['’]?s? eve\b", re.IGNORECASE),
    re.compile(r"元宵|\blantern festival\b", re.IGNORECASE),
    re.compile(r"清明", re.IGNORECASE),
    re.compile(r"端午|\bdragon boat\b", re.IGNORECASE),
    re.compile(r"七夕|情人节|\bvalentine", re.IGNORECASE),
    re.compile(r"中秋|\bmid-?autumn\b", re.IGNORECASE),
    re.compile(r"国庆|十一假期", re.IGNORECASE),
    re.compile(r"(?<![周期拜])五一(?![路起个天日家])", re.IGNORECASE),
    re.compile(r"圣诞|\bchristmas\b", re.IGNORECASE),
    re.compile(r"万圣|\bhalloween\b", re.IGNORECASE),
    re.compile(r"感恩节|\bthanksgiving\b", re.IGNORECASE),
    re.compile(r"复活节|\beaster\b", re.IGNORECASE),
    re.compile(r"母亲节|\bmother['’]?s day\b", re.IGNORECASE),
    re.compile(r"父亲节|\bfather['’]?s day\b", re.IGNORECASE),
    re.compile(r"教师节", re.IGNORECASE),
    re.compile(r"儿童节|(?<![周期拜])六一(?![起个天日家])", re.IGNORECASE),
)


def is_of_another_time(requested: str, title: str) -> bool:
    """Return whether *title* names only seasons, or only festivals, that *requested* does not name, if it names one."""
    return any(_is_other(requested, title, names) for names in (_SEASONS, _FESTIVALS))


def _is_other(requested: str, title: str, names: tuple[re.Pattern[str], ...]) -> bool:
    own, others = ({number for number, one in enumerate(names) if one.search(text)} for text in (requested, title))
    return bool(own and others) and not own & others
