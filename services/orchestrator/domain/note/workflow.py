"""Note creation as the engine sees it."""

from services.common.language import Language
from services.common.limits import Limits
from services.orchestrator.domain.calls import PaintNoteImage, WriteNote
from services.orchestrator.domain.components import AgentMessage, MessageState, UiComponent
from services.orchestrator.domain.events import Event
from services.orchestrator.domain.note import wording
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.approving import APPROVALS, answered_product
from services.orchestrator.domain.note.folding import evolve
from services.orchestrator.domain.note.route import NoteRouter
from services.orchestrator.domain.note.state import NoteState
from services.orchestrator.domain.note.values import NoteInput
from services.orchestrator.domain.questions import Answer, Decision, Question
from services.orchestrator.domain.remote import BUILT_IN, RemoteModels
from services.orchestrator.domain.values import Failure
from services.orchestrator.domain.workflow import Fail, Next, Step, Summary

# What a session keeps of a note's text: enough for a follow-up to refer to.
REMEMBERED = 1_000


class NoteCreation:
    """The workflow `note`. Implements services.orchestrator.domain.workflow.Workflow."""

    name = "note"

    def __init__(self, limits: Limits, remote: RemoteModels = BUILT_IN) -> None:
        self._router = NoteRouter(limits, supervised=remote.planner)
        self._remote = remote

    def begin(self, asked: NoteInput, locale: str, run_seed: int) -> NoteState:
        return NoteState(asked, Language(locale), run_seed if asked.seed is None else asked.seed)

    def evolve(self, state: NoteState, event: Event) -> NoteState:
        return evolve(state, event)

    def route(self, state: NoteState) -> Next:
        unknown = self._unknown_engine(state) if state.brief is None and state.failure is None else None
        return Fail(unknown) if unknown else self._router.route(state)

    def present(self, state: NoteState, ended: bool) -> tuple[UiComponent, ...]:
        return (UiComponent("message", _message(state, ended)),)

    def summarize(self, state: NoteState) -> Summary:
        content = state.best.content if state.best else state.content
        answered = f"{content.title}\n\n{content.body}"[:REMEMBERED] if content and state.delivered else ""
        return Summary(state.asked.text, answered, None)

    def check_answer(self, state: NoteState, question: Question, answer: Answer) -> None:
        if answer.decision is Decision.MODIFY and question.kind in APPROVALS:
            answered_product(question.kind, answer.content, state.content, state.plans)

    def remote(self, state: NoteState, step: Step) -> bool:
        match step.call:
            case WriteNote(builtin_only=builtin_only):
                return self._remote.writer and not builtin_only
            case PaintNoteImage(model=model):
                return self._remote.paints(model)
            case _:
                return False

    def remote_run(self, state: NoteState) -> bool:
        return self._remote.roles or self._remote.paints(state.asked.preferred_model)

    def _unknown_engine(self, state: NoteState) -> Failure | None:
        return self._remote.unknown_engine(state.asked.preferred_model, state.language, NoteAgent.IMAGES)


def _message(state: NoteState, ended: bool) -> AgentMessage:
    if state.failure is not None:
        return AgentMessage(MessageState.FAILED, state.failure.message)
    if not ended:
        return AgentMessage(MessageState.THINKING, wording.WORKING.pick(state.language))
    if state.delivered and state.best is not None:
        told = wording.DONE.pick(state.language)
        text = told.format(title=state.best.content.title, count=len(state.best.images))
        return AgentMessage(MessageState.SUCCESS, text)
    return AgentMessage(MessageState.FAILED, wording.CANCELLED.pick(state.language))
