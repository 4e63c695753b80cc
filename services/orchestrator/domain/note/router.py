"""Routing of the note workflow: a pure function of its state."""

from dataclasses import dataclass

from services.common.contract.activity import ToolCall, ToolResult
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.contract.note import Advice
from services.common.errors import CATALOG, Code
from services.common.limits import Limits
from services.orchestrator.domain.events import (
    AgentActivityEmitted,
    Event,
    RouteDecided,
    RunReflowed,
    WarningRecorded,
    WorkDelivered,
)
from services.orchestrator.domain.note import texts
from services.orchestrator.domain.note.advice import Continue, Ignore, ReturnTo, decide_on_advice
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.composition import compose_note
from services.orchestrator.domain.note.questions import next_approval, next_clarification
from services.orchestrator.domain.note.reviews import find_return_target
from services.orchestrator.domain.note.state import NoteState, all_images_failed, route_key
from services.orchestrator.domain.note.steps import (
    BATCH_TOOL,
    batch_id,
    batch_input,
    batch_output,
    build_steps,
    build_tool_step,
)
from services.orchestrator.domain.workflow import AskUser, Fail, Finish, Next, Record, RunSteps

# Stages in order of execution. The agents of one stage work concurrently.
STAGES = (
    (NoteAgent.BRIEF,),
    (NoteAgent.EVIDENCE, NoteAgent.REFERENCES),
    (NoteAgent.WRITER,),
    (NoteAgent.LAYOUT,),
    (NoteAgent.IMAGE_PLANNER,),
    (NoteAgent.IMAGES,),
    (NoteAgent.REVIEW,),
)
# Agents on whose results the supervisor advises: all later ones depend on them.
SUPERVISED_AGENTS = (NoteAgent.BRIEF, NoteAgent.WRITER, NoteAgent.IMAGE_PLANNER)


def due_agents(state: NoteState, *, approved: bool = False) -> tuple[NoteAgent, ...]:
    """Return the agents that the default order has next, none once the note is reviewed.

    With *approved*, pending approvals count as given.
    """
    for stage in STAGES:
        due = tuple(agent for agent in stage if not (state.is_complete(agent) or (approved and agent in state.results)))
        if due:
            return due
    return ()


@dataclass(frozen=True, slots=True)
class NoteRouter:
    """Routes notes within *limits*. The supervisor advises between the stages."""

    limits: Limits

    def _max_returns(self, state: NoteState) -> int:
        return state.max_returns(self.limits.returns)

    def _max_returns_by_advice(self, state: NoteState) -> int:
        """Return the maximum number of returns by advice: the last return is reserved for the review."""
        return self._max_returns(state) - 1

    def route(self, state: NoteState) -> Next:
        """Return the next action: the default order, from which advice and review can only lead back."""
        if state.warning is not None:
            return Record((WarningRecorded(state.warning),))
        failure = state.failure or all_images_failed(state)
        if failure is not None and state.best is None:
            return Fail(failure)
        if failure is not None or state.stopped:
            return self._stop(state)
        if state.advice is not None:
            return Record(self._apply_advice(state, state.advice))
        clarification = next_clarification(state)
        if clarification is not None:
            return AskUser(clarification)
        advice_step = self._advice_step(state)
        if advice_step is not None:
            return advice_step
        approval = next_approval(state)
        if approval is not None:
            return AskUser(approval)
        tool_step = build_tool_step(state)
        if tool_step is not None:
            return RunSteps((tool_step,))
        due = due_agents(state)
        return self._run_agents(state, due) if due else self._after_all_agents(state, state.verdict)

    def _run_agents(self, state: NoteState, due: tuple[NoteAgent, ...]) -> Next:
        decisions = tuple(
            _route_decided(state, agent) for agent in due if route_key(state, agent) not in state.announced_routes
        )
        if decisions:
            return Record(decisions)
        if due == (NoteAgent.IMAGES,):
            batch = _batch_activity(state)
            if batch is not None:
                return Record((batch,))
        return RunSteps(tuple(step for agent in due for step in build_steps(state, agent, self.limits)))

    def _after_all_agents(self, state: NoteState, verdict: Verdict | None) -> Next:
        assert verdict is not None, "no agent is due only once the note is reviewed"
        if state.delivered:
            return Finish()
        target = find_return_target(state, verdict, self.limits.return_score)
        if target is None or state.iteration >= self._max_returns(state):
            return self._deliver(state)
        feedback = "\n".join(part for part in (verdict.feedback, *verdict.suggestions) if part)
        return Record((RunReflowed(state.iteration + 1, target, verdict.score, feedback),))

    def _deliver(self, state: NoteState) -> Next:
        return Record((WorkDelivered(compose_note(state, self.limits.return_score)),))

    def _stop(self, state: NoteState) -> Next:
        """Return the end of a stopped run: the best reviewed note, if there is one."""
        if state.delivered:
            return Finish()
        if state.best is not None:
            return self._deliver(state)
        text = CATALOG[Code.BUDGET_EXCEEDED].text.pick(state.language)
        return Fail(Failure(Code.BUDGET_EXCEEDED, text, node=NoteAgent.SUPERVISOR))

    def _advice_step(self, state: NoteState) -> Next | None:
        """Return the step that requests advice on the last result; None when none is due."""
        if state.has_severe_error or state.iteration >= self._max_returns_by_advice(state):
            return None
        due = due_agents(state, approved=True)
        finished = [agent for agent in SUPERVISED_AGENTS if agent in state.results]
        if not finished or due in ((), (NoteAgent.REVIEW,)):
            return None
        steps = build_steps(state, NoteAgent.SUPERVISOR, self.limits, finished=finished[-1], following=due[0])
        return RunSteps(steps) if steps else None

    def _apply_advice(self, state: NoteState, advice: Advice) -> tuple[Event, ...]:
        """Return the events for an advice: it is followed or ignored, and the run continues."""
        due, language = due_agents(state, approved=True), state.language
        decision = decide_on_advice(advice.agent, state, due, self._max_returns_by_advice(state))
        match decision:
            case Continue():
                return (RouteDecided(due[0], texts.ROUTE_REASONS[due[0]].pick(language)),)
            case ReturnTo(agent):
                reason = texts.ADVICE_TAKEN.pick(language).format(reason=advice.reason)
                returned = RunReflowed(state.iteration + 1, agent, 0.0, advice.reason)
                return RouteDecided(agent, reason), returned
            case Ignore(reason):
                text = texts.ADVICE_IGNORED.pick(language)
                return (RouteDecided(advice.agent, text.format(why=reason.pick(language), reason=advice.reason), True),)


def _route_decided(state: NoteState, agent: NoteAgent) -> RouteDecided:
    return RouteDecided(agent, texts.ROUTE_REASONS[agent].pick(state.language))


def _batch_activity(state: NoteState) -> AgentActivityEmitted | None:
    """Return the start of the image batch of this round, or its end; None when that is recorded."""
    call_id = batch_id(state)
    if not state.batch_started:
        return AgentActivityEmitted(NoteAgent.IMAGES, ToolCall(call_id, BATCH_TOOL, batch_input(state)))
    if state.images_resolved:
        return AgentActivityEmitted(NoteAgent.IMAGES, ToolResult(call_id, BATCH_TOOL, batch_output(state)))
    return None
