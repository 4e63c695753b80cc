"""RankCandidates: the templates and agents of the agent team that fit a task, by their meaning."""

from collections.abc import AsyncGenerator, Sequence

import numpy as np

from services.common.contract.activity import Activity
from services.common.contract.agent_team.team import RankedCandidates, TaskCandidate
from services.common.contract.agent_team.team_requests import RankCandidates as Request
from services.common.contract.step import StepCall
from services.rag.adapters.cached_embeddings import CachedEmbeddings
from services.rag.adapters.embeddings import BuiltinEmbeddings, Vectors

MIN_SIMILARITY = 0.475
"""The cosine from which a candidate fits: docs/agent-team/agent-team.md has the table that it was calibrated on."""
CACHED_TEXTS = 4_000


class RankCandidates:
    """Compares with *embeddings*, always the built-in model: it is free, and the threshold is calibrated for it.

    The vectors of candidates are cached: a catalog rarely changes.
    """

    def __init__(self, embeddings: BuiltinEmbeddings) -> None:
        self._embeddings = embeddings
        self._cached = CachedEmbeddings(embeddings, CACHED_TEXTS)

    async def __call__(self, request: Request, call: StepCall) -> AsyncGenerator[Activity | RankedCandidates, None]:
        """Yield the ids of the candidates that are similar enough to the task, best first."""
        texts = {text for candidate in request.candidates for text in candidate.texts}
        vectors = await self._cached.embed(sorted(texts))
        (task,) = (await self._embeddings.embed([request.text])).vectors
        yield RankedCandidates(_rank(request.candidates, vectors, task))


def _rank(candidates: Sequence[TaskCandidate], vectors: dict[str, Vectors], task: Vectors) -> tuple[str, ...]:
    """Return the ids whose closest text is similar enough to *task*, best first."""
    scores = {
        candidate.id: max(float(np.dot(vectors[text], task)) for text in candidate.texts)
        for candidate in candidates
        if candidate.texts
    }
    fitting = (one for one, score in scores.items() if score >= MIN_SIMILARITY)
    return tuple(sorted(fitting, key=lambda one: -scores[one]))
