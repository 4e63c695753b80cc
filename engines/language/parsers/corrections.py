"""Applies what users correct in the same breath: "draw a cat, no, a dog", 调亮一点，不对，调暗一点."""

import re
from collections.abc import Callable

from engines.language.phrase import Phrase

_BREAK = r"[,，.。;；!！…—]+ ?"
_TAKES_BACK = (
    r"(?:(?:oh |ah |uh |um |well |or |actually |wait |sorry )*(?:no|nope|nah|wait|sorry|oops|scratch that|correction|"
    r"i mean|i meant|make that|my bad|hold on|hang on)(?: no| wait| sorry| actually| make that| i mean| i meant|"
    r" rather)*"
    r"|[哦啊噢呃额哎诶]?(?:不对|不是|不|说错了|我说错了|写错了|打错了|错了|算了|等等|等一下)(?:不对|啊|呀|哦|哈)*"
    r"(?:[,，.。!！… ]*(?:我是说|我说的是|我的意思是|应该是|是画|改画))?)"
)
_CORRECTION = re.compile(
    rf"(?P<break>{_BREAK}|\s+-+\s*)(?:{_TAKES_BACK}[,，.。;；!！…\s—]+(?=\S))+"
    r"|(?<=[\u3400-\u9fff]{2})(?:不对|说错了|哦不)(?=是|我是说|应该是)"
    rf"|(?P<other>{_BREAK})(?:(?:oh |well )?(?:i mean|i meant|make that|actually|no make that|or rather)|"
    rf"不对?我是说|我是说|应该是|改成画|不对|算了|不)[:： ]?"
    rf"(?=(?:an?|the|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b|"
    rf"[一两三四五六七八九十几\d][只个张条匹辆棵头艘朵]|"
    rf"(?<=我是说)|(?<=应该是)|(?:还是|改成?)?画|来[一个张])"
)
"""Between what is corrected and its correction."""
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
"""What is not to be drawn, before what is."""
_LEAD = re.compile(r"(?:(?:no|nope|nah|wait|hold on|不对|不是|等等|等一下|等下) ?[,，.。!！…][,，.。!！…\s]*)+(?=\S)")
"""Before a request that corrects an earlier message."""
_NOT_THIS = re.compile(r"(?:not|no) (?:an?|the) [a-z ]{2,24}[,.;] ?(?:but )?|不是[^,，.。;；]{1,8}[,，.。;；] ?是?")
"""What is not meant, before what is."""
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
"""Before the thing that is meant."""
_NOUN_ZH = re.compile(
    r"(?![把将给让再换改加去删调变亮暗旋翻裁很太更还要想])(?!.{0,3}(?:一点|一些|点儿|[亮暗暖冷]))[\u3400-\u9fff]{2,}"
)
"""A noun without a number, rather than a change."""
_RATIO = re.compile(r"\d+ ?[:：x×] ?\d+$")


def apply_correction(
    phrase: Phrase, is_request: Callable[[Phrase], bool], *, has_image: bool = False
) -> tuple[Phrase, bool]:
    """Return *phrase* with its correction in place of what it corrects, and whether that is clear.

    A request of its own takes the place of the request before, a thing that of the thing to draw, a number that of a
    number, a ratio that of a ratio. Where none of these fits, it is not clear what is corrected. Text that an image
    contains is no correction.
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
    corrected = _replace_number(before, after) or _replace_thing(before, after) or _replace_ratio(before, after)
    if corrected:
        return corrected, True
    if is_request(after):
        return after, True
    return phrase, not (is_request(before) or _VERB.match(before.folded))


def _replace_number(before: Phrase, after: Phrase) -> Phrase | None:
    """Return *before* with the number that all of *after* is, if it names one number."""
    number = _ONLY_NUMBER.fullmatch(after.folded)
    places = list(_FIRST_NUMBER.finditer(before.folded)) if number else []
    if number is None or len(places) != 1:
        return None
    count = after.text[slice(*number.span(1))]
    return Phrase(before.text[: places[0].start()] + count + before.text[places[0].end() :])


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
    """Return *before* with the ratio that *after* is in place of its own."""
    ratio = _RATIO.search(before.folded)
    return Phrase(before.text[: ratio.start()] + after.text) if ratio and _RATIO.fullmatch(after.folded) else None
