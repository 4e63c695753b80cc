"""Reproducible random numbers: every number of the painter is derived from a seed and a name."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Item = TypeVar("Item")


class Rng:
    """A stream of random numbers, the same for the same seed and names."""

    def __init__(self, seed: int, *names: str) -> None:
        """Create the stream of *seed* and *names*."""
        key = "\x1f".join((str(seed), *names)).encode()
        self._key = key
        self.generator = np.random.Generator(np.random.PCG64(int.from_bytes(hashlib.sha256(key).digest()[:16])))

    def derive(self, name: str) -> "Rng":
        """Return an independent stream; its numbers do not depend on how many this one has produced."""
        return Rng(0, self._key.decode(), name)

    def uniform(self, low: float, high: float) -> float:
        """Return a number in [low, high)."""
        return float(self.generator.uniform(low, high))

    def bernoulli(self, probability: float) -> bool:
        """Return True with *probability*."""
        return bool(self.generator.random() < probability)

    def integer(self, low: int, high: int) -> int:
        """Return a whole number from *low* to *high*, both included."""
        return int(self.generator.integers(low, high + 1))

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of *items*."""
        return items[self.integer(0, len(items) - 1)]

    def uniforms(self, count: int, low: float = 0.0, high: float = 1.0) -> NDArray[np.float64]:
        """Return *count* numbers in [low, high)."""
        return self.generator.uniform(low, high, count)
