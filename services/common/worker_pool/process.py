"""One worker process: a function with its arguments in, what it returns or raises out."""

import asyncio
import pickle
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any, TypeVar

from anyio import BrokenWorkerProcess

from services.common.worker_pool.fork_server import ForkServer, fork_worker
from services.common.worker_pool.process_main import LENGTH_BYTES
from services.common.worker_pool.results import load_result
from services.common.worker_pool.time_limit import TimeLimit, limit_time

Result = TypeVar("Result")

# Read buffer of results, in bytes: images are megabytes.
_READ_AHEAD = 1024 * 1024


class WorkerProcess:
    """Process that computes one call at a time. Created by `start`; the owner closes it."""

    def __init__(
        self, forked: tuple[ForkServer, int], streams: tuple[StreamReader, StreamWriter], memory_bytes: int
    ) -> None:
        self.memory_bytes = memory_bytes
        self.prepared = set[Callable[[], object]]()
        self._fork_server, self._number = forked
        self._answers, self._requests = streams
        self._process_id: int | None = None
        self._closed = False

    @classmethod
    async def start(cls, memory_bytes: int, prepare: Callable[[], object]) -> "WorkerProcess":
        """Start a process that may use *memory_bytes* and has called *prepare*; it need not be up when this returns."""
        ours, theirs = socket.socketpair()
        with theirs:
            streams = await asyncio.open_connection(sock=ours, limit=_READ_AHEAD)
            try:  # nothing is awaited from here on: a cancel leaves no process behind
                return cls(fork_worker(theirs, memory_bytes, prepare), streams, memory_bytes)
            except OSError:
                streams[1].close()
                raise

    @property
    def alive(self) -> bool:
        """Whether the process has not ended."""
        return not (self._closed or self._answers.at_eof() or self._answers.exception())

    async def compute(self, function: Callable[..., Result], *args: object, within: TimeLimit | None = None) -> Result:
        """Return function(*args) or raise what it raises; after either, the worker can be used again.

        A cancel closes the worker. Raises BrokenWorkerProcess when the process died, UnsafeResult for what is no data,
        and EXECUTION_TIMEOUT beyond the limit *within*, which closes the worker too.
        """
        try:
            if self._process_id is None:  # the first thing that it sends
                self._process_id = int.from_bytes(await self._answers.readexactly(LENGTH_BYTES))
            async with nullcontext() if within is None else limit_time(self._process_id, within):
                returned, value = await self._exchange(pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL))
        except BaseException as error:
            await self.close()
            if isinstance(error, asyncio.IncompleteReadError | OSError):
                raise BrokenWorkerProcess("the worker process died") from error
            raise
        if not returned:
            raise value
        return value  # type: ignore[no-any-return]

    async def _exchange(self, request: bytes) -> tuple[bool, Any]:
        """Return the answer to *request*: whether the function returned, and what it returned or raised."""
        self._requests.write(len(request).to_bytes(LENGTH_BYTES) + request)
        await self._requests.drain()
        length = int.from_bytes(await self._answers.readexactly(LENGTH_BYTES))
        return load_result(await self._answers.readexactly(min(length, self.memory_bytes)))

    async def close(self) -> None:
        """End the process, whatever it does; it is gone and its pipes are closed when this returns, or is cancelled."""
        cancelled: asyncio.CancelledError | None = None
        while True:
            try:
                await self._end()
                break
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is not None:
            raise cancelled

    async def _end(self) -> None:
        """Close the process. It can be repeated where it was cancelled."""
        if not self._closed:
            self._closed = True
            try:
                self._fork_server.end(self._number)
            except OSError:  # it has died; the worker ends once it finds the connection closed
                self._requests.close()
        with suppress(OSError):
            await self._answers.read()
        self._requests.close()
        with suppress(OSError):
            await self._requests.wait_closed()
