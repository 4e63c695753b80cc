"""Sentence embeddings: the port, the built-in model, remote models, and the fallback from one to the other."""

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
from services.common.llm.values import EmbeddingModel, EmbeddingResult

log = structlog.get_logger("reflow.rag")

Vectors = npt.NDArray[np.float32]

RunInWorker = Callable[[Callable[[list[str]], Vectors], list[str]], Awaitable[Vectors]]
"""Runs a blocking module-level function in a worker process: `await run_in_worker(function, argument)`."""


class Embeddings(Protocol):
    """Embeds texts as vectors; the vectors of texts with similar meaning are close.

    Attributes:
        name: model and version; vectors of different names are not comparable.
        dimensions: length of a vector.
        min_similarity: the cosine from which a style matches, calibrated for this model.
        remote: whether a provider is called, which may fail and may cost money.
        batch: number of texts in one call.

    """

    @property
    def name(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def min_similarity(self) -> float: ...
    @property
    def remote(self) -> bool: ...
    @property
    def batch(self) -> int: ...

    async def embed(self, texts: Sequence[str], deadline: float) -> EmbeddingResult:
        """Return one unit vector for each text, float32 (n, dimensions), before *deadline*, and the usage.

        Raises ReflowError if a remote model fails; never retries.
        """
        ...


class BuiltinEmbeddings:
    """Universal Sentence Encoder, multilingual 3: 16 languages with Chinese and English, no key, no network."""

    name = "builtin/use-m3@0.2"
    dimensions = 512
    min_similarity = 0.5
    """The lowest with a precision above 0.97: benchmarks/calibration/styles.py, table in docs/retrieval.md."""
    remote = False
    batch = 64
    """About 50 ms of work."""

    def __init__(self, run_in_worker: RunInWorker) -> None:
        """Compute in *run_in_worker*: a forward pass blocks for milliseconds, the first one for a second."""
        self._run_in_worker = run_in_worker

    async def embed(self, texts: Sequence[str], deadline: float = math.inf) -> EmbeddingResult:
        """Return one unit vector for each text, float32 (n, 512); about a millisecond each. The deadline is ignored."""
        if not texts:
            return EmbeddingResult(np.empty((0, self.dimensions), dtype=np.float32), None)
        return EmbeddingResult(await self._run_in_worker(embed_texts, list(texts)), None)


class RemoteEmbeddings:
    """A configured remote model."""

    remote = True
    batch = 10
    """One request: the maximum that all known providers accept (services.common.llm.embedding)."""

    def __init__(self, model: EmbeddingModel) -> None:
        self._model = model
        self.name = model.name
        self.dimensions = model.dimensions
        self.min_similarity = model.least_similarity

    async def embed(self, texts: Sequence[str], deadline: float) -> EmbeddingResult:
        return await self._model.embed(tuple(texts), deadline)


@dataclass(frozen=True, slots=True)
class EmbeddedTexts:
    """Vectors, one for each text, and their model."""

    vectors: Vectors
    model: str


class FallbackEmbeddings:
    """Embeds entries to store. If the remote model fails, uses the built-in one until the entries are reindexed."""

    def __init__(self, embeddings: Embeddings, builtin: BuiltinEmbeddings) -> None:
        """*embeddings* is the model in use, which may be *builtin* itself."""
        self._embeddings = embeddings
        self._builtin = builtin

    async def embed(self, texts: Sequence[str], deadline: float) -> EmbeddedTexts:
        """Return one vector for each text, all of one model; more than a batch is embedded with the built-in model."""
        if self._embeddings.remote and len(texts) <= self._embeddings.batch:
            try:
                embedded = await self._embeddings.embed(texts, deadline)
                return EmbeddedTexts(embedded.vectors, self._embeddings.name)
            except ReflowError as error:
                log.warning("embedding model failed, built-in vectors stored", code=error.code, details=error.details)
        return EmbeddedTexts((await self._builtin.embed(texts)).vectors, self._builtin.name)


_load_lock = Lock()


def embed_texts(texts: list[str]) -> Vectors:
    """Return unit vectors of *texts*, float32 (n, 512). Blocking; the first call of a process loads the model."""
    with _load_lock:  # concurrent threads must not load it twice
        model = _load_model()
    vectors = np.asarray(model.encode(texts), dtype=np.float32)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(norms, np.finfo(np.float32).tiny), dtype=np.float32)


@cache
def _load_model() -> Any:
    from services.rag.adapters.builtin.model import load_model  # not needed by a process that embeds nothing

    return load_model()
