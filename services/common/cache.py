"""Answers kept for a while."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class TimedCache(Generic[Key, Value]):
    """At most *size* values, each for *seconds*; the one unused longest goes first. *clock* gives seconds."""

    def __init__(self, size: int, seconds: float, clock: Callable[[], float]) -> None:
        self._size = size
        self._seconds = seconds
        self._clock = clock
        self._kept: OrderedDict[Key, tuple[float, Value]] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        """Return the value of *key* while it is fresh, else None."""
        at, value = self._kept.get(key, (0.0, None))
        if value is None:
            return None
        if self._clock() - at >= self._seconds:
            del self._kept[key]
            return None
        self._kept.move_to_end(key)
        return value

    def put(self, key: Key, value: Value) -> None:
        """Keep *value* from now on."""
        self._kept[key] = (self._clock(), value)
        self._kept.move_to_end(key)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)
