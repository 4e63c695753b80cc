"""What a note does next: a pure function of its state."""

from dataclasses import dataclass

from services.common.errors import CATALOGUE, Code
from services.common.limits import Limits
from services.orchestrator.domain.events import (
    AgentActed,
    Event,
    RouteDecided,
    RunReflowed,
    ToolCall,
    ToolResult,
    WarningRecorded,
    WorkDelivered,
)
from services.orchestrator.domain.note import wording
from services.orchestrator.domain.note.advice import GoBack, GoOn, Ignored, judge
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.asking import approval_of, clarification_of
from services.orchestrator.domain.note.composing import composed
from services.orchestrator.domain.note.reviewing import owner_of_return
from services.orchestrator.domain.note.state import NoteState, announcement, lost_all
from services.orchestrator.domain.note.stepping import BATCH_TOOL, batch_id, batch_input, batch_output, steps_of
from services.orchestrator.domain.note.values import Advice
from services.orchestrator.domain.values import Failure, Verdict
from services.orchestrator.domain.workflow import Ask, Fail, Finish, Next, Record, RunSteps

# Who works when everyone before has: the two in one stage work side by side.
STAGES = (
    (NoteAgent.BRIEF,),
    (NoteAgent.EVIDENCE, NoteAgent.REFERENCES),
    (NoteAgent.WRITER,),
    (NoteAgent.LAYOUT,),
    (NoteAgent.IMAGE_PLANNER,),
    (NoteAgent.IMAGES,),
    (NoteAgent.REVIEW,),
)
# Whose work a supervising model looks at: what everything after rests on.
SUPERVISED = (NoteAgent.BRIEF, NoteAgent.WRITER, NoteAgent.IMAGE_PLANNER)


def due_agents(state: NoteState, *, approved: bool = False) -> tuple[NoteAgent, ...]:
    """Return who works next by the done marks alone; nobody once the note is reviewed.

    With *approved* as it will be once a person has approved what was made.
    """
    for stage in STAGES:
        due = tuple(agent for agent in stage if not (state.complete(agent) or (approved and agent in state.made)))
        if due:
            return due
    return ()


@dataclass(frozen=True, slots=True)
class NoteRouter:
    """Routes notes within *limits*; with *supervised*, a model is asked for advice on the way."""

    limits: Limits
    supervised: bool = False

    @property
    def _returns_by_advice(self) -> int:
        """How often the work may go back by advice: the last return is the review's."""
        return self.limits.returns - 1

    def route(self, state: NoteState) -> Next:
        """Return what to do next: deterministic by the done marks, with advice and review leading back at most."""
        if state.warning is not None:
            return Record((WarningRecorded(state.warning),))
        failure = state.failure or lost_all(state)
        if failure is not None and state.best is None:
            return Fail(failure)
        if failure is not None or state.stopped:
            return self._stop(state)
        if state.advice is not None:
            return Record(self._advised(state, state.advice))
        unclear = clarification_of(state)
        if unclear is not None:
            return Ask(unclear)
        advising = self._advising(state)
        if advising is not None:
            return advising
        approval = approval_of(state)
        if approval is not None:
            return Ask(approval)
        due = due_agents(state)
        return self._work(state, due) if due else self._reviewed(state, state.verdict)

    def _work(self, state: NoteState, due: tuple[NoteAgent, ...]) -> Next:
        decisions = tuple(_decision(state, agent) for agent in due if announcement(state, agent) not in state.announced)
        if decisions:
            return Record(decisions)
        if due == (NoteAgent.IMAGES,):
            batch = _batch(state)
            if batch is not None:
                return Record((batch,))
        return RunSteps(tuple(step for agent in due for step in steps_of(state, agent, self.limits)))

    def _reviewed(self, state: NoteState, verdict: Verdict | None) -> Next:
        assert verdict is not None, "nobody is due only once the note is reviewed"
        if state.delivered:
            return Finish()
        owner = owner_of_return(state, verdict, self.limits.return_score)
        if owner is None or state.iteration >= self.limits.returns:
            return self._deliver(state)
        feedback = "\n".join(part for part in (verdict.feedback, *verdict.suggestions) if part)
        return Record((RunReflowed(state.iteration + 1, owner, verdict.score, feedback),))

    def _deliver(self, state: NoteState) -> Next:
        return Record((WorkDelivered(composed(state, self.limits.return_score)),))

    def _stop(self, state: NoteState) -> Next:
        """Return the end of a run that may do no more: the best whole note, where there is one."""
        if state.delivered:
            return Finish()
        if state.best is not None:
            return self._deliver(state)
        text = CATALOGUE[Code.BUDGET_EXCEEDED].text.pick(state.language)
        return Fail(Failure(Code.BUDGET_EXCEEDED, text, node=NoteAgent.SUPERVISOR))

    def _advising(self, state: NoteState) -> Next | None:
        """Return the step that asks for advice on what was made last; None where none is asked for, or it was."""
        if not self.supervised or state.severe or state.iteration >= self._returns_by_advice:
            return None
        due = due_agents(state, approved=True)
        finished = [agent for agent in SUPERVISED if agent in state.made]
        if not finished or due in ((), (NoteAgent.REVIEW,)):
            return None
        steps = steps_of(state, NoteAgent.SUPERVISOR, self.limits, finished=finished[-1], following=due[0])
        return RunSteps(steps) if steps else None

    def _advised(self, state: NoteState, advice: Advice) -> tuple[Event, ...]:
        """Return what is recorded of an advice: that it is taken, or not; what is due goes on in either case."""
        due, language = due_agents(state, approved=True), state.language
        judgement = judge(advice.agent, state, due, self._returns_by_advice)
        match judgement:
            case GoOn():
                return (RouteDecided(due[0], wording.WHY[due[0]].pick(language)),)
            case GoBack(agent):
                reason = wording.ADVICE_TAKEN.pick(language).format(reason=advice.reason)
                back = RunReflowed(state.iteration + 1, agent, 0.0, advice.reason)
                return RouteDecided(agent, reason), back
            case Ignored(why):
                told = wording.ADVICE_IGNORED.pick(language)
                return (RouteDecided(advice.agent, told.format(why=why.pick(language), reason=advice.reason), True),)


def _decision(state: NoteState, agent: NoteAgent) -> RouteDecided:
    return RouteDecided(agent, wording.WHY[agent].pick(state.language))


def _batch(state: NoteState) -> AgentActed | None:
    """Return that the pictures of this round are begun with, or all settled; None where that was told."""
    call_id = batch_id(state)
    if not state.batch_told:
        return AgentActed(NoteAgent.IMAGES, ToolCall(call_id, BATCH_TOOL, batch_input(state)))
    if state.images_settled:
        return AgentActed(NoteAgent.IMAGES, ToolResult(call_id, BATCH_TOOL, batch_output(state)))
    return None
