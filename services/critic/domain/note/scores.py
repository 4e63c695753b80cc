"""Caps of scores, and the overall score of a note.

The score is the weighted mean of the dimensions (`WEIGHTS`), and exceeds the lowest dimension by at most the difference
of the pass and return thresholds (0.1): so a note with a dimension that is returned never passes.
"""

from collections.abc import Mapping

from services.common.limits import Limits
from services.critic.domain.note.dimensions import WEIGHTS, NoteDimension


def compute_cap(score: float, limits: Limits) -> float:
    """Return the cap of a total of which one part has *score*.

    Below the return threshold it is that score itself; from there to the pass threshold it rises to 1.
    """
    if score < limits.return_score:
        return score
    if score >= limits.pass_score:
        return 1.0
    share = (score - limits.return_score) / (limits.pass_score - limits.return_score)
    return limits.return_score + (1 - limits.return_score) * share


def compute_overall_score(scores: Mapping[NoteDimension, float], limits: Limits) -> float:
    """Return the score of a note from those of its dimensions, at least one."""
    total = sum(WEIGHTS[dimension] for dimension in scores)
    mean = sum(WEIGHTS[dimension] * score for dimension, score in scores.items()) / total
    above = max(0.0, limits.pass_score - limits.return_score)
    return round(min(mean, min(scores.values()) + above), 4)


def passes(scores: Mapping[NoteDimension, float], limits: Limits) -> bool:
    """Return whether a note with these scores passes: as a whole, and in each dimension by itself."""
    return compute_overall_score(scores, limits) >= limits.pass_score and min(scores.values()) >= limits.return_score
