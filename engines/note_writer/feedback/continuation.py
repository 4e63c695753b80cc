"""A change next to the one of the clause before, which it may refer to, justify or narrow down."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.language.moods import Mood, read_mood
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.coverage import OF_HALF, count_content, loses_quotation
from engines.note_writer.feedback.words import find_described_part

_WITHOUT_VALUE = (Kind.KEEP, Kind.UNKNOWN, Kind.NEEDS_MODEL, Kind.NO_YOU)
_NUMBERS = (Kind.COUNT, Kind.MAX_LENGTH, Kind.ABOUT_LENGTH, Kind.MAX_LINES, Kind.MAX_SENTENCES)
_LIMITS = (*_NUMBERS, Kind.MIN_LENGTH)
_ADDING = (Kind.CONTAIN, Kind.ADD_TEXT, Kind.WARN, Kind.HEADING)
_RANGE = re.compile(r"\d+ ?(?:[-–~到至]|to) ?\d+|\bbetween \d+ and\b", re.IGNORECASE)
"""Two limits, of which a change has one."""
_REDUCES = re.compile(r"[压缩砍减删]|控制|\b(?:cut|trim|shorten|reduce|keep)\b", re.IGNORECASE)
_ALSO = re.compile(r"(?:还有|以及|再就是)(?:别|不要)(?!再?[“\"「])")
_FURTHER = re.compile(
    r"再[写加来补讲多]|多[个出]|另外|多[写加来讲补]|[加补添][一二两三四五六七八九十几\d]|(?<!no )\b(?:more|another|extra|additional)\b(?! than)",
    re.IGNORECASE,
)
"""Before a number of things next to those that the text has."""
_WITHOUT_QUOTED = re.compile(r"(?:不带|别|不要|没有|\bwithout|\bnot?) ?[“\"「『]", re.IGNORECASE)
_FIX_IT = re.compile(
    r"(?:please |just )?(?:fix|change|improve|sort|correct|redo)(?: (?:it|that|this))?(?: out)?|改(?:一?下|改|掉)?|换(?:一?下|掉)?",
    re.IGNORECASE,
)
"""Refers to what the clause before states."""
_HEADING = re.compile(r"小标题|\b(?:sub)?heading|\bsection", re.IGNORECASE)
"""What "call it …" is about, and not the title."""
_IT = re.compile(r"\b(?:it|that|this|them)\b|[它这]", re.IGNORECASE)
_LIMITS_REQUEST = re.compile(r"(?:but )?not\b|(?:但)?(?:别|不要|不用)", re.IGNORECASE)
_BECAUSE = re.compile(r"太|有点|too\b|sounds?\b", re.IGNORECASE)
_OF_TONE = re.compile(r"语气|口气|口吻|整体|全文|\b(?:tone|voice|whole|overall|everything)\b", re.IGNORECASE)
_CHANGE_IT = re.compile(r"\bchange (?:it|that|this) (?:in|on)\b", re.IGNORECASE)
_MIN_CONTENT = 2
_ANOTHER = re.compile(
    r"换|重写|重新|改|再想|\b(?:change|rewrite|redo|another|different|new|something else|fix|rework|improve)\b",
    re.IGNORECASE,
)
"""Requests another text, unlike a complaint."""
_REMOVES = re.compile(
    r"删|去掉|拿掉|砍掉|\b(?:get rid of|remove|drop|delete|lose|ditch|scrap|bin|kill|take out)\b", re.IGNORECASE
)
_WHOLE = re.compile(r"整篇|全文|通篇|都|全部|再来一|\b(?:everything|whole|all|note|post|text)\b", re.IGNORECASE)


def relate(before: Change | None, change: Change, clause: str, *, is_named: bool) -> Change:
    """Return *change* of *clause* after *before*, UNKNOWN if it requests nothing that is certain.

    Args:
        before: the change of the clause before, None for the first one.
        change: the change.
        clause: the clause.
        is_named: whether the clause names the part that the change is about.

    """
    unknown = Change(change.text, Kind.UNKNOWN, value=change.text)
    is_edge = change.part in (Part.OPENING, Part.CLOSING)
    if change.kind is Kind.RENEW and is_edge and _REMOVES.search(clause) and not _ANOTHER.search(clause):
        # "Get rid of that cheesy last line": the line, and not only its quality.
        change = replace(change, kind=Kind.DROP)
    if (change.kind, change.part) == (Kind.COUNT, Part.TAGS) and _FURTHER.search(clause):
        # "Two more tags": as many next to those that there are.
        change = replace(change, kind=Kind.LENGTHEN, other=change.value)
    is_unread = change.kind not in _WITHOUT_VALUE and loses_quotation(clause, change.value, change.other)
    if is_unread and change.kind is Kind.RENEW and _WITHOUT_QUOTED.search(clause):
        change, is_unread = replace(change, is_partial=True), False
    if is_unread or (change.kind in _NUMBERS and change.part is not Part.TAGS and _FURTHER.search(clause)):
        return unknown
    if change.kind in _LIMITS and _RANGE.search(clause):
        return unknown
    if before is None:
        return change
    if before.kind in _ADDING and not is_named and not _WHOLE.search(clause) and not _REDUCES.search(clause):
        # "Add a summary, two sentences at most": the limit is that of what is added; 还有别放过夜: one more of it.
        is_of_addition = change.kind in _LIMITS or (change.kind is Kind.LACK and _ALSO.match(clause))
        change = unknown if is_of_addition and change.part is not Part.TAGS else change
    if (
        change.kind is Kind.RENEW
        and not is_named
        and (before.part is change.part or before.kind is Kind.UNKNOWN)
        and _LIMITS_REQUEST.match(clause)
    ):
        # "A curious title, but not clickbait": it limits what is requested.
        return unknown
    is_title = re.search(r"标题|题目|title|headline", clause, re.IGNORECASE) is not None
    names_it = not is_title and _IT.search(clause) is not None
    if (change.kind, change.part) == (Kind.SET, Part.TITLE) and names_it and _HEADING.search(before.text):
        return unknown
    if (
        change.kind is Kind.TONE
        and not is_named
        and (
            (before.kind is Kind.LACK and _BECAUSE.match(clause))
            or (before.kind is Kind.UNKNOWN and find_described_part(before.text) and not _OF_TONE.search(clause))
        )
    ):
        # “亲们”不要用，太不正式: why; 成分那段看不懂，改成人话: a part of the text.
        return unknown
    if change.kind is Kind.SHORTEN and not is_named and before.part is not Part.BODY and before.kind is Kind.SHORTEN:
        # "A shorter opening, get to the point".
        return replace(change, part=before.part)
    if (
        change.kind is Kind.SHORTEN
        and before.kind is Kind.UNKNOWN
        and OF_HALF.search(before.text)
        and _IT.search(clause)
    ):
        return unknown
    is_unclear = before.kind is Kind.UNKNOWN and count_content(before.text) >= _MIN_CONTENT
    if is_unclear and (_FIX_IT.fullmatch(clause) or (change.kind is Kind.RENEW and _CHANGE_IT.search(clause))):
        return unknown
    if (before.kind, before.part, change.kind) == (Kind.LACK, Part.TAGS, Kind.SET):
        # Another tag in place of the one that the clause before removes.
        return replace(change, kind=Kind.CONTAIN)
    if change.kind is Kind.REWRITE and before.part is not Part.BODY and not _WHOLE.search(clause):
        return replace(change, kind=Kind.RENEW, part=before.part)
    is_reason = change.kind is Kind.RENEW and not is_named and not _ANOTHER.search(clause)
    is_specific = before.kind not in (Kind.KEEP, Kind.UNKNOWN, Kind.RENEW) and before.part is change.part
    # Why the vertical line after the title, it is ugly: another title may have it, too.
    is_of_question = is_unclear and read_mood(before.text) is Mood.QUESTION
    return unknown if is_reason and (is_specific or is_of_question) else change


def attach_reasons(changes: Sequence[Change], stated: Sequence[tuple[str, str]]) -> Iterator[Change]:
    """Yield *changes* with the reasons that clauses give; a reason without a request is not understood.

    Args:
        changes: the changes of the clauses.
        stated: the request and the reason of each clause, "" for none; a reason alone is that of the clause before.

    """
    reasons, before = dict[str, list[str]](), next((request for request, _ in stated if request), "")
    for request, reason in stated:
        before = request or before
        if reason:
            reasons.setdefault(before, []).append(reason)
    for change in changes:
        texts = (change.text, *change.repeated)
        owned = [request for request in reasons if request and any(request in text for text in texts)]
        yield replace(change, reasons=tuple(reason for request in owned for reason in reasons.pop(request)))
    yield from (Change(reason, Kind.UNKNOWN) for unowned in reasons.values() for reason in unowned)
