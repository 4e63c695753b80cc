"""What a judgement of a note leads to. Pure."""

from services.orchestrator.domain.note.agents import OWNERS, NoteAgent
from services.orchestrator.domain.note.state import NoteState
from services.orchestrator.domain.values import Verdict


def good_enough(verdict: Verdict, threshold: float) -> bool:
    """Whether a note of this *verdict* may go out: passed, and no score under *threshold*, whatever its words say."""
    if not verdict.judged:
        return True
    scores = (verdict.score, *verdict.dimensions.values())
    return verdict.passed and all(score >= threshold for score in scores)  # nor NaN


def owner_of_return(state: NoteState, verdict: Verdict, threshold: float) -> NoteAgent | None:
    """Return the agent that *verdict* sends a note back to, None where it is good enough or nobody could mend it.

    That is the owner of the lowest dimension among those who can mend it; where no dimension was judged, the agent
    that the verdict names. Nobody mends what the person wrote themselves.
    """
    if good_enough(verdict, threshold):
        return None
    owned = [(score, OWNERS[name]) for name, score in verdict.dimensions.items() if name in OWNERS]
    mendable = [(score, agent) for score, agent in owned if _can_mend(state, agent)]
    if mendable:
        return min(mendable, key=lambda one: one[0])[1]
    named = NoteAgent.named(verdict.return_to) or NoteAgent.WRITER
    return named if _can_mend(state, named) else None


def _can_mend(state: NoteState, agent: NoteAgent) -> bool:
    if agent is NoteAgent.IMAGES:
        return bool(state.images)
    return agent in state.made and agent is not NoteAgent.REVIEW and not state.costs_own_words(agent)
