"""Parts that the user wants unchanged: the clauses that request it, and their restoration after the other changes."""

# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.rules import PARTS
from engines.note_writer.values import Block, Draft

_ORDER = re.compile(
    r"留着|要留$|保留$|不用管|别管|不动|不变|不[要用]动|别动|别碰|别改|不要改|保持|不用改|除外|除了|里(?:面)?(?:别|不)|(?:别|不要|不用)再?[加放换]"
    r"|\bstays?\b|\bleave\b|\bkeep\b|\bunchanged\b|\bdon['’]t (?:touch|change)\b|\bexcept\b|^but the |\bapart from\b|\baside from\b|\bother than\b|\bexcluding\b|\bnot (?:in|on) the\b",
    re.IGNORECASE,
)
"""A request to retain, unlike praise: "the title is fine" requests nothing."""
_OTHER_CHANGE = re.compile(
    r"改成|换成|改短|缩短|加|删|去掉|[短长]一?[点些]|太[长短]|\b(?:make|add|remove|drop|shorten|shorter|longer|too)\b",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"保留|可以留|提问|不用管|别管|要?留着?|那个|那句|问题|不动|不变|不[要用]动|别动|别碰|别改|不要改|不用改|保持|原样|没问题|可以了|请|把|将|就|都|也|还|先|的|了|吧|和|跟|与|、|这个|那个|原来|现在|部分|本身|很好|挺好|不错|满意|除外|除了|以外|之外|里面?|不要|不用|[上中再别加放换]"
    r"|\b(?:could|can|would|you|except|apart|aside|other|from|but|not|excluding|for|in|on|my|only|the|this|that|is|are|as|it|they|way|fine|good|great|perfect|leave|keep|question|can|should|must|to|be|love|like|stays?|alone|unchanged|same|exactly|please|just|and|but|don['’]t|touch|change)\b",
    re.IGNORECASE,
)
_NAMES_PART = dict(PARTS)


def is_whole(clause: str, part: Part | None) -> bool:
    """Return whether *clause* names only *part*: not its style, its first words or another of its aspects."""
    rest = _NAMES_PART[part].sub("", clause) if part else clause
    return part is not None and not re.search(r"\w", _FILLER.sub("", rest))


def is_order(clause: str) -> bool:
    """Return whether *clause* requests to retain something, unlike one that praises it."""
    return _ORDER.search(clause) is not None


def has_other_change(clause: str) -> bool:
    """Return whether *clause* also requests a change, which a rule for a retained part would lose."""
    return _ORDER.search(clause) is not None and _OTHER_CHANGE.search(_ORDER.sub("", clause)) is not None


def opening(draft: Draft) -> str:
    """Return the first paragraph, "" if it is a section."""
    return draft.blocks[0].text if draft.blocks and not draft.blocks[0].heading else ""


def set_opening(draft: Draft, items: tuple[str, ...]) -> Draft:
    """Return *draft* with *items* as its first paragraph."""
    rest = draft.blocks[1:] if opening(draft) else draft.blocks
    return replace(draft, blocks=(Block("", items), *rest))


def find_retained_parts(changes: Sequence[tuple[Change, bool]]) -> set[Part]:
    """Return the parts to restore: those retained as a whole that no other applied change is about."""
    whole = {change.part for change, _ in changes if change.kind is Kind.KEEP and is_whole(change.text, change.part)}
    return whole - {change.part for change, applied in changes if applied and change.kind is not Kind.KEEP}


def is_broken(change: Change, changed: set[Part]) -> bool:
    """Return whether *change* retains a part as a whole although that is one of *changed*."""
    is_retained = change.kind is Kind.KEEP and is_order(change.text) and is_whole(change.text, change.part)
    return is_retained and change.part in changed
