"""How the pictures of a note go with its text: planned, bound to paragraphs, related to them, with readable texts."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from services.critic.domain.note import wording_page as wording
from services.critic.domain.note.cleanliness import has_placeholder
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.fields import suits
from services.critic.domain.note.findings import PLAIN, RUINED, SEVERE, SLIGHT, WRONG, Finding, at_most, counted, quoted
from services.critic.domain.note.lengths import title_length
from services.critic.domain.note.note import Made, Note, Plan
from services.critic.domain.note.terms import comparable, is_chinese, mentioned, terms

MOST_OVERLAY: Final = {True: 24, False: 60}
# WCAG 2.2, contrast (minimum).
LEAST_CONTRAST: Final = 4.5
# However many show what the words nearby do not name: a scene may still suit what is meant.
_MOST_LOOSE: Final = 3


class Relation(IntEnum):
    """What a planned picture has to do with the paragraph it stands with.

    SHOWN: what it shows is what the paragraph (of the cover: the note) speaks of. SUITS: what it shows goes with the
    topic of the note, such as books with an exam. IN_WORDS: its prompt or subject speaks of paragraph or note, such as
    by naming the heading it is for, but what it shows is something else.
    """

    NONE = 0
    IN_WORDS = 1
    SUITS = 2
    SHOWN = 3
    UNKNOWN = 4


def alignment_findings(note: Note) -> Iterator[Finding]:
    """Yield what is wrong with the plan of the pictures of *note* and the texts on them."""
    if not note.plans:
        yield Finding(NoteDimension.ALIGNMENT, RUINED, wording.NO_PLANS, {"count": note.brief.picture_count or 1})
        return
    asked = note.brief.picture_count
    if asked and asked != len(note.plans):
        about = {"planned": len(note.plans), "asked": asked}
        yield Finding(NoteDimension.ALIGNMENT, PLAIN, wording.OTHER_COUNT, about)
    # Where text and plan do not fit together at all it is mostly the text that changed: its own faults must weigh more.
    yield from at_most(_bindings(note), WRONG)
    yield from at_most(_relations(note), WRONG)
    yield from _texts(note)


def relation(note: Note, plan: Plan, paragraph: int) -> Relation:
    """Return what *plan* has to do with *paragraph*, by their words; UNKNOWN where these cannot be compared.

    The first picture is the cover and may show what the note as a whole is about.
    """
    headings = (section.heading for section in note.layout.sections if paragraph in section.paragraphs)
    near = "\n".join((note.content.paragraphs[paragraph], *headings))
    about = "\n".join((note.brief.topic, *note.brief.keywords, note.content.title))
    described, everything = f"{plan.subject}\n{plan.prompt}", f"{near}\n{about}"
    if not comparable(described, everything):
        return Relation.UNKNOWN
    shown = terms(plan.subject or plan.prompt, short=True)
    if mentioned(shown, f"{everything}\n{note.content.body}" if plan is note.plans[0] else near):
        return Relation.SHOWN
    if mentioned(shown, about) or suits(plan.subject or plan.prompt, about):
        return Relation.SUITS
    return Relation.IN_WORDS if mentioned(terms(described), everything) else Relation.NONE


def _bindings(note: Note) -> Iterator[Finding]:
    planned, there = note.plans_by_id, range(len(note.content.paragraphs))
    bound = {one.plan_id for one in note.bindings if one.plan_id in planned and one.paragraph in there}
    for number, plan in enumerate(note.plans, 1):
        if plan.plan_id not in bound:
            yield Finding(NoteDimension.ALIGNMENT, SEVERE, wording.UNBOUND, {"number": number})
    if any(one.plan_id not in planned or one.paragraph not in there for one in note.bindings):
        yield Finding(NoteDimension.ALIGNMENT, PLAIN, wording.BOUND_TO_NOTHING)
    seen = set[str]()
    for number, plan in enumerate(note.plans, 1):
        described = f"{plan.subject}\n{plan.prompt}".casefold()
        if described in seen:
            yield Finding(NoteDimension.ALIGNMENT, PLAIN, wording.SAME_PLAN, {"number": number})
        seen.add(described)


def _relations(note: Note) -> Iterator[Finding]:
    paragraphs, numbers = note.content.paragraphs, {plan.plan_id: at for at, plan in enumerate(note.plans, 1)}
    loose = list[int]()
    for one in note.bindings:
        plan = note.plans_by_id.get(one.plan_id)
        if plan is None or one.paragraph not in range(len(paragraphs)):
            continue
        number = numbers[one.plan_id]
        match relation(note, plan, one.paragraph):
            case Relation.NONE:
                about = {
                    "number": number,
                    "paragraph": one.paragraph + 1,
                    "subject": quoted(plan.subject or plan.prompt),
                    "words": quoted(paragraphs[one.paragraph]),
                }
                yield Finding(NoteDimension.ALIGNMENT, SEVERE, wording.UNRELATED, about)
            case Relation.IN_WORDS:
                loose.append(number)
    if loose:
        cost = SLIGHT * min(len(loose), _MOST_LOOSE)
        yield Finding(NoteDimension.ALIGNMENT, cost, wording.LOOSELY_RELATED, {"numbers": counted(loose)})


def _texts(note: Note) -> Iterator[Finding]:
    planned = note.plans_by_id
    if not any(overlay.plan_id == note.plans[0].plan_id for overlay in note.overlays):
        yield Finding(NoteDimension.ALIGNMENT, SLIGHT, wording.NO_COVER_TEXT)
    if any(overlay.plan_id not in planned for overlay in note.overlays):
        yield Finding(NoteDimension.ALIGNMENT, SLIGHT, wording.OVERLAY_UNKNOWN)
    for overlay in note.overlays:
        most = MOST_OVERLAY[is_chinese(overlay.text)]
        if has_placeholder(overlay.text):
            yield Finding(NoteDimension.ALIGNMENT, SEVERE, wording.OVERLAY_PLACEHOLDER, {"text": quoted(overlay.text)})
        if title_length(overlay.text, chinese=is_chinese(overlay.text)) > most:
            about = {"text": quoted(overlay.text), "most": most}
            yield Finding(NoteDimension.ALIGNMENT, PLAIN, wording.OVERLAY_LONG, about)
    for number, plan in enumerate(note.plans, 1):
        if made := note.made_by_plan.get(plan.plan_id):
            yield from _drawn(note, number, made)


def _drawn(note: Note, number: int, made: Made) -> Iterator[Finding]:
    """Yield what became of the texts of a picture that was made."""
    texts = [overlay.text for overlay in note.overlays if overlay.plan_id == made.plan_id]
    about = {"number": number}
    if (missing := len(texts) - len(made.drawn)) > 0:
        yield Finding(NoteDimension.ALIGNMENT, PLAIN, wording.OVERLAY_MISSING, {**about, "count": missing})
    for text, drawn in zip(texts, made.drawn, strict=False):
        if drawn.cut:
            yield Finding(NoteDimension.ALIGNMENT, PLAIN, wording.OVERLAY_CUT, {**about, "text": quoted(text)})
        if drawn.left_out:
            letters = {**about, "letters": quoted(drawn.left_out)}
            yield Finding(NoteDimension.ALIGNMENT, PLAIN, wording.OVERLAY_LEFT_OUT, letters)
        if 0 < drawn.contrast < LEAST_CONTRAST:
            yield Finding(NoteDimension.ALIGNMENT, SLIGHT, wording.OVERLAY_FAINT, about)
