"""Questions of a run as interrupts, and the names by which answers find back to them."""

from dataclasses import dataclass
from datetime import UTC, datetime

from ag_ui.core import Interrupt
from reflow.v1 import questions_pb2

from services.gateway import spelling
from services.gateway.bodies import LONGEST_FEEDBACK, MOST_CHOSEN
from services.gateway.spelling import Json

# The protocol's own reasons: a decision about something shown, and input that is needed to go on.
CONFIRMATION, INPUT_REQUIRED = "confirmation", "input_required"


@dataclass(frozen=True, slots=True)
class InterruptId:
    """Names a question of a run as it was shown. On the wire `RUN:DIGEST:KEY`; only a key may have colons."""

    run_id: str
    digest: str
    key: str

    def __str__(self) -> str:
        return f"{self.run_id}:{self.digest}:{self.key}"

    @classmethod
    def read(cls, written: str) -> "InterruptId | None":
        """Return the id that *written* is, None for what is none."""
        run_id, _, rest = written.partition(":")
        digest, _, key = rest.partition(":")
        return cls(run_id, digest, key) if run_id and key else None


def interrupt(run_id: str, asked: questions_pb2.QuestionAsked) -> Interrupt:
    """Return what a run waits for as an interrupt; its metadata has the question whole, under `reflow`."""
    question = asked.question
    chosen = questions_pb2.DECISION_CHOOSE in question.decisions
    expires = asked.expires_at.ToDatetime(UTC) if asked.HasField("expires_at") else None
    return Interrupt(
        id=str(InterruptId(run_id, question.digest, question.key)),
        reason=INPUT_REQUIRED if chosen else CONFIRMATION,
        message=question.text,
        response_schema=response_schema(question),
        expires_at=_iso(expires) if expires else None,
        metadata={"reflow": {"runId": run_id, **spelling.question(asked)}},
    )


def response_schema(question: questions_pb2.Question) -> Json:
    """Return the JSON Schema of the payload that answers *question*."""
    decisions = [spelling.DECISIONS[decision] for decision in question.decisions if decision in spelling.DECISIONS]
    properties: Json = {
        "decision": {"enum": decisions or list(spelling.DECISIONS.values())},
        "feedback": {"type": "string", "maxLength": LONGEST_FEEDBACK},
    }
    if question.options:
        most = MOST_CHOSEN if question.selection == questions_pb2.SELECTION_MULTIPLE else 1
        options = [{"const": option.id, "title": option.label} for option in question.options]
        properties["chosen"] = {"type": "array", "maxItems": most, "items": {"oneOf": options}}
    if questions_pb2.DECISION_MODIFY in question.decisions:
        properties["content"] = {"type": "object", "default": spelling.struct(question.shown)}
    return {"type": "object", "properties": properties, "required": ["decision"], "additionalProperties": False}


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
