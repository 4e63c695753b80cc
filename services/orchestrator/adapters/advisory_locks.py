"""PostgreSQL advisory locks, held on a dedicated connection while this process lives."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

import structlog
from psycopg import AsyncConnection, Error
from psycopg.conninfo import make_conninfo
from psycopg.rows import DictRow, dict_row

from services.common.cancellation import cancel_tasks
from services.common.database.pool import KEEP_ALIVE
from services.orchestrator.adapters import log_statements as sql
from services.orchestrator.adapters.dbos import queue_statements as queue_sql
from services.orchestrator.engine.scheduler import DatabaseInUse

log = structlog.get_logger("reflow.locks")

HEARTBEAT_SECONDS = 1.0
CONNECT_SECONDS = 5
# Time that a stopping predecessor may still hold a lock.
ACQUIRE_TIMEOUT_SECONDS = 15.0
ACQUIRE_RETRY_SECONDS = 0.25
# A server that does not respond within this time is considered unreachable; the next attempt reconnects.
RESPONSE_TIMEOUT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement and its parameters. One that acquires a lock returns whether it did, as `acquired`."""

    text: LiteralString
    parameters: Mapping[str, Any]


class AdvisoryLocks:
    """Holds *locks*, and executes *heartbeat* every second.

    Locks belong to their connection: when it breaks, because the server restarts or is unreachable, they are acquired
    again.
    """

    def __init__(self, url: str, locks: Sequence[Statement], heartbeat: Statement | None = None) -> None:
        self._url = url
        self._locks = locks
        self._heartbeat = heartbeat
        self._missing = list(locks)
        self._connection: AsyncConnection[DictRow] | None = None
        self._renewal: asyncio.Task[None] | None = None

    async def acquire_missing(self) -> bool:
        """Acquire the missing locks and send the heartbeat; return whether all are held.

        Raises psycopg.Error or TimeoutError.
        """
        async with asyncio.timeout(RESPONSE_TIMEOUT_SECONDS):
            if self._connection is None or self._connection.closed:
                self._connection, self._missing = await self._connect(), list(self._locks)
            for lock in list(self._missing):
                cursor = await self._connection.execute(lock.text, lock.parameters)
                if (await cursor.fetchone() or {"acquired": False})["acquired"]:
                    self._missing.remove(lock)
            if self._heartbeat is not None:
                await self._connection.execute(self._heartbeat.text, self._heartbeat.parameters)
        return not self._missing

    async def acquire(self, timeout: float = ACQUIRE_TIMEOUT_SECONDS) -> None:
        """Hold all locks until `close`. Raises DatabaseInUse when one of them is not free within *timeout* seconds."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        while not await self.acquire_missing():
            if loop.time() >= deadline:
                raise DatabaseInUse
            await asyncio.sleep(ACQUIRE_RETRY_SECONDS)
        self._renewal = asyncio.create_task(self._renew(), name="renew locks")

    async def close(self, final_statement: Statement | None = None) -> None:
        """Execute *final_statement*, then release all locks."""
        if self._renewal is not None:
            await cancel_tasks(self._renewal)
        if self._connection is not None and final_statement is not None:
            try:
                async with asyncio.timeout(RESPONSE_TIMEOUT_SECONDS):
                    await self._connection.execute(final_statement.text, final_statement.parameters)
            except (Error, TimeoutError) as error:
                log.warning("replica not unregistered; the others will notice", details=str(error))
        await self._disconnect()

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                if not await self.acquire_missing():  # the server may still see the old connection
                    log.warning("lock not held", locks=len(self._missing))
            except (Error, TimeoutError) as error:
                log.warning("heartbeat failed", details=str(error))
                await self._disconnect()

    async def _connect(self) -> AsyncConnection[DictRow]:
        conninfo = make_conninfo(
            self._url, application_name="orchestrator locks", connect_timeout=CONNECT_SECONDS, **KEEP_ALIVE
        )
        return await AsyncConnection.connect(conninfo, autocommit=True, row_factory=dict_row)

    async def _disconnect(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.close()


def exclusive_locks(url: str) -> AdvisoryLocks:
    """Return the lock of the only orchestrator of a database."""
    return AdvisoryLocks(url, [Statement(sql.LOCK_EXCLUSIVE, {})])


def shared_locks(url: str, replica_id: str) -> AdvisoryLocks:
    """Return the locks and the heartbeat of one of several orchestrators: a shared lock, and its own."""
    own = {"class": queue_sql.REPLICA_LOCKS, "replica_id": replica_id}
    locks = [Statement(queue_sql.LOCK_SHARED, {}), Statement(queue_sql.LOCK_REPLICA, own)]
    return AdvisoryLocks(url, locks, Statement(queue_sql.HEARTBEAT, {"replica_id": replica_id}))


def delete_replica(replica_id: str) -> Statement:
    """Return the statement by which a replica unregisters when it stops."""
    return Statement(queue_sql.DELETE_REPLICA, {"replica_id": replica_id})
