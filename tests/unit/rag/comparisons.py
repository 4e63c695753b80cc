"""Comparisons of notes with a request, for tests."""

from services.rag.domain.likelihood import Comparison


def make_comparison(highest: float, with_request: float | None = None, **other: float) -> Comparison:
    """Return a comparison by title and tags; questions are as close, unless *other* has their cosines."""
    same = dict.fromkeys(("question", "questions", "unanswered"), highest)
    figures = {"with_request": highest if with_request is None else with_request}
    figures |= dict.fromkeys(("ahead", "learned", "matched"), 0.0)
    return Comparison(highest, **(figures | same | other))
