"""Reproducible random order: it depends only on a seed and a name."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shuffle(items: Sequence[Item], seed: int, name: str) -> tuple[Item, ...]:
    """Return *items* in a random order that *seed* and *name* determine."""
    return tuple(items[index] for index in sorted(range(len(items)), key=lambda index: _rank(seed, name, index)))


def _rank(seed: int, name: str, index: int) -> bytes:
    return hashlib.sha256(f"{seed}\x1f{name}\x1f{index}".encode()).digest()
