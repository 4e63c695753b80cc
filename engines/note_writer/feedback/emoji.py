"""Emoji that feedback removes: all of them, those of the headings, or all but a number."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Callable
from dataclasses import replace

from engines.note_writer.feedback import content
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.context import Context
from engines.note_writer.feedback.counts import NUMBER, parse_count
from engines.note_writer.feedback.scope import is_in_lines
from engines.note_writer.lengths import EMOJI, find_pictographs, has_emoji, remove_emoji
from engines.note_writer.postprocess import remove_all_emoji
from engines.note_writer.values import Draft

_OF_HEADINGS = re.compile(r"小标题|\b(?:sub)?headings?\b", re.IGNORECASE)
_OTHER_PLACES = re.compile(r"正文|标题和|全文|\b(?:and|everywhere|text|body|title)\b", re.IGNORECASE)
_FEWER = re.compile(
    r"太多|(?<!不)少[一用放点些]|少几|减少|多了|\b(?:fewer|less|too many|cut down|tone down|reduce)\b", re.IGNORECASE
)
_AT_MOST = re.compile(
    rf"^(?:oh )?(?:and )?(?:max(?:imum)?|at most|no more than|only|just) {NUMBER} (?:emojis?|smileys?)(?: (?:overall|in total|max|at most|please))*$"
    rf"|^(?:oh )?(?:and )?{NUMBER} (?:emojis?|smileys?) (?:at (?:the )?most|max(?:imum)?|tops|(?:is|are) (?:enough|plenty))(?: overall)?$"
    rf"|^(?:表情|emoji)(?:符号)?(?:最多|至多|只留|留|不超过|别超过){NUMBER}个?$|^(?:最多|只留|不超过|整篇最多|全文最多){NUMBER}个(?:表情|emoji)(?:符号)?$",
    re.IGNORECASE,
)
"""A number of emoji that the text may have."""


def parse_limit(text: str, clause: str) -> Change | None:
    """Return the change of a clause that names how many emoji the text may have, None for another clause."""
    found = _AT_MOST.match(clause)
    count = next(filter(None, found.groups())) if found else ""
    return Change(text, Kind.NO_EMOJI, value=clause, other=str(parse_count(count))) if count else None


def wants_fewer(change: Change) -> bool:
    """Return whether *change* wants fewer emoji, and not none."""
    is_of_all = change.part is Part.BODY and find_pictographs(change.text) is None and not is_in_lines(change)
    return change.kind is Kind.NO_EMOJI and is_of_all and _FEWER.search(change.text) is not None


def remove(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft without the emoji that the change is about."""
    if _is_of_headings(change):
        return replace(
            draft,
            blocks=tuple(
                replace(one, heading=remove_emoji(one.heading)) if one.heading else one for one in draft.blocks
            ),
        )
    if (most := _find_most(change, draft)) is not None:
        return _limit(draft, most)
    if pattern := find_pictographs(change.text):
        return _map_text(draft, lambda text: re.sub(rf"\s*{pattern.pattern}", "", text))
    return replace(remove_all_emoji(draft), tags=draft.tags)


def lacks(change: Change, previous: Draft, draft: Draft, shown: str) -> bool:
    """Return whether the part *shown* of *draft* has no emoji, or no more of them than the change allows."""
    if _is_of_headings(change):
        return not any(has_emoji(block.heading) for block in draft.blocks)
    if (most := _find_most(change, previous)) is not None:
        return _count(draft) <= most
    pattern = find_pictographs(change.text)
    return pattern.search(shown) is None if pattern else not has_emoji(shown)


def _is_of_headings(change: Change) -> bool:
    return (
        change.part is Part.BODY
        and _OF_HEADINGS.search(change.text) is not None
        and _OTHER_PLACES.search(re.sub(r"^and ", "", change.text)) is None
    )


def _find_most(change: Change, draft: Draft) -> int | None:
    """Return how many emoji the text may have, None for none at all."""
    if change.other.isdigit():
        return int(change.other)
    return _count(draft) // 2 if wants_fewer(change) else None


def _count(draft: Draft) -> int:
    return len(EMOJI.findall(f"{draft.title}\n{draft.body}"))


def _limit(draft: Draft, most: int) -> Draft:
    """Return *draft* with its first *most* emoji."""
    seen = 0

    def retain(found: re.Match[str]) -> str:
        nonlocal seen
        seen += 1
        space = " " if found[0][:1].isspace() and found[0][-1:].isspace() else ""
        return found[0] if seen <= most else space

    def convert(text: str) -> str:
        return re.sub(rf"[^\S\n]*{EMOJI.pattern}[^\S\n]?", retain, text).strip()

    return _map_text(draft, convert)


def _map_text(draft: Draft, convert: Callable[[str], str]) -> Draft:
    title = convert(draft.title)
    return replace(content.map_items(draft, convert), title=title or draft.title)
