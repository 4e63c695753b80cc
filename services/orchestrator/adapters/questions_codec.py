"""Questions and answers to messages of the contract and back."""

from datetime import UTC

from reflow.v1 import questions_pb2

from services.orchestrator.adapters.mirror import message_of, value_of
from services.orchestrator.domain.events import QuestionAnswered, QuestionAsked
from services.orchestrator.domain.questions import Question

DECISIONS = frozenset(number for number in questions_pb2.Decision.values() if number)


def asked_message(event: QuestionAsked) -> questions_pb2.QuestionAsked:
    """Return *event* as a message."""
    message = questions_pb2.QuestionAsked(question=message_of(event.question, questions_pb2.Question))
    message.question.digest = event.digest
    if event.expires_at is not None:
        message.expires_at.FromDatetime(event.expires_at)
    return message


def asked(message: questions_pb2.QuestionAsked) -> QuestionAsked:
    """Return the event of *message*."""
    expires_at = message.expires_at.ToDatetime(UTC) if message.HasField("expires_at") else None
    return QuestionAsked(value_of(message.question, Question), message.question.digest, expires_at)


def answered_message(event: QuestionAnswered) -> questions_pb2.QuestionAnswered:
    """Return *event* as a message."""
    return message_of(event, questions_pb2.QuestionAnswered)


def answered(message: questions_pb2.QuestionAnswered) -> QuestionAnswered:
    """Return the event of *message*."""
    return value_of(message, QuestionAnswered)
