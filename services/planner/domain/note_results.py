"""Turns a model's answers about notes into results: truncated, completed by the rules, and repaired if invalid."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.note_planner.brief import (
    MAX_AUDIENCE_LENGTH,
    MAX_CONSTRAINT_LENGTH,
    MAX_CONSTRAINTS,
    MAX_GOAL_LENGTH,
    MAX_TONE_LENGTH,
    compile_brief,
)
from engines.note_planner.clarity import was_answered
from engines.note_planner.cover_text import MAX_SUBTITLE_WIDTH, MAX_TITLE_WIDTH, fit_line
from engines.note_planner.image_plan_set import Draft, DraftText, assemble, normalize_palette
from engines.note_planner.image_plans import (
    LANDSCAPE,
    PORTRAIT,
    SQUARE,
    choose_image_count,
    choose_size,
    draft_cover_texts,
    draft_images,
    parse_image_preferences,
)
from engines.note_planner.keywords import MAX_KEYWORDS
from engines.note_planner.layout import MAX_STYLE_LENGTH, choose_layout_name, plan_layout
from engines.note_planner.limits import CLEAR_ENOUGH
from engines.note_planner.request.preferences import Preferences
from engines.note_planner.request.topics import MAX_TOPIC_WIDTH
from engines.note_planner.sections import arrange_sections
from engines.note_planner.text_width import truncate
from services.common.contract.note import (
    Advice,
    Brief,
    Clarification,
    ClarificationAnswer,
    ImagePlanSet,
    LayoutSection,
    LayoutSpec,
    OverlayKind,
)
from services.common.contract.questions import Option, Selection
from services.common.contract.requests import AdviseRoute, CompileBrief, PlanImages, PlanLayout
from services.common.text.language import Language
from services.common.text.sanitization import sanitize_line
from services.planner.domain.note_answers import (
    ClarificationQuestion,
    CompiledBrief,
    PlannedImage,
    PlannedImages,
    PlannedLayout,
    RouteAdvice,
)

MAX_KEYWORD_LENGTH, MAX_QUESTION_LENGTH, MAX_OPTION_LENGTH, MAX_REASON_LENGTH, MAX_AGENT_LENGTH = 40, 300, 60, 500, 64
MAX_OPTIONS = 6
_NOT_IN_KEYS = re.compile(r"[^a-z0-9]+")
_ASPECTS = {"3:4": PORTRAIT, "1:1": SQUARE, "4:3": LANDSCAPE}


def to_brief(answer: CompiledBrief, request: CompileBrief, language: Language) -> Brief:
    """Return the brief of *answer*. The rules fill in empty fields; a number of images in the request has priority.

    It has a question only if the request is unclear, and never one that the user has answered.
    """
    default = compile_brief(request, language)
    clarity = answer.requirement_clarity if answer.topic.strip() else min(answer.requirement_clarity, CLEAR_ENOUGH / 2)
    clarification = to_clarification(answer.clarification, request.clarification_answers) or default.clarification
    return Brief(
        fit_line(answer.topic, MAX_TOPIC_WIDTH) or default.topic,
        truncate(answer.audience, MAX_AUDIENCE_LENGTH) or default.audience,
        truncate(answer.goal, MAX_GOAL_LENGTH) or default.goal,
        truncate(answer.tone, MAX_TONE_LENGTH) or default.tone,
        _truncate_lines(answer.constraints, MAX_CONSTRAINT_LENGTH, MAX_CONSTRAINTS),
        _truncate_lines(answer.keywords, MAX_KEYWORD_LENGTH, MAX_KEYWORDS) or default.keywords,
        request.content_type or answer.content_type,
        request.image_count or answer.image_count or default.image_count,
        round(clarity, 2),
        clarification if clarity < CLEAR_ENOUGH else None,
        statements=default.statements,
    )


def to_layout(answer: PlannedLayout, request: PlanLayout, language: Language) -> LayoutSpec:
    """Return the layout of *answer*, with every paragraph in exactly one section and in order."""
    default = plan_layout(request, language)
    proposed = [
        LayoutSection(section.role, section.heading, tuple(section.paragraphs), section.has_image)
        for section in answer.sections
    ]
    title = fit_line(answer.cover_title, MAX_TITLE_WIDTH)
    return LayoutSpec(
        truncate(answer.name, MAX_AGENT_LENGTH) or choose_layout_name(request),
        title or default.cover_title,
        fit_line(answer.cover_subtitle, MAX_SUBTITLE_WIDTH) if title else default.cover_subtitle,
        arrange_sections(proposed, len(request.content.paragraphs), request.brief.image_count),
        truncate(answer.style, MAX_STYLE_LENGTH) or default.style,
    )


def to_image_plans(answer: PlannedImages, request: PlanImages, language: Language) -> ImagePlanSet:
    """Return the images of *answer*: as many as requested. The rules plan those that are missing."""
    preferences = parse_image_preferences(request)
    count = choose_image_count(request, preferences)
    defaults = draft_images(request, preferences, count, language)
    drafts = [
        _to_draft(image, request, preferences, language, cover=number == 0)
        if sanitize_line(image.prompt)
        else defaults[number]
        for number, image in enumerate(answer.images[:count])
    ]
    used = {draft.paragraph for draft in drafts}
    missing = sorted(defaults[1:], key=lambda draft: draft.paragraph in used)[: count - len(drafts)]
    plans = assemble([*drafts, *missing], len(request.content.paragraphs))
    return replace(plans, clarification=to_clarification(answer.clarification, request.clarification_answers))


def to_advice(answer: RouteAdvice, request: AdviseRoute) -> Advice:
    """Return the advice of *answer*. The orchestrator decides whether to follow it."""
    return Advice(
        truncate(answer.agent, MAX_AGENT_LENGTH),
        truncate(answer.reason, MAX_REASON_LENGTH),
        round(answer.requirement_clarity, 2),
        to_clarification(answer.clarification, request.clarification_answers),
    )


def to_clarification(
    question: ClarificationQuestion | None, clarification_answers: Sequence[ClarificationAnswer]
) -> Clarification | None:
    """Return the question of a model, None if it has none or the user has answered it."""
    text = truncate(question.question, MAX_QUESTION_LENGTH) if question else ""
    if question is None or not text or was_answered(text, clarification_answers):
        return None
    labels = _truncate_lines(question.options, MAX_OPTION_LENGTH, MAX_OPTIONS)
    return Clarification(
        _NOT_IN_KEYS.sub("-", question.key.lower()).strip("-") or "question",
        text,
        tuple(Option(f"option-{number}", label) for number, label in enumerate(labels, 1)),
        Selection.MULTIPLE if question.multiple else Selection.SINGLE,
    )


def _to_draft(
    image: PlannedImage, request: PlanImages, preferences: Preferences, language: Language, *, cover: bool
) -> Draft:
    references = request.references.references if request.references else ()
    reference = references[image.reference - 1] if 0 < image.reference <= len(references) else None
    palette = normalize_palette(image.palette) or (normalize_palette(reference.palette) if reference else ())
    return Draft(
        0 if cover else image.paragraph,
        image.purpose,
        image.prompt,
        image.subject,
        preferences.style or image.style,
        palette,
        choose_size(request, preferences, cover=True) if cover else preferences.size or _ASPECTS[image.aspect],
        reference.asset_id if reference else "",
        _to_draft_texts(image, request, preferences, language, cover=cover),
    )


def _to_draft_texts(
    image: PlannedImage, request: PlanImages, preferences: Preferences, language: Language, *, cover: bool
) -> tuple[DraftText, ...]:
    texts = [] if preferences.no_text else [DraftText(text.text, text.position, text.kind) for text in image.texts]
    if cover and not any(text.kind is OverlayKind.TITLE and text.text.strip() for text in texts):
        texts = [*draft_cover_texts(request, preferences, language), *texts]
    return tuple(
        replace(text, text=fit_line(text.text, MAX_TITLE_WIDTH)) if text.kind is OverlayKind.TITLE else text
        for text in texts
    )


def _truncate_lines(texts: Sequence[str], max_length: int, max_lines: int) -> tuple[str, ...]:
    lines = (truncate(text, max_length) for text in texts)
    return tuple(dict.fromkeys(line for line in lines if line))[:max_lines]
