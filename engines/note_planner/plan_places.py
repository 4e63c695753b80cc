"""Places: of an image among the others, and of what an image shows."""

import re

from engines.language.characters import is_chinese
from engines.note_planner.clause_images import NUMBERS, Clause
from engines.note_planner.plan_edits import swap
from engines.note_planner.plan_patterns import MOVE
from services.common.contract.note import ImagePlanSet

_WHERE = re.compile(r"^[^，的]+的(?=[^，])|(?<=\w) (?:on|by|in|at|under) (?:an? |the )?[a-z ]+$")


def find_places(moved: re.Match[str], count: int) -> tuple[int, int] | None:
    """Return the place of the image that a clause moves and its new one, None if it names no image."""
    named = {name: value for name, value in moved.groupdict().items() if value}
    is_last, is_to_end = ({f"zh_{name}", f"en_{name}"} & named.keys() for name in ("last", "end"))
    source = count - 1 if is_last else NUMBERS.get(named.get("zh") or named.get("en") or "", -1)
    to = named.get("zh_to") or named.get("en_to") or ""
    place = NUMBERS[to] if to else count - 1 if is_to_end else 0
    return (source, place) if 0 <= source < count and place < count and source != place else None


def place_subject(subject: str, shown: str) -> str:
    """Return *subject* where an image has *shown*: a cat, of a flower by the window."""
    where, bare = _WHERE.search(shown), _WHERE.sub("", subject)
    if where is None:
        return subject
    return f"{where[0]}{bare}" if is_chinese(bare) else f"{bare}{where[0]}"


def retain_places(before: ImagePlanSet, moved: ImagePlanSet, retained: set[str], clause: Clause) -> ImagePlanSet:
    """Return *moved*; if it moves a retained image, with two images exchanged instead, *before* if that does, too."""
    if not _moves_any(before, moved, retained):
        return moved
    found = MOVE.search(clause.folded)
    places = find_places(found, len(before.plans)) if found else None
    exchanged = swap(before, *places) if places else None
    return before if exchanged is None or _moves_any(before, exchanged, retained) else exchanged


def _moves_any(before: ImagePlanSet, after: ImagePlanSet, retained: set[str]) -> bool:
    """Return whether an image of *retained* is in another place, or shows something else."""
    return len(before.plans) == len(after.plans) and any(
        one.plan_id in retained and one.subject != other.subject
        for one, other in zip(before.plans, after.plans, strict=True)
    )
