"""Complaints that the text lacks something: you forgot the price, 门票没写."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.note_writer.feedback.words import QUOTED

_MISSING = re.compile(
    r"^(.{1,12}?)(?:你|也|都|还|根本|怎么)*没(?:有)?(?:写|说|提|讲)(?:到|出来|清楚)?[啊呢呀了]*$|(?:没有?(?:说明|提到?|写到?|讲到?|看到|看见|说)|漏了|缺少?|忘了(?:写|提)?|少了)([^，。]{1,20}?)$|\byou (?:forgot|missed|left out) (?:the |to (?:mention|say|add|write|put|include) (?:that )?)?(.+?)$|^(.+?) (?:is|are) missing$|\b(?:you|it|this|note|post) (?:never|don['’]t|doesn['’]t|didn['’]t|haven['’]t|hasn['’]t|hardly|barely)(?: even)? (?:say|said|mention|talk|write|wrote|cover|tell|explain)(?:s|ed|en)?(?: us)?(?: anything| a word| a thing| much)?(?: about| on| of)? (?:the )?(.+?)$|(?:^(?:and |but )?|\bthere['’]?s? (?:is )?)(?:nothing|no word|no mention|not a word) (?:at all )?(?:about|on|of) (?:the )?(.+?)$|\bthere(?:['’]s| is) (?:still )?no (.+?) in (?:it|there|here|this)$|^(?:and )?what about (?:the )?(.+?)$|^where(?:['’]s| is| are) (?:the |my )?(.+?)$|^我?的?(.{1,12}?)呢$",
    re.IGNORECASE,
)


def find_missing(clause: str) -> re.Match[str] | None:
    """Return the complaint that the text lacks something, None if only a quoted text has its words."""
    masked = re.sub(QUOTED, lambda found: "_" * len(found[0]), clause)
    return _MISSING.search(clause) if _MISSING.search(masked) else None
