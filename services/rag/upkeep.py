"""The upkeep of the vectors: after a change of model every style and note is embedded again, beside the searches."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, LiteralString, NoReturn

import psycopg
import structlog
from psycopg import AsyncConnection

from services.common.database.unavailable import DatabaseUnavailable
from services.common.errors import Code, ReflowError
from services.rag.adapters.embeddings import Embeddings, Vectors
from services.rag.adapters.indexes import drop_unused_indexes, ensure_index
from services.rag.adapters.shelf import Shelf, Stored, Vector

log = structlog.get_logger("reflow.rag")

TRY_LOCK: LiteralString = "SELECT pg_try_advisory_lock(hashtext('reflow style vectors'))"
TOLD_EVERY = 500
"""Entries between two log records of the progress."""
OF_ITS_TEXT = frozenset({Code.CONTENT_REFUSED, Code.LLM_REFUSED})
"""Refusals that may be due to one of the texts; the others of its batch are then asked for one by one."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds: how long a batch may take, from one batch to the next, and the waits.

    `between` leaves a provider's requests to the runs; after a failure the wait grows from `first_wait` to
    `longest_wait`; `look_again` is for what another process has left.
    """

    batch: float = 60.0
    between: float = 0.0
    first_wait: float = 5.0
    longest_wait: float = 600.0
    look_again: float = 60.0

    def wait(self, failures: int) -> float:
        """Return how long to wait after so many failures in a row, doubling with each."""
        return float(min(self.first_wait * 2 ** min(failures - 1, 30), self.longest_wait))


class Upkeep:
    """Gives every entry of the shelves a vector of *embeddings*, and their model its indexes, as long as `run` runs.

    It is the one place beside the engine that tries again after a model has failed: nobody waits for it, no run's
    step stands behind it, and the entries would else stay without a vector until the next start.
    """

    def __init__(
        self,
        url: str,
        shelves: Sequence[Shelf[Any, Any]],
        embeddings: Embeddings,
        clock: Callable[[], float],
        pace: Pace,
    ) -> None:
        """Work on the database at *url*, which the *shelves* have too, one after the other: they share the pace.

        *clock* is the embeddings'.
        """
        self._url = url
        self._shelves = shelves
        self._embeddings = embeddings
        self._clock = clock
        self._pace = pace
        self._wanted = asyncio.Event()

    def want(self) -> None:
        """Have it look soon: something was stored. It never cuts a wait after a failure short."""
        self._wanted.set()

    async def run(self) -> NoReturn:
        """Look after the vectors until cancelled; no failure ends it."""
        failures = 0
        while True:
            self._wanted.clear()
            wait = await self._tried(failures + 1)
            failures = 0 if wait is None else failures + 1
            if wait is not None:
                await asyncio.sleep(wait)
                continue
            try:
                await asyncio.wait_for(self._wanted.wait(), self._pace.look_again)
            except TimeoutError:
                continue

    async def _tried(self, failures: int) -> float | None:
        """Look once, and return how long to wait, this being the failure of that number; None after a success."""
        wait = self._pace.wait(failures)
        try:
            if not (left := await self.look()):
                return None
            log.warning("entries left that the embedding model refuses", left=left, wait_seconds=wait)
        except ReflowError as error:
            wait = max(wait, error.retry_after if error.code is Code.LLM_RATE_LIMIT and error.retry_after else 0.0)
            log.warning("embedding again failed", code=error.code, details=error.details, wait_seconds=wait)
        except (psycopg.Error, DatabaseUnavailable) as error:
            log.warning("embedding again failed", details=str(error), wait_seconds=wait)
        except Exception:
            log.exception("embedding again broke", wait_seconds=wait)
        return wait

    async def look(self) -> int:
        """Do what there is to do and return how many entries the model refuses; they keep the vector they have.

        Does nothing where another process is at it, or uses another model.

        Raises:
            ReflowError: the model or the store failed. What was embedded up to there is kept.
            psycopg.Error: the database failed.

        """
        async with _alone(self._url) as connection:
            return 0 if connection is None else sum([await self._look_at(shelf, connection) for shelf in self._shelves])

    async def _look_at(self, shelf: Shelf[Any, Any], connection: AsyncConnection[Any]) -> int:
        """Do as `look` does, for one shelf."""
        name, table = self._embeddings.name, shelf.table
        if not await shelf.uses_model(name):
            return 0
        if await ensure_index(connection, name, self._embeddings.dimensions, table):
            log.info("vector index ready", table=table.name, model=name)
        left = await self._embed_again(shelf)
        for index in await drop_unused_indexes(connection, table):
            log.info("vector index of another model dropped", index=index)
        return left

    async def _embed_again(self, shelf: Shelf[Any, Any]) -> int:
        """Embed what other models embedded, batch after batch, and return how many entries were refused."""
        name, table = self._embeddings.name, shelf.table.name
        done, refused, after = 0, 0, ("", "")
        while stale := await shelf.of_other_models(name, self._embeddings.batch, after=after):
            after = (stale[-1].scope, stale[-1].key)
            entries, vectors = await self._embedded(stale)
            await shelf.embed_again(entries, vectors, name)
            before, done = done, done + len(entries)
            refused += len(stale) - len(entries)
            if done // TOLD_EVERY > before // TOLD_EVERY:
                log.info("embedding again", table=table, model=name, done=done)
            await asyncio.sleep(self._pace.between)
        if done or refused:
            log.info("embedded again", table=table, model=name, done=done, refused=refused)
        return refused

    async def _embedded(self, stale: Sequence[Stored]) -> tuple[Sequence[Stored], Sequence[Vector]]:
        """Return the entries with their vectors, without those whose text the model refuses. Raises ReflowError."""
        try:
            return stale, list(await self._vectors(stale))
        except ReflowError as error:
            if error.code not in OF_ITS_TEXT:
                raise
            if len(stale) > 1:
                return await self._one_by_one(stale, error)
            log.warning("entry refused by the embedding model", key=stale[0].key, details=error.details)
            return (), ()

    async def _one_by_one(
        self, stale: Sequence[Stored], refusal: ReflowError
    ) -> tuple[Sequence[Stored], Sequence[Vector]]:
        """Do as `_embedded` does, text by text. Raises *refusal* where all are refused: it is not about the texts."""
        each = []
        for stored in stale:
            await asyncio.sleep(self._pace.between)
            each.append(await self._embedded((stored,)))
        entries = [stored for accepted, _ in each for stored in accepted]
        if not entries:
            raise refusal
        return entries, [vector for _, vectors in each for vector in vectors]

    async def _vectors(self, entries: Sequence[Stored]) -> Vectors:
        deadline = self._clock() + self._pace.batch
        texts = [stored.embedded_text for stored in entries]
        return (await self._embeddings.embed(texts, deadline)).vectors


@asynccontextmanager
async def _alone(url: str) -> AsyncIterator[AsyncConnection[Any] | None]:
    """Give a connection that holds the lock of the upkeep, None where another process has it.

    A connection of its own: building an index takes longer than the pool's statements may, and PostgreSQL frees the
    lock when its holder dies. No transaction is open while a model is asked.
    """
    connecting = AsyncConnection.connect(url, autocommit=True, application_name="rag upkeep", connect_timeout=10)
    async with await connecting as connection:
        row = await (await connection.execute(TRY_LOCK)).fetchone()
        yield connection if row is not None and row[0] else None
