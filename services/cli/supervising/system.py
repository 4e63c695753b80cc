"""The whole system on this machine, each service in processes of its own, as in production."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from services.cli.joining import Addresses
from services.cli.opening import models_file
from services.cli.settings import EmbeddedSettings
from services.cli.supervising import wording
from services.cli.supervising.pace import STOP_SECONDS
from services.cli.supervising.plan import Scale, Site, SystemPlan, system_plan
from services.cli.supervising.ports import free_ports
from services.cli.supervising.process import Supervised, Surroundings
from services.common.database.embedded import embedded_postgres
from services.common.language import Text
from services.common.settings import read_settings


@dataclass(frozen=True, slots=True)
class Running:
    """Where the running system can be reached: the gateway's URL, and what commands join."""

    url: str
    addresses: Addresses


@asynccontextmanager
async def run_processes(
    data: Path, scale: Scale, *, progress: Callable[[Text], None], host: str, port: int
) -> AsyncIterator[Running]:
    """Run every service on what lies in *data*, started again when it ends, until the context ends.

    Then the gateway is stopped first and the database last. Raises CommandFailed, DatabaseUnavailable or
    SettingsInvalid, each saying what to do.
    """
    settings = read_settings(EmbeddedSettings)
    logs = data / "logs"
    await asyncio.to_thread(logs.mkdir, parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        progress(wording.STARTING_DATABASE)
        database = settings.database_url or await stack.enter_async_context(embedded_postgres(data / "postgres"))
        progress(wording.STARTING_SERVICES)
        blobs = settings.blobs_url or (data / "blobs").as_uri()
        site = Site(database, blobs, models_file(data), host, port, os.environ.get("REFLOW_POOL_SIZE", ""))
        plan = system_plan(site, scale, free_ports(), None if settings.database_url else data / "postgres")
        supervisor_lives, _ = _pipe(stack)
        world = Surroundings(_environment(os.environ, sys.path), logs, supervisor_lives, _pipe(stack), progress)
        await all_running(stack, plan, world)
        yield Running(plan.url, plan.addresses)


async def all_running(stack: AsyncExitStack, plan: SystemPlan, world: Surroundings) -> None:
    """Start all processes at once; when the context ends, they are stopped group by group.

    Raises CommandFailed for the first that does not start; the others are then waited for no longer.
    """
    groups = [[Supervised(process, world) for process in group] for group in plan.groups]
    for group in reversed(groups):
        stack.push_async_callback(_stop, group)
    processes = [process for group in groups for process in group]
    ready = 0

    async def start(process: Supervised) -> None:
        nonlocal ready
        await process.start()
        ready += 1
        world.tell(wording.is_ready(process.plan.name, ready, len(processes)))

    try:
        async with asyncio.TaskGroup() as starting:
            for process in processes:
                starting.create_task(start(process))
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None


async def _stop(group: Sequence[Supervised]) -> None:
    await asyncio.gather(*(process.stop(STOP_SECONDS) for process in group))


def _pipe(stack: AsyncExitStack) -> tuple[int, int]:
    """Return the end to read and the end to write of a pipe, open until the context ends."""
    ends = os.pipe()
    for end in ends:
        stack.callback(os.close, end)
    return ends


def _environment(own: Mapping[str, str], path: Sequence[str]) -> dict[str, str]:
    """Return what every process inherits: all of ours, and where the modules are found."""
    return {**own, "PYTHONPATH": os.pathsep.join(str(Path(folder).absolute()) for folder in path)}
