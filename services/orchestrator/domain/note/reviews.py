"""Consequences of the review of a note. Pure."""

from services.common.contract.feedback import ChangeOutcome
from services.common.contract.image_chat import Verdict
from services.common.contract.note import NoteContent
from services.orchestrator.domain.note.agents import DIMENSION_OWNERS, NoteAgent
from services.orchestrator.domain.note.state import NoteState


def is_good_enough(verdict: Verdict, threshold: float) -> bool:
    """Return whether a note of this *verdict* can be delivered: it passed, and no score is below *threshold*."""
    if not verdict.judged:
        return True
    return verdict.passed and all(score >= threshold for score in _scores(verdict))  # nor NaN


def rank(verdict: Verdict) -> tuple[bool, float, float]:
    """Return the sort key of a reviewed note: passed before not passed, then by score. The best has the greatest key.

    Of notes that passed, the lowest score of each counts first: one that is good enough ranks above each that was
    sent back. A note without a review is delivered, so it ranks above all.
    """
    if not verdict.judged:
        return True, 1.0, 1.0
    scores = [score if score > 0 else 0.0 for score in _scores(verdict)]  # NaN ranks last
    return verdict.passed, min(scores) if verdict.passed else 0.0, scores[0]


def _scores(verdict: Verdict) -> tuple[float, ...]:
    return verdict.score, *verdict.dimensions.values()


def find_return_target(state: NoteState, verdict: Verdict, threshold: float) -> NoteAgent | None:
    """Return the agent that *verdict* returns a note to, None when it is good enough or no agent can improve it.

    That is the owner of the dimension with the lowest score; without dimensions, the agent that the verdict names. No
    agent changes text of the user, or drops what the user had a built-in engine change: a note with low scores for that
    alone is delivered. So is one whose writer could change nothing at the return before.
    """
    if is_good_enough(verdict, threshold):
        return None
    owned = sorted(
        (score, DIMENSION_OWNERS[name]) for name, score in verdict.dimensions.items() if name in DIMENSION_OWNERS
    )
    low = [agent for score, agent in owned if not score >= threshold]  # nor NaN
    candidates = low or [agent for _, agent in owned] or [NoteAgent.named(verdict.return_to) or NoteAgent.WRITER]
    return next((agent for agent in candidates if _can_improve(state, agent)), None)


def _can_improve(state: NoteState, agent: NoteAgent) -> bool:
    if agent is NoteAgent.IMAGES:
        return bool(state.images)
    if agent is NoteAgent.WRITER and state.iteration and _has_changed_nothing(state.content):
        return False
    return agent in state.results and agent is not NoteAgent.REVIEW and not state.would_drop_user_text(agent)


def _has_changed_nothing(content: NoteContent | None) -> bool:
    """Return whether the built-in writer could make none of the changes that the last feedback requested."""
    changes = content.changes if content is not None and content.draft else ()
    return bool(changes) and not any(change.outcome in (ChangeOutcome.DONE, ChangeOutcome.PARTLY) for change in changes)
