"""What a note asks a person, and when. Pure."""

from dataclasses import replace

from services.orchestrator.domain.note import wording
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.approving import CLARITY, CONTENT, IMAGE_PLANS, shown_content, shown_plans
from services.orchestrator.domain.note.state import CLEAR_ENOUGH, NoteState
from services.orchestrator.domain.note.values import Clarification
from services.orchestrator.domain.questions import Answer, Decision, Question

# A person is asked at most so often what they mean, and may send a product back at most so often; both bound the run.
MOST_CLARIFICATIONS = 3
MOST_REJECTIONS = 10


def clarification_of(state: NoteState) -> Question | None:
    """Return what an agent would have a person say before anybody goes on; None for nothing."""
    asked = sum(key.startswith(CLARITY) for key in state.asked_keys)
    if state.asked.skip_clarification or asked >= MOST_CLARIFICATIONS:
        return None
    for agent, clarification in _open(state):
        key = f"{CLARITY}-{clarification.key}"
        if clarification.question and key not in state.asked_keys:
            return _within(state, _clarifying(agent, clarification, key))
    return None


def _open(state: NoteState) -> list[tuple[NoteAgent, Clarification]]:
    """Return what agents would like to know before somebody works with what they made, each with who asks."""
    found = list[tuple[NoteAgent, Clarification]]()
    brief = state.brief
    if brief is not None and brief.clarification is not None and brief.requirement_clarity < CLEAR_ENOUGH:
        found.append((NoteAgent.BRIEF, brief.clarification))
    if state.content is not None and state.content.clarification is not None and state.layout is None:
        found.append((NoteAgent.WRITER, state.content.clarification))
    if state.plans is not None and state.plans.clarification is not None and not state.batch_told:
        found.append((NoteAgent.IMAGE_PLANNER, state.plans.clarification))
    if state.unclear is not None and state.brief is not None and not state.costs_own_words(NoteAgent.BRIEF):
        found.append((NoteAgent.BRIEF, state.unclear))
    return found


def _clarifying(agent: NoteAgent, clarification: Clarification, key: str) -> Question:
    options = tuple({option.id: option for option in clarification.options if option.id}.values())
    return Question(
        key=key,
        kind=CLARITY,
        text=clarification.question,
        decisions=(Decision.CHOOSE, Decision.APPROVE),
        options=options,
        selection=clarification.selection,
        allow_custom=clarification.allow_custom or not options,
        shown={"agent": agent.value},
    )


def approval_of(state: NoteState) -> Question | None:
    """Return whether the last product is right, as a question; None where that is not to be asked."""
    content, plans, language = state.content, state.plans, state.language
    if content is not None and _open_to_approval(state, NoteAgent.WRITER):
        text = wording.APPROVE_CONTENT.pick(language).format(title=content.title)
        key = f"{CONTENT}-{state.round_of(NoteAgent.WRITER)}"
        return _within(state, Question(key, CONTENT, text, _decisions(state), shown=shown_content(content)))
    if plans is not None and _open_to_approval(state, NoteAgent.IMAGE_PLANNER):
        text = wording.APPROVE_IMAGE_PLANS.pick(language).format(count=len(plans.plans))
        key = f"{IMAGE_PLANS}-{state.round_of(NoteAgent.IMAGE_PLANNER)}"
        return _within(state, Question(key, IMAGE_PLANS, text, _decisions(state), shown=shown_plans(plans)))
    return None


def _open_to_approval(state: NoteState, agent: NoteAgent) -> bool:
    return agent in state.made and not state.complete(agent)


def _decisions(state: NoteState) -> tuple[Decision, ...]:
    if state.rejections >= MOST_REJECTIONS:
        return Decision.APPROVE, Decision.MODIFY
    return Decision.APPROVE, Decision.REJECT, Decision.MODIFY


def _within(state: NoteState, question: Question) -> Question:
    """Return *question* with the time it waits at most, where the run has one: after it the answer is to go on."""
    if state.asked.answer_within is None:
        return question
    return replace(question, expires_in=state.asked.answer_within, default=Answer(Decision.APPROVE))
