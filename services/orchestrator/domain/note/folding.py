"""The fold of a note: what each event makes of its state."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from services.common.language import Text
from services.orchestrator.domain.events import (
    AgentActed,
    BudgetAction,
    BudgetReached,
    ErrorRaised,
    Event,
    QuestionAnswered,
    QuestionAsked,
    RouteDecided,
    RunReflowed,
    SessionRecalled,
    StepFailed,
    StepFinished,
    ToolCall,
    ToolResult,
    WarningRecorded,
    WorkDelivered,
)
from services.orchestrator.domain.note import wording
from services.orchestrator.domain.note.agents import NoteAgent, redone_with
from services.orchestrator.domain.note.approving import APPROVALS, answered_product
from services.orchestrator.domain.note.reviewing import rank
from services.orchestrator.domain.note.state import CLEAR_ENOUGH, Delivery, NoteState, Product, announcement
from services.orchestrator.domain.note.values import (
    Advice,
    Brief,
    Clarification,
    Clarified,
    ComposedNote,
    EvidencePack,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    ReferenceAnalyses,
)
from services.orchestrator.domain.questions import Answer, Decision, Question
from services.orchestrator.domain.values import Failure, Verdict

# What a review says of a picture that need not be made again, before its plan.
SOUND_IMAGE = "images/"
_MAKERS: Mapping[type[Any], NoteAgent] = {
    Brief: NoteAgent.BRIEF,
    EvidencePack: NoteAgent.EVIDENCE,
    ReferenceAnalyses: NoteAgent.REFERENCES,
    NoteContent: NoteAgent.WRITER,
    LayoutSpec: NoteAgent.LAYOUT,
    ImagePlanSet: NoteAgent.IMAGE_PLANNER,
    Verdict: NoteAgent.REVIEW,
}


def evolve(state: NoteState, event: Event) -> NoteState:
    """Return the state after *event*; events that tell nothing new leave it as it is."""
    match event:
        case SessionRecalled(messages, _):
            return replace(state, messages=messages)
        case StepFinished(step, agent, _, result):
            return _finished(state, NoteAgent(agent), step, result)
        case StepFailed(step, agent, _, failure, None):
            return _given_up(replace(state, last_error=failure), NoteAgent(agent), step, failure)
        case AgentActed(_, ToolCall()):
            return replace(state, batch_told=True)
        case AgentActed(_, ToolResult()):
            return replace(state, batch_over=True)
        case RouteDecided(agent, _, ignored):
            announced = state.announced if ignored else state.announced | {announcement(state, NoteAgent(agent))}
            return replace(state, announced=announced, advice=None)
        case RunReflowed(round_, return_to, _, feedback):
            back = _dropped(state, NoteAgent(return_to), feedback)
            return replace(back, images=_kept_images(state, NoteAgent(return_to)), iteration=round_, advice=None)
        case QuestionAsked(question, _, _):
            return replace(state, pending=question, asked_keys=state.asked_keys | {question.key})
        case QuestionAnswered(_, answer, _, _):
            return _answered(state, answer)
        case BudgetReached(_, _, _, BudgetAction.STOP, _):
            return replace(state, stopped=True)
        case WarningRecorded():
            return replace(state, warning=None)
        case ErrorRaised(failure):
            return replace(state, failure=failure)
        case WorkDelivered(work):
            return replace(state, delivered=True, best=_delivered(state.best, work))
        case _:
            return state


def plan_of(step: str) -> str:
    """Return the plan that the step "image_agent-ROUND-PLAN" paints."""
    return step.split("-", 2)[2]


def _finished(state: NoteState, agent: NoteAgent, step: str, result: Any) -> NoteState:
    match result:
        case Advice():
            return replace(state, advice=result, advised=state.advised | {step}, unclear=_unclear(state, result))
        case NoteImage():
            return replace(state, images={**state.images, plan_of(step): result})
        case Verdict():
            return _judged(state, result)
        case _:
            return _with(state, _MAKERS[type(result)], result)


def _unclear(state: NoteState, advice: Advice) -> Clarification | None:
    """Return what the supervisor would have asked: its question, where it finds the wish unclear."""
    return advice.clarification if advice.requirement_clarity < CLEAR_ENOUGH else state.unclear


def _with(state: NoteState, agent: NoteAgent, product: Product) -> NoteState:
    return replace(state, made={**state.made, agent: product})


def _judged(state: NoteState, verdict: Verdict) -> NoteState:
    """Keep the judgement, and the note with it where it is the best so far."""
    state = _with(state, NoteAgent.REVIEW, verdict)
    if state.content is None or state.layout is None or state.plans is None:
        return state
    best = state.best
    if best is None or rank(verdict) > rank(best.verdict):
        best = Delivery(state.content, state.layout, state.plans, state.images, state.lost, verdict)
    return replace(state, best=best)


def _delivered(best: Delivery | None, work: ComposedNote) -> Delivery | None:
    """Return *best* as it went out: a log keeps telling what a person got, also where this version ranks otherwise."""
    if best is None or work.content is None or work.layout is None or work.verdict is None:
        return best
    images = {image.plan_id: image for image in work.images}
    return replace(best, content=work.content, layout=work.layout, images=images, verdict=work.verdict)


def _dropped(state: NoteState, agent: NoteAgent, feedback: str) -> NoteState:
    """Return the state in which *agent* works again, with *feedback*, and everyone after it; the rest is kept."""
    again = redone_with(agent)
    made = {maker: product for maker, product in state.made.items() if maker not in again}
    # A step's name is never used twice: who has worked counts up, and so does who was only begun with.
    rounds = {**state.rounds, **{one: state.rounds.get(one, 0) + 1 for one in again if _has_worked(state, one)}}
    before = state.content if NoteAgent.WRITER in again else state.before
    state = replace(state, made=made, rounds=rounds, before=before or state.before, approved=state.approved - again)
    state = replace(state, feedback={**_without(state.feedback, again), agent: feedback})
    if NoteAgent.IMAGES in again:
        state = replace(state, images={}, lost={}, batch_told=False, batch_over=False)
    return state


def _kept_images(state: NoteState, back_to: NoteAgent) -> Mapping[str, NoteImage]:
    """Return the pictures that need not be made again when the work goes back: those that the review calls sound.

    Where it calls every picture sound and none is missing, it does not say which to mend: all are made again.
    """
    if back_to is not NoteAgent.IMAGES:
        return {} if NoteAgent.IMAGES in redone_with(back_to) else state.images
    sound = state.verdict.keep if state.verdict is not None else ()
    kept = {name: image for name, image in state.images.items() if f"{SOUND_IMAGE}{name}" in sound}
    return kept if state.lost or len(kept) < len(state.images) else {}


def _has_worked(state: NoteState, agent: NoteAgent) -> bool:
    if agent is NoteAgent.IMAGES:
        return state.batch_told
    return agent in state.made


def _without(feedback: Mapping[NoteAgent, str], agents: frozenset[NoteAgent]) -> dict[NoteAgent, str]:
    return {agent: text for agent, text in feedback.items() if agent not in agents}


def _answered(state: NoteState, answer: Answer) -> NoteState:
    question = state.pending
    state = replace(state, pending=None)
    if question is None:
        return state
    agent = APPROVALS.get(question.kind)
    if agent is None:
        return _clarified(state, question, answer)
    match answer.decision:
        case Decision.APPROVE | Decision.CHOOSE:
            return replace(state, approved=state.approved | {agent})
        case Decision.MODIFY:
            theirs = answered_product(question.kind, answer.content, state.content, state.plans)
            # What was best before is not what they want any more.
            return replace(_with(state, agent, theirs), approved=state.approved | {agent}, best=None)
        case Decision.REJECT:
            return replace(_dropped(state, agent, answer.feedback), rejections=state.rejections + 1)
        case _:
            assert_never(answer.decision)


def _clarified(state: NoteState, question: Question, answer: Answer) -> NoteState:
    """Return the state in which the agent that asked works again, knowing the answer; or goes on without one."""
    if answer.decision is not Decision.CHOOSE:
        return state
    labels = [option.label for option in question.options if option.id in answer.chosen]
    said = wording.LISTED.pick(state.language).join(part for part in (*labels, answer.feedback.strip()) if part)
    clarified = (*state.clarified, Clarified(question.text, said))
    asker = NoteAgent(question.shown["agent"])
    return replace(_dropped(state, asker, state.feedback.get(asker, "")), clarified=clarified)


def _given_up(state: NoteState, agent: NoteAgent, step: str, failure: Failure) -> NoteState:
    """Return the state after the last try of a step: degraded where that is possible, failed where it is not."""
    match agent:
        case NoteAgent.EVIDENCE:
            return replace(_with(state, agent, EvidencePack()), warning=_said(wording.NO_EVIDENCE, failure, state))
        case NoteAgent.REFERENCES:
            return replace(_with(state, agent, ReferenceAnalyses()), warning=_said(wording.UNSEEN, failure, state))
        case NoteAgent.SUPERVISOR:
            return replace(state, advised=state.advised | {step}, warning=_said(wording.NO_ADVICE, failure, state))
        case NoteAgent.IMAGES:
            return replace(state, lost={**state.lost, plan_of(step): failure}, warning=failure)
        case NoteAgent.REVIEW:
            note = Verdict(passed=True, score=0.0, feedback=wording.NOT_JUDGED.pick(state.language), judged=False)
            return replace(_judged(state, note), warning=failure)
        case _ if failure.code.startswith("LLM_") and agent not in state.degraded:
            rounds = {**state.rounds, agent: state.rounds.get(agent, 0) + 1}
            warning = _said(wording.BY_RULES, failure, state)
            return replace(state, degraded=state.degraded | {agent}, rounds=rounds, warning=warning)
        case _ if state.best is not None:
            # A whole note of an earlier round is there: deliver it rather than nothing.
            return replace(state, stopped=True, warning=failure)
        case _:
            return replace(state, failure=failure)


def _said(text: Text, failure: Failure, state: NoteState) -> Failure:
    """Return *failure* with a *text* that says how the run goes on."""
    return replace(failure, message=f"{text.pick(state.language)} {failure.message}")
