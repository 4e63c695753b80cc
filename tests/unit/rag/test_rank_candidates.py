"""The vectors that the ranking of templates and agents computes, and those that it caches."""

import asyncio
from collections.abc import Callable

import pytest

from services.common.contract.agent_team.team import RankedCandidates, TaskCandidate
from services.common.contract.agent_team.team_requests import RankCandidates as Request
from services.common.contract.step import StepCall, StepContext
from services.rag.adapters.embeddings import BuiltinEmbeddings, Vectors
from services.rag.application.rank_candidates import RankCandidates

CANDIDATES = (
    TaskCandidate("agent:cook", ("cook a meal",)),
    *(TaskCandidate(f"agent:{number}", (f"file number {number}",)) for number in range(BuiltinEmbeddings.batch)),
)


class Worker:
    """Computes vectors with the built-in model, remembers the texts of each call, and can fail from one call on."""

    def __init__(self) -> None:
        self.calls = list[list[str]]()
        self.fails_after = 100

    async def run(self, function: Callable[[list[str]], Vectors], texts: list[str]) -> Vectors:
        if len(self.calls) == self.fails_after:
            raise TimeoutError
        self.calls.append(texts)
        return await asyncio.to_thread(function, texts)


async def rank(candidates: RankCandidates, text: str) -> tuple[str, ...]:
    outcomes = [one async for one in candidates(Request(text, CANDIDATES), StepCall(StepContext("run"), lambda: None))]
    assert isinstance(outcomes[-1], RankedCandidates)
    return outcomes[-1].ids


async def test_a_batch_that_was_computed_is_cached_where_a_later_one_fails() -> None:
    worker = Worker()
    candidates = RankCandidates(BuiltinEmbeddings(worker.run))
    worker.fails_after = 1
    with pytest.raises(TimeoutError):
        await rank(candidates, "cook dinner")
    worker.fails_after = 100
    assert (await rank(candidates, "cook dinner"))[0] == "agent:cook"
    assert [len(texts) for texts in worker.calls] == [BuiltinEmbeddings.batch, 1, 1]
    assert len({text for texts in worker.calls for text in texts}) == len(CANDIDATES) + 1


async def test_only_candidates_are_cached() -> None:
    worker = Worker()
    candidates = RankCandidates(BuiltinEmbeddings(worker.run))
    for _ in range(2):
        assert (await rank(candidates, "prepare dinner"))[0] == "agent:cook"
    assert worker.calls.count(["prepare dinner"]) == 2
