"""Decides on a model's advice: it can lead back to an earlier agent, and never past the review. Pure."""

from dataclasses import dataclass

from services.common.text.language import Text
from services.orchestrator.domain.note import texts
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.state import NoteState


@dataclass(frozen=True, slots=True)
class Continue:
    """The advice agrees with the default order."""


@dataclass(frozen=True, slots=True)
class ReturnTo:
    """The work returns to *agent*."""

    agent: NoteAgent


@dataclass(frozen=True, slots=True)
class Ignore:
    """The advice is rejected, with the *reason*."""

    reason: Text


AdviceDecision = Continue | ReturnTo | Ignore


def decide_on_advice(advised: str, state: NoteState, due: tuple[NoteAgent, ...], max_returns: int) -> AdviceDecision:
    """Return the decision on the advice that *advised* works next, where the default order has *due*.

    Advice can return the work until that has happened *max_returns* times.
    """
    agent = NoteAgent.named(advised)
    if not advised or agent in due:
        return Continue()
    if due == (NoteAgent.REVIEW,):
        return Ignore(texts.REVIEW_IS_DUE)
    if state.iteration >= max_returns:
        return Ignore(texts.NO_MORE_RETURNS)
    if state.has_severe_error:
        return Ignore(texts.AFTER_AN_ERROR)
    if agent is None or agent is NoteAgent.SUPERVISOR:
        return Ignore(texts.NO_SUCH_AGENT)
    if agent not in state.results:  # it has not worked yet: that would lead forward
        return Ignore(texts.NOT_BACKWARD)
    if state.would_drop_user_text(agent):
        return Ignore(texts.LOSES_USER_TEXT)
    return ReturnTo(agent)
