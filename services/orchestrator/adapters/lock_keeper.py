"""Advisory locks held for as long as this process lives, on a connection of their own."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

import structlog
from psycopg import AsyncConnection, Error
from psycopg.conninfo import make_conninfo
from psycopg.rows import DictRow, dict_row

from services.common.database.pool import KEEP_ALIVE
from services.orchestrator.engine.driving import AnotherDriver

log = structlog.get_logger("reflow.locks")

BEAT_SECONDS = 1.0
CONNECT_SECONDS = 5
# How long a predecessor that is stopping may keep a lock before starting is given up.
PATIENCE_SECONDS = 15.0
PAUSE_SECONDS = 0.25
# A server that does not answer in time is taken for gone, and connected to anew.
ANSWER_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement and its parameters. One that takes a lock returns whether it did, as `held`."""

    text: LiteralString
    parameters: Mapping[str, Any]


class LockKeeper:
    """Holds *locks*, and executes *beat* every second.

    Locks are their connection's: where that breaks, because the server restarts or is cut off, they are taken again.
    """

    def __init__(self, url: str, locks: Sequence[Statement], beat: Statement | None = None) -> None:
        self._url = url
        self._locks = locks
        self._beat = beat
        self._missing = list(locks)
        self._connection: AsyncConnection[DictRow] | None = None
        self._keeping: asyncio.Task[None] | None = None

    async def take(self) -> bool:
        """Take what is not held, and beat; return whether all is held. Raises psycopg.Error or TimeoutError."""
        async with asyncio.timeout(ANSWER_SECONDS):
            if self._connection is None or self._connection.closed:
                self._connection, self._missing = await self._connect(), list(self._locks)
            for lock in list(self._missing):
                cursor = await self._connection.execute(lock.text, lock.parameters)
                if (await cursor.fetchone() or {"held": False})["held"]:
                    self._missing.remove(lock)
            if self._beat is not None:
                await self._connection.execute(self._beat.text, self._beat.parameters)
        return not self._missing

    async def hold(self, patience: float = PATIENCE_SECONDS) -> None:
        """Hold all locks until `close`. Raises AnotherDriver when another has one of them for *patience* seconds."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + patience
        while not await self.take():
            if loop.time() >= deadline:
                raise AnotherDriver
            await asyncio.sleep(PAUSE_SECONDS)
        self._keeping = asyncio.create_task(self._keep(), name="keep locks")

    async def close(self, farewell: Statement | None = None) -> None:
        """Let go of all locks, *farewell* said before."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        if self._connection is not None and farewell is not None:
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._connection.execute(farewell.text, farewell.parameters)
            except (Error, TimeoutError) as error:
                log.warning("no farewell; the others will notice", details=str(error))
        await self._disconnect()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                if not await self.take():  # the server may take a while to see that our former connection is gone
                    log.warning("a lock is not held", locks=len(self._missing))
            except (Error, TimeoutError) as error:
                log.warning("no beat", details=str(error))
                await self._disconnect()

    async def _connect(self) -> AsyncConnection[DictRow]:
        told = make_conninfo(
            self._url, application_name="orchestrator locks", connect_timeout=CONNECT_SECONDS, **KEEP_ALIVE
        )
        return await AsyncConnection.connect(told, autocommit=True, row_factory=dict_row)

    async def _disconnect(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.close()
