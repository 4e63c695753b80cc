"""Clauses that list things: the tags to remove, the details that the reviewer wants.

Of such a list the verb may stand in the clause after it, and a part of a word in it requests nothing by itself.
"""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.language.characters import is_chinese
from engines.note_writer.feedback.changes import WORD_SEPARATOR, Change, Kind, Part
from engines.note_writer.feedback.context import Context
from engines.note_writer.feedback.names import list_words
from engines.note_writer.values import Draft

_TAG = r"[#＃][^\s#＃、，,和及与跟/]+"
_TAGS = re.compile(rf"(?:{_TAG}(?:[\s、，,/]|\band\b|\bor\b|[和及与跟])*)+", re.IGNORECASE)
_VERB_ZH = r"(?:去掉|删掉?|删除|去除|拿掉|拿走|撤掉?|砍掉?|不要|不用|别要|别留)"
_VERB_EN = r"(?:remove|delete|drop|cut|lose|ditch|scrap|kill|bin|take(?: out| off)?|get rid of|leave out)"
_THEM_ZH = r"(?:[这那]?(?:[几两俩些二三四五]个?)?(?:标签|话题)?)"
_THEM_EN = r"(?:(?:both|all)(?: of)?|them|those|these|the|two|three|four|tags|hashtags)"
_REMOVAL = re.compile(
    rf"(?:请|麻烦|把|给我)*{_THEM_ZH}(?:都|全部?|通通|统统|一律|也|就|可以|给我|帮我|一起)*{_VERB_ZH}(?:了|吧|啊|呀)*"
    rf"|(?:(?:please|just|and|then|so|can you|could you) )*{_VERB_EN}(?: {_THEM_EN})*(?: out| off| away)?(?: please| too)*"
    rf"|(?:(?:both|all|they|these|those|of|them|two|three) )*(?:can|should|must|have to|need to) (?:all |both )?go",
    re.IGNORECASE,
)
"""A removal that names none of the tags: they are listed before it."""
_NO_REMARK = re.compile(r"[加添补要用换改留]|\b(?:add|use|keep|instead|want|with|to)\b", re.IGNORECASE)
"""Before a list, what makes it one of tags to add."""
_DASH = re.compile(r"[\s\-–—,，:：]+")


def parse_tag_removal(text: str, following: str) -> tuple[Change, bool] | None:
    """Return the removal of the tags that *text* lists, and whether its verb is in *following*; None for another clause."""
    found = _TAGS.search(text)
    if found is None or _NO_REMARK.search(text[: found.start()]):
        return None
    tags, rest = found[0], _strip(text[found.end() :])
    if (
        is_chinese(text)
        and not rest
        and (own := re.search(rf"(?:{_THEM_ZH}(?:都|全|通通|统统|一律)+){_VERB_ZH}$", tags))
    ):
        # Without a space the last tag has no end: #保险#理财都删掉.
        tags, rest = tags[: own.start()], own[0]
    is_of_following = not rest and _REMOVAL.fullmatch(_strip(following)) is not None
    if not is_of_following and not (rest and _REMOVAL.fullmatch(rest)):
        return None
    joined = f"{text}{'，' if is_chinese(following) else ', '}{following}" if is_of_following else text
    names = WORD_SEPARATOR.join(one.strip("#＃") for one in re.findall(_TAG, tags))
    return Change(joined, Kind.LACK, Part.TAGS, names), is_of_following


def _strip(text: str) -> str:
    return _DASH.sub(" ", text).strip()


_DETAILS = re.compile(
    r"^我们?(?:真正|其实|只|就|最)?(?:想?要|想看|想知道|想了解|需要|关心)(?:看|知道|了解)?的(?:只|就|无非|其实)?是[:：]?(?P<zh>.+)$"
    r"|^(?:and |but )?(?:what|all|the (?:only )?things?) (?:that )?(?:i|we|people|readers)(?:['’]m| am|['’]re| are)? ?(?:really |actually |just |only )*(?:needs?|wants?|after|care about|looking for|interested in|came for)(?: to know| to see)?(?: here)? (?:is|are):? (?P<en>.+)$",
    re.IGNORECASE,
)
_AND = re.compile(r"、|和|以及|还有|/|,? and |, | or ", re.IGNORECASE)


def parse_details(text: str) -> Change | None:
    """Return the change of a clause that lists the details that the reviewer wants, None for another clause."""
    found = _DETAILS.match(text.strip())
    names = [one.strip(" 的。.") for one in _AND.split(found["zh"] or found["en"])] if found else []
    named = [one for one in names if one]
    return Change(text, Kind.DETAILS, value=WORD_SEPARATOR.join(named)) if len(named) > 1 else None


def state_details(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft if it has each of the details; what it lacks only a source states."""
    return draft if has_details(change, draft, draft) else None


def has_details(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether, for each of the details, one line of the text has all words of its name."""
    lines = [item.lower() for block in draft.blocks for item in block.items]
    return all(
        bool(words := list_words(name.lower())) and any(all(word in line for word in words) for line in lines)
        for name in change.value.split(WORD_SEPARATOR)
    )
