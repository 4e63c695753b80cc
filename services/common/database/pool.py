"""Connection pools: autocommit, a statement timeout, a name in pg_stat_activity, vectors where they exist."""

import asyncio
import select
import time
from typing import LiteralString

from pgvector.psycopg import register_vector_async
from psycopg import AsyncConnection, OperationalError, ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow
from psycopg.types import TypeInfo
from psycopg_pool import AsyncConnectionPool, PoolTimeout, TooManyRequests

from services.common.database.unavailable import DatabaseUnavailable
from services.common.text.language import Text

Connection = AsyncConnection[TupleRow]

_SET_STATEMENT_TIMEOUT: LiteralString = "SELECT set_config('statement_timeout', %s, false)"
_RETRY_PAUSE = 0.1
"""Seconds between two tries to reach a server that does not answer yet."""
KEEP_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 20_000}
"""What finds a server out that went without a word, within half a minute: a cable, a failover. For TCP alone."""
_WAIT_SLICE = 0.5
"""Seconds after which a wait for a connection has the pool try to make one again.

By itself the pool tries ever more seldom, so that a server that was away for a minute would be missed for another.
"""
_RECONNECT_TIMEOUT = 0.2
"""Seconds after which the pool leaves trying to make a connection to the next who needs one."""


class Pool(AsyncConnectionPool[Connection]):
    """A pool in which not getting a connection is a `DatabaseUnavailable`."""

    async def getconn(self, timeout: float | None = None) -> Connection:
        """Return a usable connection within *timeout* seconds (the pool's own when None).

        Raises:
            DatabaseUnavailable: none became free in time, because all are in use or the server is gone.

        """
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        try:
            while True:
                try:
                    return await super().getconn(min(_WAIT_SLICE, deadline - time.monotonic()))
                except PoolTimeout:
                    if time.monotonic() >= deadline:
                        raise
        except (PoolTimeout, TooManyRequests) as error:
            raise DatabaseUnavailable(
                Text(
                    "数据库太忙或没有响应，一直没有空闲的连接。请稍后重试。",
                    "The database is too busy or does not answer: no connection became free. Try again shortly.",
                ),
                str(error),
            ) from error


async def open_pool(
    url: str,
    *,
    min_size: int,
    max_size: int,
    name: str,
    timeout: float = 10.0,
    statement_timeout: float = 30.0,
) -> Pool:
    """Return an open pool on *url* with *min_size* connections made.

    Open it after migrating: pgvector's types are registered on a connection only where the extension exists.

    Args:
        url: `postgresql://…`.
        min_size: connections that stay open.
        max_size: connections at most.
        name: what the server shows as application_name.
        timeout: seconds this call, and later each wait for a connection, may take.
        statement_timeout: seconds after which the server ends a statement.

    Raises:
        DatabaseUnavailable: *url* could not be connected to within *timeout*.

    """
    deadline = time.monotonic() + timeout
    await _wait_for_server(url, deadline)

    async def configure(connection: Connection) -> None:
        await connection.execute(_SET_STATEMENT_TIMEOUT, (f"{statement_timeout:g}s",))
        if await TypeInfo.fetch(connection, "vector") is not None:
            await register_vector_async(connection)

    pool = Pool(
        url,
        kwargs={"autocommit": True, "application_name": name, **KEEP_ALIVE},
        min_size=min_size,
        max_size=max_size,
        open=False,
        configure=configure,
        check=_check,
        name=name,
        timeout=timeout,
        reconnect_timeout=_RECONNECT_TIMEOUT,
    )
    try:
        await pool.open(wait=True, timeout=max(deadline - time.monotonic(), _RETRY_PAUSE))
    except BaseException as error:
        await pool.close(timeout=0)
        if isinstance(error, PoolTimeout):
            raise unreachable(url, str(error)) from error
        raise
    return pool


def unreachable(url: str, details: str) -> DatabaseUnavailable:
    """Return the error for a database at *url* that does not answer; the password stays out of it."""
    try:
        parts = conninfo_to_dict(url)
    except ProgrammingError:
        return _malformed()
    where = f"{parts.get('host', 'localhost')}:{parts.get('port', 5432)}/{parts.get('dbname', '')}"
    return DatabaseUnavailable(
        Text(
            f"无法连接数据库 {where}。请确认 PostgreSQL 正在运行，并检查数据库地址、用户名和密码。",
            f"The database at {where} cannot be reached. Check that PostgreSQL is running there "
            "and that address, user and password are right.",
        ),
        details,
    )


def _malformed() -> DatabaseUnavailable:
    return DatabaseUnavailable(
        Text(
            "数据库地址的写法不正确。正确的写法如 postgresql://用户:密码@主机:5432/数据库。",
            "The database URL is malformed. It should read like postgresql://user:password@host:5432/database.",
        )
    )


async def _wait_for_server(url: str, deadline: float) -> None:
    """Connect once, trying again until *deadline*; the pool alone would hide why it cannot connect."""
    while True:
        try:
            async with asyncio.timeout(deadline - time.monotonic()):
                connection = await AsyncConnection.connect(url)
            await connection.close()
            return
        except ProgrammingError as error:
            raise unreachable(url, str(error)) from error
        except (OperationalError, TimeoutError) as error:
            if time.monotonic() + _RETRY_PAUSE >= deadline:
                raise unreachable(url, str(error) or "no answer in time") from error
            await asyncio.sleep(_RETRY_PAUSE)


async def _check(connection: Connection) -> None:
    """Let the pool replace a connection whose server has gone, without a round trip for one that is well.

    A server that ended a connection has always left something to read on its socket, an idle one never has.
    """
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if poll.poll(0):
        await AsyncConnectionPool.check_connection(connection)
