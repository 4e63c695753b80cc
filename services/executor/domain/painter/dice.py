"""Chance that can be told again: every random number of the painter comes from a seed and a name."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Item = TypeVar("Item")


class Dice:
    """A stream of random numbers, the same for the same seed and names."""

    def __init__(self, seed: int, *names: str) -> None:
        """Start the stream that *seed* and *names* stand for."""
        key = "\x1f".join((str(seed), *names)).encode()
        self._key = key
        self.generator = np.random.Generator(np.random.PCG64(int.from_bytes(hashlib.sha256(key).digest()[:16])))

    def named(self, name: str) -> "Dice":
        """Return an independent stream: what it yields does not depend on how far this one was used."""
        return Dice(0, self._key.decode(), name)

    def between(self, low: float, high: float) -> float:
        """Return a number in [low, high)."""
        return float(self.generator.uniform(low, high))

    def chance(self, probability: float) -> bool:
        """Return True with *probability*."""
        return bool(self.generator.random() < probability)

    def whole(self, low: int, high: int) -> int:
        """Return a whole number from *low* to *high*, both included."""
        return int(self.generator.integers(low, high + 1))

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of *items*."""
        return items[self.whole(0, len(items) - 1)]

    def many(self, count: int, low: float = 0.0, high: float = 1.0) -> NDArray[np.float64]:
        """Return *count* numbers in [low, high)."""
        return self.generator.uniform(low, high, count)
