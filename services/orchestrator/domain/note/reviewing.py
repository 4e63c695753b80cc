"""What a judgement of a note leads to. Pure."""

from services.orchestrator.domain.note.agents import OWNERS, NoteAgent
from services.orchestrator.domain.note.state import NoteState
from services.orchestrator.domain.values import Verdict


def good_enough(verdict: Verdict, threshold: float) -> bool:
    """Whether a note of this *verdict* may go out: passed, and no score under *threshold*, whatever its words say."""
    if not verdict.judged:
        return True
    return verdict.passed and all(score >= threshold for score in _scores(verdict))  # nor NaN


def rank(verdict: Verdict) -> tuple[bool, float, float]:
    """Order notes by what was found of them: what passed before what did not, then by score; the best is the greatest.

    Of notes that passed, the lowest score of each counts first: by it, one that is good enough is above every one
    that was sent back. One that was not judged is the last there is, and goes out.
    """
    if not verdict.judged:
        return True, 1.0, 1.0
    scores = [score if score > 0 else 0.0 for score in _scores(verdict)]  # NaN ranks last
    return verdict.passed, min(scores) if verdict.passed else 0.0, scores[0]


def _scores(verdict: Verdict) -> tuple[float, ...]:
    return verdict.score, *verdict.dimensions.values()


def owner_of_return(state: NoteState, verdict: Verdict, threshold: float) -> NoteAgent | None:
    """Return the agent that *verdict* sends a note back to, None where it is good enough or nobody could mend it.

    That is the owner of the lowest dimension; where none was judged, the agent that the verdict names. Nobody mends
    what the person wrote themselves: a note that is low in that alone goes out.
    """
    if good_enough(verdict, threshold):
        return None
    owned = sorted((score, OWNERS[name]) for name, score in verdict.dimensions.items() if name in OWNERS)
    low = [agent for score, agent in owned if not score >= threshold]  # nor NaN
    candidates = low or [agent for _, agent in owned] or [NoteAgent.named(verdict.return_to) or NoteAgent.WRITER]
    return next((agent for agent in candidates if _can_mend(state, agent)), None)


def _can_mend(state: NoteState, agent: NoteAgent) -> bool:
    if agent is NoteAgent.IMAGES:
        return bool(state.images)
    return agent in state.made and agent is not NoteAgent.REVIEW and not state.costs_own_words(agent)
