"""Requests per minute of providers, counted in PostgreSQL for all processes of a deployment.

The row of a provider is locked while it is counted, and the clock is the server's: no minute has more requests than
allowed, regardless of the clocks of the processes. A permit is taken only when its request starts, so that no process
holds an unused one; one statement takes the permits of all requests that wait for it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, LiteralString

import structlog
from psycopg import AsyncConnection, Error
from psycopg.rows import TupleRow

from services.common.database.pool import KEEP_ALIVE

log = structlog.get_logger("reflow.rates")

# A database that does not respond must not hold up requests that are answered within seconds.
TIMEOUT_SECONDS = 2.0
# Seconds between two attempts during an outage.
PAUSE_SECONDS = 10.0

# Take up to `count` permits of a provider, as many as the window leaves of `per_minute`. Return their number, and
# where it is less, the ages in seconds of all requests of the window. The time is read under the lock: times ascend.
_TAKE_PERMITS: LiteralString = """
INSERT INTO provider_rates AS rates (provider, starts, granted)
VALUES (
    %(provider)s,
    array_fill(clock_timestamp(), ARRAY[least(%(count)s::int, %(per_minute)s::int)]),
    least(%(count)s::int, %(per_minute)s::int)
)
ON CONFLICT (provider) DO UPDATE SET (starts, granted) = (
    SELECT recent.starts || array_fill(clock.now, ARRAY[free.number]), free.number
    FROM (SELECT clock_timestamp() AS now) AS clock,
    LATERAL (
        SELECT ARRAY(
            SELECT start FROM unnest(rates.starts) AS start
            WHERE start > clock.now - make_interval(secs => %(window)s) ORDER BY start
        ) AS starts
    ) AS recent,
    LATERAL (
        SELECT greatest(0, least(%(count)s::int, %(per_minute)s::int - cardinality(recent.starts))) AS number
    ) AS free
)
RETURNING granted, CASE WHEN granted < %(count)s::int THEN ARRAY(
    SELECT extract(epoch FROM clock_timestamp() - start)::float8 FROM unnest(starts) AS start ORDER BY start
) END
"""


@dataclass(frozen=True, slots=True)
class Permits:
    """How many permits were granted; where fewer than requested, the *ages* of all requests of the window (seconds)."""

    granted: int
    ages: tuple[float, ...] | None


class SharedRates:
    """The rates of all providers in the database at *url*. Connects when it is first needed. *clock* gives seconds."""

    def __init__(self, url: str, window: float, clock: Callable[[], float]) -> None:
        self._url = url
        self._window = window
        self._clock = clock
        self._connection: AsyncConnection[TupleRow] | None = None
        self._connecting = asyncio.Lock()
        self._retry_at = -float("inf")
        self._is_out = False
        self._abandoned: set[asyncio.Task[Permits]] = set()

    async def take(self, provider: str, count: int, per_minute: int) -> Permits | None:
        """Take up to *count* permits of *provider*; None while the database is down: each process counts alone."""
        if self._clock() < self._retry_at:
            return None
        query = asyncio.create_task(self._query(provider, count, per_minute))
        # A query to a server that hangs cannot be cancelled quickly, so it is abandoned.
        done, _ = await asyncio.wait([query], timeout=TIMEOUT_SECONDS)
        if not done:
            self._abandon(query)
        error = query.exception() if done else TimeoutError("no answer in time")
        if error is None:
            self._report_recovery()
            return query.result()
        if not isinstance(error, Error | OSError):
            raise error
        await self._report_outage(error)
        return None

    async def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _query(self, provider: str, count: int, per_minute: int) -> Permits:
        connection = await self._connect()
        values = {"provider": provider, "count": count, "per_minute": per_minute, "window": self._window}
        cursor = await connection.execute(_TAKE_PERMITS, values)
        row = await cursor.fetchone()
        assert row is not None, "an upsert returns its row"
        return Permits(row[0], None if row[1] is None else tuple(row[1]))

    async def _connect(self) -> AsyncConnection[TupleRow]:
        async with self._connecting:
            if self._connection is None or self._connection.closed:
                parameters: dict[str, Any] = dict(KEEP_ALIVE)
                self._connection = await AsyncConnection.connect(
                    self._url, autocommit=True, application_name="reflow rates", **parameters
                )
            return self._connection

    def _abandon(self, query: asyncio.Task[Permits]) -> None:
        self._abandoned.add(query)
        query.add_done_callback(self._forget)
        query.cancel()

    def _forget(self, query: asyncio.Task[Permits]) -> None:
        self._abandoned.discard(query)
        if not query.cancelled():
            query.exception()  # retrieve it, so that asyncio does not log it

    async def _report_outage(self, error: BaseException) -> None:
        self._retry_at = self._clock() + PAUSE_SECONDS
        connection, self._connection = self._connection, None
        if not self._is_out:
            self._is_out = True
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
            log.warning("provider rates not shared", reason=reason, effect="each process counts its own requests")
        if connection is not None and not self._abandoned:
            await connection.close()

    def _report_recovery(self) -> None:
        if self._is_out:
            self._is_out = False
            log.info("provider rates shared again")
