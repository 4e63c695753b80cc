"""What a chat model is told to plan a note: our instructions in the language of the run, and all else as data."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict

from services.common.models.prompting import DATA_RULE, fenced
from services.common.models.values import Said
from services.planner.domain.intent import Message
from services.planner.domain.note.picturing import wanted_count, wanted_of
from services.planner.domain.note.tasks import BriefTask, ImagesTask, LayoutTask, RouteTask
from services.planner.domain.note.values import Brief, Clarified, ImagePlans, Layout, NoteText, Reference
from services.planner.note_instructions import ADVICE, BRIEF, IMAGES, LAYOUT

# The ends of lines that JSON leaves as they are.
_LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}

Prompt = tuple[str, tuple[Said, ...]]
"""Instructions, in which nothing of a person stands, and one message with all the data."""


def for_brief(task: BriefTask) -> Prompt:
    """Return how a model is asked for a brief."""
    facts = {"reference_pictures": task.reference_count, "pictures_asked_for": task.picture_count}
    parts = [
        _facts(facts),
        *_part("earlier-messages", _conversation(task.messages)),
        *_part("answers", _answers(task.clarified)),
        *_part("layout-preference", task.layout_preference),
        *_part("feedback", task.feedback),
        fenced("wish", task.text),
    ]
    return _prompt(BRIEF.pick(task.language), parts)


def for_layout(task: LayoutTask) -> Prompt:
    """Return how a model is asked for a page."""
    parts = [
        _facts({"paragraphs": len(task.note.paragraphs), "pictures_at_most": task.brief.picture_count}),
        fenced("brief", _line(_brief(task.brief))),
        *_part("references", _references(task.references)),
        *_part("layout-preference", task.layout_preference),
        *_part("feedback", task.feedback),
        fenced("note", _note(task.note)),
    ]
    return _prompt(LAYOUT.pick(task.language), parts)


def for_images(task: ImagesTask) -> Prompt:
    """Return how a model is asked for the pictures."""
    facts = {
        "pictures": wanted_count(task, wanted_of(task)),
        "paragraphs": len(task.note.paragraphs),
        "reference_pictures": len(task.references),
    }
    parts = [
        _facts(facts),
        fenced("brief", _line(_brief(task.brief))),
        fenced("layout", _line(_layout(task.layout))),
        *_part("references", _references(task.references)),
        *_part("answers", _answers(task.clarified)),
        *_part("feedback", task.feedback),
        fenced("note", _note(task.note)),
    ]
    return _prompt(IMAGES.pick(task.language), parts)


def for_advice(task: RouteTask) -> Prompt:
    """Return how a model is asked for advice on the route."""
    parts = [
        _facts({"finished": task.finished, "following": task.following, "candidates": list(task.candidates)}),
        *(_part("brief", _line(_brief(task.brief))) if task.brief else ()),
        *(_part("note", _note(task.note)) if task.note else ()),
        *(_part("layout", _line(_layout(task.layout))) if task.layout else ()),
        *(_part("pictures", _plans(task.plans)) if task.plans else ()),
        *_part("answers", _answers(task.clarified)),
        fenced("wish", task.text),
    ]
    return _prompt(ADVICE.pick(task.language), parts)


def _prompt(instructions: str, parts: Iterable[str]) -> Prompt:
    return f"{instructions}\n\n{DATA_RULE}", (Said("user", "\n\n".join(parts)),)


def _facts(facts: Mapping[str, object]) -> str:
    """Return what is known beside the texts; names of agents came with the call, so they are data as well."""
    return fenced("facts", _line(facts))


def _part(name: str, text: str) -> tuple[str, ...]:
    return (fenced(name, text),) if text.strip() else ()


def _conversation(messages: Iterable[Message]) -> str:
    return "\n".join(_line({"from": message.role, "said": message.content}) for message in messages)


def _answers(clarified: Iterable[Clarified]) -> str:
    return "\n".join(_line({"question": one.question, "answer": one.answer}) for one in clarified)


def _brief(brief: Brief) -> Mapping[str, object]:
    told = asdict(brief)
    return {name: value for name, value in told.items() if name not in ("clarification", "engine")}


def _note(note: NoteText) -> str:
    head = [_line({"title": note.title, "tags": list(note.tags)})]
    return "\n".join([*head, *(_line({"paragraph": n, "text": text}) for n, text in enumerate(note.paragraphs))])


def _layout(layout: Layout) -> Mapping[str, object]:
    return {
        "name": layout.name,
        "cover_title": layout.cover_title,
        "cover_subtitle": layout.cover_subtitle,
        "style": layout.style,
        "sections": [asdict(section) for section in layout.sections],
    }


def _references(references: Iterable[Reference]) -> str:
    """Return the reference pictures by number: what they are stored under is not the model's business."""
    told = []
    for number, reference in enumerate(references, 1):
        shown = {name: value for name, value in asdict(reference).items() if name != "asset_id"}
        told.append(_line({"reference": number, **shown}))
    return "\n".join(told)


def _plans(plans: ImagePlans) -> str:
    return "\n".join(
        _line({"picture": plan.plan_id, "prompt": plan.prompt, "purpose": plan.purpose}) for plan in plans.plans
    )


def _line(value: Mapping[str, object]) -> str:
    """Return *value* on one line that nothing in it can end; letters stay letters, which models read best."""
    return json.dumps(value, ensure_ascii=False).translate(_LINE_ENDS)
