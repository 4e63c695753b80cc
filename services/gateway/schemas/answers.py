"""The body that answers a run's question, and the request for the orchestrator."""

import math
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints
from reflow.v1 import orchestrator_pb2, questions_pb2

from services.common.limits import Limits
from services.common.rpc.validation import find_limit
from services.gateway.json_mapper.questions import DECISIONS
from services.gateway.json_mapper.values import encode_json
from services.gateway.rejections import reject_field
from services.gateway.schemas.base import (
    MAX_CHOSEN_LENGTH,
    MAX_CHOSEN_OPTIONS,
    MAX_FEEDBACK_LENGTH,
    MAX_NAME_LENGTH,
    MAX_SEED,
    Body,
    parse_body,
    validate_body,
)

CONTENT_LIMIT = find_limit(questions_pb2.Answer.DESCRIPTOR.fields_by_name["content"])
"""What the contract accepts as content. It is checked here: building a large protobuf object takes seconds."""

ChosenOptions = Annotated[
    list[Annotated[str, StringConstraints(max_length=MAX_CHOSEN_LENGTH)]], Field(max_length=MAX_CHOSEN_OPTIONS)
]
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
    chosen: ChosenOptions | None = Field(None, description="The options chosen: their ids, labels or places.")
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
    if content is None:
        return
    if not _is_representable(content, CONTENT_LIMIT.max_depth):
        raise reject_field(
            "content",
            f"content 最多嵌套 {CONTENT_LIMIT.max_depth} 层，数字不能超出浏览器能精确表示的范围。",
            f"content may be nested {CONTENT_LIMIT.max_depth} deep, and its numbers must be exact in a browser.",
        )
    if not is_small(content):
        raise reject_field(
            "content",
            f"content 太大：最多 {CONTENT_LIMIT.max_items} 个值、{CONTENT_LIMIT.max_length // 1024} KB。",
            f"content is too large: at most {CONTENT_LIMIT.max_items} values and "
            f"{CONTENT_LIMIT.max_length // 1024} KB.",
        )


def is_small(value: Any) -> bool:
    """Return whether *value*, of JSON, has no more values and bytes than an answer's content may have."""
    return _count_values(value) <= CONTENT_LIMIT.max_items and len(encode_json(value)) <= CONTENT_LIMIT.max_length


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


def _count_values(value: Any) -> int:
    """Return the number of values in *value*, at any depth, or one above the limit."""
    count, containers = 0, [value] if isinstance(value, dict | list) else []
    while containers and count <= CONTENT_LIMIT.max_items:
        container = containers.pop()
        children = container.values() if isinstance(container, dict) else container
        count += len(container)
        containers.extend(child for child in children if isinstance(child, dict | list))
    return count


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
