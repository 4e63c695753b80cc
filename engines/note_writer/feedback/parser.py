"""Parses feedback, clause by clause, in Chinese and English."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterator
from dataclasses import replace

from engines.language.clauses import split_clauses
from engines.language.parsers.measurements import parse_chinese_number
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.retention import has_other_change, is_order, is_whole
from engines.note_writer.feedback.rules import NUMBERS, PARTS, RULES

MAX_FEEDBACK_LENGTH, MAX_CHANGES = 4_000, 20
_BREAK = re.compile(r"[，。；！!？?\n,;]+|\.(?:\s|$)|(?:但是?|不过|然后|另外|并且)|\s(?:but|and also|and then)\s")
_MISSING = re.compile(
    r"(?:没有?(?:说明|提到?|写|讲)|漏了|缺少?|忘了(?:写|提)?|少了)([^，。]{1,20}?)$|\byou (?:forgot|missed|left out) (?:the |to mention )?(.+?)$|^(.+?) (?:is|are) missing$|^我?的?(.{1,12}?)呢$|^(?:比如|例如|like|such as|for example) ?(.{1,30})$",
    re.IGNORECASE,
)
_FILL_IN = re.compile(r"^(?:补充|加上|补上|加)(?:一下|它|吧)?$|^(?:please )?add (?:it|them|that)$", re.IGNORECASE)
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
_AMOUNT = re.compile(
    r"^(?!(?:标题|正文|不|别|\d+字)).{0,8}[\d一二两三四五六七八九十百千]+ ?(?:元|块|百块|千|dollars|euros|pounds|yuan|%|小时|分钟|天|hours|minutes|days)?(?:以内|左右|at most)?$",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^(?:请|麻烦|帮我|能不能|可以|希望|我想|我觉得|please|can you|could you|i want|i'd like(?: it)?(?: to)?|you could)\s*|(?:吧|呢|啊|谢谢|好吗)$|\s+(?:please|thanks)$",
    re.IGNORECASE,
)
_NAMING = (
    Kind.SET,
    Kind.CONTAIN,
    Kind.LACK,
    Kind.REPLACE,
    Kind.HEADING,
    Kind.REMOVE_PART,
    Kind.UNKNOWN,
    Kind.NEEDS_MODEL,
)
_NOTHING_NAMED = re.compile(r"(?:like|love|want|enjoy)? ?(?:it|this|that|them)?|这样|那样|这个|它", re.IGNORECASE)
_WHOLE_TEXT = re.compile(
    r"整?个?(?:内容|正文|全文|文章|段落)|(?:all |whole )?(?:contents?|text|body|note|it)", re.IGNORECASE
)
"""What is no word of the text, but all of it."""
_LENGTH_IN_WORDS = re.compile(r"(?<![这“\"「])(?:[一二两三四五六七八九十百]{2,}|十)(?=个?字)")
_SMALL_TALK = re.compile(r"^(?:谢谢|好的|辛苦了|thanks?|thank you|ok|hi|hello|你好)$", re.IGNORECASE)


def parse_changes(feedback: str) -> tuple[Change, ...]:
    """Return the changes in *feedback*, in its order; a clause that is not understood is one of kind UNKNOWN."""
    clauses = [
        clause for part in split_clauses(feedback[:MAX_FEEDBACK_LENGTH], _BREAK) if (clause := part.strip(" 　:：\t"))
    ]
    return tuple(_merge(_parse_clauses(clauses)))[:MAX_CHANGES]


def _parse_clauses(clauses: list[str]) -> Iterator[Change]:
    part, index = None, 0
    while index < len(clauses):
        text, following = clauses[index], clauses[index + 1] if index + 1 < len(clauses) else ""
        pair = _parse_pair(text, following)
        if pair is not None:
            yield from pair
            index += 2
            continue
        index += 1
        clause = _write_digits(_POLITE.sub("", _POLITE.sub("", text)).strip())
        if not clause or _SMALL_TALK.fullmatch(clause):
            continue
        if missing := _MISSING.search(text):
            index += bool(_FILL_IN.fullmatch(following))
            yield Change(text, Kind.CONTAIN, value=_strip(_first(missing)))
            continue
        named = next((part for part, pattern in PARTS if pattern.search(clause)), None)
        change = _parse_clause(text, clause, named or part, is_named=named is not None)
        if change.kind is Kind.CONTAIN and change.part is Part.BODY and _AMOUNT.search(following):
            # "the budget, 20 dollars": what is added, and how much.
            change = replace(
                change, value=f"{change.value} {following}" if following.isascii() else f"{change.value}{following}"
            )
            index += 1
        yield change
        # "Leave the title alone but make it shorter": it is the note.
        is_retained = change.kind is Kind.KEEP and is_order(clause) and is_whole(clause, named)
        part = None if is_retained else named or part


def _parse_pair(text: str, following: str) -> tuple[Change, ...] | None:
    """Return the changes of two clauses that belong together: not X but Y, first X then Y."""
    first, then = _FIRST_THEN.match(text), _THEN.match(following)
    if first and then:
        value, other = _strip(_first(first)), _strip(_first(then))
        return (Change(f"{text}，{following}", Kind.ORDER, value=value, other=other),)
    unwanted, expected = _NOT_TAG.search(text), _BUT_TAG.match(following)
    if unwanted and expected and _names_only_a_tag(following):
        return (
            Change(text, Kind.LACK, Part.TAGS, value=_strip(unwanted[1])),
            Change(following, Kind.CONTAIN, Part.TAGS, value=_strip(expected[1])),
        )
    stated = _STATED.match(text)
    if stated and _NOT_MENTIONED.search(following):
        return (Change(f"{text}，{following}", Kind.CONTAIN, value=_strip(_first(stated))),)
    wrong, right = _NOT_ABOUT.match(text), _BUT_ABOUT.match(following)
    if wrong and right:
        return (
            Change(text, Kind.LACK, value=_strip(_first(wrong))),
            Change(following, Kind.CONTAIN, value=_strip(_first(right))),
        )
    return None


def _names_only_a_tag(clause: str) -> bool:
    is_other_part = any(part is not Part.TAGS and pattern.search(clause) for part, pattern in PARTS)
    is_understood = _parse_clause(clause, clause, None, is_named=False).kind is not Kind.UNKNOWN
    return not is_other_part and not is_understood and not _SMALL_TALK.fullmatch(clause)


def _parse_clause(text: str, clause: str, part: Part | None, *, is_named: bool) -> Change:
    """Return the change of *clause* about *part*, the one it names or that of the clause before."""
    for kind, pattern, parts in RULES:
        if parts and (part or Part.BODY) not in parts and (is_named or Part.BODY not in parts):
            continue
        match = pattern.search(clause)
        if match is None:
            continue
        about = part if part in parts or (part and not parts and is_named) else Part.BODY
        groups = [group for group in match.groups() if group]
        if kind in (Kind.LACK, Kind.CONTAIN) and _NOTHING_NAMED.fullmatch(_first(match).strip()):
            continue
        if kind is Kind.KEEP and has_other_change(clause):
            break
        value = _strip(groups[0]) if groups else match[0]
        if kind is Kind.REPLACE and _WHOLE_TEXT.fullmatch(value):
            continue
        change = Change(text, kind, about or Part.BODY, value, _strip(groups[1]) if len(groups) > 1 else "")
        return replace(change, value=str(parse_count(value))) if kind is Kind.COUNT else change
    return Change(text, Kind.UNKNOWN, value=text)


def parse_count(word: str) -> int:
    """Return the number that *word* names; -1 for the last."""
    if word.isdigit():
        return int(word)
    if word.startswith(("最后", "末", "last")):
        return -1
    return NUMBERS.get(word.lower()) or parse_chinese_number(word.replace("两", "二")) or 0


def _merge(changes: Iterator[Change]) -> Iterator[Change]:
    """Yield *changes*; "too long, make it shorter" is one, and a limit goes before a vaguer request."""
    listed = list(changes)
    limited = {one.part for one in listed if one.kind in (Kind.MAX_LENGTH, Kind.MIN_LENGTH, Kind.ABOUT_LENGTH)}
    seen = set[tuple[Kind, Part, str]]()
    for one in listed:
        key = (one.kind, one.part, one.value if one.kind in _NAMING else "")
        if key in seen or (one.kind in (Kind.SHORTEN, Kind.LENGTHEN) and one.part in limited):
            continue
        seen.add(key)
        yield one


def _write_digits(clause: str) -> str:
    """Return *clause* with lengths in words as digits: 十五个字 as 15个字."""
    return _LENGTH_IN_WORDS.sub(lambda found: str(parse_count(found[0])), clause)


def _first(match: re.Match[str]) -> str:
    return next((group for group in match.groups() if group), "")


def _strip(word: str) -> str:
    word = word.strip(" 　“”\"「」『』‘’'#＃:：。.")
    return re.sub(
        r"(?:这种|这类|之类|等等|的内容|这个词|这一?点)$|^(?:the |a |an |关于|任何)", "", word, flags=re.IGNORECASE
    ).strip()
