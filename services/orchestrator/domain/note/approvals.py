"""Results that the user approves: their JSON form, and the parser of a modified one. Pure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from services.common.contract.note import (
    USER_ENGINE,
    ImagePlan,
    ImagePlanSet,
    NoteContent,
    OverlayKind,
    OverlayPosition,
    ParagraphImageBinding,
    PlannedText,
)
from services.common.contract.proto_values.struct_numbers import restore_integers
from services.common.images.color_codes import COLOR_PATTERN
from services.common.text.choices import format_problem
from services.common.text.language import Text
from services.common.text.validation_reasons import VALIDATION_REASONS
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.questions import AnswerInvalid

CONTENT, IMAGE_PLANS, CLARITY = "content", "image_plans", "clarity"
APPROVED_AGENTS: Mapping[str, NoteAgent] = MappingProxyType(
    {CONTENT: NoteAgent.WRITER, IMAGE_PLANS: NoteAgent.IMAGE_PLANNER}
)
"""The agent whose result a question of each kind displays."""

_REASONS: Mapping[str, Text] = MappingProxyType(
    {
        **VALIDATION_REASONS,
        "extra_forbidden": Text("是多余的字段", "is not a known field"),
        "string_pattern_mismatch": Text("应写成 #rrggbb", "must be written #rrggbb"),  # only colors have a pattern
        "nul": Text("含有空字符（U+0000）", "contains a NUL character (U+0000)"),
    }
)
MAX_TITLE_LENGTH, MAX_BODY_LENGTH, MAX_TAG_LENGTH, MAX_TAGS, MAX_IMAGES = 100, 10_000, 50, 30, 9
# The id of a plan is part of its step's name ("image_agent-ROUND-ID"), which services limit to 64.
MAX_PLAN_ID_LENGTH = 48
# Maximum number of texts that the executor draws on one image.
MAX_TEXTS_PER_IMAGE = 8
# Maximum length of a user's field name in an error text.
MAX_QUOTED_LENGTH = 64


class _UserInput(BaseModel):
    """A user's modified result: exactly these fields, under the displayed names."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, alias_generator=to_camel, populate_by_name=True, str_strip_whitespace=True
    )

    @field_validator("*")
    @classmethod
    def _reject_nul(cls, value: Any) -> Any:
        parts = value if isinstance(value, tuple) else (value,)
        if any(isinstance(part, str) and "\0" in part for part in parts):
            raise PydanticCustomError("nul", "contains a NUL character")
        return value


Model = TypeVar("Model", bound=_UserInput)


class _ContentInput(_UserInput):
    title: str = Field(min_length=1, max_length=MAX_TITLE_LENGTH)
    body: str = Field(min_length=1, max_length=MAX_BODY_LENGTH)
    tags: tuple[Annotated[str, Field(max_length=MAX_TAG_LENGTH)], ...] = Field((), max_length=MAX_TAGS)


class _PlanInput(_UserInput):
    plan_id: str = Field(min_length=1, max_length=MAX_PLAN_ID_LENGTH)
    purpose: str = Field("", max_length=1_000)
    prompt: str = Field(min_length=1, max_length=4_000)
    subject: str = Field("", max_length=1_000)
    style: str = Field("", max_length=1_000)
    palette: tuple[Annotated[str, Field(pattern=f"^{COLOR_PATTERN}$")], ...] = Field((), max_length=6)
    width: int = Field(768, ge=64, le=2_048)
    height: int = Field(1_024, ge=64, le=2_048)
    reference_asset_id: str = Field("", max_length=128)


class _BindingInput(_UserInput):
    paragraph: int = Field(ge=0, le=10_000)
    plan_id: str


class _OverlayInput(_UserInput):
    plan_id: str
    text: str = Field(min_length=1, max_length=200)
    position: OverlayPosition = OverlayPosition.TOP
    kind: OverlayKind = OverlayKind.TITLE


class _PlansInput(_UserInput):
    image_plans: tuple[_PlanInput, ...] = Field(min_length=1, max_length=MAX_IMAGES)
    paragraph_image_bindings: tuple[_BindingInput, ...] = Field((), max_length=50)
    text_overlay_plan: tuple[_OverlayInput, ...] = Field((), max_length=30)


def content_to_json(content: NoteContent) -> dict[str, Any]:
    """Return a text as the JSON object that the user can modify."""
    return {"title": content.title, "body": content.body, "tags": list(content.tags)}


def plans_to_json(plans: ImagePlanSet) -> dict[str, Any]:
    """Return image plans as the JSON object that the user can modify."""
    overlays = [_to_json(text) for text in plans.overlays]
    return {
        "imagePlans": [_to_json(plan) for plan in plans.plans],
        "paragraphImageBindings": [_to_json(binding) for binding in plans.bindings],
        "textOverlayPlan": overlays,
    }


def _to_json(value: ImagePlan | ParagraphImageBinding | PlannedText) -> dict[str, Any]:
    """Return *value* as JSON: camelCase, lists for tuples, without empty values."""
    members = {to_camel(name): getattr(value, name) for name in value.__slots__}
    return {
        name: list(member) if isinstance(member, tuple) else member
        for name, member in members.items()
        if member not in ("", ())
    }


def parse_modified_result(
    kind: str, content: Mapping[str, Any], text: NoteContent | None, plans: ImagePlanSet | None
) -> NoteContent | ImagePlanSet:
    """Return the modified result that *content* describes, for the note *text* and in place of *plans*.

    Raises AnswerInvalid naming the field.
    """
    if kind == CONTENT:
        return _build_content(_parse(_ContentInput, content))
    paragraphs = len(text.paragraphs) if text else 0
    return _build_plans(_parse(_PlansInput, content), paragraphs, plans)


def _parse(model: type[Model], content: Mapping[str, Any]) -> Model:
    try:
        return model.model_validate(restore_integers(content))
    except ValidationError as error:
        first = error.errors()[0]
        path = ".".join(str(part)[:MAX_QUOTED_LENGTH] for part in first["loc"])
        raise AnswerInvalid(f"content.{path}" if path else "content", _reason(path, first)) from None


def _reason(path: str, problem: Any) -> Text:
    reason = _REASONS.get(problem["type"], Text("格式不对", "is not valid"))
    reason = format_problem(reason, problem.get("ctx", {}))
    return Text(f"{path} {reason.zh}", f"{path} {reason.en}")


def _build_content(user_input: _ContentInput) -> NoteContent:
    title, body = " ".join(user_input.title.split()), _normalize_lines(user_input.body).strip()
    for name, text in (("title", title), ("body", body)):
        if not text:
            raise AnswerInvalid(f"content.{name}", Text(f"{name} 是空的", f"{name} is empty"))
    tags = tuple(dict.fromkeys(tag.lstrip("#＃").strip() for tag in user_input.tags))
    return NoteContent(title, body, tuple(tag for tag in tags if tag), engine=USER_ENGINE)


def _normalize_lines(text: str) -> str:
    """Return *text* with LF line ends and without trailing spaces, so that empty lines separate paragraphs."""
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _build_plans(user_input: _PlansInput, paragraphs: int, previous: ImagePlanSet | None) -> ImagePlanSet:
    """Return the plans. A reference to an asset that the previous plans do not have is removed."""
    _validate_plans(user_input, paragraphs)
    known = {plan.reference_asset_id for plan in previous.plans} if previous else set[str]()
    plans = tuple(ImagePlan(**dict(plan)) for plan in user_input.image_plans)
    plans = tuple(p if p.reference_asset_id in known else replace(p, reference_asset_id="") for p in plans)
    return ImagePlanSet(
        plans,
        tuple(ParagraphImageBinding(**dict(binding)) for binding in user_input.paragraph_image_bindings),
        tuple(PlannedText(**dict(overlay)) for overlay in user_input.text_overlay_plan),
        engine=USER_ENGINE,
    )


def _validate_plans(user_input: _PlansInput, paragraphs: int) -> None:
    """Raise AnswerInvalid unless plan ids are unique and every reference is to an existing plan or paragraph."""
    ids = [plan.plan_id for plan in user_input.image_plans]
    if len(set(ids)) != len(ids):
        raise AnswerInvalid("content.imagePlans", Text("有两张图用了同一个 planId", "a planId is used twice"))
    for name, parts in (
        ("paragraphImageBindings", user_input.paragraph_image_bindings),
        ("textOverlayPlan", user_input.text_overlay_plan),
    ):
        for part in parts:
            if part.plan_id not in ids:
                quoted = part.plan_id[:MAX_QUOTED_LENGTH]
                raise AnswerInvalid(
                    f"content.{name}", Text(f"没有 planId 为“{quoted}”的图", f"no plan has the id {quoted!r}")
                )
    for binding in user_input.paragraph_image_bindings:
        if binding.paragraph >= paragraphs:
            reason = Text(f"正文没有第 {binding.paragraph} 段（从 0 数）", f"there is no paragraph {binding.paragraph}")
            raise AnswerInvalid("content.paragraphImageBindings", reason)
    texts = Counter(overlay.plan_id for overlay in user_input.text_overlay_plan)
    if max(texts.values(), default=0) > MAX_TEXTS_PER_IMAGE:
        reason = Text(
            f"一张图上最多 {MAX_TEXTS_PER_IMAGE} 段文字", f"an image takes at most {MAX_TEXTS_PER_IMAGE} texts"
        )
        raise AnswerInvalid("content.textOverlayPlan", reason)
