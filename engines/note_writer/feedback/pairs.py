"""Clauses that belong together: not X but Y, first X then Y."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterator

from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.pronouns import parse_pronouns, strip_extent
from engines.note_writer.feedback.rules import PARTS, RULES

_NOT_ABOUT = re.compile(
    r"^(?:不是|别)(?:讲|写|说|要)?给?(.{1,20}?)(?:看?的)?$|^(?:it['’]?s |this is )?not (?:about |for |aimed at )?(?:the |a )?(.{1,40})$",
    re.IGNORECASE,
)
_BUT_ABOUT = re.compile(
    r"^(?:而?是|要)(?:讲|写|说)?给?(.{1,20}?)(?:看?的)?$|^(?:but )?(?:about|for|aimed at) (?:the |a )?(.{1,40})$",
    re.IGNORECASE,
)
_NOT_TAG = re.compile(
    r"(?:标签|话题|\b(?:hash)?tags?)[^，]{0,6}?(?:不要|别用?|不是|\bnot|\bno)(?: the)? ?[#＃]?([\w-]+)$", re.IGNORECASE
)
_BUT_TAG = re.compile(r"^(?:(?:而?是|要|换成|改成|用|use |rather |instead )[#＃]?|[#＃])([\w-]+)$", re.IGNORECASE)
_UNWANTED_WORD = re.compile(
    r"^(?:不要|别|不用)(?:再)?(?:说|叫|写|用)(.{1,10})$|^(?:do not|don['’]t|never|stop) (?:say(?:ing)?|us(?:e|ing)|writ(?:e|ing)|call(?:ing)? (?:them|it|us)) (.{1,30})$|^not [“\"](.{1,30})[”\"]$",
    re.IGNORECASE,
)
_RIGHT_WORD = re.compile(
    r"^(?:要|就)?(?:说(?!话)|叫|写|用)(?!得)(.{1,10})$|^(?:but )?(?:say|use|write|call (?:them|it|us)) (.{1,30})$",
    re.IGNORECASE,
)
_NOT_QUOTED = re.compile(
    r"^(?:it['’]?s |这?是?)?(?:not|不是|不叫) ?[“\"「『]([^”\"」』]{1,40})[”\"」』]$", re.IGNORECASE
)
_BUT_QUOTED = re.compile(r"^(?:but|rather|it['’]?s|而?是|而?叫)? ?[“\"「『]([^”\"」』]{1,40})[”\"」』]$", re.IGNORECASE)
"""One word in quotes, and the right one in quotes."""
_NOT_AS = re.compile(r"^(?:不要|别)(?:再)?写成|^(?:do not|don['’]t) (?:write|make) it (?:as|like|into) ", re.IGNORECASE)
_BUT_AS = re.compile(r"^(?:要|就)?写成|^(?:but )?(?:write|make) it (?:as|like|into) ", re.IGNORECASE)
"""Another kind of text."""
_STATED = re.compile(
    r"^(?:我|明明|不是)*(?:都|已经)?(?:说|写|提|讲|要求)(?:了|过)(?:是|要)?(.{1,20})$|^i (?:said|wrote|asked for|told you) (.{1,40})$",
    re.IGNORECASE,
)
_NOT_MENTIONED = re.compile(
    r"没(?:有)?(?:提|写|说|讲|出现|看到|体现)|不见|\b(?:never|nowhere|no word|not a word|didn['’]t|not (?:mentioned|there))\b",
    re.IGNORECASE,
)
_FIRST_THEN = re.compile(r"^先(?:讲|写|说)(.{1,12})$|^first (.{1,30})$", re.IGNORECASE)
_THEN = re.compile(r"^(?:再|后|然后)(?:讲|写|说)(.{1,12})$|^then (.{1,30})$", re.IGNORECASE)

_VERB = r"(?:要|去|玩|做|住|坐|叫|有|吃|买|学|带)?"
_WRONG = re.compile(
    rf"^(?:我们?|这|那|他们?|她们?|它|人家|其实)?(?:并|根本)?不是{_VERB}(.{{1,12}})$"
    r"|^(?:(?:it|this|that|he|she|we|they|i)(?:['’]s|['’]re|['’]m| is| are| am| was)? ?(?:not|n['’]t)|(?:it|this|that|he|she|we|they) (?:is|are|was|were)n['’]t|(?:and )?not)(?: called)?(?: an?| the)? (.{1,30})$",
    re.IGNORECASE,
)
_RIGHT = re.compile(
    rf"^(?:我们?|这|那|他们?|她们?|它|人家|其实)?(?:而|其实|应该)?是{_VERB}(.{{1,12}})$"
    r"|^(?:it|this|that|he|she|we|they|i)(?:['’]s|['’]re|['’]m| is| are| am| was)(?: actually| really)?(?: called)?(?: an?| the)? (.{1,30})$",
    re.IGNORECASE,
)
_CORRECTED = re.compile(
    r"^(?:把)?(?P<right5>[^不别没]{1,10}?)(?:写|说|叫|打|弄)成(?:了)?(?P<wrong5>.{1,10})了$|^(?:这|那|她|他|它)?(?:应该)?是(?P<right>.{1,12}?)(?:而)?不是(?P<wrong>.{1,12})$|用(?P<right2>.{1,12}?)(?:代替|取代)(?P<wrong2>.{1,12})$"
    r"|\b(?:should be|say|use|write)(?: an?| the)? (?P<right3>.{1,30}?),? (?:and not|not|instead of|rather than)(?: an?| the)? (?P<wrong3>.{1,30})$"
    r"|^(?:have |with |prefer )?[“\"'](?P<right6>[^“”\"]{1,10})[”\"'] (?:instead of|rather than|not) [“\"'](?P<wrong6>[^“”\"]{1,10})[”\"']$"
    r"|^(?:instead of|rather than)(?: an?| the)? (?P<wrong4>.{1,30}?),? (?:say|use|write)(?: an?| the)? (?P<right4>.{1,30})$",
    re.IGNORECASE,
)


SMALL_TALK = re.compile(r"^(?:谢谢|好的|辛苦了|thanks?|thank you|ok|hi|hello|你好)$", re.IGNORECASE)


def parse_pair(text: str, following: str) -> tuple[Change, ...] | None:
    """Return the changes of two clauses that belong together: not X but Y, first X then Y."""
    first, then = _FIRST_THEN.match(text), _THEN.match(following)
    if first and then:
        value, other = strip_name(first_group(first)), strip_name(first_group(then))
        return (Change(f"{text}，{following}", Kind.ORDER, value=value, other=other),)
    unwanted, expected = _NOT_TAG.search(text), _BUT_TAG.match(following)
    if unwanted and expected and _names_only_a_tag(following):
        return (
            Change(text, Kind.LACK, Part.TAGS, value=strip_name(unwanted[1])),
            Change(following, Kind.CONTAIN, Part.TAGS, value=strip_name(expected[1])),
        )
    if _NOT_AS.match(text) and _BUT_AS.match(following):
        return (Change(f"{text}，{following}", Kind.NEEDS_MODEL, value=following),)
    unwanted_word, right_word = _UNWANTED_WORD.match(text), _RIGHT_WORD.match(following)
    if unwanted_word and right_word:
        words = strip_name(first_group(unwanted_word)), strip_name(first_group(right_word))
        return (Change(f"{text}，{following}", Kind.CORRECT, value=words[0], other=words[1]),)
    if (unquoted := _NOT_QUOTED.match(text)) and (quoted := _BUT_QUOTED.match(following)):
        return (Change(f"{text}，{following}", Kind.CORRECT, value=unquoted[1], other=quoted[1]),)
    stated = _STATED.match(text)
    if stated and _NOT_MENTIONED.search(following):
        return (Change(f"{text}，{following}", Kind.CONTAIN, value=strip_name(first_group(stated))),)
    if corrected := _find_corrected(text, following):
        return (corrected,)
    if counted := _find_recount(text, following):
        return (counted,)
    wrong, right = _NOT_ABOUT.match(text), _BUT_ABOUT.match(following)
    if wrong and right:
        return (
            Change(text, Kind.LACK, value=strip_name(first_group(wrong))),
            Change(following, Kind.CONTAIN, value=strip_name(first_group(right))),
        )
    return None


def parse_correction(text: str) -> Change | None:
    """Return the change of a clause that has both words: X instead of Y."""
    found = _CORRECTED.search(strip_extent(text)) or _CORRECTED.search(text)
    if found is None:
        return None
    names = {name.rstrip("23456"): value for name, value in found.groupdict().items() if value}
    wrong, right = strip_name(names["wrong"]), strip_name(names["right"])
    return parse_pronouns(text, wrong, right) or Change(text, Kind.CORRECT, value=wrong, other=right)


def _find_corrected(text: str, following: str) -> Change | None:
    """Return the change of two clauses, one with the wrong word and one with the right word, in any order."""
    if _ABOUT.search(text):
        return None
    for one, other in ((text, following), (following, text)):
        wrong, right = _WRONG.search(one), _RIGHT.search(other)
        if wrong and right:
            joined = f"{text}，{following}" if following else text
            words = strip_name(first_group(wrong)), strip_name(first_group(right))
            return Change(joined, Kind.CORRECT, value=words[0], other=words[1])
    return None


def _find_recount(text: str, following: str) -> Change | None:
    """Return the change of another number: three kids, not two."""
    right, wrong = _COUNTED.match(text), _NOT_COUNTED.match(following)
    if right is None or wrong is None:
        return None
    return Change(f"{text}，{following}", Kind.CORRECT, value=wrong[1], other=right[1])


_NUMERAL = (
    r"(?:\d+|[一二两三四五六七八九十]+(?=[个天只位岁晚次张间年月])|one|two|three|four|five|six|seven|eight|nine|ten)"
)
_COUNTED = re.compile(rf"^(?:it['’]s |we['’]re |there are |我们|是|有)*({_NUMERAL})(?: ?\w+)?$", re.IGNORECASE)
_NOT_COUNTED = re.compile(rf"^(?:and )?(?:not|不是)(?: the)? ?({_NUMERAL})(?: ?\w+)?$", re.IGNORECASE)
_ABOUT = re.compile(r"不是(?:要)?(?:讲|写|说|给)|\b(?:about|for|aimed)\b", re.IGNORECASE)
"""Words for another subject of the text, not for another name of it."""


def _names_only_a_tag(clause: str) -> bool:
    is_other_part = any(part is not Part.TAGS and pattern.search(clause) for part, pattern in PARTS)
    is_understood = any(pattern.search(clause) for _, pattern, parts in RULES if not parts or Part.BODY in parts)
    return not is_other_part and not is_understood and not SMALL_TALK.fullmatch(clause)


def first_group(match: re.Match[str]) -> str:
    """Return the first group of *match* that has text."""
    return next((group for group in match.groups() if group), "")


_QUOTED_WORD = re.compile(r"[“\"「『]([^”\"」』]{1,30})[”\"」』]")
_WORD_ONLY = re.compile(r"不要|别|不用|\b(?:the word|don['’]t|stop|never|no|instead of)\b", re.IGNORECASE)
_RIGHT_QUOTED = re.compile(
    r"^(?:都|全部?|一律)?(?:改成|换成|写成|改为|换为|用|叫|说|写)[“\"「『]([^”\"」』]{1,30})[”\"」』](?:吧|就行|代替)?$"
    r"|^(?:please |just |rather )?(?:use|say|write|put|make it|call (?:it|them|him|her)) [“\"]([^”\"]{1,30})[”\"](?: instead)?$",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"(?:都|全)?(?:改成|换成|改为|换为)|(?:and )?(?:put|use|make it|swap it for|replace it with)\b", re.IGNORECASE
)
_MAX_BETWEEN = 2


def join_replacements(changes: tuple[Change, ...]) -> Iterator[Change]:
    """Yield *changes*; an unwanted word in quotes, and the right one in quotes soon after, are one correction.

    What is to stand in place of a removed matter needs a model: 不要网格的，改成铁的.
    """
    exchanged = {index for index, following in enumerate(changes[1:]) if changes[index].kind is Kind.LACK
                 and following.kind is Kind.UNKNOWN and _INSTEAD.match(following.text)
                 and not _QUOTED_WORD.search(changes[index].text)}  # fmt: skip
    changes = tuple(Change(one.text, Kind.NEEDS_MODEL, one.part) if index in exchanged else one
                    for index, one in enumerate(changes))  # fmt: skip
    joined = dict[int, int]()
    for index, change in enumerate(changes):
        first = max(0, index - _MAX_BETWEEN)
        before = [number for number in range(first, index) if _names_unwanted(changes[number])]
        if before and change.kind in (Kind.UNKNOWN, Kind.CONTAIN) and _RIGHT_QUOTED.search(change.text):
            joined[before[-1]] = index
    for index, change in enumerate(changes):
        if index in joined:
            other = changes[joined[index]].text
            wrong, right = _QUOTED_WORD.search(change.text), _RIGHT_QUOTED.search(other)
            words = [first_group(found) if found else "" for found in (wrong, right)]
            yield Change(change.text, Kind.CORRECT, value=words[0], other=words[1], repeated=(other,))
        elif index not in joined.values():
            yield change


def _names_unwanted(change: Change) -> bool:
    is_about_words = change.kind in (Kind.LACK, Kind.UNKNOWN) and change.part is Part.BODY
    return is_about_words and all(pattern.search(change.text) for pattern in (_QUOTED_WORD, _WORD_ONLY))


_AROUND_NAME = (
    re.compile(
        r"(?:这种|这类|那种|这些|那些|之类|等等|等)?(?:的?(?:地方|内容|部分|话|句子|说法)|这个词|这一?点|那[段条块句]|这[段条块句]|[这那]?[一二两俩三四五六七八]个字|俩字)?(?:全部?|都|一句都)?$"
        r"|(?: (?:in|at|to|of) (?:the )?(?:(?:very )?(?:end|start|beginning|front)(?: of (?:it|the \w+))?|(?:first |second |third |fourth |last )?(?:tip|point|line|section|paragraph|bullet)(?: (?:number )?\d)?)| in one of (?:them|the \w+)| somewhere| anywhere| everywhere| wherever it is| completely| altogether| instead| (?:bit|part|section|paragraph|line))$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:把)?(?:提到|关于|有关|任何|所有|什么)"
        r"|^(?:(?:the|a|an|any|all|every) )?(?:(?:bit|part|section|paragraph|line|sentence|mention|talk|word) (?:on|about|of) )?(?:the |a |an |any )?",
        re.IGNORECASE,
    ),
)
"""Words around a name that are no part of it."""


def strip_name(word: str) -> str:
    """Return the name in *word*, without quotes, articles and fillers."""
    bare = word.strip(_EDGES)
    for pattern in _AROUND_NAME:
        bare = pattern.sub("", bare).strip(_EDGES)
    return bare or word.strip(_EDGES)


_EDGES = " 　“”\"「」『』‘’'#＃:：。."
