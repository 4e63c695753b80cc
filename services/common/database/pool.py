"""Connection pools: autocommit, a statement timeout, a name in pg_stat_activity, vector types."""

import asyncio
import select
import time
from collections.abc import Callable
from contextvars import ContextVar
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
"""Seconds between two attempts to connect to a server that does not respond yet."""
KEEP_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 20_000}
"""TCP settings that detect a silently lost server (network failure, failover) within half a minute."""
_WAIT_SLICE = 0.5
"""Seconds after which a caller that waits for a connection triggers another attempt of the pool.

The pool's own backoff grows, so that it could notice the end of an outage of a minute only a minute later.
"""
_RECONNECT_TIMEOUT = 0.2
"""Seconds after which the pool stops reconnecting until the next request for a connection."""


WaitObserver = Callable[[float, bool], None]
WAIT_OBSERVER: ContextVar[WaitObserver | None] = ContextVar("wait_observer", default=None)
"""Receives, every `_WAIT_SLICE` seconds that a caller waits for a connection and once it has one, for how long it has
waited and whether it still does.

Waiting for a connection is not the work of a step: a step that has a time limit extends it by this time.
"""


class Pool(AsyncConnectionPool[Connection]):
    """A pool that raises `DatabaseUnavailable` when no connection is available."""

    async def getconn(self, timeout: float | None = None) -> Connection:
        """Return a usable connection within *timeout* seconds (the pool's own when None).

        Raises:
            DatabaseUnavailable: none became free in time, because all are in use or the server is unreachable.

        """
        observer, started = WAIT_OBSERVER.get(), time.monotonic()
        deadline = started + (self.timeout if timeout is None else timeout)
        has_waited = False
        try:
            while True:
                try:
                    connection = await super().getconn(min(_WAIT_SLICE, deadline - time.monotonic()))
                except PoolTimeout:
                    if time.monotonic() >= deadline:
                        raise
                    if observer is not None:
                        observer(time.monotonic() - started, True)
                    has_waited = True
                else:
                    if has_waited and observer is not None:
                        observer(time.monotonic() - started, False)
                    return connection
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
    """Return an open pool on *url* with *min_size* open connections.

    Open it after migrating: pgvector's types are registered on a connection only where the extension exists.

    Args:
        url: `postgresql://…`.
        min_size: connections that stay open.
        max_size: connections at most.
        name: the application_name of the connections.
        timeout: maximum seconds of this call, and later of each wait for a connection.
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
    """Return the error for a database at *url* that does not respond, without the password."""
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
    """Connect once, with retries until *deadline*; the pool itself would hide the reason of a failure."""
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
    """Make the pool replace a connection whose server is lost, without a round trip for a healthy one.

    The socket of a connection that the server ended always has data to read, that of a healthy idle one never has.
    """
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if poll.poll(0):
        await AsyncConnectionPool.check_connection(connection)
