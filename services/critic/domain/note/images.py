"""Assessment of the images of a note: their number, and the quality of each by its metrics.

The score is the mean of the existing images, capped twice:
- by their number: 1 for all, 0.73 for two of three (a single failed image does not sink the note), below
  0.6 for half or fewer; a little less if the cover is missing;
- by the weakest: a broken one is visible to every reader and is returned;
- by the share of images that show their subject, as far as the engine reports it. An engine that cannot draw a subject
  would not draw it the next time: such a note is not returned, and its score is low.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome
from services.common.limits import Limits
from services.common.text.language import Text
from services.critic.domain.note import page_texts
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import RUINED, Finding, format_numbers, quote
from services.critic.domain.note.note import ReviewedNote
from services.critic.domain.note.scores import compute_cap

NO_TEXT: Final = Text("", "")
# The cost of a missing cover.
_COVER_COST: Final = 0.1
# Relative tolerance of the aspect ratio.
_ASPECT_TOLERANCE: Final = 0.02
# The factor for an image of another size and the planned aspect ratio; one of another aspect ratio is returned.
_WRONG_SIZE_FACTOR: Final = 0.9
_WRONG_ASPECT_CAP: Final = 0.5
# The cap for an image that is identical to another.
_DUPLICATE_CAP: Final = 0.55
_MAX_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class MeasuredImage:
    """The measurement of an image of a note.

    Attributes:
        plan_id: the plan of the image.
        score: of its metrics, 0..1; 0 if it cannot be decoded.
        width: pixels; 0 if it cannot be decoded.
        height: pixels.
        digest: hash of the pixels.
        problem: the problem, as a part of a sentence; empty for none.
        suggestion: an addition to the next prompt; empty without problems.

    """

    plan_id: str
    score: float
    width: int = 0
    height: int = 0
    digest: str = ""
    problem: Text = NO_TEXT
    suggestion: Text = NO_TEXT


@dataclass(frozen=True, slots=True)
class ImagesAssessment:
    """Assessment of all images.

    *sound_images* are the plans whose images need not be generated again, *unchecked* the numbers of the images whose
    engine reports nothing about what they show.
    """

    score: float
    findings: tuple[Finding, ...]
    sound_images: tuple[str, ...]
    unchecked: tuple[int, ...] = ()


def assess_images(note: ReviewedNote, measured: Mapping[str, MeasuredImage], limits: Limits) -> ImagesAssessment:
    """Return the assessment of the images of *note*, *measured* by their plans."""
    if not note.plans:
        return ImagesAssessment(0.0, (Finding(NoteDimension.IMAGES, RUINED, page_texts.NO_IMAGES),), ())
    doubles = _find_duplicates(note, measured)
    scores = {
        plan.plan_id: _score_image(note, plan.plan_id, measured[plan.plan_id], doubles)
        for plan in note.plans
        if plan.plan_id in measured
    }
    bound = _cap_by_count(note, scores, limits)
    if not scores:
        return ImagesAssessment(0.0, (Finding(NoteDimension.IMAGES, RUINED, page_texts.NO_IMAGES),), ())
    weakest, mean = min(scores.values()), sum(scores.values()) / len(scores)
    shown_bound, not_shown = _check_shown_subjects(note, limits)
    score = round(min(mean, bound, shown_bound, compute_cap(weakest, limits)), 4)
    found = (*_check_missing(note, scores, bound), *not_shown)
    found += tuple(_check_images(note, measured, scores, doubles, limits))
    sound = tuple(plan_id for plan_id, one in scores.items() if one >= limits.pass_score)
    return ImagesAssessment(score, found, sound, _list_unchecked(note))


def _check_shown_subjects(note: ReviewedNote, limits: Limits) -> tuple[float, tuple[Finding, ...]]:
    """Return the cap by the share of images that show their subject, and a finding for each other one."""
    reports = {
        number: [part for part in image.image.content if part.kind is PartKind.SUBJECT]
        for number, plan in enumerate(note.plans, 1)
        if (image := note.images_by_plan.get(plan.plan_id))
    }
    reported = {number: parts for number, parts in reports.items() if parts}
    other = {
        number: missing
        for number, parts in reported.items()
        if (missing := [part for part in parts if part.outcome is not PartOutcome.SHOWN])
    }
    if not other:
        return 1.0, ()
    bound = 1 - (1 - limits.return_score) * len(other) / len(reported)
    cost = (1 - bound) / len(other)
    return bound, tuple(_describe_not_shown(number, parts, cost) for number, parts in other.items())


def _describe_not_shown(number: int, parts: list[ContentPart], cost: float) -> Finding:
    names = list(dict.fromkeys(quote(part.requested) for part in parts))[:_MAX_NAMED]
    drawn = list(dict.fromkeys(quote(part.substitute) for part in parts if part.substitute))[:_MAX_NAMED]
    values: dict[str, object] = {
        "number": number,
        "parts": Text("、".join(f"“{name}”" for name in names), ", ".join(f"“{name}”" for name in names)),
    }
    if not drawn:
        return Finding(NoteDimension.IMAGES, cost, page_texts.NOT_SHOWN, values)
    values["drawn"] = Text("、".join(f"“{name}”" for name in drawn), ", ".join(f"“{name}”" for name in drawn))
    return Finding(NoteDimension.IMAGES, cost, page_texts.SHOWN_INSTEAD, values)


def _list_unchecked(note: ReviewedNote) -> tuple[int, ...]:
    return tuple(
        number
        for number, plan in enumerate(note.plans, 1)
        if (image := note.images_by_plan.get(plan.plan_id)) and not image.image.content
    )


def _cap_by_count(note: ReviewedNote, scores: Mapping[str, float], limits: Limits) -> float:
    share = len(scores) / len(note.plans)
    if share <= 0.5:
        return share
    bound = limits.return_score + (1 - limits.return_score) * (2 * share - 1)
    return bound if note.plans[0].plan_id in scores else max(limits.return_score, bound - _COVER_COST)


def _score_image(note: ReviewedNote, plan_id: str, measured: MeasuredImage, doubles: frozenset[str]) -> float:
    plan, score = note.plans_by_id[plan_id], measured.score
    if plan_id in doubles:
        score = min(score, _DUPLICATE_CAP)
    if not (measured.width and plan.width) or (measured.width, measured.height) == (plan.width, plan.height):
        return score
    return score * _WRONG_SIZE_FACTOR if _has_planned_aspect(note, plan_id, measured) else min(score, _WRONG_ASPECT_CAP)


def _has_planned_aspect(note: ReviewedNote, plan_id: str, measured: MeasuredImage) -> bool:
    plan = note.plans_by_id[plan_id]
    across, planned = measured.width * plan.height, plan.width * measured.height
    return abs(across - planned) <= _ASPECT_TOLERANCE * planned


def _find_duplicates(note: ReviewedNote, measured: Mapping[str, MeasuredImage]) -> frozenset[str]:
    """Return the plans whose image is identical to an earlier one, pixel by pixel."""
    seen, doubles = set[str](), set[str]()
    for plan in note.plans:
        digest = measured[plan.plan_id].digest if plan.plan_id in measured else ""
        if digest and digest in seen:
            doubles.add(plan.plan_id)
        seen.add(digest)
    return frozenset(doubles)


def _check_missing(note: ReviewedNote, scores: Mapping[str, float], bound: float) -> Iterator[Finding]:
    numbers = [number for number, plan in enumerate(note.plans, 1) if plan.plan_id not in scores]
    if not numbers:
        return
    about = {
        "planned": len(note.plans),
        "made": len(scores),
        "numbers": format_numbers(numbers),
    }
    yield Finding(NoteDimension.IMAGES, 1 - bound, page_texts.SOME_MISSING, about)
    if note.plans[0].plan_id not in scores:
        yield Finding(NoteDimension.IMAGES, 0.0, page_texts.COVER_MISSING)


def _check_images(
    note: ReviewedNote,
    measured: Mapping[str, MeasuredImage],
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
            yield Finding(NoteDimension.IMAGES, cost, page_texts.UNOPENABLE, {"number": number})
            continue
        if plan.width and (one.width, one.height) != (plan.width, plan.height):
            about: dict[str, object] = {"width": one.width, "height": one.height, "planned": planned}
            yield Finding(NoteDimension.IMAGES, cost, page_texts.OTHER_SHAPE, {"number": number, **about})
        if plan.plan_id in doubles:
            yield Finding(NoteDimension.IMAGES, cost, page_texts.DUPLICATE_IMAGE, {"number": number})
        if one.score < limits.pass_score:
            about = {"fault": one.problem, "suggestion": one.suggestion}
            yield Finding(NoteDimension.IMAGES, cost, page_texts.POOR_IMAGE, {"number": number, **about})
