"""Chance that can be told again: what is chosen follows from a seed and a name alone."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shuffled(items: Sequence[Item], seed: int, name: str) -> tuple[Item, ...]:
    """Return *items* in the order that *seed* gives them under *name*."""
    return tuple(items[place] for place in sorted(range(len(items)), key=lambda place: _rank(seed, name, place)))


def _rank(seed: int, name: str, place: int) -> bytes:
    return hashlib.sha256(f"{seed}\x1f{name}\x1f{place}".encode()).digest()
