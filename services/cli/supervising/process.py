"""One process that is started again whenever it ends, until it is stopped."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from services.cli.supervising import wording
from services.cli.supervising.pace import next_pause
from services.cli.supervising.plan import ProcessPlan
from services.cli.supervising.readiness import until_ready
from services.common.language import Text

# A process that has not become ready by then is taken for one that never will.
READY_SECONDS = 240.0
_MOST_READ = 1 << 16


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every process is started with.

    Attributes:
        environment: what all of them inherit.
        logs: the folder of their logs, one file each.
        supervisor_lives: a pipe whose other end is ours alone: it ends with this process, however that ends.
        database_used: two ends of a pipe: the first ends when nobody has the second any more.
        tell: says something to people.

    """

    environment: Mapping[str, str]
    logs: Path
    supervisor_lives: int
    database_used: tuple[int, int]
    tell: Callable[[Text], None]


class Supervised:
    """The process of one *plan*, kept running."""

    def __init__(self, plan: ProcessPlan, world: Surroundings) -> None:
        self.plan = plan
        self._world = world
        self._log = world.logs / f"{plan.name}.log"
        self._ready, self._stopping = asyncio.Event(), asyncio.Event()
        self._process: Process | None = None
        self._keeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it and return when it is ready; from then on it is kept running.

        Raises CommandFailed when it ends before, CancelledError when it is stopped before.
        """
        self._keeping = asyncio.create_task(self._keep())
        ready = asyncio.create_task(self._ready.wait())
        try:
            await asyncio.wait({self._keeping, ready}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ready.cancel()
        if self._keeping.done():
            await self._keeping
        if not self._ready.is_set():
            raise asyncio.CancelledError

    async def stop(self, seconds: float) -> None:
        """End it, by force after *seconds*. It is gone when this returns."""
        self._stopping.set()
        if self._keeping is None:
            return
        self._signal(signal.SIGTERM)
        await asyncio.wait({self._keeping}, timeout=seconds)
        if not self._keeping.done():
            self._signal(signal.SIGKILL)
        await asyncio.gather(self._keeping, return_exceptions=True)

    async def _keep(self) -> None:
        loop = asyncio.get_running_loop()
        pause = 0.0
        while not self._stopping.is_set():
            began, logged = loop.time(), self._log_size()
            self._process = process = await self._spawn()
            if self._stopping.is_set():
                self._signal(signal.SIGTERM)
            await self._until_ended(process, restarted=self._ready.is_set())
            if self._stopping.is_set():
                return
            if not self._ready.is_set():
                raise wording.not_started(self.plan.name, self._said(logged), self._log, process.returncode or 0)
            pause = next_pause(pause, loop.time() - began)
            self._world.tell(
                wording.ended(self.plan.name, process.returncode or 0, pause, self._said(logged), self._log)
            )
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)

    async def _until_ended(self, process: Process, *, restarted: bool) -> None:
        """Wait until the process has ended; tell when it is ready, and end one that never gets there."""
        ended = asyncio.create_task(process.wait())
        ready = asyncio.create_task(until_ready(self.plan.address))
        await asyncio.wait({ready, ended}, timeout=READY_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if ready.done() and not ended.done():
            if restarted:
                self._world.tell(wording.back(self.plan.name))
            self._ready.set()
        elif not ended.done():
            self._signal(signal.SIGKILL)
        ready.cancel()
        await ended

    async def _spawn(self) -> Process:
        lives, (until_unused, in_use) = self._world.supervisor_lives, self._world.database_used
        uses = self.plan.uses_database
        with self._log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # the folder a person is in must not hide our modules; PYTHONPATH says where they are
                *self.plan.command,
                stdin=lives if uses else until_unused,
                stdout=log,
                stderr=log,
                env={**self._world.environment, **self.plan.settings},
                pass_fds=(in_use,) if uses else (),
                start_new_session=True,  # Ctrl-C in our terminal is ours: we stop them in their order
            )

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the process; SIGKILL to those that it started too."""
        if self._process is None or self._process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            if number is signal.SIGKILL:
                os.killpg(self._process.pid, number)
            else:
                self._process.send_signal(number)

    def _log_size(self) -> int:
        return self._log.stat().st_size if self._log.exists() else 0

    def _said(self, since: int) -> str:
        """Return what the process wrote to its log from the byte *since* on; of much, only the end."""
        with self._log.open("rb") as log:
            log.seek(max(since, self._log_size() - _MOST_READ))
            return log.read().decode(errors="replace")
