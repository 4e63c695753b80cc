"""Results of steps in a few words."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from reflow.v1 import critic_pb2, executor_pb2, note_workflow_pb2

from services.cli.rendering import texts
from services.cli.rendering.lines import StepLine
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

BUILT_IN = ("", "builtin")
SEPARATOR = " · "

_CONTENT_TYPES = {
    "guide": Text("攻略", "guide"),
    "review": Text("测评", "review"),
    "tutorial": Text("教程", "tutorial"),
    "list": Text("清单", "list"),
    "story": Text("故事", "story"),
    "recommendation": Text("推荐", "recommendation"),
}
_IMAGES = Text("{count} 张图", "{count} images")
_SOURCES = Text("{count} 条资料", "{count} sources")
_NO_SOURCES = Text("没有找到资料", "no sources found")
_TAGS = Text("{count} 个标签", "{count} tags")
_TITLED = Text("《{title}》", "“{title}”")
_PARAGRAPHS = Text("{count} 段", "{count} paragraphs")
_SECTIONS = Text("{count} 个分区", "{count} sections")
_IMAGE_SPOTS = Text("{count} 处配图", "{count} image spots")
LIST_SEPARATOR = Text("、", ", ")
_AS_USUAL = Text("照常继续", "continue as planned")
_SAME = frozenset(("照常继续", "继续", "continue as planned", "continuing as usual", "continue as usual", "continue"))
"""Reasons of the supervisor that state only that the run continues."""
_ADVISES = Text("建议回到{agent}：{reason}", "advises a return to {agent}: {reason}")
_FALLBACK = Text("由内置引擎完成", "done by the built-in engine")


def describe_result(step: StepLine, language: Language) -> str:
    """Return the result of a finished *step*, "" if its last thought describes it."""
    name = step.result.WhichOneof("result") if step.result is not None else None
    if name is None or name not in _DESCRIPTIONS:
        return ""
    subject = to_one_line(step.subject) if name == "note_image" else ""
    return SEPARATOR.join(filter(None, (subject, describe_product(name, getattr(step.result, name), language))))


def describe_product(name: str, result: Any, language: Language) -> str:
    """Return a description of *result*; *name* is its field in StepFinished."""
    parts = [part for part in _DESCRIPTIONS[name](result, language) if part]
    engine = getattr(result, "engine", "")
    parts += [engine] if engine not in BUILT_IN else []
    parts += [_FALLBACK.pick(language)] if getattr(result, "degraded", False) else []
    return SEPARATOR.join(map(to_one_line, parts))


def _describe_image(image: executor_pb2.ImageResult, language: Language) -> list[str]:
    return [texts.format_image(image.asset.width, image.asset.height, image.model, image.seed, language)]


def _describe_verdict(verdict: critic_pb2.Verdict, language: Language) -> list[str]:
    if not verdict.judged:
        return [texts.NOT_REVIEWED.pick(language), to_one_line(verdict.feedback)]
    return [texts.format_score(verdict.score, to_one_line(verdict.feedback), language)]


def _describe_brief(brief: note_workflow_pb2.Brief, language: Language) -> list[str]:
    kind = _CONTENT_TYPES.get(brief.content_type, Text(brief.content_type, brief.content_type))
    images = _format_count(_IMAGES, brief.image_count, language) if brief.image_count else ""
    return [brief.topic, kind.pick(language), brief.audience, images]


def _describe_evidence(evidence: note_workflow_pb2.EvidencePack, language: Language) -> list[str]:
    count = len(evidence.sources)
    sources = _format_count(_SOURCES, count, language) if count else _NO_SOURCES.pick(language)
    return [sources, _format_count(_TAGS, len(evidence.tags), language) if evidence.tags else ""]


def _describe_references(analyses: note_workflow_pb2.ReferenceAnalyses, language: Language) -> list[str]:
    first = analyses.references[0] if analyses.references else note_workflow_pb2.ReferenceAnalysis()
    return [
        _format_count(_IMAGES, len(analyses.references), language),
        first.style or first.meaning or first.composition,
    ]


def _describe_content(content: note_workflow_pb2.NoteContent, language: Language) -> list[str]:
    paragraphs = [part for part in content.body.split("\n\n") if part.strip()]
    return [
        _TITLED.pick(language).format(title=content.title),
        _format_count(_PARAGRAPHS, len(paragraphs), language),
        _format_count(_TAGS, len(content.tags), language) if content.tags else "",
    ]


def _describe_layout(layout: note_workflow_pb2.LayoutSpec, language: Language) -> list[str]:
    spots = sum(section.has_image for section in layout.sections)
    return [
        _format_count(_SECTIONS, len(layout.sections), language),
        _format_count(_IMAGE_SPOTS, spots, language) if spots else "",
    ]


def _describe_plans(plan_set: note_workflow_pb2.ImagePlanSet, language: Language) -> list[str]:
    subjects = [plan.subject or plan.purpose for plan in plan_set.plans]
    return [
        _format_count(_IMAGES, len(plan_set.plans), language),
        LIST_SEPARATOR.pick(language).join(filter(None, subjects)),
    ]


def _describe_note_image(image: executor_pb2.NoteImage, language: Language) -> list[str]:
    asset, model = image.image.asset, image.image.model
    return [f"{asset.width}×{asset.height}", "" if model in BUILT_IN else model]


def _describe_advice(advice: note_workflow_pb2.Advice, language: Language) -> list[str]:
    if not advice.agent:
        # The thought before has the reason, or states the same where there is none.
        reason = advice.reason.strip(" 。.!！").lower()
        return [] if not reason or reason in _SAME else [_AS_USUAL.pick(language)]
    agent = texts.agent_name(advice.agent, language)
    return [_ADVISES.pick(language).format(agent=agent, reason=advice.reason)]


def _format_count(text: Text, count: int, language: Language) -> str:
    formatted = text.pick(language).format(count=count)
    return formatted.removesuffix("s") if count == 1 else formatted


_DESCRIPTIONS: Mapping[str, Callable[[Any, Language], list[str]]] = MappingProxyType(
    {
        "image": _describe_image,
        "verdict": _describe_verdict,
        "brief": _describe_brief,
        "evidence": _describe_evidence,
        "references": _describe_references,
        "content": _describe_content,
        "layout": _describe_layout,
        "plans": _describe_plans,
        "note_image": _describe_note_image,
        "advice": _describe_advice,
    }
)
