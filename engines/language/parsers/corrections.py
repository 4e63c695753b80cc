"""Applies corrections within one message: "draw a cat, no, a dog", 调亮一点，不对，调暗一点."""

import difflib
import re
from collections.abc import Callable

from engines.language.lexicons.parts import COLORS_EN, COLORS_ZH, MEASURES
from engines.language.phrase import Phrase

_BREAK = r"[,，.。;；!！…—]+ ?"
_TAKES_BACK = (
    r"(?:(?:oh |ah |uh |um |well |or |actually |wait |sorry )*(?:no|nope|nah|wait|sorry|oops|scratch that|correction|"
    r"i mean|i meant|make that|my bad|hold on|hang on)(?: no| wait| sorry| actually| make that| i mean| i meant|"
    r" rather)*"
    r"|[哦啊噢呃额哎诶嗯]*(?:不对|不是|不|说错了|我说错了|写错了|打错了|错了|口误|算了|等等|等一下)(?:不对|啊|呀|哦|哈)*"
    r"(?:[,，.。!！… ]*(?:我是说|我说的是|我的意思是|应该是|是画|改画))?)"
)
_CORRECTION = re.compile(
    rf"(?P<break>{_BREAK}|\s+-+\s*)(?:{_TAKES_BACK}[,，.。;；!！…\s—]+(?=\S))+"
    r"|(?<=[\u3400-\u9fff]{2})(?:不对|说错了|哦不)(?=是|我是说|应该是)"
    r"|(?<=[a-z]) no,? (?:not (?:\w+ ){1,2})?(?:i mean |just |only )(?=\w)"
    rf"|(?P<other>{_BREAK})(?:(?:oh |well )?(?:i mean|i meant|make that|actually|no make that|or rather)|"
    rf"不对?我是说|我是说|应该是|改成画|不对|算了|不)[:： ]?"
    rf"(?=(?:an?|the|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b|"
    rf"[一两三四五六七八九十几\d][只个张条匹辆棵头艘朵]|"
    rf"(?<=我是说)|(?<=应该是)|(?:还是|改成?)?画|来[一个张])"
)
"""Separates the corrected text from its correction."""
_NUMBER = (
    r"\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)\b|"
    r"[一两二三四五六七八九十几\d]+[只个张条匹辆棵头艘幅位朵]"
)
_ONLY_NUMBER = re.compile(
    rf"(?:加|画|来|要|放|做|make it |add |draw |i want )?({_NUMBER})(?: of them| please)?(?:吧|了|的)?"
)
_FIRST_NUMBER = re.compile(_NUMBER)
"""Takes the place of the first number before it ("three puppies, make that four")."""
_EXCLUDED = re.compile(
    r"(?:(?:please )?(?:don't|do not|dont) (?:draw|paint)|(?:请)?(?:别|不要|不用)(?:再)?画)[^,，.。;；]+[,，.。;；] ?"
)
"""The excluded subject, before the requested one."""
_LEAD = re.compile(
    r"(?:(?:no|nope|nah|wait|hold on|不对|不是|等等|等一下|等下) ?[,，.。!！…][,，.。!！…\s]*)+(?=\S)|算了(?=[画来换])"
)
"""Before a request that corrects an earlier message."""
_NOT_THIS = re.compile(r"(?:not|no) (?:an?|the) [a-z ]{2,24}[,.;] ?(?:but )?|不是[^,，.。;；]{1,8}[,，.。;；] ?是?")
"""The unintended thing, before the intended one."""
_CONTAINS = re.compile(r"\b(?:says?|saying|reads?|reading|words?|written|text)\b|[说写]|[\"“「『]")
_VERB = re.compile(
    r"(?:(?:can|could|would|will) you |please |i want you to )*(?:draw|paint|create|generate|sketch|make|design|"
    r"show|give)(?: me| us)? (?=(?:an?|the|some|two|three|four|five|\d)\b)"
    r"|(?:请|帮我|给我|麻烦|我|你|想|要|再|能不能|可以)*(?:画|生成|来|设计|要)(?=[\u3400-\u9fff\d])"
)
_THING = re.compile(
    r"(?:an?|the|some|two|three|four|five|\d+) (?!bit\b|little\b|lot\b|touch\b)\w+|(?:[一两三四五几]|"
    r"\d+)[\u3400-\u9fff][\u3400-\u9fff]+"
)
_NOT_A_THING = re.compile(r"(?:an?|the) \w+ one\b|.*(?:一点|一些)")
_IS = re.compile("(?:是|我是说|应该是|改成|我要|要|画)(?=.)")
"""Precedes the intended thing."""
_NOUN_ZH = re.compile(
    r"(?![把将给让再换改加去删调变亮暗旋翻裁很太更还要想])(?!.{0,3}(?:一点|一些|点儿|[亮暗暖冷]))[\u3400-\u9fff]{2,}"
)
"""A noun without a number, rather than a change."""
_RATIO = re.compile(r"\d+ ?[:：x×] ?\d+$")
_LINK = re.compile(
    r"(?:(?:make (?:it|that)|use|just|still|rather|actually|go|put|on|to|at|by|in|the|(?<=[a-z] )no)\b ?"
    r"|还是|我是说|应该|改成|改|换成|换|加|减|调|放|挪|摆|在|到|往|向|朝|是|用)*"
)
"""Precedes the intended word."""
_KINDS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\b(?:top|bottom|upper|lower) (?:left|right)\b|[左右][上下]角?",
        r"\b(?:big|small|large|huge|tiny|little)\b",
        r"\bleft\b|\bright\b(?!$)|\b(?:top|bottom)\b|\b(?:counter-?|anti-?)?clockwise\b|[左右上下](?=[边侧面方角转翻]|$)|[逆顺]时针",
        rf"\b(?:{COLORS_EN})\b|(?:{COLORS_ZH})色",
        r"[+-]?\d+(?:\.\d+)? ?(?:%|percent\b|degrees?\b|°|度|px\b)?",
    )
)
"""Words that can replace each other: sides, sizes, colors, amounts ("right" by itself may mean correct).

A correction replaces the last word of its kind.
"""
_COLOR_KIND = 3
_COUNTED = re.compile(
    rf"(?P<count>\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)\b|"
    rf"[一两二三四五六七八九十几\d]+(?:{MEASURES}))(?P<noun> ?[a-z]{{3,}}|[\u3400-\u9fff]{{1,6}})"
)
_AFTER_HEAD = re.compile(
    r" ?(?:$|[,，.。;；]|(?:in|on|at|by|of|with|near|under|behind|beside|and|from)\b|[\u3400-\u9fff])"
)
"""What may follow the head of a noun phrase, unlike an adjective."""
_PHRASED = re.compile(r"(?:an?|the|two|three|four|five|six) (?:[a-z-]+ ){0,3}?(?P<noun>[a-z]{3,})(?=$|[,.;])")
_BARE_COUNT = re.compile(rf"(?:{_NUMBER})")
_ENDS_EN = re.compile(r"(?:^|.* )(?:an?|the|some|\d+|two|three|four|five|six) (?:[a-z-]+ ){0,6}(?P<noun>[a-z]{2,})$")
_ENDS_ZH = re.compile(
    rf".*?[一两二三四五六七八九十几\d]+(?:{MEASURES}|幅|座|台)"
    rf"(?P<adjectives>(?:[\u3400-\u9fff]{{1,6}}的|(?:{COLORS_ZH})色?)*)"
    r"(?P<noun>[\u3400-\u9fff]{1,5})(?<!的)$"
)
"""Texts that end with a noun phrase."""
_COLOR_ZH = re.compile(COLORS_ZH)
_COLORED = re.compile(rf"(?P<lead>(?:^|.* ))an? (?P<color>{COLORS_EN}) (?P<noun>[a-z]+)$")
_SLIP = 0.6
"""Minimum similarity of a word and a mistyped form of it ("bread", "beard")."""
_ONE_NOUN = re.compile(r"(?:(?P<article>an?) )?(?P<noun>[a-z]{3,})$")
_EXCLUSION = re.compile(r"[,.;!\s-]*no\s+")
"""Before a word without an article, it excludes something: "apples, no text"."""
_ENDS_CLAUSE = re.compile("[,，.。;；]")


def apply_correction(
    phrase: Phrase, is_request: Callable[[Phrase], bool], *, has_image: bool = False
) -> tuple[Phrase, bool]:
    """Return *phrase* with its correction applied, and whether the corrected part is clear.

    A request replaces the previous request, a thing the thing to draw, a number a number, a ratio a ratio. If none of
    these applies, the corrected part is unclear. Text within an image is not a correction.
    """
    rest = phrase.slice(excluded.end()) if (excluded := _EXCLUDED.match(phrase.folded)) else phrase
    if rest != phrase and is_request(rest):
        return rest, True
    if not has_image and (other := _NOT_THIS.match(phrase.folded)) and _THING.match(phrase.folded, other.end()):
        return phrase.slice(other.end()), True
    lead = _LEAD.match(phrase.folded)
    if lead and is_request(phrase.slice(lead.end())):
        return phrase.slice(lead.end()), True
    found = _CORRECTION.search(phrase.folded)
    if found is None or not found.start() or _CONTAINS.search(phrase.folded[: found.start()]):
        return phrase, True
    before, after = phrase.slice(0, found.start()), phrase.slice(found.end())
    if not after.text:
        return phrase, True
    is_exclusion = _EXCLUSION.fullmatch(found[0]) is not None
    corrected = (
        _replace_number(before, after)
        or (None if is_exclusion else _replace_kind(before, after))
        or _replace_counted(before, after)
        or (None if is_exclusion else _replace_noun(before, after))
        or _replace_thing(before, after)
        or _replace_ratio(before, after)
    )
    if corrected:
        return corrected, True
    if is_exclusion and _KINDS[_COLOR_KIND].fullmatch(after.folded):
        return phrase, True  # "red and white roses, no blue"
    if is_request(after):
        return after, True
    return phrase, not (is_request(before) or _VERB.match(before.folded))


def _replace_number(before: Phrase, after: Phrase) -> Phrase | None:
    """Return *before* with its number replaced by *after*, which is only a number, if *before* names one number."""
    number = _ONLY_NUMBER.fullmatch(after.folded)
    places = list(_FIRST_NUMBER.finditer(before.folded)) if number else []
    if number is None or len(places) != 1:
        return None
    count = after.text[slice(*number.span(1))]
    return Phrase(before.text[: places[0].start()] + count + before.text[places[0].end() :])


def _replace_kind(before: Phrase, after: Phrase) -> Phrase | None:
    """Return *before* with its side, color or amount replaced by the start of *after*, and the rest of *after*."""
    for kind in _KINDS:
        found = kind.match(after.folded, link.end() if (link := _LINK.match(after.folded)) else 0)
        places = list(kind.finditer(before.folded)) if found else []
        if not found or not places:
            continue
        rest, place = after.text[found.end() :].rstrip("吧了的"), places[-1]
        tail = before.text[place.end() :]
        is_alone = not rest or (rest[0] in ",，.。;； " and not tail.strip())
        if not is_alone and rest[:1] not in (",", "，", *tail.strip()[:1]):
            return None
        # "右边" repeats the end of the corrected text ("左边放个花瓶，不对，放右边")
        rest = rest if not tail or rest[:1] in ",，" else ""
        return Phrase(f"{before.text[: place.start()]}{after.text[slice(*found.span())]}{tail}{rest}")
    return None


def _replace_counted(before: Phrase, after: Phrase) -> Phrase | None:
    """Return *before* with the number of the same things at the start of *after* ("a lamp, no, two lamps")."""
    if phrased := _PHRASED.match(after.folded):  # "a man in a red hat, no, a blue hat"
        start = max((place.start() for place in _FIRST_NUMBER.finditer(before.folded)), default=0)
        if start and before.folded.endswith(f" {phrased['noun']}"):
            return Phrase(before.text[:start] + after.text)
    counted = _COUNTED.match(after.folded)
    if counted is None:
        return None
    if _BARE_COUNT.fullmatch(before.folded):
        return after
    noun = counted["noun"].strip()
    for place in _COUNTED.finditer(before.folded):
        is_head = _AFTER_HEAD.match(before.folded, place.end())
        if is_head and place["noun"].strip().removesuffix("s") == noun.removesuffix("s"):
            return Phrase(before.text[: place.start()] + after.text + before.text[place.end() :])
    return None


def _replace_noun(before: Phrase, after: Phrase) -> Phrase | None:
    """Return *before* with its last noun replaced by the noun at the start of *after*, and the rest of *after*."""
    end = found.start() if (found := _ENDS_CLAUSE.search(after.folded)) else len(after.text)
    head, tail = after.slice(0, end), after.text[end:]
    colored, one = _COLORED.fullmatch(before.folded), _ONE_NOUN.fullmatch(head.folded)
    if colored and one and one["article"]:  # "a teal armchair, no, a sofa" is a teal one
        return Phrase(f"{before.text[: colored.start('noun')]}{head.text[one.start('noun') :]}{tail}")
    ends = _ENDS_EN.fullmatch(before.folded) if one and not one["article"] else None
    if ends and one and difflib.SequenceMatcher(None, ends["noun"], one["noun"]).ratio() < _SLIP:
        return None  # "a small dog, i mean sad" is no typing error, and it is unclear which word is replaced
    is_noun = not (head.folded.endswith("的") or _FIRST_NUMBER.match(head.folded))
    if ends is None and is_noun and _NOUN_ZH.fullmatch(head.folded) and len(head.folded) <= len("一二三四五"):
        ends = _ENDS_ZH.fullmatch(before.folded)
    start = ends.start("adjectives" if ends.re is _ENDS_ZH and _COLOR_ZH.match(head.folded) else "noun") if ends else 0
    return Phrase(f"{before.text[:start]}{head.text}{tail}") if ends else None


def _replace_thing(before: Phrase, after: Phrase) -> Phrase | None:
    """Return the request of *before* for the thing that *after* names."""
    verb = _VERB.match(before.folded)
    after = after.slice(link.end()) if (link := _IS.match(after.folded)) else after
    is_thing = _THING.match(after.folded) is not None and not _NOT_A_THING.match(after.folded)
    is_named = _THING.match(before.folded) is not None and len(before.split_clauses()) == 1
    if is_thing and (verb or is_named):
        return Phrase(f"{before.text[: verb.end()] if verb else ''}{after.text}")
    is_noun = _NOUN_ZH.match(after.folded) is not None and _NOUN_ZH.match(before.folded, verb.end() if verb else 0)
    return Phrase(f"{before.text[: verb.end()]}{after.text}") if verb and is_noun else None


def _replace_ratio(before: Phrase, after: Phrase) -> Phrase | None:
    """Return *before* with its ratio replaced by *after*, which is only a ratio."""
    ratio = _RATIO.search(before.folded)
    return Phrase(before.text[: ratio.start()] + after.text) if ratio and _RATIO.fullmatch(after.folded) else None
