"""What a note asks a person, and what they answer, as events."""

from reflow.v1 import events_pb2

from services.common.language import Language
from services.gateway import spelling, wording
from services.gateway.creation import wording as own
from services.gateway.creation.events import (
    AskUser,
    NoteEvent,
    StateUpdate,
    ToolCall,
    ToolResult,
    WorkflowPaused,
)
from services.gateway.creation.parts import AskContext, Choice
from services.gateway.creation.steps import content_update
from services.gateway.creation.telling import Telling
from services.gateway.spelling import Json

ASK = "askUser"
Spelled = list[NoteEvent]


def asked(fact: events_pb2.RunEvent, language: Language) -> Spelled:
    """Return a question: the tool that asks, what is asked, and that the run waits."""
    question = spelling.question(fact.question_asked)
    given = {"question": question["text"], "kind": question["kind"], "options": question["options"]}
    paused = wording.PAUSED.pick(language).format(text=question["text"])
    return [
        ToolCall(tool=ASK, tool_call_id=question["key"], tool_input=given),
        AskUser(
            question=question["text"],
            options=_options(question, language),
            selection_type=question["selectionType"],
            allow_custom_input=question["allowCustomInput"],
            context=_context(question),
            thread_id=fact.session_id,
        ),
        WorkflowPaused(thread_id=fact.session_id, content=paused),
    ]


def answered(before: Telling, after: Telling, fact: events_pb2.RunEvent) -> Spelled:
    """Return an answer, and the text as it is by it where the person wrote it."""
    given = fact.question_answered
    output = spelling.answer(given.answer) | {"expired": given.expired}
    text = wording.EXPIRED if given.expired else wording.ANSWERED
    told: Spelled = [
        ToolResult(tool=ASK, tool_call_id=given.key, tool_output=output),
        StateUpdate(status="running", content=text.pick(after.language)),
    ]
    return [*told, *content_update(after)] if after.content != before.content else told


def _options(question: Json, language: Language) -> list[Choice]:
    """Return what can be chosen; of a question that only wants a decision, the decisions."""
    if question["options"]:
        return [Choice.model_validate(option) for option in question["options"]]
    decisions = question["decisions"]
    labels = own.CHOICES | ({"approve": own.UP_TO_YOU} if "choose" in decisions else {})
    return [Choice(id=name, label=labels[name].pick(language)) for name in decisions if name in labels]


def _context(question: Json) -> AskContext:
    return AskContext(
        kind=question["kind"],
        key=question["key"],
        digest=question["digest"],
        decisions=question["decisions"],
        shown=question["shown"],
        expires_at=question["expiresAt"],
        default=question["default"],
    )
