"""DBOS as this service uses it: one queue of drives, on the database of the runs, in a schema of its own.

Only its MIT core: no Conductor, no sharding, no telemetry, no steps. DBOS is one to a process (its API is a
singleton), takes its work up in threads of its own, and runs each drive as a coroutine on this event loop.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from dbos import DBOS, DBOSConfig

from services.common.database.pool import KEEP_ALIVE
from services.orchestrator.adapters import shared_statements as shared

Returned = TypeVar("Returned")
Perform = Callable[[str, str], Awaitable[None]]

POOL_SIZE = 6
CONNECT_SECONDS = 5
# What is asked of a drive is where it stands, not its arguments.
ALONE: dict[str, Any] = {"load_input": False, "load_output": False}
OVER = ["SUCCESS", "ERROR", "CANCELLED"]
# What is over is of no use any more: the log is what is kept.
KEPT_SECONDS = 600.0
DELETED_AT_ONCE = 500
DONE_SECONDS = 8


class DbosRuntime:
    """Takes drives out of the queue, at most *running* at once in the whole deployment, and performs them here."""

    def __init__(self, url: str, replica_id: str, running: int, poll_seconds: float) -> None:
        self.replica_id = replica_id
        self._url = url
        self._running = running
        self._poll_seconds = poll_seconds
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="dbos-asked")

    async def launch(self, perform: Perform) -> None:
        """Make or bring up to date DBOS's tables, and begin to take drives; *perform* drives a run (run, drive)."""
        _silence()
        DBOS(config=self._config())

        @DBOS.workflow(name=shared.WORKFLOW, max_recovery_attempts=None)
        async def drive(run_id: str, drive_id: str) -> None:
            await perform(run_id, drive_id)

        # Here and not in a thread: DBOS runs coroutines on the loop that it is launched in.
        DBOS.launch()
        await self._in_thread(
            partial(
                DBOS.register_queue,
                shared.QUEUE,
                global_concurrency=self._running,
                polling_interval_sec=self._poll_seconds,
                on_conflict="always_update",
            )
        )

    async def resume(self, drive_ids: Sequence[str]) -> None:
        """Queue drives again that a replica had taken."""
        await self._in_thread(partial(DBOS.resume_workflows, list(drive_ids), queue_name=shared.QUEUE))

    async def clean(self) -> int:
        """Delete drives that have been over for a while, batch by batch; return how many."""
        before = datetime.fromtimestamp(time.time() - KEPT_SECONDS, UTC).isoformat()

        def delete() -> int:
            over = DBOS.list_workflows(
                status=OVER, queue_name=shared.QUEUE, completed_before=before, limit=DELETED_AT_ONCE, **ALONE
            )
            if over:
                DBOS.delete_workflows([status.workflow_id for status in over])
            return len(over)

        deleted = batch = await self._in_thread(delete)
        while batch == DELETED_AT_ONCE:
            batch = await self._in_thread(delete)
            deleted += batch
        return deleted

    async def destroy(self) -> None:
        """Take no more drives, at once; return when those under way are over, or DONE_SECONDS later."""
        await self._in_thread(
            partial(DBOS.destroy, destroy_registry=True, workflow_completion_timeout_sec=DONE_SECONDS)
        )
        self._threads.shutdown(wait=False)

    async def _in_thread(self, ask: Callable[[], Returned]) -> Returned:
        return await asyncio.get_running_loop().run_in_executor(self._threads, ask)

    def _config(self) -> DBOSConfig:
        return DBOSConfig(
            name=shared.APPLICATION,
            system_database_url=self._url.replace("postgresql://", "postgresql+psycopg://", 1),
            db_engine_kwargs={"connect_args": {"connect_timeout": CONNECT_SECONDS, **KEEP_ALIVE}},
            dbos_system_schema=shared.SCHEMA,
            executor_id=self.replica_id,
            application_version=shared.APPLICATION_VERSION,
            sys_db_pool_size=POOL_SIZE,
            use_listen_notify=False,
            enable_otlp=False,
            log_level="ERROR",
        )


def _silence() -> None:
    """Have DBOS say only what went wrong, through the log of the process."""
    logger = logging.getLogger("dbos")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())  # else it adds one of its own
    logger.propagate = True
