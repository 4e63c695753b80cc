"""Requests for a subject alone: "a panda, nothing else", 别的都不要."""

import re
from collections.abc import Iterator

_NOTHING_ELSE = re.compile(
    r"(?:,? ?(?:and|with|but) |, ?|(?<![a-z]))(?:absolutely )?"
    r"(?:nothing else|no(?:thing)? other (?:things?|objects?|elements?|details?|figures?|decorations?))"
    r"(?: (?:in|on|at) (?:the )?(?:picture|image|scene|background|page|paper|all))?(?![a-z])"
    r"|,? (?:and )?that(?:'s| is) (?:it|all)(?![a-z])"
    r"|\botherwise (?:completely |totally )?(?:empty|bare|blank) ?"
    r"|[,，]?\s?(?:其[他它]|别的|其余|多余)的?(?:东西|元素|装饰|什么)?(?:都|一概|统统|全)?(?:不要|不用|没有|不画|别画|不需要)了?"
    r"|[,，]?\s?(?:不要|没有|别画)(?:有|画)?(?:任何)?(?:其[他它]|别的|多余)的?(?:东西|元素|装饰|[\u4e00-\u9fff]{1,3}(?=$|[,，。；;]))?"
    r"|[,，]?\s?除此之外(?:什么)?都?(?:没有|不要)"
)
_PLAIN = re.compile(
    r",? ?(?:(?:on|with|against) )?(?:an? )?(?:plain|empty|blank|simple|clean) background"
    r"|[,，]?\s?(?:用|配)?(?:纯色|简单|干净|空白|空)的?背景"
)
_ONLY = re.compile(r"(?:^|(?<=\n))(?:(?:just|only) (?=an? |one |the )|(?:我)?(?:就|只)(?:要|画|有|需要)(?=[一这]))")


def find_exclusive(text: str) -> Iterator[str]:
    """Yield the words of *text* by which the image shows nothing but the figures."""
    for pattern in (_NOTHING_ELSE, _PLAIN):
        yield from (match[0].strip(" ,，") for match in pattern.finditer(text))


def is_alone(text: str) -> bool:
    """Return whether *text* requests its figures alone."""
    return _ONLY.search(text) is not None or any(True for _ in find_exclusive(text))


def drop_exclusive(text: str) -> str:
    """Return *text* without the words for figures alone, unless it has no others."""
    dropped = _ONLY.sub("", _PLAIN.sub("", _NOTHING_ELSE.sub("", text)))
    return dropped if dropped.strip() else text
