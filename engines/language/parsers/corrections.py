"""Applies what users correct in the same breath: "draw a cat, no, a dog", 调亮一点，不对，调暗一点."""

import re
from collections.abc import Callable

from engines.language.phrase import Phrase

_BREAK = r"[,，.。;；!！…—]+ ?"
_CORRECTION = re.compile(
    rf"(?P<break>{_BREAK}|\s+-+\s*)(?:(?:(?:oh |ah )?(?:no|no no|no wait|wait no|wait|sorry|oops|scratch that|"
    rf"correction|"
    r"i mean|i meant|make that)|哦不对?|啊不对?|噢不对?|不对|不是|说错了|我说错了|写错了|打错了|错了)"
    r"[,，.。;；!！…\s—]+(?=\S))+"
    rf"|(?P<other>{_BREAK})(?:i mean|i meant|make that|actually|我是说|应该是|改成画) ?(?=(?:an?|the|two|three|four|"
    rf"five|\d|[一两三四]) ?\S)"
)
"""Between what is corrected and its correction."""
_EXCLUDED = re.compile(
    r"(?:(?:please )?(?:don't|do not|dont) (?:draw|paint)|(?:请)?(?:别|不要|不用)(?:再)?画)[^,，.。;；]+[,，.。;；] ?"
)
"""What is not to be drawn, before what is."""
_LEAD = re.compile(r"(?:(?:no|nope|nah|wait|hold on|不对|不是|等等|等一下|等下) ?[,，.。!！…][,，.。!！…\s]*)+(?=\S)")
"""Before a request that corrects an earlier message."""
_NO_THING = re.compile(r".*[一两三四五六七八九十几\d][只个张条匹辆棵幅位朵](?:吧|了|的)?")
"""A number of what is not named again."""
_CONTAINS = re.compile(r"\b(?:says?|saying|reads?|reading|words?|written|text)\b|[说写]|[\"“「『]")
_VERB = re.compile(
    r"(?:(?:can|could|would|will) you |please |i want you to )*(?:draw|paint|create|generate|sketch|make|design|"
    r"show|give)(?: me| us)? (?=(?:an?|the|some|two|three|four|five|\d)\b)"
    r"|(?:请|帮我|给我|麻烦)*(?:画|生成|来|设计)(?=[一两三四五几\d])"
)
_THING = re.compile(
    r"(?:an?|the|some|two|three|four|five|\d+) (?!bit\b|little\b|lot\b|touch\b)\w+|(?:[一两三四五几]|"
    r"\d+)[\u3400-\u9fff][\u3400-\u9fff]+"
)
_NOT_A_THING = re.compile(r"(?:an?|the) \w+ one\b|.*(?:一点|一些)")
_RATIO = re.compile(r"\d+ ?[:：x×] ?\d+$")


def apply_correction(phrase: Phrase, is_request: Callable[[Phrase], bool]) -> tuple[Phrase, bool]:
    """Return *phrase* with its correction in place of what it corrects, and whether that is clear.

    A request of its own takes the place of the request before, a thing that of the thing to draw, a ratio that of a
    ratio. Where none of these fits, it is not clear what is corrected. Text that an image contains is no correction.
    """
    rest = phrase.slice(excluded.end()) if (excluded := _EXCLUDED.match(phrase.folded)) else phrase
    if rest != phrase and is_request(rest):
        return rest, True
    lead = _LEAD.match(phrase.folded)
    if lead and is_request(phrase.slice(lead.end())):
        return phrase.slice(lead.end()), True
    found = _CORRECTION.search(phrase.folded)
    if found is None or not found.start() or _CONTAINS.search(phrase.folded[: found.start()]):
        return phrase, True
    before, after = phrase.slice(0, found.start()), phrase.slice(found.end())
    if not after.text:
        return phrase, True
    if _NO_THING.fullmatch(after.folded):
        return phrase, False
    verb = _VERB.match(before.folded)
    if _THING.match(after.folded) and not _NOT_A_THING.match(after.folded):
        is_named = _THING.match(before.folded) and len(before.split_clauses()) == 1
        if verb or is_named:
            return Phrase(f"{before.text[: verb.end()] if verb else ''}{after.text}"), True
    ratio = _RATIO.search(before.folded)
    if ratio and _RATIO.fullmatch(after.folded):
        return Phrase(before.text[: ratio.start()] + after.text), True
    if is_request(after):
        return after, True
    return phrase, not (is_request(before) or verb)
