"""Schema of a model's answer about a change of a graph.

Its operations are untrusted: the patch tools accept or reject each of them.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import Field

from services.common.contract.graphs.graph import (
    MAX_OPERATIONS_BYTES,
    PatchAnswer,
    PatchChoice,
    PatchPlan,
    PatchQuestion,
)
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.common.text.sanitization import sanitize_line
from services.planner.domain.model_answer import MAX_REPLY_LENGTH, ModelAnswer

MAX_OPERATIONS = 500
MODEL_QUESTION = "model"
"""Start of the keys of a model's questions."""
TOO_LARGE = Text("模型给出的改动太大，图没有改动。", "The change of the model is too large; the graph is unchanged.")


class PlannedOperation(ModelAnswer):
    """An operation of RFC 6902."""

    op: Literal["add", "remove", "replace", "move", "copy", "test"]
    path: str = Field(max_length=1_000, description='a JSON pointer: "/nodes/-", "/edges/-", "/nodes/ID/data/NAME", …')
    from_path: str = Field("", max_length=1_000, alias="from", description="only for move and copy")
    value: Any = Field(None, description="for add, replace and test")


class PlannedPatch(ModelAnswer):
    """A change of the graph, or a question, or what was not understood."""

    operations: list[PlannedOperation] = Field(default_factory=list, max_length=MAX_OPERATIONS)
    question: str = Field("", max_length=300, description="only if the request fits more than one change")
    options: list[Annotated[str, Field(max_length=120)]] = Field(default_factory=list, max_length=10)
    not_understood: list[Annotated[str, Field(max_length=300)]] = Field(default_factory=list, max_length=10)
    explanation: list[Annotated[str, Field(max_length=300)]] = Field(default_factory=list, max_length=50)
    reply: str = Field("", max_length=MAX_REPLY_LENGTH, description="one friendly sentence to the user")


def to_plan(answer: PlannedPatch, answers: tuple[PatchAnswer, ...]) -> PatchPlan:
    """Return the plan of *answer*. Raises PATCH_REJECTED for one beyond the limits of the contract."""
    not_understood = tuple(line for one in answer.not_understood if (line := sanitize_line(one)))
    explanation = "\n".join(line for one in answer.explanation if (line := sanitize_line(one)))
    question = sanitize_line(answer.question)
    if question and answer.options:
        labels = dict.fromkeys(line for one in answer.options if (line := sanitize_line(one)))
        choices = tuple(PatchChoice(f"option-{number}", label) for number, label in enumerate(labels, 1))
        return PatchPlan(question=PatchQuestion(f"{MODEL_QUESTION}-{len(answers) + 1}", question, choices))
    return PatchPlan(_dump(answer.operations), explanation[:4_000], not_understood=not_understood)


def _dump(operations: list[PlannedOperation]) -> bytes:
    """Return the operations as JSON, b"" for none."""
    if not operations:
        return b""
    try:
        content = json.dumps([_to_json(one) for one in operations], ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):  # a lone surrogate, NaN, or too deep nesting
        raise ReflowError(Code.PATCH_REJECTED, TOO_LARGE, node="planner") from None
    if len(content) > MAX_OPERATIONS_BYTES:
        raise ReflowError(Code.PATCH_REJECTED, TOO_LARGE, node="planner")
    return content


def _to_json(operation: PlannedOperation) -> dict[str, Any]:
    form: dict[str, Any] = {"op": operation.op, "path": operation.path}
    if operation.op in ("move", "copy"):
        form["from"] = operation.from_path
    elif operation.op != "remove":
        form["value"] = operation.value
    return form
