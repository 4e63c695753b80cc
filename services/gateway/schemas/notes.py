"""The bodies of POST /api/agent/stream and /api/agent/confirm, and the runs and answers they request."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import Field

from services.common.contract.input_validation import validate_text
from services.common.contract.note import ContentType, NoteInput, ReferenceInput, ReferencePurpose
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.gateway import texts
from services.gateway.rejections import reject_field
from services.gateway.schemas.answers import AnswerBody, ChosenOptions, Decision, validate_content
from services.gateway.schemas.base import (
    MAX_FEEDBACK_LENGTH,
    MAX_NAME_LENGTH,
    MAX_SEED,
    Body,
    SessionId,
    compute_digest,
    parse_body,
)
from services.gateway.uploads import ImageUpload, parse_reference

MAX_REFERENCES = 9
MAX_IMAGES = 9
MAX_PREFERENCE_LENGTH = 1_000
# A year, as in the orchestrator.
MAX_WAIT_SECONDS = 365 * 24 * 3_600
CONTENT, IMAGE_PLANS = "content", "image_plans"


class ReferenceInputBody(Body):
    """A reference image, with what it is for."""

    asset_id: str | None = Field(None, pattern=r"^[0-9a-f]{64}$", description="An image of this system; or url.")
    url: str | None = Field(None, description="As in referenceImages; or assetId.")
    purpose: ReferencePurpose | None = Field(None, description="What of it the images of the note take over.")
    note: str | None = Field(None, max_length=MAX_PREFERENCE_LENGTH, description="What to know about it.")


class NoteBody(Body):
    """A request for a note."""

    message: str = Field(description="The prompt, such as 写一篇春游攻略: 1 to 1,000 characters.")
    thread_id: SessionId | None = Field(
        None, description="The conversation; an unknown one is opened. Left out, a new one."
    )
    reference_images: list[str] | None = Field(
        None, max_length=MAX_REFERENCES, description="Images: /api/assets/ID of this system, http(s), or data URLs."
    )
    reference_inputs: list[ReferenceInputBody] | None = Field(
        None, max_length=MAX_REFERENCES, description="Images with their purposes, after referenceImages: 9 altogether."
    )
    layout_preference: str | None = Field(
        None, max_length=MAX_PREFERENCE_LENGTH, description="The requested layout of the page, in words."
    )
    content_type: ContentType | None = Field(None, description="Left out, the planner chooses.")
    language: Literal["zh", "en"] | None = Field(
        None, description="Language of the note and of its run; left out, that of most of the prompt."
    )
    max_iterations: int | None = Field(
        None, ge=0, le=2**31 - 1, description="How often the work may be sent back; left out: 3."
    )
    auto_confirm: bool | None = Field(None, description="Ask no questions: neither approvals nor clarifications.")
    approvals: list[Literal["content", "image_plans"]] | None = Field(
        None, max_length=2, description="What the user approves; left out: both."
    )
    image_count: int | None = Field(
        None, alias="pictureCount", ge=1, le=MAX_IMAGES, description="Left out, the planner chooses."
    )
    preferred_model: str | None = Field(None, max_length=MAX_NAME_LENGTH, description="The image engine: builtin, ...")
    seed: int | None = Field(None, ge=0, le=MAX_SEED, description="Left out, one is chosen.")
    fresh: bool | None = Field(None, description="Bypass the cache of model answers.")
    background: bool | None = Field(None, description="Continue when every reader has disconnected.")
    answer_within: float | None = Field(
        None,
        ge=1,
        le=MAX_WAIT_SECONDS,
        allow_inf_nan=False,
        description="Seconds until a question is answered by approving; left out, it waits indefinitely.",
    )


class ConfirmBody(Body):
    """A user's answer to the question of a note."""

    thread_id: SessionId
    decision: Decision
    feedback: str | None = Field(
        None,
        max_length=MAX_FEEDBACK_LENGTH,
        description="With reject: what to change. With choose: an answer of the user's own.",
    )
    content: dict[str, Any] | None = Field(None, description="With modify: what replaces the displayed content.")
    digest: str | None = Field(
        None, min_length=1, max_length=64, description="What was displayed: context.digest of ask_user."
    )
    key: str | None = Field(
        None, min_length=1, max_length=MAX_NAME_LENGTH, description="The question; left out, the pending one."
    )
    chosen: ChosenOptions | None = Field(None, description="With choose: ids, labels or places of options.")


@dataclass(frozen=True, slots=True)
class NoteRequest:
    """A validated request for a note: the input of the run, and the images to import into it, each with its field.

    The last images are those that the `reference_inputs` describe. *digest* is that of its body.
    """

    input: NoteInput
    thread_id: str
    references: tuple[tuple[ImageUpload, str], ...]
    background: bool
    digest: str
    language: str = ""

    def with_references(self, asset_ids: Sequence[str]) -> NoteInput:
        """Return the input of the run with its imported images *asset_ids*."""
        plain_count = len(asset_ids) - len(self.input.reference_inputs)
        described = zip(self.input.reference_inputs, asset_ids[plain_count:], strict=True)
        return replace(
            self.input,
            reference_asset_ids=tuple(asset_ids[:plain_count]),
            reference_inputs=tuple(replace(one, asset_id=asset_id) for one, asset_id in described),
        )


def parse_note(body: bytes, limits: Limits) -> NoteRequest:
    """Return the request in *body*. Raises INVALID_INPUT_EMPTY or INVALID_INPUT_FORMAT that names the field."""
    request = parse_body(NoteBody, body)
    message = validate_text(request.message, limits.text_length, "message")
    if not message:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, texts.NO_MESSAGE, field="message")
    approvals = _approvals(request)
    note = NoteInput(
        text=message,
        layout_preference=(request.layout_preference or "").strip(),
        skip_content_approval=CONTENT not in approvals,
        skip_image_plans_approval=IMAGE_PLANS not in approvals,
        skip_clarification=request.auto_confirm or False,
        answer_within=request.answer_within,
        image_count=request.image_count or 0,
        preferred_model=request.preferred_model or "",
        seed=request.seed,
        fresh=request.fresh or False,
        reference_inputs=tuple(map(_to_reference_input, request.reference_inputs or ())),
        content_type=request.content_type or "",
        max_iterations=request.max_iterations,
    )
    references = _parse_references(request, limits)
    background = request.background or False
    return NoteRequest(
        note, request.thread_id or "", references, background, compute_digest(request), request.language or ""
    )


def _parse_references(request: NoteBody, limits: Limits) -> tuple[tuple[ImageUpload, str], ...]:
    """Return the images of *request* with their fields: the plain ones, then the described ones."""
    plain = [(value, f"referenceImages[{number}]") for number, value in enumerate(request.reference_images or ())]
    described = [_locate_image(one, number) for number, one in enumerate(request.reference_inputs or ())]
    if len(plain) + len(described) > MAX_REFERENCES:
        raise reject_field(
            "referenceInputs",
            f"参考图最多 {MAX_REFERENCES} 张，referenceImages 和 referenceInputs 合计。",
            f"There may be at most {MAX_REFERENCES} images in referenceImages and referenceInputs together.",
        )
    return tuple((parse_reference(value, limits, field), field) for value, field in (*plain, *described))


def _locate_image(described: ReferenceInputBody, number: int) -> tuple[str, str]:
    """Return the URL of the image that *described* names, and its field."""
    field = f"referenceInputs[{number}]"
    if (described.asset_id is None) == (described.url is None):
        raise reject_field(
            field, f"{field} 请给出 assetId 或 url 其中一个。", f"{field} must have either assetId or url."
        )
    if described.asset_id is not None:
        return f"/api/assets/{described.asset_id}", f"{field}.assetId"
    return described.url or "", f"{field}.url"


def _to_reference_input(described: ReferenceInputBody) -> ReferenceInput:
    """Return the description of an image; its asset is imported later."""
    return ReferenceInput("", described.purpose, (described.note or "").strip())


def parse_confirmation(body: bytes, _: Limits) -> tuple[str, AnswerBody]:
    """Return the thread that *body* answers, and the answer. Raises INVALID_INPUT_FORMAT that names the field."""
    confirmation = parse_body(ConfirmBody, body)
    validate_content(confirmation.content)
    if confirmation.decision == "modify" and not confirmation.content:
        raise reject_field(
            "content",
            "decision 为 modify 时，请在 content 里给出修改后的内容。",
            "With the decision modify, content must hold the replacement of the displayed content.",
        )
    answer = AnswerBody(
        decision=confirmation.decision,
        key=confirmation.key,
        digest=confirmation.digest,
        feedback=confirmation.feedback,
        chosen=confirmation.chosen,
        content=confirmation.content,
    )
    return confirmation.thread_id, answer


def _approvals(request: NoteBody) -> Sequence[str]:
    if not request.auto_confirm:
        return (CONTENT, IMAGE_PLANS) if request.approvals is None else request.approvals
    if request.approvals:
        raise reject_field(
            "approvals",
            "autoConfirm 为 true 时不会询问，请去掉 approvals 或 autoConfirm。",
            "With autoConfirm no questions are asked; leave out approvals or autoConfirm.",
        )
    return ()
