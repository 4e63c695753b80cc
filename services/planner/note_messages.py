"""Briefs, pages and plans as messages of the contract, and back."""

from collections.abc import Iterable
from typing import TypeVar

from reflow.v1 import creations_pb2, planner_pb2, questions_pb2

from services.common.language import Language
from services.planner.domain.intent import Message
from services.planner.domain.note.tasks import BriefTask, ImagesTask, LayoutTask, RouteTask
from services.planner.domain.note.values import (
    LEAST_PICTURES,
    MOST_PICTURES,
    Advice,
    Binding,
    Brief,
    Clarification,
    Clarified,
    ContentType,
    ImagePlan,
    ImagePlans,
    Kind,
    Layout,
    NoteText,
    PlannedText,
    Position,
    Reference,
    Role,
    Section,
)

_POSITIONS = {
    Position.TOP: creations_pb2.OVERLAY_POSITION_TOP,
    Position.MIDDLE: creations_pb2.OVERLAY_POSITION_MIDDLE,
    Position.BOTTOM: creations_pb2.OVERLAY_POSITION_BOTTOM,
}
_KINDS = {
    Kind.TITLE: creations_pb2.OVERLAY_KIND_TITLE,
    Kind.SUBTITLE: creations_pb2.OVERLAY_KIND_SUBTITLE,
    Kind.CAPTION: creations_pb2.OVERLAY_KIND_CAPTION,
}
_POSITION_OF = {message: position for position, message in _POSITIONS.items()}
_KIND_OF = {message: kind for kind, message in _KINDS.items()}
Named = TypeVar("Named", ContentType, Role)


def brief_task(request: planner_pb2.CompileBriefRequest) -> BriefTask:
    """Return what *request* asks."""
    return BriefTask(
        request.text,
        _language(request.context.locale),
        request.layout_preference,
        request.reference_count,
        min(MOST_PICTURES, request.picture_count),
        tuple(Message("assistant" if one.role == "assistant" else "user", one.content) for one in request.messages),
        _clarified(request.clarified),
        request.feedback,
    )


def layout_task(request: planner_pb2.PlanLayoutRequest) -> LayoutTask:
    """Return what *request* asks."""
    return LayoutTask(
        _brief(request.brief),
        _note(request.content),
        _language(request.context.locale),
        request.layout_preference,
        _references(request.references),
        request.feedback,
    )


def images_task(request: planner_pb2.PlanImagesRequest) -> ImagesTask:
    """Return what *request* asks."""
    return ImagesTask(
        _brief(request.brief),
        _note(request.content),
        _layout(request.layout),
        _language(request.context.locale),
        _references(request.references),
        request.feedback,
        _clarified(request.clarified),
    )


def route_task(request: planner_pb2.AdviseRouteRequest) -> RouteTask:
    """Return what *request* asks."""
    return RouteTask(
        request.text,
        request.finished,
        request.following,
        tuple(request.candidates),
        _language(request.context.locale),
        _brief(request.brief) if request.HasField("brief") else None,
        _note(request.content) if request.HasField("content") else None,
        _layout(request.layout) if request.HasField("layout") else None,
        _plans(request.plans) if request.HasField("plans") else None,
        _clarified(request.clarified),
    )


def brief_message(brief: Brief, engine: str, *, degraded: bool) -> creations_pb2.Brief:
    """Return *brief*, made by *engine*, as a message."""
    return creations_pb2.Brief(
        topic=brief.topic,
        audience=brief.audience,
        goal=brief.goal,
        tone=brief.tone,
        constraints=brief.constraints,
        keywords=brief.keywords,
        content_type=brief.content_type.value,
        picture_count=brief.picture_count,
        requirement_clarity=brief.requirement_clarity,
        clarification=_asked(brief.clarification),
        engine=engine,
        degraded=degraded,
    )


def layout_message(layout: Layout, engine: str, *, degraded: bool) -> creations_pb2.LayoutSpec:
    """Return *layout*, made by *engine*, as a message."""
    return creations_pb2.LayoutSpec(
        name=layout.name,
        cover_title=layout.cover_title,
        cover_subtitle=layout.cover_subtitle,
        sections=[
            creations_pb2.LayoutSection(
                role=section.role.value,
                heading=section.heading,
                paragraphs=section.paragraphs,
                picture=section.picture,
            )
            for section in layout.sections
        ],
        style=layout.style,
        engine=engine,
        degraded=degraded,
    )


def plans_message(plans: ImagePlans, engine: str, *, degraded: bool) -> creations_pb2.ImagePlanSet:
    """Return *plans*, made by *engine*, as a message."""
    return creations_pb2.ImagePlanSet(
        plans=[
            creations_pb2.ImagePlan(
                plan_id=plan.plan_id,
                purpose=plan.purpose,
                prompt=plan.prompt,
                subject=plan.subject,
                style=plan.style,
                palette=plan.palette,
                width=plan.width,
                height=plan.height,
                reference_asset_id=plan.reference_asset_id,
            )
            for plan in plans.plans
        ],
        bindings=[
            creations_pb2.ParagraphImageBinding(paragraph=one.paragraph, plan_id=one.plan_id) for one in plans.bindings
        ],
        overlays=[
            creations_pb2.PlannedText(
                plan_id=one.plan_id, text=one.text, position=_POSITIONS[one.position], kind=_KINDS[one.kind]
            )
            for one in plans.overlays
        ],
        clarification=_asked(plans.clarification),
        engine=engine,
        degraded=degraded,
    )


def advice_message(advice: Advice, engine: str) -> creations_pb2.Advice:
    """Return *advice*, given by *engine*, as a message."""
    return creations_pb2.Advice(
        agent=advice.agent,
        reason=advice.reason,
        requirement_clarity=advice.requirement_clarity,
        clarification=_asked(advice.clarification),
        engine=engine,
    )


def _asked(asked: Clarification | None) -> creations_pb2.Clarification | None:
    if asked is None:
        return None
    return creations_pb2.Clarification(
        key=asked.key,
        question=asked.question,
        options=[questions_pb2.Option(id=option.id, label=option.label) for option in asked.options],
        selection=questions_pb2.SELECTION_MULTIPLE if asked.multiple else questions_pb2.SELECTION_SINGLE,
        allow_custom=asked.allow_custom,
    )


def _language(locale: str) -> Language:
    return Language(locale or Language.CHINESE)


def _clarified(answers: Iterable[creations_pb2.Clarified]) -> tuple[Clarified, ...]:
    return tuple(Clarified(one.question, one.answer) for one in answers)


def _brief(brief: creations_pb2.Brief) -> Brief:
    return Brief(
        brief.topic,
        brief.audience,
        brief.goal,
        brief.tone,
        tuple(brief.constraints),
        tuple(brief.keywords),
        _named(ContentType, brief.content_type, ContentType.GUIDE),
        min(MOST_PICTURES, max(LEAST_PICTURES, brief.picture_count)),
        brief.requirement_clarity,
        engine=brief.engine,
    )


def _note(content: creations_pb2.NoteContent) -> NoteText:
    return NoteText(content.title, content.body, tuple(content.tags))


def _references(analyses: creations_pb2.ReferenceAnalyses) -> tuple[Reference, ...]:
    return tuple(
        Reference(
            one.asset_id,
            tuple(one.palette),
            one.brightness,
            one.aspect,
            one.composition,
            tuple(one.texts),
            one.meaning,
            one.style,
        )
        for one in analyses.references
    )


def _layout(layout: creations_pb2.LayoutSpec) -> Layout:
    sections = (
        Section(_named(Role, one.role, Role.SECTION), one.heading, tuple(one.paragraphs), one.picture)
        for one in layout.sections
    )
    return Layout(layout.name, layout.cover_title, layout.cover_subtitle, tuple(sections), layout.style, layout.engine)


def _plans(plans: creations_pb2.ImagePlanSet) -> ImagePlans:
    return ImagePlans(
        tuple(
            ImagePlan(
                one.plan_id,
                one.purpose,
                one.prompt,
                one.subject,
                one.style,
                tuple(one.palette),
                one.width,
                one.height,
                one.reference_asset_id,
            )
            for one in plans.plans
        ),
        tuple(Binding(one.paragraph, one.plan_id) for one in plans.bindings),
        tuple(
            PlannedText(
                one.plan_id,
                one.text,
                _POSITION_OF.get(one.position, Position.TOP),
                _KIND_OF.get(one.kind, Kind.CAPTION),
            )
            for one in plans.overlays
        ),
        engine=plans.engine,
    )


def _named(names: type[Named], value: str, other: Named) -> Named:
    return names(value) if value in tuple(names) else other
