"""A process that is kept running: small programs as real processes."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from services.cli.failing import BAD_INPUT, CommandFailed
from services.cli.joining import Addresses
from services.cli.supervising.plan import ProcessPlan, SystemPlan
from services.cli.supervising.ports import LOOPBACK, free_ports
from services.cli.supervising.process import Supervised, Surroundings
from services.cli.supervising.system import all_running
from services.common.language import Text
from tests.fixtures.eventually import eventually

PATIENCE = 60.0
# Writes its process number to its log, then waits until its input ends.
WAITING = "import os; print(os.getpid(), flush=True); os.read(0, 1)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {WAITING}"


class Supervisor:
    """Supervises one program, and keeps what people are told."""

    def __init__(self, logs: Path) -> None:
        self.told: list[str] = []
        self.logs = logs
        self.pipes = (lives, _), used = os.pipe(), os.pipe()
        self.world = Surroundings(dict(os.environ), logs, lives, used, self._tell)
        self.kept: list[Supervised] = []

    def supervised(self, program: str, address: str = "") -> Supervised:
        """Return the program, not started yet."""
        self.kept.append(Supervised(ProcessPlan("program", ("-c", program), {}, address), self.world))
        return self.kept[-1]

    def pids(self) -> list[int]:
        """Return the numbers of the processes that have been started so far."""
        log = self.logs / "program.log"
        return [int(line) for line in log.read_text().split()] if log.exists() else []

    def _tell(self, text: Text) -> None:
        self.told.append(text.en)


@pytest.fixture
async def supervisor(tmp_path: Path) -> AsyncIterator[Supervisor]:
    supervisor = Supervisor(tmp_path)
    yield supervisor
    for process in supervisor.kept:
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


async def test_a_process_that_is_killed_is_started_again_and_both_is_told(supervisor: Supervisor) -> None:
    process = supervisor.supervised(WAITING)
    await process.start()
    (first,) = await eventually(supervisor.pids, timeout=PATIENCE)
    os.kill(first, signal.SIGKILL)
    await eventually(lambda: len(supervisor.pids()) == 2 and len(supervisor.told) == 2, timeout=PATIENCE)
    assert supervisor.told == [
        "program has ended (signal SIGKILL); it is started again in 0.2 s.",
        "program is back.",
    ]


async def test_a_process_that_ends_before_it_is_ready_is_not_started_again_but_told_with_its_words(
    supervisor: Supervisor,
) -> None:
    process = supervisor.supervised(
        "import sys; print('REFLOW_A: missing'); sys.exit(2)", f"{LOOPBACK}:{next(free_ports())}"
    )
    with pytest.raises(CommandFailed) as failed:
        await process.start()
    assert failed.value.text.en.startswith("program did not start (status 2). REFLOW_A: missing Its log: ")
    assert failed.value.status == BAD_INPUT
    assert supervisor.told == []


async def test_a_process_that_is_stopped_while_it_starts_is_not_taken_for_ready(supervisor: Supervisor) -> None:
    process = supervisor.supervised(WAITING, f"{LOOPBACK}:{next(free_ports())}")
    starting = asyncio.create_task(process.start())
    await eventually(supervisor.pids, timeout=PATIENCE)
    await process.stop(PATIENCE)
    with pytest.raises(asyncio.CancelledError):
        await starting


async def test_when_one_process_does_not_start_no_other_is_told_to_be_ready(supervisor: Supervisor) -> None:
    never, broken = f"{LOOPBACK}:{next(free_ports())}", "import sys; sys.exit(2)"
    groups = [[ProcessPlan("waits", ("-c", WAITING), {}, never)], [ProcessPlan("broken", ("-c", broken), {}, never)]]
    plan = SystemPlan(groups, Addresses("o", "e", "r", "memory://"), "")
    with pytest.raises(CommandFailed, match="broken did not start"):
        async with AsyncExitStack() as stack:
            await all_running(stack, plan, supervisor.world)
    assert supervisor.told == []


async def test_a_process_that_is_stopped_is_not_started_again(supervisor: Supervisor) -> None:
    process = supervisor.supervised(WAITING)
    await process.start()
    await eventually(supervisor.pids, timeout=PATIENCE)
    await process.stop(PATIENCE)
    assert not any(map(is_alive, supervisor.pids()))
    assert supervisor.told == []


async def test_a_process_that_does_not_stop_in_time_is_ended_by_force(supervisor: Supervisor) -> None:
    process = supervisor.supervised(DEAF)
    await process.start()
    await eventually(supervisor.pids, timeout=PATIENCE)
    await process.stop(0.1)
    assert not any(map(is_alive, supervisor.pids()))


async def test_a_process_that_waits_for_its_restart_can_be_stopped(supervisor: Supervisor) -> None:
    process = supervisor.supervised("import sys; print('no luck'); sys.exit(3)")
    await process.start()
    await eventually(lambda: len(supervisor.told) >= 3, timeout=PATIENCE)
    await process.stop(PATIENCE)
    log = supervisor.logs / "program.log"
    assert supervisor.told[0] == (f"program has ended (status 3); it is started again in 0.2 s. no luck Its log: {log}")


async def test_a_process_finds_our_modules_though_the_folder_has_others_of_their_name(supervisor: Supervisor) -> None:
    process = supervisor.supervised("import sys; print(int(sys.flags.safe_path)); sys.stdin.read()")
    await process.start()
    assert await eventually(supervisor.pids, timeout=PATIENCE) == [1]
