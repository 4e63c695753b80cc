"""The fold of the note workflow: the state after each event."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from services.common.contract.activity import ToolCall, ToolResult
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.contract.note import (
    Advice,
    Brief,
    Clarification,
    ClarificationAnswer,
    ComposedNote,
    EvidencePack,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    ReferenceAnalyses,
    TemplateSet,
)
from services.common.contract.prompts import PromptSet
from services.common.contract.questions import Answer, Decision, Question
from services.common.text.language import Text
from services.orchestrator.domain.events import (
    AgentActivityEmitted,
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
    WarningRecorded,
    WorkDelivered,
)
from services.orchestrator.domain.note import texts
from services.orchestrator.domain.note.agents import NoteAgent, affected_agents
from services.orchestrator.domain.note.approvals import APPROVED_AGENTS, parse_modified_result
from services.orchestrator.domain.note.reviews import rank
from services.orchestrator.domain.note.state import (
    MIN_CLARITY,
    AgentResult,
    NoteState,
    ReviewedNote,
    is_severe,
    route_key,
)
from services.orchestrator.domain.note.steps import PROMPTS_STEP, TEMPLATES_STEP

# Prefix of an image plan in the `keep` list of a review.
KEEP_IMAGE_PREFIX = "images/"
_RESULT_AGENTS: Mapping[type[Any], NoteAgent] = {
    Brief: NoteAgent.BRIEF,
    EvidencePack: NoteAgent.EVIDENCE,
    ReferenceAnalyses: NoteAgent.REFERENCES,
    NoteContent: NoteAgent.WRITER,
    LayoutSpec: NoteAgent.LAYOUT,
    ImagePlanSet: NoteAgent.IMAGE_PLANNER,
    Verdict: NoteAgent.REVIEW,
}
# Agents whose step the built-in engine repeats after any severe error; of the brief, after an error of its model.
_REPEATED_BY_RULES = frozenset({NoteAgent.WRITER, NoteAgent.LAYOUT, NoteAgent.IMAGE_PLANNER})


def evolve(state: NoteState, event: Event) -> NoteState:
    """Return the state after *event*. Events that do not concern it leave it unchanged."""
    match event:
        case SessionRecalled(messages, _):
            return replace(state, messages=messages)
        case StepFinished(step, agent, _, result):
            return _with_step_result(state, NoteAgent(agent), step, result)
        case StepFailed(step, agent, _, failure, None):
            return _degrade_or_fail(replace(state, last_error=failure), NoteAgent(agent), step, failure)
        case AgentActivityEmitted(_, ToolCall()):
            return replace(state, batch_started=True)
        case AgentActivityEmitted(_, ToolResult()):
            return replace(state, batch_finished=True)
        case RouteDecided(agent, _, ignored):
            announced = (
                state.announced_routes if ignored else state.announced_routes | {route_key(state, NoteAgent(agent))}
            )
            return replace(state, announced_routes=announced, advice=None)
        case RunReflowed(round_, return_to, _, feedback):
            returned = _return_to(state, NoteAgent(return_to), feedback)
            return replace(returned, images=_images_to_keep(state, NoteAgent(return_to)), iteration=round_, advice=None)
        case QuestionAsked(question, _, _):
            return replace(state, pending=question, question_keys=state.question_keys | {question.key})
        case QuestionAnswered(_, answer, _, _):
            return _with_answer(state, answer)
        case BudgetReached(_, _, _, BudgetAction.STOP, _):
            return replace(state, stopped=True)
        case WarningRecorded():
            return replace(state, warning=None)
        case ErrorRaised(failure):
            return replace(state, failure=failure)
        case WorkDelivered(ComposedNote() as note):
            return replace(state, delivered=True, best=_with_delivered(state.best, note))
        case _:
            return state


def parse_plan_id(step: str) -> str:
    """Return the plan of the step "image_agent-ROUND-PLAN"."""
    return step.split("-", 2)[2]


def _with_step_result(state: NoteState, agent: NoteAgent, step: str, result: Any) -> NoteState:
    match result:
        case Advice():
            return replace(
                state,
                advice=result,
                advised_steps=state.advised_steps | {step},
                supervisor_clarification=_supervisor_clarification(state, result),
            )
        case PromptSet():
            return replace(state, prompts=result)
        case TemplateSet():
            return replace(state, templates=result)
        case NoteImage():
            return replace(state, images={**state.images, parse_plan_id(step): result})
        case Verdict():
            return _with_verdict(state, result)
        case _:
            return _with_result(state, _RESULT_AGENTS[type(result)], result)


def _supervisor_clarification(state: NoteState, advice: Advice) -> Clarification | None:
    """Return the question of the supervisor when it finds the request unclear."""
    return advice.clarification if advice.requirement_clarity < MIN_CLARITY else state.supervisor_clarification


def _with_result(state: NoteState, agent: NoteAgent, result: AgentResult) -> NoteState:
    return replace(state, results={**state.results, agent: result})


def _with_verdict(state: NoteState, verdict: Verdict) -> NoteState:
    """Set the verdict, and the best note when this one is better."""
    state = _with_result(state, NoteAgent.REVIEW, verdict)
    if state.content is None or state.layout is None or state.plans is None:
        return state
    best = state.best
    if best is None or rank(verdict) > rank(best.verdict):
        best = ReviewedNote(state.content, state.layout, state.plans, state.images, state.failed_images, verdict)
    return replace(state, best=best)


def _with_delivered(best: ReviewedNote | None, note: ComposedNote) -> ReviewedNote | None:
    """Return *best* as it was delivered: a later version may rank the notes differently."""
    if best is None or note.content is None or note.layout is None or note.verdict is None:
        return best
    images = {image.plan_id: image for image in note.images}
    return replace(best, content=note.content, layout=note.layout, images=images, verdict=note.verdict)


def _return_to(state: NoteState, agent: NoteAgent, feedback: str) -> NoteState:
    """Return the state in which *agent* and its dependents work again, with *feedback*. Other results stay."""
    again = affected_agents(agent)
    results = {done: result for done, result in state.results.items() if done not in again}
    # Step names are unique: the round of each agent that has started increases.
    rounds = {**state.rounds, **{one: state.rounds.get(one, 0) + 1 for one in again if _has_worked(state, one)}}
    previous = state.content if NoteAgent.WRITER in again else state.previous_content
    state = replace(
        state,
        results=results,
        rounds=rounds,
        previous_content=previous or state.previous_content,
        previous_plans=None if NoteAgent.WRITER in again else state.plans or state.previous_plans,
        rejected=state.rejected - again,
        approved=state.approved - again,
    )
    state = replace(state, feedback={**_without(state.feedback, again), agent: feedback})
    if NoteAgent.BRIEF in again:
        state = replace(state, templates=None)
    if NoteAgent.IMAGES in again:
        state = replace(state, images={}, failed_images={}, batch_started=False, batch_finished=False)
    return state


def _images_to_keep(state: NoteState, target: NoteAgent) -> Mapping[str, NoteImage]:
    """Return the images that stay when the work returns: those in the `keep` list of the review.

    When it keeps every image and none failed, it does not name the ones to improve: all are generated again.
    """
    if target is not NoteAgent.IMAGES:
        return {} if NoteAgent.IMAGES in affected_agents(target) else state.images
    keep = state.verdict.keep if state.verdict is not None else ()
    images = {name: image for name, image in state.images.items() if f"{KEEP_IMAGE_PREFIX}{name}" in keep}
    return images if state.failed_images or len(images) < len(state.images) else {}


def _has_worked(state: NoteState, agent: NoteAgent) -> bool:
    if agent is NoteAgent.IMAGES:
        return state.batch_started
    return agent in state.results


def _without(feedback: Mapping[NoteAgent, str], agents: frozenset[NoteAgent]) -> dict[NoteAgent, str]:
    return {agent: text for agent, text in feedback.items() if agent not in agents}


def _with_answer(state: NoteState, answer: Answer) -> NoteState:
    question = state.pending
    state = replace(state, pending=None)
    if question is None:
        return state
    agent = APPROVED_AGENTS.get(question.kind)
    if agent is None:
        return _with_clarification(state, question, answer)
    match answer.decision:
        case Decision.APPROVE | Decision.CHOOSE:
            return replace(state, approved=state.approved | {agent})
        case Decision.MODIFY:
            modified = parse_modified_result(question.kind, answer.content, state.content, state.plans)
            # The best note so far is no longer what the user requests.
            return replace(_with_result(state, agent, modified), approved=state.approved | {agent}, best=None)
        case Decision.REJECT:
            state = _return_to(state, agent, answer.feedback)
            return replace(state, rejections=state.rejections + 1, rejected=state.rejected | {agent})
        case _:
            assert_never(answer.decision)


def _with_clarification(state: NoteState, question: Question, answer: Answer) -> NoteState:
    """Return the state in which the agent works again with the answer, or unchanged when the user gave none."""
    if answer.decision is not Decision.CHOOSE:
        return state
    labels = [option.label for option in question.options if option.id in answer.chosen]
    answer_text = texts.LIST_SEPARATOR.pick(state.language).join(
        part for part in (*labels, answer.feedback.strip()) if part
    )
    answers = (*state.clarification_answers, ClarificationAnswer(question.text, answer_text))
    agent = NoteAgent(question.shown["agent"])
    return replace(_return_to(state, agent, state.feedback.get(agent, "")), clarification_answers=answers)


def _degrade_or_fail(state: NoteState, agent: NoteAgent, step: str, failure: Failure) -> NoteState:
    """Return the state after the last attempt of a step: degraded if possible, else failed."""
    match agent:
        case NoteAgent.EVIDENCE:
            return _without_evidence(state, failure)
        case NoteAgent.REFERENCES:
            return replace(
                _with_result(state, agent, ReferenceAnalyses()), warning=_with_text(texts.NO_REFERENCES, failure, state)
            )
        case NoteAgent.SUPERVISOR:
            return _without_supervisor(state, step, failure)
        case NoteAgent.IMAGES:
            return replace(state, failed_images={**state.failed_images, parse_plan_id(step): failure}, warning=failure)
        case NoteAgent.REVIEW:
            verdict = Verdict(passed=True, score=0.0, feedback=texts.NOT_REVIEWED.pick(state.language), judged=False)
            return replace(_with_verdict(state, verdict), warning=failure)
        case _ if _is_repeated_by_rules(agent, failure) and agent not in state.degraded:
            rounds = {**state.rounds, agent: state.rounds.get(agent, 0) + 1}
            warning = _with_text(texts.BUILTIN_FALLBACK, failure, state)
            return replace(state, degraded=state.degraded | {agent}, rounds=rounds, warning=warning)
        case _ if state.best is not None:
            # A reviewed note of an earlier round exists: deliver it.
            return replace(state, stopped=True, warning=failure)
        case _:
            return replace(state, failure=failure)


def _without_evidence(state: NoteState, failure: Failure) -> NoteState:
    """Return the state after lost evidence: it is requested once more before the text, then missing."""
    losses = state.evidence_losses + 1
    if losses == 1:
        rounds = {**state.rounds, NoteAgent.EVIDENCE: state.rounds.get(NoteAgent.EVIDENCE, 0) + 1}
        warning = _with_text(texts.EVIDENCE_AGAIN, failure, state)
        return replace(state, evidence_losses=losses, rounds=rounds, warning=warning)
    warning = _with_text(texts.NO_EVIDENCE, failure, state)
    without = _with_result(state, NoteAgent.EVIDENCE, EvidencePack())
    return replace(without, evidence_losses=losses, is_evidence_missing=True, warning=warning)


def _is_repeated_by_rules(agent: NoteAgent, failure: Failure) -> bool:
    """Return whether the built-in engine repeats a step of *agent* after *failure*."""
    return failure.code.startswith("LLM_") or (agent in _REPEATED_BY_RULES and is_severe(failure))


def _without_supervisor(state: NoteState, step: str, failure: Failure) -> NoteState:
    """Return the state after a step of the supervisor failed: agents use their own prompts, templates or order."""
    if step == PROMPTS_STEP:
        return replace(state, prompts=PromptSet(), warning=_with_text(texts.NO_PROMPTS, failure, state))
    if step.startswith(TEMPLATES_STEP):
        return replace(state, templates=TemplateSet(), warning=_with_text(texts.NO_TEMPLATES, failure, state))
    advised_steps = state.advised_steps | {step}
    return replace(state, advised_steps=advised_steps, warning=_with_text(texts.NO_ADVICE, failure, state))


def _with_text(text: Text, failure: Failure, state: NoteState) -> Failure:
    """Return *failure* with a *text* about how the run continues."""
    return replace(failure, message=f"{text.pick(state.language)} {failure.message}")
