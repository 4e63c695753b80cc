"""JSON forms of questions and answers."""

from reflow.v1 import questions_pb2

from services.common.contract.proto_values.enums import enum_name
from services.gateway.json_mapper.values import Json, struct_to_json


def decision_name(decision: questions_pb2.Decision.ValueType) -> str:
    """Return the name of a decision."""
    return enum_name(questions_pb2.Decision.DESCRIPTOR, decision)


DECISIONS = {decision_name(number): number for number in questions_pb2.Decision.values() if number}
"""The decisions by name."""


def question_to_json(message: questions_pb2.QuestionAsked) -> Json:
    """Return a question of a run; its answer names its key and its digest."""
    question = message.question
    return {
        "key": question.key,
        "kind": question.kind,
        "text": question.text,
        "decisions": [decision_name(decision) for decision in question.decisions],
        "options": [{"id": option.id, "label": option.label} for option in question.options],
        "selectionType": enum_name(questions_pb2.Selection.DESCRIPTOR, question.selection, "single"),
        "allowCustomInput": question.allow_custom,
        "shown": struct_to_json(question.shown),
        "digest": question.digest,
        "expiresAt": message.expires_at.ToMilliseconds() if message.HasField("expires_at") else None,
        "default": answer_to_json(question.default) if question.HasField("default") else None,
    }


def answer_to_json(message: questions_pb2.Answer) -> Json:
    """Return the answer to a question."""
    return {
        "decision": decision_name(message.decision),
        "feedback": message.feedback,
        "chosen": list(message.chosen),
        "content": struct_to_json(message.content),
    }
