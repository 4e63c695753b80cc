"""Outbox of a stream: what is added while a message is written leaves together in the next one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")

MAX_MESSAGE_BYTES = 32 * 1024
"""Maximum size of a message of several items. A larger item is a message alone."""
MAX_WAITING_BYTES = 256 * 1024
"""Size of the waiting items from which `wait_for_space` waits."""


class Outbox(Generic[Item]):
    """Passes items to *send* in their order, several at a time; *measure* returns the bytes of one.

    The first message after a pause waits for further items for the seconds that *find_wait* returns. Once *send* has
    failed, the stream has ended, and items are dropped.
    """

    def __init__(
        self,
        send: Callable[[Sequence[Item]], Awaitable[None]],
        measure: Callable[[Item], int],
        find_wait: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._send = send
        self._measure = measure
        self._find_wait = find_wait
        self._waiting: list[Item] = []
        self._bytes = 0
        self._space = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self._is_broken = False

    @property
    def waiting_bytes(self) -> int:
        """Size of the items that wait."""
        return self._bytes

    def __len__(self) -> int:
        """Return the number of items that wait."""
        return len(self._waiting)

    def add(self, item: Item) -> None:
        """Send *item* with all that is added until this task waits."""
        if self._is_broken:
            return
        self._waiting.append(item)
        self._bytes += self._measure(item)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    async def wait_for_space(self) -> None:
        """Wait while the peer takes less than is added."""
        while self._bytes > MAX_WAITING_BYTES and not self._is_broken:
            self._space.clear()
            await self._space.wait()

    async def close(self) -> None:
        """Return once all items are sent, or cannot be."""
        if self._sending is not None:
            await asyncio.wait([self._sending])

    async def _send_all(self) -> None:
        try:
            if wait := self._find_wait():
                await asyncio.sleep(wait)
            while self._waiting:
                await self._send(self._take())
                self._space.set()
        except BaseException as error:
            self._is_broken = True
            self._waiting.clear()
            self._bytes = 0
            self._space.set()
            if not isinstance(error, Exception):  # the reader of the stream gets the reason of any other
                raise
        finally:
            self._sending = None

    def _take(self) -> Sequence[Item]:
        """Remove and return the items of the next message."""
        size, count = 0, 0
        for item in self._waiting:
            item_size = self._measure(item)
            if count and size + item_size > MAX_MESSAGE_BYTES:
                break
            size += item_size
            count += 1
        taken, self._waiting = self._waiting[:count], self._waiting[count:]
        self._bytes -= size
        return taken
