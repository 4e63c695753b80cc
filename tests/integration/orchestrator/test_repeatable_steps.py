"""Steps that cost and change nothing are called before their start is recorded; all others after it."""

import asyncio

from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.engine.run_log import Append
from tests.fixtures.runs.orchestrator import final_status, run_orchestrator
from tests.fixtures.runs.roles.scripted_roles import Hang, Roles
from tests.fixtures.systems.eventually import eventually


class GatedLog(MemoryLog):
    """A log that records no append until *opened*."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = asyncio.Event()
        self.waiting = 0

    async def append(self, append: Append) -> None:
        self.waiting += 1
        await self.opened.wait()
        await super().append(append)


async def test_steps_without_a_remote_model_are_called_while_the_events_before_them_are_recorded() -> None:
    log = GatedLog()
    async with run_orchestrator(log, Roles()) as at:
        run_id = await at.start()
        await eventually(lambda: at.roles.attempts("critic-1"))
        row = await log.find(run_id)
        assert row is not None and row.last_sequence == 1
        log.opened.set()
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


async def test_a_step_of_a_run_with_a_remote_model_is_called_once_its_start_is_recorded() -> None:
    log = GatedLog()
    async with run_orchestrator(log, Roles()) as at:
        run_id = await at.start(preferred_model="qwen-image")
        await eventually(lambda: log.waiting)
        assert not at.roles.calls
        log.opened.set()
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


async def test_a_watcher_receives_no_event_that_is_not_recorded() -> None:
    log = GatedLog()
    async with run_orchestrator(log, Roles({"executor": [Hang()]})) as at:
        run_id = await at.start()
        await eventually(lambda: at.roles.attempts("executor-1") and log.waiting)
        tail = at.engine.tails.get(run_id)
        assert tail is not None and len(tail.after(0, 100)) == 1
        log.opened.set()
        await eventually(lambda: len(tail.after(0, 100)) > 1)
