"""A process that is restarted whenever it ends, until it is stopped."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from services.cli.session.supervisor import texts
from services.cli.session.supervisor.backoff import next_delay
from services.cli.session.supervisor.process_plan import ProcessPlan
from services.cli.session.supervisor.readiness import wait_until_ready
from services.common.text.language import Text

# A process that is not ready by then is killed.
READY_SECONDS = 240.0
_MAX_LOG_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class ProcessContext:
    """Context in which every process is started.

    Attributes:
        environment: environment variables that all of them inherit.
        logs: the folder of their logs, one file each.
        supervisor_pipe: read end of a pipe whose write end only this process has: it ends with this process.
        database_pipe: both ends of a pipe: the first ends once no process has the second any more.
        report: reports a message to the user.

    """

    environment: Mapping[str, str]
    logs: Path
    supervisor_pipe: int
    database_pipe: tuple[int, int]
    report: Callable[[Text], None]


class ManagedProcess:
    """The process of one *plan*, restarted whenever it ends."""

    def __init__(self, plan: ProcessPlan, context: ProcessContext) -> None:
        self.plan = plan
        self._context = context
        self._log = context.logs / f"{plan.name}.log"
        self._ready, self._stopping = asyncio.Event(), asyncio.Event()
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it and return when it is ready; from then on it is restarted whenever it ends.

        Raises CommandFailed when it ends before, CancelledError when it is stopped before.
        """
        self._task = asyncio.create_task(self._run())
        ready = asyncio.create_task(self._ready.wait())
        try:
            await asyncio.wait({self._task, ready}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ready.cancel()
        if self._task.done():
            await self._task
        if not self._ready.is_set():
            raise asyncio.CancelledError

    async def stop(self, seconds: float) -> None:
        """Stop it, and kill it after *seconds*. It has ended when this returns."""
        self._stopping.set()
        if self._task is None:
            return
        self._signal(signal.SIGTERM)
        await asyncio.wait({self._task}, timeout=seconds)
        if not self._task.done():
            self._signal(signal.SIGKILL)
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        delay = 0.0
        while not self._stopping.is_set():
            started_at, log_start = loop.time(), self._log_size()
            self._process = process = await self._spawn()
            if self._stopping.is_set():
                self._signal(signal.SIGTERM)
            await self._wait_until_ended(process, restarted=self._ready.is_set())
            if self._stopping.is_set():
                return
            if not self._ready.is_set():
                raise texts.start_failure(self.plan.name, self._read_log(log_start), self._log, process.returncode or 0)
            delay = next_delay(delay, loop.time() - started_at)
            self._context.report(
                texts.ended_text(self.plan.name, process.returncode or 0, delay, self._read_log(log_start), self._log)
            )
            with suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await self._stopping.wait()

    async def _wait_until_ended(self, process: Process, *, restarted: bool) -> None:
        """Wait until the process has ended; report when it is ready, and kill one that never is."""
        ended = asyncio.create_task(process.wait())
        ready = asyncio.create_task(wait_until_ready(self.plan.address))
        await asyncio.wait({ready, ended}, timeout=READY_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if ready.done() and not ended.done():
            if restarted:
                self._context.report(texts.recovered_text(self.plan.name))
            self._ready.set()
        elif not ended.done():
            self._signal(signal.SIGKILL)
        ready.cancel()
        await ended

    async def _spawn(self) -> Process:
        supervisor_pipe, (database_unused, database_used) = self._context.supervisor_pipe, self._context.database_pipe
        uses = self.plan.uses_database
        with self._log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # modules of the working directory must not shadow ours, which are on PYTHONPATH
                *self.plan.command,
                stdin=supervisor_pipe if uses else database_unused,
                stdout=log,
                stderr=log,
                env={**self._context.environment, **self.plan.settings},
                pass_fds=(database_used,) if uses else (),
                start_new_session=True,  # Ctrl-C reaches only the supervisor, which stops its processes in order
            )

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the process; SIGKILL also to its children."""
        if self._process is None or self._process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            if number is signal.SIGKILL:
                os.killpg(self._process.pid, number)
            else:
                self._process.send_signal(number)

    def _log_size(self) -> int:
        return self._log.stat().st_size if self._log.exists() else 0

    def _read_log(self, since: int) -> str:
        """Return the log of the process from the byte *since* on; of a long one, only the end."""
        size = self._log_size()
        with self._log.open("rb") as log:
            log.seek(max(since if since <= size else 0, size - _MAX_LOG_BYTES))  # it may have been rotated
            return log.read().decode(errors="replace")
