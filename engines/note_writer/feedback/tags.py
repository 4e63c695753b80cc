"""Changes of the tags."""

import re
from dataclasses import replace

from engines.note_writer.feedback.changes import WORD_SEPARATOR, Change
from engines.note_writer.feedback.context import Context
from engines.note_writer.feedback.counts import is_maximum, parse_count
from engines.note_writer.tags import MAX_TAGS, select_tags
from engines.note_writer.values import Draft


def renew(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with other tags."""
    tags = select_tags(context.request, context.requirements)
    return replace(draft, tags=tags) if tags and tags != draft.tags else None


def count(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with the number of tags that the change names; unchanged if that is a maximum that it meets."""
    if is_maximum(change) and 0 < len(draft.tags) <= int(change.value or 0):
        return draft
    return _resize(draft, int(change.value or 0), context)


def _resize(draft: Draft, count: int, context: Context) -> Draft | None:
    more = select_tags(context.request, replace(context.requirements, max_tags=None))
    tags = tuple(dict.fromkeys((*draft.tags, *more)))[:count]
    return replace(draft, tags=tags) if count and len(tags) == count else None


def add(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with one more tag."""
    new = parse_tags(change.value)
    return replace(draft, tags=tuple(dict.fromkeys((*draft.tags[: MAX_TAGS - len(new)], *new)))) if new else None


def parse_tags(text: str) -> tuple[str, ...]:
    """Return the tags in *text*: one, or one for each number sign."""
    parts = re.split(r"[\s、,，和]*[#＃]", text) if re.search(r"[#＃].*[#＃]", text) else [text]
    return tuple(tag for part in parts if (tag := re.sub(r"[\s#＃]+", "", part)))


def remove(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft without the tags that the change names."""
    tags = draft.tags
    for words in list_unwanted(change):
        exact = tuple(tag for tag in tags if tag.lower() != words.lower())
        tags = exact if exact != tags else tuple(tag for tag in tags if words.lower() not in tag.lower())
    return replace(draft, tags=tags) if change.value else None


def list_unwanted(change: Change) -> tuple[str, ...]:
    """Return the tags that the change removes, as the reviewer wrote them, without spaces."""
    return tuple(one.replace(" ", "") for one in change.value.split(WORD_SEPARATOR))


def remove_all(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft without tags."""
    return replace(draft, tags=())


def set_all(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with the tags that the reviewer wrote."""
    tags = tuple(
        dict.fromkeys(re.sub(r"[\s#＃]+", "", one) for one in re.split(r"[、,/和，]| and |\s+(?=[#＃])", change.value))
    )
    return replace(draft, tags=tuple(filter(None, tags))[:MAX_TAGS]) if any(tags) else None


def add_some(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with as many more tags as the change names, or up to two."""
    for more in (int(change.other),) if change.other.isdigit() else (2, 1):
        if revised := _resize(draft, len(draft.tags) + more, context):
            return revised
    return None


def drop_some(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with its first two thirds of tags, at least one."""
    count = max(1, len(draft.tags) * 2 // 3)
    return replace(draft, tags=draft.tags[:count]) if count < len(draft.tags) else None


def remove_numbered(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft without the tag of the number in the change."""
    index = _find_index(draft, change)
    return None if index is None else replace(draft, tags=(*draft.tags[:index], *draft.tags[index + 1 :]))


def has_no_numbered(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the tag of the number in the change is gone, and no other tag."""
    index = _find_index(previous, change)
    return index is not None and set(previous.tags) - set(draft.tags) == {previous.tags[index]}


def _find_index(draft: Draft, change: Change) -> int | None:
    number = parse_count(change.value)
    index = len(draft.tags) - 1 if number == -1 else number - 1
    return index if 0 <= index < len(draft.tags) else None
