"""The note workflow, as the engine sees it."""

from services.common.contract.components import AgentMessage, UiComponent
from services.common.contract.failure import Failure
from services.common.contract.note import NoteInput
from services.common.contract.questions import Answer, Decision, Question
from services.common.contract.requests import PaintNoteImage, WriteNote
from services.common.limits import Limits
from services.common.text.language import Language
from services.orchestrator.domain.events import Event
from services.orchestrator.domain.note import texts
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.approvals import APPROVED_AGENTS, parse_modified_result
from services.orchestrator.domain.note.fold import evolve
from services.orchestrator.domain.note.router import NoteRouter
from services.orchestrator.domain.note.state import NoteState
from services.orchestrator.domain.remote_models import NO_REMOTE_MODELS, RemoteModels
from services.orchestrator.domain.status_message import build_status_message
from services.orchestrator.domain.workflow import Fail, Next, Step, Summary

# Length of a note's text in the memory of its session: enough for a follow-up to refer to.
MAX_REMEMBERED_LENGTH = 1_000


class NoteCreation:
    """The workflow `note`. Implements services.orchestrator.domain.workflow.Workflow."""

    name = "note"

    def __init__(self, limits: Limits, remote: RemoteModels = NO_REMOTE_MODELS) -> None:
        self._router = NoteRouter(limits)
        self._remote = remote

    def start(self, note_input: NoteInput, locale: str, run_seed: int) -> NoteState:
        return NoteState(note_input, Language(locale), run_seed if note_input.seed is None else note_input.seed)

    def evolve(self, state: NoteState, event: Event) -> NoteState:
        return evolve(state, event)

    def route(self, state: NoteState) -> Next:
        unknown = self._unknown_model(state) if state.brief is None and state.failure is None else None
        return Fail(unknown) if unknown else self._router.route(state)

    def build_components(self, state: NoteState, ended: bool) -> tuple[UiComponent, ...]:
        return (UiComponent("message", _message(state, ended)),)

    def summarize(self, state: NoteState) -> Summary:
        content = state.best.content if state.best else state.content
        reply = f"{content.title}\n\n{content.body}"[:MAX_REMEMBERED_LENGTH] if content and state.delivered else ""
        return Summary(state.input.text, reply, None)

    def validate_answer(self, state: NoteState, question: Question, answer: Answer) -> None:
        if answer.decision is Decision.MODIFY and question.kind in APPROVED_AGENTS:
            parse_modified_result(question.kind, answer.content, state.content, state.plans)

    def uses_remote_model(self, state: NoteState, step: Step) -> bool:
        match step.call:
            case WriteNote(builtin_only=builtin_only):
                return self._remote.writer and not builtin_only
            case PaintNoteImage(model=model):
                return self._remote.is_remote_model(model)
            case _:
                return False

    def uses_remote_models(self, state: NoteState) -> bool:
        return self._remote.roles or self._remote.is_remote_model(state.input.preferred_model)

    def is_repeatable(self, state: NoteState, step: Step) -> bool:
        return not self.uses_remote_models(state)

    def _unknown_model(self, state: NoteState) -> Failure | None:
        return self._remote.unknown_model(state.input.preferred_model, state.language, NoteAgent.IMAGES)


def _message(state: NoteState, ended: bool) -> AgentMessage:
    reply, best = "", state.best
    if state.delivered and best is not None:
        reply = texts.DONE.pick(state.language).format(title=best.content.title, count=len(best.images))
    working, cancelled = texts.WORKING.pick(state.language), texts.CANCELLED.pick(state.language)
    return build_status_message(state.failure, reply, ended=ended, working=working, cancelled=cancelled)
