"""DBOS as this service uses it: one queue of executions, on the database of the runs, in a schema of its own.

Only its MIT core: no Conductor, no sharding, no telemetry, no steps. The API of DBOS is a singleton in each process; it
dequeues in threads of its own, and runs each execution as a coroutine on this event loop.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer
from dbos._serialization import DefaultSerializer

from services.common.database.pool import KEEP_ALIVE
from services.orchestrator.adapters.dbos import queue_statements as queue_sql

Returned = TypeVar("Returned")
ExecuteRun = Callable[[str, str], Awaitable[None]]

POOL_SIZE = 6
CONNECT_SECONDS = 5
# Queries need the status of an execution, not its arguments.
STATUS_ONLY: dict[str, Any] = {"load_input": False, "load_output": False}
FINISHED_STATUSES = ["SUCCESS", "ERROR", "CANCELLED"]
# Finished executions are deleted: the log of the run is what stays.
RETENTION_SECONDS = 600.0
DELETE_BATCH = 500
SHUTDOWN_SECONDS = 8
UNUSED_POLL_SECONDS = 3_600.0


class UnsafeSerialization(Exception):
    """A row of DBOS is serialized in a format that executes code when it is read."""


class DbosRuntime:
    """Dequeues executions, at most *max_running* in the whole deployment, and runs them in this process."""

    def __init__(self, url: str, replica_id: str, max_running: int, poll_seconds: float) -> None:
        self.replica_id = replica_id
        self._url = url
        self._max_running = max_running
        self._poll_seconds = poll_seconds
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="dbos-calls")

    async def launch(self, execute: ExecuteRun) -> None:
        """Create or migrate the tables of DBOS, and start to dequeue. *execute* receives run id and execution id."""
        _configure_logging()
        _reject_pickle()
        _reduce_polls(DBOS(config=self._config()))

        @DBOS.workflow(name=queue_sql.WORKFLOW, max_recovery_attempts=None)
        async def execution(run_id: str, execution_id: str) -> None:
            await execute(run_id, execution_id)

        # Not in a thread: DBOS runs coroutines on the event loop that it is launched in.
        DBOS.launch()
        register = partial(
            DBOS.register_queue,
            queue_sql.QUEUE,
            global_concurrency=self._max_running,
            polling_interval_sec=self._poll_seconds,
            on_conflict="always_update",
        )
        await self._in_thread(register)

    async def resume(self, execution_ids: Sequence[str]) -> None:
        """Queue executions again that a replica had dequeued."""
        await self._in_thread(partial(DBOS.resume_workflows, list(execution_ids), queue_name=queue_sql.QUEUE))

    async def delete_finished(self) -> int:
        """Delete old finished executions, batch by batch; return how many."""
        before = datetime.fromtimestamp(time.time() - RETENTION_SECONDS, UTC).isoformat()

        def delete() -> int:
            finished = DBOS.list_workflows(
                status=FINISHED_STATUSES,
                queue_name=queue_sql.QUEUE,
                completed_before=before,
                limit=DELETE_BATCH,
                **STATUS_ONLY,
            )
            if finished:
                DBOS.delete_workflows([status.workflow_id for status in finished])
            return len(finished)

        deleted = batch = await self._in_thread(delete)
        while batch == DELETE_BATCH:
            batch = await self._in_thread(delete)
            deleted += batch
        return deleted

    async def destroy(self) -> None:
        """Stop dequeuing at once; return when the executions in progress are over, or after SHUTDOWN_SECONDS."""
        await self._in_thread(
            partial(DBOS.destroy, destroy_registry=True, workflow_completion_timeout_sec=SHUTDOWN_SECONDS)
        )
        self._threads.shutdown(wait=False)

    async def _in_thread(self, call: Callable[[], Returned]) -> Returned:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    def _config(self) -> DBOSConfig:
        return DBOSConfig(
            name=queue_sql.APPLICATION,
            system_database_url=self._url.replace("postgresql://", "postgresql+psycopg://", 1),
            db_engine_kwargs={"connect_args": {"connect_timeout": CONNECT_SECONDS, **KEEP_ALIVE}},
            dbos_system_schema=queue_sql.SCHEMA,
            executor_id=self.replica_id,
            application_version=queue_sql.APPLICATION_VERSION,
            sys_db_pool_size=POOL_SIZE,
            use_listen_notify=False,
            serializer=DBOSPortableJSONSerializer(),
            enable_otlp=False,
            log_level="ERROR",
        )


def _reject_pickle() -> None:
    """Have DBOS read JSON only.

    DBOS chooses the reader of a value by a column of its row, whatever serializer is configured: a user who may write
    its tables could run code here. All its readers of other formats go through this one method.
    """

    def deserialize(_serializer: DefaultSerializer, _serialized: str) -> None:
        raise UnsafeSerialization("rows of DBOS must be JSON; this one is pickled")

    DefaultSerializer.deserialize = deserialize  # type: ignore[method-assign, assignment]


def _reduce_polls(dbos: DBOS) -> None:
    """Have DBOS look once, and not each second, for what is never there here.

    No execution has a delay or a deadline, which is what its background jobs look for, and nothing enters its internal
    queue: `resume` names ours.
    """
    dbos._background_jobs_stop_event.set()
    dbos._registry.get_internal_queue()._polling_interval_sec = UNUSED_POLL_SECONDS


def _configure_logging() -> None:
    """Have DBOS log errors only, to the log of the process."""
    logger = logging.getLogger("dbos")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())  # else it adds one of its own
    logger.propagate = True
