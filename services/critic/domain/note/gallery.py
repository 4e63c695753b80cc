"""The pictures of a note: how many of those planned there are, and how each does by measuring.

The score is that of the pictures there are, bounded twice:
- by how many are there: 1 for all, 0.73 for two of three (a picture that was given up does not sink the note), below
  0.6 for half or fewer; a little less where the cover is the one that is missing;
- by the weakest: a broken one among them is seen by every reader and sends back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from services.common.language import Text
from services.common.limits import Limits
from services.critic.domain.note import wording_page as wording
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import RUINED, Finding, counted
from services.critic.domain.note.note import Note
from services.critic.domain.note.scoring import ceiling

NOTHING: Final = Text("", "")
# What is lost where the cover is the missing one.
_COVER: Final = 0.1
# Sizes of one shape: sides in the same proportion within this part.
_SAME_SHAPE: Final = 0.02
# A picture of the planned shape and another size is worth this part of its score; one of another shape goes back.
_OTHER_SIZE: Final = 0.9
_OTHER_SHAPE: Final = 0.5
# Two pictures that are one and the same.
_DOUBLE: Final = 0.55


@dataclass(frozen=True, slots=True)
class Measured:
    """A picture of a note as it was measured.

    Attributes:
        plan_id: the plan it was made from.
        score: of the measuring alone, 0..1; 0 where it cannot be opened.
        width: pixels; 0 where it cannot be opened.
        height: pixels.
        digest: names the pixels: equal for equal pictures.
        fault: what is wrong, as a part of a sentence; empty when nothing is.
        suggestion: what to ask for next time; empty when nothing is wanting.

    """

    plan_id: str
    score: float
    width: int = 0
    height: int = 0
    digest: str = ""
    fault: Text = NOTHING
    suggestion: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Gallery:
    """What was found of the pictures together; *sound* are the plans whose pictures need not be made again."""

    score: float
    findings: tuple[Finding, ...]
    sound: tuple[str, ...]


def judge_gallery(note: Note, measured: Mapping[str, Measured], limits: Limits) -> Gallery:
    """Return the judgement of the pictures of *note*, *measured* by their plans. Costs are told as what they cost."""
    if not note.plans:
        return Gallery(0.0, (Finding(NoteDimension.IMAGES, RUINED, wording.NONE_MADE),), ())
    doubles = _doubles(note, measured)
    scores = {
        plan.plan_id: _score(note, plan.plan_id, measured[plan.plan_id], doubles)
        for plan in note.plans
        if plan.plan_id in measured
    }
    bound = _bound(note, scores, limits)
    if not scores:
        return Gallery(0.0, (Finding(NoteDimension.IMAGES, RUINED, wording.NONE_MADE),), ())
    weakest, mean = min(scores.values()), sum(scores.values()) / len(scores)
    score = round(min(mean, bound, ceiling(weakest, limits)), 4)
    found = (*_missing(note, scores, bound), *_faults(note, measured, scores, doubles, limits))
    sound = tuple(plan_id for plan_id, one in scores.items() if one >= limits.pass_score)
    return Gallery(score, found, sound)


def _bound(note: Note, scores: Mapping[str, float], limits: Limits) -> float:
    share = len(scores) / len(note.plans)
    if share <= 0.5:
        return share
    bound = limits.return_score + (1 - limits.return_score) * (2 * share - 1)
    return bound if note.plans[0].plan_id in scores else max(limits.return_score, bound - _COVER)


def _score(note: Note, plan_id: str, measured: Measured, doubles: frozenset[str]) -> float:
    plan, score = note.plans_by_id[plan_id], measured.score
    if plan_id in doubles:
        score = min(score, _DOUBLE)
    if not (measured.width and plan.width) or (measured.width, measured.height) == (plan.width, plan.height):
        return score
    return score * _OTHER_SIZE if _has_shape(note, plan_id, measured) else min(score, _OTHER_SHAPE)


def _has_shape(note: Note, plan_id: str, measured: Measured) -> bool:
    plan = note.plans_by_id[plan_id]
    across, planned = measured.width * plan.height, plan.width * measured.height
    return abs(across - planned) <= _SAME_SHAPE * planned


def _doubles(note: Note, measured: Mapping[str, Measured]) -> frozenset[str]:
    """Return the plans whose picture is the same, pixel for pixel, as an earlier one."""
    seen, doubles = set[str](), set[str]()
    for plan in note.plans:
        digest = measured[plan.plan_id].digest if plan.plan_id in measured else ""
        if digest and digest in seen:
            doubles.add(plan.plan_id)
        seen.add(digest)
    return frozenset(doubles)


def _missing(note: Note, scores: Mapping[str, float], bound: float) -> Iterator[Finding]:
    numbers = [number for number, plan in enumerate(note.plans, 1) if plan.plan_id not in scores]
    if not numbers:
        return
    about = {
        "planned": len(note.plans),
        "made": len(scores),
        "numbers": counted(numbers),
    }
    yield Finding(NoteDimension.IMAGES, 1 - bound, wording.SOME_MISSING, about)
    if note.plans[0].plan_id not in scores:
        yield Finding(NoteDimension.IMAGES, 0.0, wording.COVER_MISSING)


def _faults(
    note: Note,
    measured: Mapping[str, Measured],
    scores: Mapping[str, float],
    doubles: frozenset[str],
    limits: Limits,
) -> Iterator[Finding]:
    for number, plan in enumerate(note.plans, 1):
        if plan.plan_id not in scores:
            continue
        one, cost = measured[plan.plan_id], 1 - scores[plan.plan_id]
        planned = f"{plan.width}×{plan.height}"
        if not one.width:
            yield Finding(NoteDimension.IMAGES, cost, wording.UNOPENABLE, {"number": number})
            continue
        if plan.width and (one.width, one.height) != (plan.width, plan.height):
            about: dict[str, object] = {"width": one.width, "height": one.height, "planned": planned}
            yield Finding(NoteDimension.IMAGES, cost, wording.OTHER_SHAPE, {"number": number, **about})
        if plan.plan_id in doubles:
            yield Finding(NoteDimension.IMAGES, cost, wording.SAME_PICTURE, {"number": number})
        if one.score < limits.pass_score:
            about = {"fault": one.fault, "suggestion": one.suggestion}
            yield Finding(NoteDimension.IMAGES, cost, wording.POOR_PICTURE, {"number": number, **about})
