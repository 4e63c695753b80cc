"""Requests for a place without people: 一个人也没有, "nobody around", a deserted street."""

import re
from collections.abc import Iterator, Sequence

from engines.painter.content.mentions import Mention

_PEOPLE_EN = "(?:people|persons?|humans?|human beings?|pedestrians?|passers-?by|figures?|crowds?)"
_PEOPLE_ZH = "(?:行人|路人|游客|人影|人|身影)"
_NOBODY = re.compile(
    r",? ?\b(?:and |but )?(?:with |there(?:'s| is) )?(?:absolutely )?"
    r"(?:nobody|no[ -]one|not (?:a|one|a single) (?:soul|person)|no (?:living )?souls?)"
    r"(?: else)?(?: (?:is|was))?"
    r"(?: (?:around|about|there|here|in sight|to be seen|in it|in the (?:picture|image|scene)|anywhere|else))*(?![a-z])"
    rf"|,? ?\b(?:without|empty of|devoid of|free of) (?:anyone|anybody|a soul|(?:any )?{_PEOPLE_EN})"
    r"(?: (?:around|in sight|else|in it))?(?![a-z])"
    r"|\b(?:deserted|unpeopled|abandoned and empty) (?=[a-z])"
    r"|\bempty (?=(?:[a-z]+ )?(?:streets?|beach|road|square|station|classroom"
    r"|park|playground|platform|market|plaza|alley|city|town)\b)"
    rf"|[,，]?\s?(?:连)?(?:一|半)[个位名]?{_PEOPLE_ZH}(?:影)?(?:也|都)(?:没有?|不见|看不到|看不见|不要|别有)"
    rf"|[,，]?\s?(?:没有一个|没有半个|没有任何|见不到一个|看不到一个|不见一个|不见半个){_PEOPLE_ZH}"
    r"|[,，]?\s?(?:空无一人|渺无人[烟迹]|杳无人烟|荒无人烟|四下无人|无人问津)的?|[,，]?\s?没人(?:的(?=[\u4e00-\u9fff])|在?$)|无人的(?=[\u4e00-\u9fff])"
)
_NONE_ZH = re.compile(
    r"(?:一|半)[\u4e00-\u9fff](?P<thing>[\u4e00-\u9fff]{1,4}?)(?:也|都)(?:没有?|不见|看不到|不要|别有)"
)
_EDGES = " ,，"


def find_absent_people(text: str) -> Iterator[str]:
    """Yield the words of *text* that exclude people."""
    yield from (match[0].strip(_EDGES) for match in _NOBODY.finditer(text))


def drop_absent_people(text: str) -> str:
    """Return *text* without the words that exclude people, unless it has no others."""
    dropped = _NOBODY.sub("", text).strip(_EDGES)
    return dropped if dropped else text


def find_absent(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, int]]:
    """Yield what a Chinese clause counts as none, 一只海鸥也没有, with the end of its negation."""
    for match in _NONE_ZH.finditer(text):
        yield from (
            (m, match.end()) for m in mentions if match.start("thing") <= m.start and m.end == match.end("thing")
        )
