"""Questions and answers to messages of the contract and back."""

from datetime import UTC, timedelta

from google.protobuf.json_format import MessageToDict
from reflow.v1 import questions_pb2

from services.orchestrator.domain.events import QuestionAnswered, QuestionAsked
from services.orchestrator.domain.questions import Answer, Decision, Option, Question, Selection

_DECISIONS = {
    Decision.APPROVE: questions_pb2.DECISION_APPROVE,
    Decision.REJECT: questions_pb2.DECISION_REJECT,
    Decision.MODIFY: questions_pb2.DECISION_MODIFY,
    Decision.CHOOSE: questions_pb2.DECISION_CHOOSE,
}
_DECISIONS_BACK = {number: decision for decision, number in _DECISIONS.items()}
_SELECTIONS = {
    Selection.SINGLE: questions_pb2.SELECTION_SINGLE,
    Selection.MULTIPLE: questions_pb2.SELECTION_MULTIPLE,
}
_SELECTIONS_BACK = {number: selection for selection, number in _SELECTIONS.items()}


def asked_message(event: QuestionAsked) -> questions_pb2.QuestionAsked:
    """Return *event* as a message."""
    message = questions_pb2.QuestionAsked(question=_question_message(event.question))
    message.question.digest = event.digest
    if event.expires_at is not None:
        message.expires_at.FromDatetime(event.expires_at)
    return message


def asked(message: questions_pb2.QuestionAsked) -> QuestionAsked:
    """Return the event of *message*."""
    expires_at = message.expires_at.ToDatetime(UTC) if message.HasField("expires_at") else None
    return QuestionAsked(_question(message.question), message.question.digest, expires_at)


def answered_message(event: QuestionAnswered) -> questions_pb2.QuestionAnswered:
    """Return *event* as a message."""
    answer = answer_message(event.answer)
    return questions_pb2.QuestionAnswered(
        key=event.key, answer=answer, expired=event.expired, request_id=event.request_id
    )


def answered(message: questions_pb2.QuestionAnswered) -> QuestionAnswered:
    """Return the event of *message*."""
    return QuestionAnswered(message.key, answer(message.answer), message.expired, message.request_id)


def answer_message(given: Answer) -> questions_pb2.Answer:
    """Return *given* as a message."""
    message = questions_pb2.Answer(decision=_DECISIONS[given.decision], feedback=given.feedback, chosen=given.chosen)
    if given.content:
        message.content.update(dict(given.content))
    return message


def answer(message: questions_pb2.Answer) -> Answer:
    """Return the answer of *message*. Raises KeyError for a decision that is none."""
    content = MessageToDict(message.content)
    return Answer(_DECISIONS_BACK[message.decision], message.feedback, tuple(message.chosen), content)


def _question_message(question: Question) -> questions_pb2.Question:
    message = questions_pb2.Question(
        key=question.key,
        kind=question.kind,
        text=question.text,
        decisions=[_DECISIONS[decision] for decision in question.decisions],
        options=[questions_pb2.Option(id=option.id, label=option.label) for option in question.options],
        selection=_SELECTIONS[question.selection],
        allow_custom=question.allow_custom,
    )
    if question.shown:
        message.shown.update(dict(question.shown))
    if question.expires_in is not None:
        message.expires_in.FromTimedelta(timedelta(seconds=question.expires_in))
    if question.default is not None:
        message.default.CopyFrom(answer_message(question.default))
    return message


def _question(message: questions_pb2.Question) -> Question:
    return Question(
        key=message.key,
        kind=message.kind,
        text=message.text,
        decisions=tuple(_DECISIONS_BACK[decision] for decision in message.decisions),
        options=tuple(Option(option.id, option.label) for option in message.options),
        selection=_SELECTIONS_BACK[message.selection],
        allow_custom=message.allow_custom,
        shown=MessageToDict(message.shown),
        expires_in=message.expires_in.ToTimedelta().total_seconds() if message.HasField("expires_in") else None,
        default=answer(message.default) if message.HasField("default") else None,
    )
