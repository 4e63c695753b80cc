"""Which orchestrators there are: each holds an advisory lock for as long as it lives, and beats."""

import asyncio
from collections.abc import Sequence

import structlog
from psycopg import AsyncConnection, Error
from psycopg.rows import DictRow, dict_row

from services.common.database.pool import Pool
from services.orchestrator.adapters import shared_statements as shared

log = structlog.get_logger("reflow.replicas")

BEAT_SECONDS = 1.0
CONNECT_SECONDS = 5


class Replica:
    """One orchestrator among the others, by a connection of its own: a lock belongs to its connection."""

    def __init__(self, url: str, replica_id: str) -> None:
        self.replica_id = replica_id
        self._url = url
        self._connection: AsyncConnection[DictRow] | None = None
        self._held = False
        self._beating: asyncio.Task[None] | None = None

    async def sign_on(self) -> None:
        """Be there, until `sign_off` or until this process is gone."""
        await self._beat()
        log.info("replica signed on", replica_id=self.replica_id)
        self._beating = asyncio.create_task(self._beat_on())

    async def sign_off(self) -> None:
        """Be gone."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        if self._connection is not None:
            try:
                await self._connection.execute(shared.SIGN_OFF, {"replica_id": self.replica_id})
            except Error as error:
                log.warning("not signed off; the others will notice", details=str(error))
            await self._connection.close()

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._beat()
            except Error as error:
                log.warning("no beat", details=str(error))
                await self._disconnect()

    async def _beat(self) -> None:
        if self._connection is None or self._connection.closed:
            self._connection, self._held = await self._connect(), False
        if not self._held:  # after a broken connection the server may take a while to see that the old one is gone
            wanted = {"class": shared.REPLICA_LOCKS, "replica_id": self.replica_id}
            cursor = await self._connection.execute(shared.HOLD_REPLICA_LOCK, wanted)
            self._held = bool((await cursor.fetchone() or {"held": False})["held"])
        await self._connection.execute(shared.BEAT, {"replica_id": self.replica_id})

    async def _connect(self) -> AsyncConnection[DictRow]:
        return await AsyncConnection.connect(
            self._url,
            autocommit=True,
            row_factory=dict_row,
            application_name="orchestrator replica",
            connect_timeout=CONNECT_SECONDS,
        )

    async def _disconnect(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.close()


async def living(pool: Pool, patience: float) -> Sequence[str]:
    """Return the ids of the replicas that live: that hold their lock and have beaten within *patience* seconds."""
    async with pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(shared.LIVING, {"class": shared.REPLICA_LOCKS, "patience": patience})
        return [row["replica_id"] for row in await cursor.fetchall()]
