"""How far a model's advice is followed: back, or the same stage again, and never past the review. Pure."""

from dataclasses import dataclass

from services.common.language import Text
from services.orchestrator.domain.note import wording
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.state import NoteState


@dataclass(frozen=True, slots=True)
class GoOn:
    """The advice changes nothing."""


@dataclass(frozen=True, slots=True)
class GoBack:
    """The work goes back to *agent*."""

    agent: NoteAgent


@dataclass(frozen=True, slots=True)
class Ignored:
    """The advice is not taken, and *why*."""

    why: Text


Judgement = GoOn | GoBack | Ignored


def judge(advised: str, state: NoteState, due: tuple[NoteAgent, ...], most_returns: int) -> Judgement:
    """Return what follows from the advice to have *advised* work, where *due* would work without it.

    It may lead back until the work has gone back *most_returns* times.
    """
    agent = NoteAgent.named(advised)
    if not advised or agent in due:
        return GoOn()
    if due == (NoteAgent.REVIEW,):
        return Ignored(wording.REVIEW_IS_DUE)
    if state.iteration >= most_returns:
        return Ignored(wording.NO_MORE_RETURNS)
    if state.severe:
        return Ignored(wording.AFTER_AN_ERROR)
    if agent is None or agent is NoteAgent.SUPERVISOR:
        return Ignored(wording.NO_SUCH_AGENT)
    if agent not in state.made:  # it has not worked yet: that would be forward
        return Ignored(wording.POINTS_FORWARD)
    if state.costs_own_words(agent):
        return Ignored(wording.OWN_WORDS)
    return GoBack(agent)
