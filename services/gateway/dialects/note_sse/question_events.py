"""Renders questions and answers of a note."""

from services.common.contract.tools import ToolName
from services.common.text.language import Language
from services.gateway import texts
from services.gateway.dialects.agents import SUPERVISOR
from services.gateway.dialects.note_sse import texts as note_texts
from services.gateway.dialects.note_sse.event_parts import AskContext, Choice
from services.gateway.dialects.note_sse.events import AskUser, StateUpdate, ToolCall, ToolResult, WorkflowPaused
from services.gateway.dialects.note_sse.flag_events import flag_updates
from services.gateway.dialects.note_sse.progress import RESEARCH
from services.gateway.dialects.note_sse.step_events import content_update
from services.gateway.dialects.note_sse.transition import NoteEvents, Transition
from services.gateway.json_mapper.questions import answer_to_json, question_to_json
from services.gateway.json_mapper.values import Json


def question_asked(change: Transition) -> NoteEvents:
    """Return the call of the tool that asks, the question, and the pause of the run."""
    event = change.event
    question = question_to_json(event.question_asked)
    tool_input = {"question": question["text"], "kind": question["kind"], "options": question["options"]}
    paused = texts.PAUSED.pick(change.language).format(text=question["text"])
    return [
        ToolCall(
            agent=_caller(change.after.asking_agent),
            tool=ToolName.ASK_USER,
            tool_call_id=question["key"],
            tool_input=tool_input,
        ),
        AskUser(
            question=question["text"],
            options=_options(question, change.language),
            selection_type=question["selectionType"],
            allow_custom_input=question["allowCustomInput"],
            context=_context(question),
            thread_id=event.session_id,
        ),
        WorkflowPaused(thread_id=event.session_id, content=paused),
    ]


def question_answered(change: Transition) -> NoteEvents:
    """Return the answer, the text of the note where the user edited it, and the stages that are complete by it."""
    answered = change.event.question_answered
    output = answer_to_json(answered.answer) | {"expired": answered.expired}
    text = texts.EXPIRED if answered.expired else texts.ANSWERED
    events: NoteEvents = [
        ToolResult(
            agent=_caller(change.before.asking_agent),
            tool=ToolName.ASK_USER,
            tool_call_id=answered.key,
            tool_output=output,
        ),
        StateUpdate(status="running", content=text.pick(change.language)),
    ]
    if change.after.content != change.before.content:
        events += content_update(change)
    return [*events, *flag_updates(change)]


def _caller(asking_agent: str) -> str:
    """Return the agent that calls the tool for a question of *asking_agent*: research itself, else the supervisor."""
    return asking_agent if asking_agent == RESEARCH else SUPERVISOR


def _options(question: Json, language: Language) -> list[Choice]:
    """Return the options of *question*; without any, its decisions."""
    if question["options"]:
        return [Choice.model_validate(option) for option in question["options"]]
    decisions = question["decisions"]
    labels = note_texts.CHOICES | ({"approve": note_texts.UP_TO_YOU} if "choose" in decisions else {})
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
