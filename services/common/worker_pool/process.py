"""One worker process: a function with its arguments in, what it returns or raises out."""

import asyncio
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from anyio import BrokenWorkerProcess

from services.common.worker_pool import process_main
from services.common.worker_pool.process_main import LENGTH_BYTES

Result = TypeVar("Result")

# Read buffer of results, in bytes: images are megabytes.
_READ_AHEAD = 1024 * 1024


class WorkerProcess:
    """Process that computes one call at a time. Created by `start`; the owner closes it."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None and process.stdout is not None, "started with pipes"
        self._process = process
        self._requests, self._answers = process.stdin, process.stdout

    @classmethod
    async def start(cls) -> "WorkerProcess":
        """Start a process; it need not be up when this returns. A cancel leaves none behind."""
        starting = asyncio.create_task(_start())
        try:
            return cls(await asyncio.shield(starting))
        except asyncio.CancelledError:
            while not starting.done():  # half a process cannot be closed
                with suppress(asyncio.CancelledError):
                    await asyncio.wait({starting})
            with suppress(OSError):
                await cls(starting.result()).close()
            raise

    @property
    def alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.returncode is None

    async def compute(self, function: Callable[..., Result], *args: object) -> Result:
        """Return function(*args) or raise what it raises; after either, the worker can be used again.

        A cancel closes the worker. Raises BrokenWorkerProcess when the process died.
        """
        request = pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL)
        try:
            self._requests.write(len(request).to_bytes(LENGTH_BYTES) + request)
            await self._requests.drain()
            length = int.from_bytes(await self._answers.readexactly(LENGTH_BYTES))
            answer = await self._answers.readexactly(length)
        except BaseException as error:
            await self.close()
            if isinstance(error, asyncio.IncompleteReadError | OSError):
                raise BrokenWorkerProcess("the worker process died") from error
            raise
        returned, value = pickle.loads(answer)  # noqa: S301 -- from a process of ours, through a pipe nobody else has
        if not returned:
            raise value
        return value  # type: ignore[no-any-return]

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
        with suppress(ProcessLookupError):
            self._process.kill()
        self._requests.close()
        with suppress(OSError):
            await self._answers.read()
        await self._process.wait()


async def _start() -> Process:
    # -P: the folder of the program must not hide modules of the same names.
    command = (sys.executable, "-P", "-u", str(Path(process_main.__file__)))
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_READ_AHEAD)
    assert process.stdin is not None
    process.stdin.write(pickle.dumps(sys.path))
    return process
