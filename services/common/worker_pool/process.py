"""One worker process: a function with its arguments in, what it returns or raises out."""

import asyncio
import os
import pickle
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TypeVar

from anyio import BrokenWorkerProcess

from services.common.worker_pool import process_main
from services.common.worker_pool.process_main import LENGTH_BYTES
from services.common.worker_pool.results import load_result
from services.common.worker_pool.time_limit import TimeLimit, limit_time

Result = TypeVar("Result")

# Read buffer of results, in bytes: images are megabytes.
_READ_AHEAD = 1024 * 1024
# Variables that a worker inherits: those of Python and numeric libraries. Keys, URLs and settings stay out, because a
# worker decodes files of strangers.
_INHERITED = re.compile(
    r"PATH|HOME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|XDG_CACHE_HOME|PYTHON\w+|VIRTUAL_ENV|(DY)?LD_\w+|OMP_\w+|\w+_NUM_THREADS"
)


class WorkerProcess:
    """Process that computes one call at a time. Created by `start`; the owner closes it."""

    def __init__(self, process: Process, memory_bytes: int) -> None:
        assert process.stdin is not None and process.stdout is not None, "started with pipes"
        self.memory_bytes = memory_bytes
        self.prepared = set[Callable[[], object]]()
        self._process = process
        self._requests, self._answers = process.stdin, process.stdout

    @classmethod
    async def start(cls, memory_bytes: int) -> "WorkerProcess":
        """Start a process that may use *memory_bytes*; it need not be up when this returns.

        A cancel leaves none behind.
        """
        starting = asyncio.create_task(_start(memory_bytes))
        try:
            return cls(await asyncio.shield(starting), memory_bytes)
        except asyncio.CancelledError:
            while not starting.done():  # half a process cannot be closed
                with suppress(asyncio.CancelledError):
                    await asyncio.wait({starting})
            with suppress(OSError):
                await cls(starting.result(), memory_bytes).close()
            raise

    @property
    def alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.returncode is None

    async def compute(self, function: Callable[..., Result], *args: object, within: TimeLimit | None = None) -> Result:
        """Return function(*args) or raise what it raises; after either, the worker can be used again.

        A cancel closes the worker. Raises BrokenWorkerProcess when the process died, UnsafeResult for what is no data,
        and EXECUTION_TIMEOUT beyond the limit *within*, which closes the worker too.
        """
        async with nullcontext() if within is None else limit_time(self._process.pid, within):
            return await self._compute(function, *args)

    async def _compute(self, function: Callable[..., Result], *args: object) -> Result:
        request = pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL)
        try:
            self._requests.write(len(request).to_bytes(LENGTH_BYTES) + request)
            await self._requests.drain()
            length = int.from_bytes(await self._answers.readexactly(LENGTH_BYTES))
            returned, value = load_result(await self._answers.readexactly(min(length, self.memory_bytes)))
        except BaseException as error:
            await self.close()
            if isinstance(error, asyncio.IncompleteReadError | OSError):
                raise BrokenWorkerProcess("the worker process died") from error
            raise
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


def inherited_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return what a worker may know of the environment *environ*."""
    return {name: value for name, value in environ.items() if _INHERITED.fullmatch(name)}


async def _start(memory_bytes: int) -> Process:
    # -P: the folder of the program must not hide modules of the same names.
    command = (sys.executable, "-P", "-u", str(Path(process_main.__file__)), str(memory_bytes))
    environment = inherited_environment(os.environ)
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_READ_AHEAD, env=environment
    )
    assert process.stdin is not None
    process.stdin.write(pickle.dumps(sys.path))
    return process
