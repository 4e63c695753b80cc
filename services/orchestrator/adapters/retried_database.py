"""Statements on PostgreSQL that are repeated while it cannot be reached."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, LiteralString, TypeAlias, TypeVar

from psycopg import AsyncCursor, InterfaceError, OperationalError
from psycopg.errors import IdleInTransactionSessionTimeout
from psycopg.rows import DictRow, dict_row

from services.common.database.pool import Pool
from services.common.database.unavailable import DatabaseUnavailable
from services.common.errors import Code, ReflowError
from services.common.text.language import Text

Cursor: TypeAlias = AsyncCursor[DictRow]
Returned = TypeVar("Returned")

# A database that restarts is back within seconds; after this time the caller receives an error.
RETRY_TIMEOUT_SECONDS = 30.0
RETRY_DELAYS = (0.05, 0.1, 0.2, 0.5, 1.0)
# The server ends a transaction that is idle while others wait for it; the other errors mean that it is unreachable.
TRANSIENT_ERRORS = (OperationalError, InterfaceError, IdleInTransactionSessionTimeout, DatabaseUnavailable)
DATABASE_UNREACHABLE = Text(
    "数据库暂时无法访问，请稍后再试。", "The database cannot be reached. Please try again shortly."
)


class RetriedDatabase:
    """Executes statements that are idempotent: one that lost its connection is repeated for *timeout* seconds."""

    def __init__(self, pool: Pool, timeout: float = RETRY_TIMEOUT_SECONDS) -> None:
        self._pool = pool
        self._timeout = timeout

    async def rows(self, statement: LiteralString, parameters: Mapping[str, Any]) -> list[DictRow]:
        """Return the rows of *statement*; none for one that returns none. Raises WORKFLOW_ERROR as `retry`."""

        async def execute() -> list[DictRow]:
            # Not through the context managers: they end a transaction, and with autocommit there is none.
            connection = await self._pool.getconn()
            try:
                cursor = await connection.cursor(row_factory=dict_row).execute(statement, parameters)
                return await cursor.fetchall() if cursor.description else []
            finally:
                await self._pool.putconn(connection)

        return await self.retry(execute)

    @asynccontextmanager
    async def cursor(self) -> AsyncIterator[Cursor]:
        """Open a cursor on a connection of the pool."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            yield cursor

    async def retry(self, call: Callable[[], Awaitable[Returned]]) -> Returned:
        """Return the result of *call*, repeated while the database is unreachable.

        Raises WORKFLOW_ERROR when it stays unreachable.
        """
        deadline = asyncio.get_running_loop().time() + self._timeout
        delays = iter(RETRY_DELAYS)
        while True:
            try:
                return await call()
            except TRANSIENT_ERRORS as error:
                delay = next(delays, RETRY_DELAYS[-1])
                if asyncio.get_running_loop().time() + delay >= deadline:
                    raise ReflowError(Code.WORKFLOW_ERROR, DATABASE_UNREACHABLE, details=str(error)) from error
                await asyncio.sleep(delay)
