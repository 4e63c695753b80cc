"""Vectors of texts that recur, such as the titles of a library: each is computed once while it is in the cache."""

from collections.abc import Iterable

from cachetools import LRUCache

from services.rag.adapters.embeddings import BuiltinEmbeddings, Vectors


class CachedEmbeddings:
    """Embeds texts with *embeddings*, and retains the vectors of the last *capacity* texts."""

    def __init__(self, embeddings: BuiltinEmbeddings, capacity: int) -> None:
        self._embeddings = embeddings
        self._vectors: LRUCache[str, Vectors] = LRUCache(capacity)

    async def embed(self, texts: Iterable[str]) -> dict[str, Vectors]:
        """Return the vector of each text; each batch is cached when computed, so a retry continues there."""
        unique = dict.fromkeys(texts)
        vectors = {text: self._vectors[text] for text in unique if text in self._vectors}
        missing = [text for text in unique if text not in vectors]
        for start in range(0, len(missing), self._embeddings.batch):
            batch = missing[start : start + self._embeddings.batch]
            rows = (await self._embeddings.embed(batch)).vectors
            # A copy: a row would keep the vectors of its whole batch in memory.
            new = {text: row.copy() for text, row in zip(batch, rows, strict=True)}
            self._vectors.update(new)
            vectors |= new
        return vectors
