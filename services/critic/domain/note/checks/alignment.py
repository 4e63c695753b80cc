"""Checks of the image plan: its bindings, its relation to the text, and the texts on the images."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from engines.note_planner.scenes import depicts
from services.common.contract.note import ImagePlan, NoteImage
from services.critic.domain.note import page_texts
from services.critic.domain.note.checks.cleanliness import has_placeholder
from services.critic.domain.note.checks.lengths import measure_title
from services.critic.domain.note.checks.terms import are_comparable, extract_terms, find_mentioned, is_chinese
from services.critic.domain.note.checks.topics import share_topic
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import (
    MINOR,
    MODERATE,
    RUINED,
    SEVERE,
    WRONG,
    Finding,
    format_numbers,
    limit_cost,
    quote,
)
from services.critic.domain.note.note import ReviewedNote

MAX_OVERLAY_LENGTH: Final = {True: 24, False: 60}
# WCAG 2.2, contrast (minimum).
MIN_CONTRAST: Final = 4.5
# More images without a literal relation do not cost more: a scene may still suit the meaning.
_MAX_LOOSE: Final = 3


class Relation(IntEnum):
    """Relation of a planned image to its paragraph.

    SHOWN: its subject is that of the paragraph (of the cover: of the note). SUITS: its subject suits the
    topic of the note, such as books and an exam. IN_WORDS: its prompt or subject mentions paragraph or note, such as
    the heading it is for, but its subject is something else.
    """

    NONE = 0
    IN_WORDS = 1
    SUITS = 2
    SHOWN = 3
    UNKNOWN = 4


def check_alignment(note: ReviewedNote) -> Iterator[Finding]:
    """Yield the problems of the image plan of *note* and of the texts on the images."""
    if not note.plans:
        yield Finding(NoteDimension.ALIGNMENT, RUINED, page_texts.NO_PLANS, {"count": note.brief.image_count or 1})
        return
    requested = note.brief.image_count
    if requested and requested != len(note.plans):
        about = {"planned": len(note.plans), "requested": requested}
        yield Finding(NoteDimension.ALIGNMENT, MODERATE, page_texts.OTHER_COUNT, about)
    # If text and plan do not match at all, usually the text has changed: its own problems must cost more.
    yield from limit_cost(_check_bindings(note), WRONG)
    yield from limit_cost(_check_relations(note), WRONG)
    yield from _check_subjects(note)
    yield from _check_overlays(note)


def find_relation(note: ReviewedNote, plan: ImagePlan, paragraph: int) -> Relation:
    """Return the relation of *plan* to *paragraph* by their words; UNKNOWN if these are not comparable.

    The first image is the cover and may show the subject of the whole note.
    """
    headings = (section.heading for section in note.layout.sections if paragraph in section.paragraphs)
    near = "\n".join((note.content.paragraphs[paragraph], *headings))
    about = "\n".join((note.brief.topic, *note.brief.keywords, note.content.title))
    described, everything = f"{plan.subject}\n{plan.prompt}", f"{near}\n{about}"
    if not are_comparable(described, everything):
        return Relation.UNKNOWN
    shown = extract_terms(plan.subject or plan.prompt, short=True)
    if find_mentioned(shown, f"{everything}\n{note.content.body}" if plan is note.plans[0] else near):
        return Relation.SHOWN
    if find_mentioned(shown, about) or share_topic(plan.subject or plan.prompt, about):
        return Relation.SUITS
    return Relation.IN_WORDS if find_mentioned(extract_terms(described), everything) else Relation.NONE


def _check_bindings(note: ReviewedNote) -> Iterator[Finding]:
    planned, there = note.plans_by_id, range(len(note.content.paragraphs))
    bound = {one.plan_id for one in note.bindings if one.plan_id in planned and one.paragraph in there}
    for number, plan in enumerate(note.plans, 1):
        if plan.plan_id not in bound:
            yield Finding(NoteDimension.ALIGNMENT, SEVERE, page_texts.UNBOUND, {"number": number})
    if any(one.plan_id not in planned or one.paragraph not in there for one in note.bindings):
        yield Finding(NoteDimension.ALIGNMENT, MODERATE, page_texts.BOUND_TO_NOTHING)
    seen = set[str]()
    for number, plan in enumerate(note.plans, 1):
        described = f"{plan.subject}\n{plan.prompt}".casefold()
        if described in seen:
            yield Finding(NoteDimension.ALIGNMENT, MODERATE, page_texts.SAME_PLAN, {"number": number})
        seen.add(described)


def _check_relations(note: ReviewedNote) -> Iterator[Finding]:
    paragraphs, numbers = note.content.paragraphs, {plan.plan_id: at for at, plan in enumerate(note.plans, 1)}
    loose = list[int]()
    for one in note.bindings:
        plan = note.plans_by_id.get(one.plan_id)
        if plan is None or one.paragraph not in range(len(paragraphs)):
            continue
        number = numbers[one.plan_id]
        match find_relation(note, plan, one.paragraph):
            case Relation.NONE:
                about = {
                    "number": number,
                    "paragraph": one.paragraph + 1,
                    "subject": quote(plan.subject or plan.prompt),
                    "words": quote(paragraphs[one.paragraph]),
                }
                yield Finding(NoteDimension.ALIGNMENT, SEVERE, page_texts.UNRELATED, about)
            case Relation.IN_WORDS:
                loose.append(number)
    if loose:
        cost = MINOR * min(len(loose), _MAX_LOOSE)
        yield Finding(NoteDimension.ALIGNMENT, cost, page_texts.LOOSELY_RELATED, {"numbers": format_numbers(loose)})


def _check_subjects(note: ReviewedNote) -> Iterator[Finding]:
    """Yield that no image shows a thing of the topic or its keywords."""
    topic, named = note.brief.topic, " ".join((note.brief.topic, *note.brief.keywords))
    comparable = [plan.subject for plan in note.plans if plan.subject and are_comparable(plan.subject, topic)]
    if comparable and not any(
        depicts(one, topic) or find_mentioned(extract_terms(one, short=True), named) for one in comparable
    ):
        yield Finding(NoteDimension.ALIGNMENT, MINOR, page_texts.NOT_THE_TOPIC, {"topic": quote(topic)})


def _check_overlays(note: ReviewedNote) -> Iterator[Finding]:
    planned = note.plans_by_id
    if not any(overlay.plan_id == note.plans[0].plan_id for overlay in note.overlays):
        yield Finding(NoteDimension.ALIGNMENT, MINOR, page_texts.NO_COVER_TEXT)
    if any(overlay.plan_id not in planned for overlay in note.overlays):
        yield Finding(NoteDimension.ALIGNMENT, MINOR, page_texts.OVERLAY_UNKNOWN)
    for overlay in note.overlays:
        most = MAX_OVERLAY_LENGTH[is_chinese(overlay.text)]
        if has_placeholder(overlay.text):
            yield Finding(
                NoteDimension.ALIGNMENT, SEVERE, page_texts.OVERLAY_PLACEHOLDER, {"text": quote(overlay.text)}
            )
        if measure_title(overlay.text, chinese=is_chinese(overlay.text)) > most:
            about = {"text": quote(overlay.text), "most": most}
            yield Finding(NoteDimension.ALIGNMENT, MODERATE, page_texts.OVERLAY_LONG, about)
    for number, plan in enumerate(note.plans, 1):
        if image := note.images_by_plan.get(plan.plan_id):
            yield from _check_drawn_texts(note, number, image)


def _check_drawn_texts(note: ReviewedNote, number: int, image: NoteImage) -> Iterator[Finding]:
    """Yield the problems of the texts drawn on an image."""
    texts = [overlay.text for overlay in note.overlays if overlay.plan_id == image.plan_id]
    about = {"number": number}
    if (missing := len(texts) - len(image.texts)) > 0:
        yield Finding(NoteDimension.ALIGNMENT, MODERATE, page_texts.OVERLAY_MISSING, {**about, "count": missing})
    for text, drawn in zip(texts, image.texts, strict=False):
        if drawn.cut:
            yield Finding(NoteDimension.ALIGNMENT, MODERATE, page_texts.OVERLAY_CUT, {**about, "text": quote(text)})
        if drawn.left_out:
            letters = {**about, "letters": quote(drawn.left_out)}
            yield Finding(NoteDimension.ALIGNMENT, MODERATE, page_texts.OVERLAY_LEFT_OUT, letters)
        if 0 < drawn.contrast < MIN_CONTRAST:
            yield Finding(NoteDimension.ALIGNMENT, MINOR, page_texts.OVERLAY_FAINT, about)
