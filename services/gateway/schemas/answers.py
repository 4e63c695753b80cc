"""The body that answers a run's question, and the request for the orchestrator."""

import math
from typing import Any, Literal

from pydantic import Field
from reflow.v1 import orchestrator_pb2, questions_pb2

from services.common.limits import Limits
from services.gateway.json_mapper.questions import DECISIONS
from services.gateway.rejections import reject_field
from services.gateway.schemas.base import (
    MAX_CHOSEN_OPTIONS,
    MAX_FEEDBACK_LENGTH,
    MAX_NAME_LENGTH,
    MAX_SEED,
    Body,
    parse_body,
    validate_body,
)

# Protobuf parses 100 nested messages; each level of a Struct is three of them.
MAX_CONTENT_DEPTH = 16

Decision = Literal["approve", "reject", "modify", "choose"]


class AnswerBody(Body):
    """A user's answer to a question of a run."""

    decision: Decision
    key: str | None = Field(
        None, min_length=1, max_length=MAX_NAME_LENGTH, description="The question; left out, the pending one."
    )
    digest: str | None = Field(
        None, min_length=1, max_length=64, description="The digest of the question as it was displayed."
    )
    feedback: str | None = Field(
        None, max_length=MAX_FEEDBACK_LENGTH, description="Why not; or, with choose, an answer of the user's own."
    )
    chosen: list[str] | None = Field(None, max_length=MAX_CHOSEN_OPTIONS, description="The ids of the options chosen.")
    content: dict[str, Any] | None = Field(None, description="With modify: what replaces the displayed content.")
    request_id: str | None = Field(
        None, min_length=1, max_length=MAX_NAME_LENGTH, description="Makes repeating safe: the same id answers once."
    )


def parse_answer(body: bytes, _: Limits) -> AnswerBody:
    """Return the answer in *body*, JSON. Raises INVALID_INPUT_FORMAT that names the field."""
    return _with_valid_content(parse_body(AnswerBody, body))


def validate_answer(value: object) -> AnswerBody:
    """Return the answer in *value*, parsed JSON. Raises like `parse_answer`."""
    return _with_valid_content(validate_body(AnswerBody, value))


def _with_valid_content(answer: AnswerBody) -> AnswerBody:
    validate_content(answer.content)
    return answer


def validate_content(content: dict[str, Any] | None) -> None:
    """Raise INVALID_INPUT_FORMAT for a *content* that the contract cannot carry unchanged."""
    if content is not None and not _is_representable(content, MAX_CONTENT_DEPTH):
        raise reject_field(
            "content",
            f"content 最多嵌套 {MAX_CONTENT_DEPTH} 层，数字不能超出浏览器能精确表示的范围。",
            f"content may be nested {MAX_CONTENT_DEPTH} deep, and its numbers must be exact in a browser.",
        )


def to_answer_request(run_id: str, answer: AnswerBody) -> orchestrator_pb2.AnswerRunRequest:
    """Return the request that answers a run."""
    message = questions_pb2.Answer(
        decision=DECISIONS[answer.decision], feedback=answer.feedback or "", chosen=answer.chosen or []
    )
    if answer.content:
        message.content.update(answer.content)
    return orchestrator_pb2.AnswerRunRequest(
        request_id=answer.request_id or "",
        run_id=run_id,
        key=answer.key or "",
        digest=answer.digest or "",
        answer=message,
    )


def _is_representable(value: Any, depth: int) -> bool:
    """Whether *value* is JSON of at most *depth* levels that protobuf can carry."""
    match value:
        case dict():
            return depth > 0 and all(_is_representable(member, depth - 1) for member in value.values())
        case list():
            return depth > 0 and all(_is_representable(item, depth - 1) for item in value)
        case int():
            return abs(value) <= MAX_SEED
        case float():
            return math.isfinite(value)
        case _:
            return True
