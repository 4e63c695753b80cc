"""The bodies of POST /api/agent/stream and /api/agent/confirm, and the runs and answers they request."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from services.common.contract.input_validation import validate_text
from services.common.contract.note import NoteInput
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


class NoteBody(Body):
    """A request for a note."""

    message: str = Field(description="The prompt, such as 写一篇春游攻略: 1 to 1,000 characters.")
    thread_id: SessionId | None = Field(
        None, description="The conversation; an unknown one is opened. Left out, a new one."
    )
    reference_images: list[str] | None = Field(
        None, max_length=MAX_REFERENCES, description="Images: /api/assets/ID of this system, http(s), or data URLs."
    )
    layout_preference: str | None = Field(
        None, max_length=MAX_PREFERENCE_LENGTH, description="The requested layout of the page, in words."
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
    chosen: ChosenOptions | None = Field(None, description="With choose: ids of options.")


@dataclass(frozen=True, slots=True)
class NoteRequest:
    """A validated request for a note: the input of the run, the images to import into it, the digest of its body."""

    input: NoteInput
    thread_id: str
    references: tuple[ImageUpload, ...]
    background: bool
    digest: str


def reference_field(index: int) -> str:
    """Return the field of the reference image *index*."""
    return f"referenceImages[{index}]"


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
    )
    references = tuple(
        parse_reference(value, limits, reference_field(index))
        for index, value in enumerate(request.reference_images or ())
    )
    background = request.background or False
    return NoteRequest(note, request.thread_id or "", references, background, compute_digest(request))


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
