"""Questions of the note workflow to the user. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from services.common.contract.feedback import FeedbackChange
from services.common.contract.note import Clarification
from services.common.contract.questions import Answer, Decision, Question
from services.common.text.language import Language
from services.orchestrator.domain.note import texts
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.approvals import CLARITY, CONTENT, IMAGE_PLANS, content_to_json, plans_to_json
from services.orchestrator.domain.note.state import MIN_CLARITY, NoteState

# Limits of the questions to the user, and of their rejections: both bound the length of a run.
MAX_CLARIFICATIONS = 3
MAX_REJECTIONS = 10
MAX_CHANGE_LENGTH = 100


def next_clarification(state: NoteState) -> Question | None:
    """Return the next clarification that an agent needs from the user, None for none."""
    count = sum(key.startswith(CLARITY) for key in state.question_keys)
    if state.input.skip_clarification or count >= MAX_CLARIFICATIONS:
        return None
    for agent, clarification in _open_clarifications(state):
        key = f"{CLARITY}-{clarification.key}"
        if clarification.question and key not in state.question_keys:
            return _with_expiry(state, _clarification_question(agent, clarification, key))
    return None


def _open_clarifications(state: NoteState) -> list[tuple[NoteAgent, Clarification]]:
    """Return the open clarifications with the agents that request them, before another agent uses their results."""
    open_clarifications = list[tuple[NoteAgent, Clarification]]()
    brief = state.brief
    if brief is not None and brief.clarification is not None and brief.requirement_clarity < MIN_CLARITY:
        open_clarifications.append((NoteAgent.BRIEF, brief.clarification))
    evidence = state.evidence
    # A question stops the steps in flight, so it waits for the analysis of the reference images.
    is_researched = state.content is None and state.is_complete(NoteAgent.REFERENCES)
    if evidence is not None and evidence.clarification is not None and is_researched:
        open_clarifications.append((NoteAgent.EVIDENCE, evidence.clarification))
    if state.content is not None and state.content.clarification is not None and state.layout is None:
        open_clarifications.append((NoteAgent.WRITER, state.content.clarification))
    if state.plans is not None and state.plans.clarification is not None and not state.batch_started:
        open_clarifications.append((NoteAgent.IMAGE_PLANNER, state.plans.clarification))
    if (
        state.supervisor_clarification is not None
        and state.brief is not None
        and not state.would_drop_user_text(NoteAgent.BRIEF)
    ):
        open_clarifications.append((NoteAgent.BRIEF, state.supervisor_clarification))
    return open_clarifications


def _clarification_question(agent: NoteAgent, clarification: Clarification, key: str) -> Question:
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


def next_approval(state: NoteState) -> Question | None:
    """Return the question whether the user approves the last result, None when no approval is due."""
    content, plans, language = state.content, state.plans, state.language
    if content is not None and _needs_approval(state, NoteAgent.WRITER):
        text = texts.APPROVE_CONTENT.pick(language).format(title=content.title)
        text = "\n".join((text, *describe_changes(content.changes, language)))
        key = f"{CONTENT}-{state.round_number(NoteAgent.WRITER)}"
        return _with_expiry(state, Question(key, CONTENT, text, _decisions(state), shown=content_to_json(content)))
    if plans is not None and _needs_approval(state, NoteAgent.IMAGE_PLANNER):
        text = texts.APPROVE_IMAGE_PLANS.pick(language).format(count=len(plans.plans))
        text = "\n".join((text, *describe_changes(plans.changes, language)))
        key = f"{IMAGE_PLANS}-{state.round_number(NoteAgent.IMAGE_PLANNER)}"
        return _with_expiry(state, Question(key, IMAGE_PLANS, text, _decisions(state), shown=plans_to_json(plans)))
    return None


def describe_changes(changes: Sequence[FeedbackChange], language: Language) -> tuple[str, ...]:
    """Return one line for each of *changes* below a heading, nothing without any."""
    lines = [
        texts.CHANGE_OUTCOMES[change.outcome].pick(language).format(text=change.text[:MAX_CHANGE_LENGTH])
        for change in changes
        if change.outcome in texts.CHANGE_OUTCOMES
    ]
    return (texts.CHANGES.pick(language), *lines) if lines else ()


def _needs_approval(state: NoteState, agent: NoteAgent) -> bool:
    return agent in state.results and not state.is_complete(agent)


def _decisions(state: NoteState) -> tuple[Decision, ...]:
    if state.rejections >= MAX_REJECTIONS:
        return Decision.APPROVE, Decision.MODIFY
    return Decision.APPROVE, Decision.REJECT, Decision.MODIFY


def _with_expiry(state: NoteState, question: Question) -> Question:
    """Return *question* with the expiry that the request sets, if any: the default answer is to continue."""
    if state.input.answer_within is None:
        return question
    return replace(question, expires_in=state.input.answer_within, default=Answer(Decision.APPROVE))
