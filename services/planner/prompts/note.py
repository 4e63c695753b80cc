"""Prompts for planning a note: a system prompt in the language of the run, and all other text as data."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from engines.note_planner.image_plans import choose_image_count, parse_image_preferences
from services.common.contract.note import (
    Brief,
    ClarificationAnswer,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    ReferenceAnalyses,
)
from services.common.contract.requests import AdviseRoute, CompileBrief, PlanImages, PlanLayout
from services.common.contract.session import ChatMessage
from services.common.llm.prompts import DATA_RULE, delimit
from services.common.text.language import Language
from services.planner.prompts.json_lines import to_json_line
from services.planner.prompts.note_system import ADVICE, BRIEF, IMAGES, LAYOUT
from services.planner.prompts.prompt import Prompt


def build_brief_prompt(request: CompileBrief, language: Language) -> Prompt:
    """Return the prompt for a brief."""
    context = {
        "reference_images": request.reference_count,
        "requested_images": request.image_count,
        "requested_content_type": request.content_type,
    }
    parts = [
        _format_context(context),
        *_fence("earlier-messages", _format_messages(request.messages)),
        *_fence("answers", _format_answers(request.clarification_answers)),
        *_fence("layout-preference", request.layout_preference),
        *_fence("feedback", request.feedback),
        delimit("request", request.text),
    ]
    return _build_prompt(BRIEF.build(request.prompt, language), parts)


def build_layout_prompt(request: PlanLayout, language: Language) -> Prompt:
    """Return the prompt for a layout."""
    parts = [
        _format_context({"paragraphs": len(request.content.paragraphs), "max_images": request.brief.image_count}),
        delimit("brief", _format_brief(request.brief)),
        *_fence("references", _format_references(request.references)),
        *_fence("layout-preference", request.layout_preference),
        *_fence("feedback", request.feedback),
        delimit("note", _format_content(request.content)),
    ]
    return _build_prompt(LAYOUT.build(request.prompt, language), parts)


def build_images_prompt(request: PlanImages, language: Language) -> Prompt:
    """Return the prompt for the images."""
    context = {
        "images": choose_image_count(request, parse_image_preferences(request)),
        "paragraphs": len(request.content.paragraphs),
        "reference_images": len(request.references.references) if request.references else 0,
    }
    parts = [
        _format_context(context),
        delimit("brief", _format_brief(request.brief)),
        delimit("layout", _format_layout(request.layout)),
        *_fence("references", _format_references(request.references)),
        *_fence("reference-notes", _format_reference_inputs(request)),
        *_fence("answers", _format_answers(request.clarification_answers)),
        *_fence("feedback", request.feedback),
        delimit("note", _format_content(request.content)),
    ]
    return _build_prompt(IMAGES.build(request.prompt, language), parts)


def build_advice_prompt(request: AdviseRoute, language: Language) -> Prompt:
    """Return the prompt for advice on the route."""
    context = {
        "finished": request.finished_agent,
        "following": request.next_agent,
        "candidates": list(request.candidates),
    }
    parts = [
        _format_context(context),
        *(_fence("brief", _format_brief(request.brief)) if request.brief else ()),
        *(_fence("note", _format_content(request.content)) if request.content else ()),
        *(_fence("layout", _format_layout(request.layout)) if request.layout else ()),
        *(_fence("images", _format_plans(request.plans)) if request.plans else ()),
        *_fence("answers", _format_answers(request.clarification_answers)),
        delimit("request", request.text),
    ]
    return _build_prompt(ADVICE.build(request.prompt, language), parts)


def _build_prompt(system: str, parts: Iterable[str]) -> Prompt:
    return Prompt(f"{system}\n\n{DATA_RULE}", "\n\n".join(parts))


def _format_context(context: Mapping[str, object]) -> str:
    """Return the context in addition to the texts. Names of agents come from the caller, so they are data, too."""
    return delimit("facts", to_json_line(context))


def _fence(name: str, text: str) -> tuple[str, ...]:
    return (delimit(name, text),) if text.strip() else ()


def _format_messages(messages: Iterable[ChatMessage]) -> str:
    return "\n".join(to_json_line({"from": message.role, "text": message.content}) for message in messages)


def _format_answers(clarification_answers: Iterable[ClarificationAnswer]) -> str:
    return "\n".join(to_json_line({"question": one.question, "answer": one.answer}) for one in clarification_answers)


def _format_brief(brief: Brief) -> str:
    hidden = ("clarification", "engine", "degraded")
    return to_json_line({name: value for name, value in asdict(brief).items() if name not in hidden})


def _format_content(content: NoteContent) -> str:
    lines: list[Mapping[str, object]] = [{"title": content.title, "tags": list(content.tags)}]
    lines += [{"paragraph": number, "text": text} for number, text in enumerate(content.paragraphs)]
    return "\n".join(map(to_json_line, lines))


def _format_layout(layout: LayoutSpec) -> str:
    return to_json_line(
        {
            "name": layout.name,
            "cover_title": layout.cover_title,
            "cover_subtitle": layout.cover_subtitle,
            "style": layout.style,
            "sections": [asdict(section) for section in layout.sections],
        }
    )


def _format_references(analyses: ReferenceAnalyses | None) -> str:
    """Return the reference images by number. A model needs none of their asset ids."""
    return "\n".join(
        to_json_line(
            {
                "reference": number,
                "palette": reference.palette,
                "brightness": reference.brightness,
                "aspect": reference.aspect,
                "composition": reference.composition,
                "texts": reference.texts,
                "meaning": reference.meaning,
                "style": reference.style,
            }
        )
        for number, reference in enumerate(analyses.references if analyses else (), 1)
    )


def _format_reference_inputs(request: PlanImages) -> str:
    """Return the descriptions of the reference images, by the number of each."""
    references = request.references.references if request.references else ()
    numbers = {reference.asset_id: number for number, reference in enumerate(references, 1)}
    return "\n".join(
        to_json_line({"reference": numbers[one.asset_id], "purpose": one.purpose or "", "note": one.note})
        for one in request.reference_inputs
        if one.asset_id in numbers
    )


def _format_plans(plans: ImagePlanSet) -> str:
    return "\n".join(
        to_json_line({"image": plan.plan_id, "prompt": plan.prompt, "purpose": plan.purpose}) for plan in plans.plans
    )
