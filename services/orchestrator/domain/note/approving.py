"""What a person is shown of a product, and what of theirs can take its place. Pure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from services.common.language import Text
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.values import (
    ImagePlan,
    ImagePlanSet,
    NoteContent,
    OverlayKind,
    OverlayPosition,
    ParagraphImageBinding,
    PlannedText,
)
from services.orchestrator.domain.questions import Unfit

CONTENT, IMAGE_PLANS, CLARITY = "content", "image_plans", "clarity"
APPROVALS: Mapping[str, NoteAgent] = MappingProxyType({CONTENT: NoteAgent.WRITER, IMAGE_PLANS: NoteAgent.IMAGE_PLANNER})
"""Whose product a question of each kind shows."""

PERSON = "person"
# By pydantic's error types: https://docs.pydantic.dev/latest/errors/validation_errors/
_REASONS: Mapping[str, Text] = MappingProxyType(
    {
        "missing": Text("缺失", "is missing"),
        "extra_forbidden": Text("是多余的字段", "is no field of it"),
        "string_type": Text("应为字符串", "must be a string"),
        "int_type": Text("应为整数", "must be a whole number"),
        "tuple_type": Text("应为数组", "must be an array"),
        "string_too_short": Text("不能为空", "must not be empty"),
        "string_too_long": Text("太长：最多 {max_length} 个字符", "is too long: at most {max_length} characters"),
        "too_short": Text("至少要有 {min_length} 项", "needs at least {min_length} items"),
        "too_long": Text("太多：最多 {max_length} 项", "has too many items: at most {max_length}"),
        "greater_than_equal": Text("不能小于 {ge}", "must be at least {ge}"),
        "less_than_equal": Text("不能大于 {le}", "must be at most {le}"),
        "enum": Text("应为 {expected} 之一", "must be one of {expected}"),
        "string_pattern_mismatch": Text("应写成 #rrggbb", "must be written #rrggbb"),  # only colours have a pattern
        "nul": Text("含有空字符（U+0000）", "holds a NUL character (U+0000)"),
    }
)
TITLE_LENGTH, BODY_LENGTH, TAG_LENGTH, MOST_TAGS, MOST_PICTURES = 100, 10_000, 50, 30, 9
# A plan's id ends the name of the step that paints it ("image_agent-ROUND-ID"), which services take up to 64.
PLAN_ID_LENGTH = 48
# What the executor draws on one picture at most.
MOST_TEXTS_ON_ONE = 8
# Of a field's name that a person made up, in what they are told.
SHOWN_NAME_LENGTH = 64


class _Given(BaseModel):
    """What a person sends: exactly these fields, under the names they were shown."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, alias_generator=to_camel, populate_by_name=True, str_strip_whitespace=True
    )

    @field_validator("*")
    @classmethod
    def _can_be_kept(cls, held: Any) -> Any:
        parts = held if isinstance(held, tuple) else (held,)
        if any(isinstance(part, str) and "\0" in part for part in parts):
            raise PydanticCustomError("nul", "holds a NUL character")
        return held


Model = TypeVar("Model", bound=_Given)


class _Text(_Given):
    title: str = Field(min_length=1, max_length=TITLE_LENGTH)
    body: str = Field(min_length=1, max_length=BODY_LENGTH)
    tags: tuple[Annotated[str, Field(max_length=TAG_LENGTH)], ...] = Field((), max_length=MOST_TAGS)


class _Plan(_Given):
    plan_id: str = Field(min_length=1, max_length=PLAN_ID_LENGTH)
    purpose: str = Field("", max_length=1_000)
    prompt: str = Field(min_length=1, max_length=4_000)
    subject: str = Field("", max_length=1_000)
    style: str = Field("", max_length=1_000)
    palette: tuple[Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")], ...] = Field((), max_length=6)
    width: int = Field(768, ge=64, le=2_048)
    height: int = Field(1_024, ge=64, le=2_048)
    reference_asset_id: str = Field("", max_length=128)


class _Binding(_Given):
    paragraph: int = Field(ge=0, le=10_000)
    plan_id: str


class _Overlay(_Given):
    plan_id: str
    text: str = Field(min_length=1, max_length=200)
    position: OverlayPosition = OverlayPosition.TOP
    kind: OverlayKind = OverlayKind.TITLE


class _Plans(_Given):
    image_plans: tuple[_Plan, ...] = Field(min_length=1, max_length=MOST_PICTURES)
    paragraph_image_bindings: tuple[_Binding, ...] = Field((), max_length=50)
    text_overlay_plan: tuple[_Overlay, ...] = Field((), max_length=30)


def shown_content(content: NoteContent) -> dict[str, Any]:
    """Return what a person sees of a text: a JSON object that can be sent back, changed."""
    return {"title": content.title, "body": content.body, "tags": list(content.tags)}


def shown_plans(plans: ImagePlanSet) -> dict[str, Any]:
    """Return what a person sees of the plans: a JSON object that can be sent back, changed."""
    overlays = [_spelled(text) for text in plans.overlays]
    return {
        "imagePlans": [_spelled(plan) for plan in plans.plans],
        "paragraphImageBindings": [_spelled(binding) for binding in plans.bindings],
        "textOverlayPlan": overlays,
    }


def _spelled(value: ImagePlan | ParagraphImageBinding | PlannedText) -> dict[str, Any]:
    """Return *value* as JSON has it: camelCase, lists for tuples, empty things left out."""
    held = {to_camel(name): getattr(value, name) for name in value.__slots__}
    return {
        name: list(part) if isinstance(part, tuple) else part for name, part in held.items() if part not in ("", ())
    }


def answered_product(
    kind: str, given: Mapping[str, Any], text: NoteContent | None, plans: ImagePlanSet | None
) -> NoteContent | ImagePlanSet:
    """Return the product that *given* by a person stands for, beside the *text* and in place of *plans*.

    Raises Unfit naming the field at fault.
    """
    if kind == CONTENT:
        return _content(_parsed(_Text, given))
    paragraphs = len(text.paragraphs) if text else 0
    return _plans(_parsed(_Plans, given), paragraphs, plans)


def _parsed(model: type[Model], content: Mapping[str, Any]) -> Model:
    try:
        return model.model_validate(_whole(content))
    except ValidationError as error:
        first = error.errors()[0]
        path = ".".join(str(part)[:SHOWN_NAME_LENGTH] for part in first["loc"])
        raise Unfit(f"content.{path}" if path else "content", _reason(path, first)) from None


def _reason(path: str, problem: Any) -> Text:
    reason = _REASONS.get(problem["type"], Text("格式不对", "is not valid"))
    filled = problem.get("ctx", {})
    return Text(f"{path} {reason.zh.format(**filled)}", f"{path} {reason.en.format(**filled)}")


def _whole(held: Any) -> Any:
    """Return *held* with whole numbers as such: a Struct knows floats alone."""
    match held:
        case float() if held.is_integer():
            return int(held)
        case Mapping():
            return {name: _whole(part) for name, part in held.items()}
        case list() | tuple():
            return [_whole(part) for part in held]
        case _:
            return held


def _content(given: _Text) -> NoteContent:
    title, body = " ".join(given.title.split()), _lines(given.body).strip()
    for name, text in (("title", title), ("body", body)):
        if not text:
            raise Unfit(f"content.{name}", Text(f"{name} 是空的", f"{name} is empty"))
    tags = tuple(dict.fromkeys(tag.lstrip("#＃").strip() for tag in given.tags))
    return NoteContent(title, body, tuple(tag for tag in tags if tag), engine=PERSON)


def _lines(text: str) -> str:
    """Return *text* with the empty lines that paragraphs are told by, whatever its editor ended lines with."""
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _plans(given: _Plans, paragraphs: int, before: ImagePlanSet | None) -> ImagePlanSet:
    """Return the plans; references can only be those that were planned: a person's plan names no other asset."""
    _check_plans(given, paragraphs)
    known = {plan.reference_asset_id for plan in before.plans} if before else set[str]()
    plans = tuple(ImagePlan(**dict(plan)) for plan in given.image_plans)
    plans = tuple(p if p.reference_asset_id in known else replace(p, reference_asset_id="") for p in plans)
    return ImagePlanSet(
        plans,
        tuple(ParagraphImageBinding(**dict(binding)) for binding in given.paragraph_image_bindings),
        tuple(PlannedText(**dict(overlay)) for overlay in given.text_overlay_plan),
        engine=PERSON,
    )


def _check_plans(given: _Plans, paragraphs: int) -> None:
    """Raise Unfit unless each id is one plan's, and what names a plan or a paragraph names one there is."""
    ids = [plan.plan_id for plan in given.image_plans]
    if len(set(ids)) != len(ids):
        raise Unfit("content.imagePlans", Text("有两张图用了同一个 planId", "a planId is used twice"))
    for name, parts in (
        ("paragraphImageBindings", given.paragraph_image_bindings),
        ("textOverlayPlan", given.text_overlay_plan),
    ):
        for part in parts:
            if part.plan_id not in ids:
                shown = part.plan_id[:SHOWN_NAME_LENGTH]
                raise Unfit(f"content.{name}", Text(f"没有 planId 为“{shown}”的图", f"no plan has the id {shown!r}"))
    for binding in given.paragraph_image_bindings:
        if binding.paragraph >= paragraphs:
            why = Text(f"正文没有第 {binding.paragraph} 段（从 0 数）", f"there is no paragraph {binding.paragraph}")
            raise Unfit("content.paragraphImageBindings", why)
    texts = Counter(overlay.plan_id for overlay in given.text_overlay_plan)
    if max(texts.values(), default=0) > MOST_TEXTS_ON_ONE:
        why = Text(f"一张图上最多 {MOST_TEXTS_ON_ONE} 段文字", f"a picture takes at most {MOST_TEXTS_ON_ONE} texts")
        raise Unfit("content.textOverlayPlan", why)
