"""Restarts of managed processes, with small programs as real processes."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from services.cli.errors import BAD_INPUT, CommandFailed
from services.cli.session.addresses import Addresses
from services.cli.session.supervisor.process import ManagedProcess, ProcessContext
from services.cli.session.supervisor.process_plan import ProcessPlan, SystemPlan
from services.cli.session.supervisor.supervisor import start_processes
from services.common.text.language import Text
from tests.fixtures.systems.eventually import eventually

TIMEOUT_SECONDS = 60.0
NOT_SERVED = "unix:/nonexistent/socket"
# Writes its process number to its log, then waits until its input ends.
WAITING = "import os; print(os.getpid(), flush=True); os.read(0, 1)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {WAITING}"


class Supervisor:
    """Supervises one program, and collects the reported messages."""

    def __init__(self, logs: Path) -> None:
        self.messages: list[str] = []
        self.logs = logs
        self.pipes = (lives, _), used = os.pipe(), os.pipe()
        self.context = ProcessContext(dict(os.environ), logs, lives, used, self._report)
        self.processes: list[ManagedProcess] = []

    def supervised(self, program: str, address: str = "") -> ManagedProcess:
        """Return the program, not started yet."""
        self.processes.append(ManagedProcess(ProcessPlan("program", ("-c", program), {}, address), self.context))
        return self.processes[-1]

    def pids(self) -> list[int]:
        """Return the numbers of the processes that have been started so far."""
        log = self.logs / "program.log"
        return [int(line) for line in log.read_text().split()] if log.exists() else []

    def _report(self, text: Text) -> None:
        self.messages.append(text.en)


@pytest.fixture
async def supervisor(tmp_path: Path) -> AsyncIterator[Supervisor]:
    supervisor = Supervisor(tmp_path)
    yield supervisor
    for process in supervisor.processes:
        await process.stop(0)
    for pipe in supervisor.pipes:
        for end in pipe:
            os.close(end)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_killed_process_is_restarted_and_both_are_reported(supervisor: Supervisor) -> None:
    process = supervisor.supervised(WAITING)
    await process.start()
    (first,) = await eventually(supervisor.pids, timeout=TIMEOUT_SECONDS)
    os.kill(first, signal.SIGKILL)
    await eventually(lambda: len(supervisor.pids()) == 2 and len(supervisor.messages) == 2, timeout=TIMEOUT_SECONDS)
    assert supervisor.messages == [
        "program has ended (signal SIGKILL); it is started again in 0.2 s.",
        "program is back.",
    ]


async def test_a_process_that_ends_before_it_is_ready_is_reported_with_its_output_and_not_restarted(
    supervisor: Supervisor,
) -> None:
    process = supervisor.supervised("import sys; print('REFLOW_A: missing'); sys.exit(2)", NOT_SERVED)
    with pytest.raises(CommandFailed) as failed:
        await process.start()
    assert failed.value.text.en.startswith("program did not start (status 2). REFLOW_A: missing Its log: ")
    assert failed.value.status == BAD_INPUT
    assert supervisor.messages == []


async def test_a_process_that_is_stopped_while_it_starts_is_not_reported_ready(supervisor: Supervisor) -> None:
    process = supervisor.supervised(WAITING, NOT_SERVED)
    starting = asyncio.create_task(process.start())
    await eventually(supervisor.pids, timeout=TIMEOUT_SECONDS)
    await process.stop(TIMEOUT_SECONDS)
    with pytest.raises(asyncio.CancelledError):
        await starting


async def test_when_one_process_does_not_start_no_other_is_reported_ready(supervisor: Supervisor) -> None:
    never, broken = NOT_SERVED, "import sys; sys.exit(2)"
    groups = [[ProcessPlan("waits", ("-c", WAITING), {}, never)], [ProcessPlan("broken", ("-c", broken), {}, never)]]
    plan = SystemPlan(groups, Addresses("o", "e", "r", "memory://"), "")
    with pytest.raises(CommandFailed, match="broken did not start"):
        async with AsyncExitStack() as stack:
            await start_processes(stack, plan, supervisor.context)
    assert supervisor.messages == []


async def test_a_stopped_process_is_not_restarted(supervisor: Supervisor) -> None:
    process = supervisor.supervised(WAITING)
    await process.start()
    await eventually(supervisor.pids, timeout=TIMEOUT_SECONDS)
    await process.stop(TIMEOUT_SECONDS)
    assert not any(map(is_alive, supervisor.pids()))
    assert supervisor.messages == []


async def test_a_process_that_does_not_stop_in_time_is_killed(supervisor: Supervisor) -> None:
    process = supervisor.supervised(DEAF)
    await process.start()
    await eventually(supervisor.pids, timeout=TIMEOUT_SECONDS)
    await process.stop(0.1)
    assert not any(map(is_alive, supervisor.pids()))


async def test_a_process_that_waits_for_its_restart_can_be_stopped(supervisor: Supervisor) -> None:
    process = supervisor.supervised("import sys; print('no luck'); sys.exit(3)")
    await process.start()
    await eventually(lambda: len(supervisor.messages) >= 3, timeout=TIMEOUT_SECONDS)
    await process.stop(TIMEOUT_SECONDS)
    log = supervisor.logs / "program.log"
    assert supervisor.messages[0] == (
        f"program has ended (status 3); it is started again in 0.2 s. no luck Its log: {log}"
    )


async def test_modules_of_the_working_directory_do_not_shadow_ours(supervisor: Supervisor) -> None:
    process = supervisor.supervised("import sys; print(int(sys.flags.safe_path), flush=True); sys.stdin.read()")
    await process.start()
    assert await eventually(supervisor.pids, timeout=TIMEOUT_SECONDS) == [1]
