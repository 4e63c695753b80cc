"""Assignments and drafts that several tests start from."""

from dataclasses import replace
from typing import Any

from services.common.language import Language
from services.executor.domain.writing.paragraphs import blocks_of
from services.executor.domain.writing.values import Assignment, Draft, Form, Section
from services.executor.domain.writing.writer import written

ZH, EN = Language.CHINESE, Language.ENGLISH

FORM = Form(
    titles=("{topic}就看这篇", "{count}步搞定{topic}", "{place}的{topic}", "给{audience}的{topic}"),
    openings=("说说{topic}。", "{audience}看过来！"),
    sections=(
        Section("准备", ("先看天气。", "带上水壶。", "在{place}集合。")),
        Section("路线", ("走环线。", "早点出发。")),
    ),
    closings=("收藏吧～", "下次见！"),
)


def assignment(**fields: Any) -> Assignment:
    """Return an assignment for a guide to a spring outing in Chinese."""
    given: dict[str, Any] = {"language": ZH, "topic": "春游", "content_type": "guide", "seed": 1} | fields
    return Assignment(**given)


def as_before(draft: Draft, language: Language = ZH) -> Draft:
    """Return *draft* as it comes back with the next request: as text alone."""
    return Draft(draft.title, blocks_of(draft.body, language), draft.tags)


def asked_again(feedback: str, *, seed: int = 2, **fields: Any) -> tuple[Draft, Draft]:
    """Return the draft of an assignment, and the one after *feedback* on it."""
    first = assignment(**fields)
    before = as_before(written(first), first.language)
    return before, written(replace(first, feedback=feedback, before=before, seed=seed))
