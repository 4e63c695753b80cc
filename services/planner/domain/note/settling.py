"""What a model's answers about notes come to: bounded, completed by the rules, and holding what must hold."""

import re
from collections.abc import Sequence
from dataclasses import replace

from services.planner.domain.note.answers import (
    AskedBack,
    CompiledBrief,
    PlannedLayout,
    PlannedPicture,
    PlannedPictures,
    RouteAdvice,
)
from services.planner.domain.note.arranging import arranged
from services.planner.domain.note.briefing import (
    LONGEST_AUDIENCE,
    LONGEST_CONSTRAINT,
    LONGEST_GOAL,
    LONGEST_TONE,
    MOST_CONSTRAINTS,
    compile_brief,
)
from services.planner.domain.note.clarity import was_asked
from services.planner.domain.note.cover_words import WIDEST_SUBTITLE, WIDEST_TITLE, fitted
from services.planner.domain.note.keywords import MOST_KEYWORDS
from services.planner.domain.note.measure import bounded
from services.planner.domain.note.paging import LONGEST_STYLE, page_name, plan_layout
from services.planner.domain.note.picturing import (
    LANDSCAPE,
    PORTRAIT,
    SQUARE,
    cover_texts,
    drafts,
    size_of,
    wanted_count,
    wanted_of,
)
from services.planner.domain.note.plan_sets import Draft, DraftText, assembled, colours
from services.planner.domain.note.preferences import Preferences
from services.planner.domain.note.tasks import BriefTask, ImagesTask, LayoutTask, RouteTask
from services.planner.domain.note.topics import WIDEST_TOPIC
from services.planner.domain.note.values import (
    CLEAR,
    Advice,
    Brief,
    Clarification,
    Clarified,
    ImagePlans,
    Kind,
    Layout,
    Option,
    Section,
)
from services.planner.domain.spoken import one_line

LONGEST_KEYWORD, LONGEST_QUESTION, LONGEST_OPTION, LONGEST_REASON, LONGEST_AGENT = 40, 300, 60, 500, 64
MOST_OPTIONS = 6
_NOT_IN_KEYS = re.compile(r"[^a-z0-9]+")
_ASPECTS = {"3:4": PORTRAIT, "1:1": SQUARE, "4:3": LANDSCAPE}


def settled_brief(answer: CompiledBrief, task: BriefTask) -> Brief:
    """Return the brief that *answer* means. What it leaves empty the rules fill in; a number that was said counts.

    It asks only where the wish is unclear, and never what was asked before.
    """
    own = compile_brief(task)
    clear = answer.requirement_clarity if answer.topic.strip() else min(answer.requirement_clarity, CLEAR / 2)
    asked = clarification_of(answer.clarification, task.clarified) or own.clarification
    return Brief(
        fitted(answer.topic, WIDEST_TOPIC) or own.topic,
        bounded(answer.audience, LONGEST_AUDIENCE) or own.audience,
        bounded(answer.goal, LONGEST_GOAL) or own.goal,
        bounded(answer.tone, LONGEST_TONE) or own.tone,
        _lines(answer.constraints, LONGEST_CONSTRAINT, MOST_CONSTRAINTS),
        _lines(answer.keywords, LONGEST_KEYWORD, MOST_KEYWORDS) or own.keywords,
        answer.content_type,
        task.picture_count or answer.picture_count or own.picture_count,
        round(clear, 2),
        asked if clear < CLEAR else None,
    )


def settled_layout(answer: PlannedLayout, task: LayoutTask) -> Layout:
    """Return the page that *answer* means, every paragraph in exactly one section and in order."""
    own = plan_layout(task)
    proposed = [
        Section(section.role, section.heading, tuple(section.paragraphs), section.picture)
        for section in answer.sections
    ]
    title = fitted(answer.cover_title, WIDEST_TITLE)
    return Layout(
        bounded(answer.name, LONGEST_AGENT) or page_name(task),
        title or own.cover_title,
        fitted(answer.cover_subtitle, WIDEST_SUBTITLE) if title else own.cover_subtitle,
        arranged(proposed, len(task.note.paragraphs), task.brief.picture_count),
        bounded(answer.style, LONGEST_STYLE) or own.style,
    )


def settled_plans(answer: PlannedPictures, task: ImagesTask) -> ImagePlans:
    """Return the pictures that *answer* means: as many as are wanted. Those missing are planned by the rules."""
    wanted = wanted_of(task)
    count = wanted_count(task, wanted)
    own = drafts(task, wanted, count)
    made = [
        _draft(picture, task, wanted, cover=number == 0) if one_line(picture.prompt) else own[number]
        for number, picture in enumerate(answer.pictures[:count])
    ]
    taken = {draft.paragraph for draft in made}
    missing = sorted(own[1:], key=lambda draft: draft.paragraph in taken)[: count - len(made)]
    plans = assembled([*made, *missing], len(task.note.paragraphs))
    return replace(plans, clarification=clarification_of(answer.clarification, task.clarified))


def settled_advice(answer: RouteAdvice, task: RouteTask) -> Advice:
    """Return the advice that *answer* means. Whom it names is for the orchestrator to judge."""
    return Advice(
        bounded(answer.agent, LONGEST_AGENT),
        bounded(answer.reason, LONGEST_REASON),
        round(answer.requirement_clarity, 2),
        clarification_of(answer.clarification, task.clarified),
    )


def clarification_of(asked: AskedBack | None, clarified: Sequence[Clarified]) -> Clarification | None:
    """Return what a model asks, None where it asks nothing or what was answered already."""
    question = bounded(asked.question, LONGEST_QUESTION) if asked else ""
    if asked is None or not question or was_asked(question, clarified):
        return None
    labels = _lines(asked.options, LONGEST_OPTION, MOST_OPTIONS)
    return Clarification(
        _NOT_IN_KEYS.sub("-", asked.key.lower()).strip("-") or "question",
        question,
        tuple(Option(f"option-{number}", label) for number, label in enumerate(labels, 1)),
        asked.multiple,
    )


def _draft(picture: PlannedPicture, task: ImagesTask, wanted: Preferences, *, cover: bool) -> Draft:
    references = task.references
    reference = references[picture.reference - 1] if 0 < picture.reference <= len(references) else None
    texts = [] if wanted.no_text else [DraftText(text.text, text.position, text.kind) for text in picture.texts]
    if cover and not any(text.kind is Kind.TITLE and text.text.strip() for text in texts):
        texts = [*cover_texts(task, wanted), *texts]
    size = size_of(task, wanted, cover=True) if cover else wanted.size or _ASPECTS[picture.aspect]
    return Draft(
        0 if cover else picture.paragraph,
        picture.purpose,
        picture.prompt,
        picture.subject,
        wanted.style or picture.style,
        colours(picture.palette) or (colours(reference.palette) if reference else ()),
        size,
        reference.asset_id if reference else "",
        tuple(
            replace(text, text=fitted(text.text, WIDEST_TITLE)) if text.kind is Kind.TITLE else text for text in texts
        ),
    )


def _lines(texts: Sequence[str], longest: int, most: int) -> tuple[str, ...]:
    shown = (bounded(text, longest) for text in texts)
    return tuple(dict.fromkeys(text for text in shown if text))[:most]
