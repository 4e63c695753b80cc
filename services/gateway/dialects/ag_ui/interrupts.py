"""Questions of a run as interrupts, and the ids that answers refer to."""

from dataclasses import dataclass
from datetime import UTC, datetime

from ag_ui.core import Interrupt
from reflow.v1 import questions_pb2

from services.gateway.json_mapper.questions import DECISIONS, decision_name, question_to_json
from services.gateway.json_mapper.values import Json, struct_to_json
from services.gateway.schemas.base import MAX_CHOSEN_OPTIONS, MAX_FEEDBACK_LENGTH

# The protocol's own reasons: a decision about displayed content, and input that is required to continue.
CONFIRMATION, INPUT_REQUIRED = "confirmation", "input_required"


@dataclass(frozen=True, slots=True)
class InterruptId:
    """Identifies a question of a run as it was displayed. On the wire `RUN:DIGEST:KEY`; only a key may have colons."""

    run_id: str
    digest: str
    key: str

    def __str__(self) -> str:
        return f"{self.run_id}:{self.digest}:{self.key}"

    @classmethod
    def parse(cls, text: str) -> "InterruptId | None":
        """Return the id in *text*, None for an invalid one."""
        run_id, _, rest = text.partition(":")
        digest, _, key = rest.partition(":")
        return cls(run_id, digest, key) if run_id and key else None


def to_interrupt(run_id: str, message: questions_pb2.QuestionAsked) -> Interrupt:
    """Return the question of a run as an interrupt; its metadata has the whole question, under `reflow`."""
    question = message.question
    has_choice = questions_pb2.DECISION_CHOOSE in question.decisions
    expires = message.expires_at.ToDatetime(UTC) if message.HasField("expires_at") else None
    return Interrupt(
        id=str(InterruptId(run_id, question.digest, question.key)),
        reason=INPUT_REQUIRED if has_choice else CONFIRMATION,
        message=question.text,
        response_schema=response_schema(question),
        expires_at=_to_iso(expires) if expires else None,
        metadata={"reflow": {"runId": run_id, **question_to_json(message)}},
    )


def response_schema(question: questions_pb2.Question) -> Json:
    """Return the JSON Schema of the payload that answers *question*."""
    decisions = [name for name in map(decision_name, question.decisions) if name in DECISIONS]
    properties: Json = {
        "decision": {"enum": decisions or list(DECISIONS)},
        "feedback": {"type": "string", "maxLength": MAX_FEEDBACK_LENGTH},
    }
    if question.options:
        max_items = MAX_CHOSEN_OPTIONS if question.selection == questions_pb2.SELECTION_MULTIPLE else 1
        options = [{"const": option.id, "title": option.label} for option in question.options]
        properties["chosen"] = {"type": "array", "maxItems": max_items, "items": {"oneOf": options}}
    if questions_pb2.DECISION_MODIFY in question.decisions:
        properties["content"] = {"type": "object", "default": struct_to_json(question.shown)}
    return {"type": "object", "properties": properties, "required": ["decision"], "additionalProperties": False}


def _to_iso(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
