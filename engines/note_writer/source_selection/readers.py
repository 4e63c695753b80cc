"""The readers that a source is for: what it states about others is untrue for them."""

import re

PERSONS = frozenset(
    re.findall(
        r"\w+",
        "孩子 小孩 宝宝 儿子 女儿 爸爸 妈妈 爸妈 父母 家长 老人 长辈 朋友 家人 学生 大人 老公 老婆 男友 女友 "
        "kid child toddler baby son daughter mum mom dad parent friend family student adult husband wife",
    )
)
"""The audience of a text, not its subject."""
_FOR_BABIES = re.compile(r"宝宝|婴儿|新生儿|辅食|月龄|\b(?:bab(?:y|ies)|infants?|newborns?)\b", re.IGNORECASE)
OTHER_READERS = (
    re.compile(
        r"孩子|小孩|小朋友|宝宝|婴儿|幼儿|娃|儿童|[\d一二两三四五六七八九十]+个?[岁月](?:的|大)"
        r"|\b(?:kids?|child|children|toddlers?|bab(?:y|ies)|infants?|(?:year|month)s?[- ]olds?|twins|daughters?|sons?)"
        r"\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"老人|爸妈|父母|长辈|爷爷|奶奶|外公|外婆|姥姥|六十岁"
        r"|\b(?:parents|grand\w+|elderly|senior(?! (?:dog|cat|pet))s?)\b",
        re.IGNORECASE,
    ),
)
"""Groups of readers: what a source for one of them states about them is untrue for the others."""
OTHERS = re.compile(r"他们|\b(?:them|their|carrier|stroller|pushchair|pram)\b|推车|婴儿车", re.IGNORECASE)
"""Words that refer to these readers, or to their equipment."""
GIFT = re.compile(r"礼物|送礼|\bgifts?\b|\bpresents?\b", re.IGNORECASE)
_FOR_ONE = re.compile(r"一人食|一个人|独居|独自|\bfor one\b|\balone\b|\bsolo\b", re.IGNORECASE)
_FOR_SEVERAL = re.compile(
    r"[两三四五六七八九十]个人|[两三四五六七八九十几]口|朋友来|聚餐|请客|宴"
    r"|\bfor (?:two|three|four|five|six|eight|ten|a crowd|guests)\b",
    re.IGNORECASE,
)


def is_for_others(requested: str, title: str) -> bool:
    """Return whether *title* names readers (children, parents) that *requested* lacks."""
    return any(one.search(title) and not one.search(requested) for one in OTHER_READERS)


def excludes_readers(requested: str, title: str) -> bool:
    """Return whether *title* is for babies or for one reader, and *requested* is not."""
    is_for_babies = _FOR_BABIES.search(title) and not _FOR_BABIES.search(requested)
    if is_for_babies and not OTHER_READERS[0].search(requested):
        return True
    return bool(_FOR_ONE.search(title) and _FOR_SEVERAL.search(requested))
