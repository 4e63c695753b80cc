"""Search of the node knowledge, and the slice of it that a request needs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from services.common.contract.activity import Usage
from services.common.contract.graphs.graph import NodeSlice
from services.common.errors import ReflowError
from services.rag.adapters.embeddings import Embeddings
from services.rag.adapters.knowledge_table import Vector
from services.rag.adapters.nodes.store import NodeMatch, NodeStore
from services.rag.application.style_search import map_store_errors
from services.rag.domain.nodes.slice import build_slice

MAX_MISSING = 8
"""Names of types that do not exist for which similar ones are searched."""


@dataclass(frozen=True, slots=True)
class FoundNodes:
    """Matching types, best first.

    Attributes:
        matches: the types.
        by_name: only names in the text were looked up.
        failure: the failure of the embedding model, if only names were looked up because of it.

    """

    matches: tuple[NodeMatch, ...]
    by_name: bool = False
    failure: ReflowError | None = None


class NodeRetrieval:
    """Finds types of nodes that are visible to *scope*."""

    def __init__(
        self, store: NodeStore, embeddings: Embeddings, scope: str, wait_for_seed: Callable[[], Awaitable[None]]
    ) -> None:
        self._store = store
        self._embeddings = embeddings
        self._scope = scope
        self._wait_for_seed = wait_for_seed

    async def find(
        self, text: str, limit: int, *, deadline: float, builtin_only: bool = False
    ) -> AsyncIterator[Usage | FoundNodes]:
        """Yield the usage of the embedding model, if it was called, then at most *limit* types that match *text*.

        With *builtin_only* no remote model is called: only names in the text match, as they do if the embedding model
        fails. Raises VECTOR_DB_ERROR or VECTOR_DB_TIMEOUT.
        """
        await self._wait_for_seed()
        vector, failure = None, None
        by_name = not text.strip() or (builtin_only and self._embeddings.remote)
        if not by_name:
            try:
                embedded = await self._embeddings.embed([text], deadline)
                vector = embedded.vectors[0]
                if embedded.usage is not None:
                    yield embedded.usage
            except ReflowError as error:
                failure = error
        yield FoundNodes(await self._search(text, vector, limit), vector is None, failure)

    async def build_slice(self, found: FoundNodes, types: Collection[str], new: Collection[str] = ()) -> NodeSlice:
        """Return the slice of the types *found*, of *types*, those of the graph, and of the *new* ones of a patch.

        For a new one that does not exist the slice has the types whose names are most similar, which the patch tools
        suggest. Raises as `find` does.
        """
        await self._wait_for_seed()
        matching = {match.stored.key: match.stored for match in found.matches}
        types = {*types, *new}
        async with map_store_errors():
            others = await self._store.get_many(self._scope, sorted(types - set(matching)))
            if missing := sorted(set(new) - set(matching) - set(others)):
                others |= await self._store.get_many(self._scope, await self._find_similar(missing[:MAX_MISSING]))
            revision = await self._store.read_revision(self._scope)
        return build_slice(
            {key: stored.record for key, stored in matching.items()},
            {key: stored.record for key, stored in others.items()},
            types,
            revision,
        )

    async def _find_similar(self, names: Sequence[str]) -> list[str]:
        known = await self._store.list_names(self._scope)
        return sorted(await asyncio.to_thread(_list_similar, names, known))

    async def _search(self, text: str, vector: Vector | None, limit: int) -> tuple[NodeMatch, ...]:
        async with map_store_errors():
            return await self._store.search(text, vector, self._embeddings.name, scope=self._scope, limit=limit)


def _list_similar(names: Sequence[str], known: Mapping[str, Collection[str]]) -> set[str]:
    """Return the full names of *known* that are most similar to one of *names*."""
    from engines.graph.validation.alternatives import nearest_names  # only a rejected name needs its library

    return {full_name for name in names for full_name in nearest_names(name, known)}
