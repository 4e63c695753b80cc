"""What a step made, in a few words."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from reflow.v1 import creations_pb2, critic_pb2, executor_pb2

from services.cli import wording
from services.cli.failing import one_line
from services.cli.lines import StepLine
from services.common.language import Language, Text

BUILT_IN = ("", "builtin")
JOINED = " · "

_CONTENT_TYPES = {
    "guide": Text("攻略", "guide"),
    "review": Text("测评", "review"),
    "tutorial": Text("教程", "tutorial"),
    "list": Text("清单", "list"),
    "story": Text("故事", "story"),
    "recommendation": Text("推荐", "recommendation"),
}
_PICTURES = Text("{count} 张图", "{count} pictures")
_SOURCES = Text("{count} 条资料", "{count} sources")
_NO_SOURCES = Text("没有找到资料", "no sources found")
_TAGS = Text("{count} 个标签", "{count} tags")
_TITLED = Text("《{title}》", "“{title}”")
_PARAGRAPHS = Text("{count} 段", "{count} paragraphs")
_SECTIONS = Text("{count} 个分区", "{count} sections")
_PLACES = Text("{count} 处配图", "{count} picture spots")
LISTED = Text("、", ", ")
_AS_USUAL = Text("照常继续", "go on as usual")
_ADVISED = Text("建议回到{agent}：{reason}", "advises to go back to {agent}: {reason}")
_FALLEN_BACK = Text("内置引擎代做", "done by the built-in engine")


def outcome(step: StepLine, language: Language) -> str:
    """Return what came of a finished *step*, "" when its last thought has said it."""
    name = step.result.WhichOneof("result") if step.result is not None else None
    if name is None or name not in _TOLD:
        return ""
    about = one_line(step.about) if name == "note_image" else ""
    return JOINED.join(filter(None, (about, product_line(name, getattr(step.result, name), language))))


def product_line(name: str, result: Any, language: Language) -> str:
    """Return what *result* is in a few words; *name* is what StepFinished calls a product of its kind."""
    said = [part for part in _TOLD[name](result, language) if part]
    engine = getattr(result, "engine", "")
    said += [engine] if engine not in BUILT_IN else []
    said += [_FALLEN_BACK.pick(language)] if getattr(result, "degraded", False) else []
    return JOINED.join(map(one_line, said))


def _image(image: executor_pb2.ImageResult, language: Language) -> list[str]:
    return [wording.made(image.asset.width, image.asset.height, image.model, image.seed, language)]


def _verdict(verdict: critic_pb2.Verdict, language: Language) -> list[str]:
    if not verdict.judged:
        return [wording.NOT_JUDGED.pick(language)]
    return [wording.judged(verdict.score, one_line(verdict.feedback), language)]


def _brief(brief: creations_pb2.Brief, language: Language) -> list[str]:
    kind = _CONTENT_TYPES.get(brief.content_type, Text(brief.content_type, brief.content_type))
    pictures = _counted(_PICTURES, brief.picture_count, language) if brief.picture_count else ""
    return [brief.topic, kind.pick(language), brief.audience, pictures]


def _evidence(evidence: creations_pb2.EvidencePack, language: Language) -> list[str]:
    found = len(evidence.sources)
    sources = _counted(_SOURCES, found, language) if found else _NO_SOURCES.pick(language)
    return [sources, _counted(_TAGS, len(evidence.tags), language) if evidence.tags else ""]


def _references(seen: creations_pb2.ReferenceAnalyses, language: Language) -> list[str]:
    first = seen.references[0] if seen.references else creations_pb2.ReferenceAnalysis()
    return [_counted(_PICTURES, len(seen.references), language), first.style or first.meaning or first.composition]


def _content(content: creations_pb2.NoteContent, language: Language) -> list[str]:
    paragraphs = [part for part in content.body.split("\n\n") if part.strip()]
    return [
        _TITLED.pick(language).format(title=content.title),
        _counted(_PARAGRAPHS, len(paragraphs), language),
        _counted(_TAGS, len(content.tags), language) if content.tags else "",
    ]


def _layout(layout: creations_pb2.LayoutSpec, language: Language) -> list[str]:
    places = sum(section.picture for section in layout.sections)
    return [
        _counted(_SECTIONS, len(layout.sections), language),
        _counted(_PLACES, places, language) if places else "",
    ]


def _plans(planned: creations_pb2.ImagePlanSet, language: Language) -> list[str]:
    subjects = [plan.subject or plan.purpose for plan in planned.plans]
    return [_counted(_PICTURES, len(planned.plans), language), LISTED.pick(language).join(filter(None, subjects))]


def _note_image(painted: executor_pb2.NoteImage, language: Language) -> list[str]:
    asset, model = painted.image.asset, painted.image.model
    return [f"{asset.width}×{asset.height}", "" if model in BUILT_IN else model]


def _advice(advice: creations_pb2.Advice, language: Language) -> list[str]:
    if not advice.agent:
        return [_AS_USUAL.pick(language), advice.reason]
    agent = wording.agent_name(advice.agent, language)
    return [_ADVISED.pick(language).format(agent=agent, reason=advice.reason)]


def _counted(text: Text, count: int, language: Language) -> str:
    said = text.pick(language).format(count=count)
    return said.removesuffix("s") if count == 1 else said


_TOLD: Mapping[str, Callable[[Any, Language], list[str]]] = MappingProxyType(
    {
        "image": _image,
        "verdict": _verdict,
        "brief": _brief,
        "evidence": _evidence,
        "references": _references,
        "content": _content,
        "layout": _layout,
        "plans": _plans,
        "note_image": _note_image,
        "advice": _advice,
    }
)
