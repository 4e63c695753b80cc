"""Reindexing of vectors: after a change of model, all styles and notes are embedded again in the background."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, LiteralString, NoReturn

import psycopg
import structlog
from psycopg import AsyncConnection

from services.common.database.unavailable import DatabaseUnavailable
from services.common.errors import Code, ReflowError
from services.rag.adapters.embeddings import Embeddings, Vectors
from services.rag.adapters.knowledge_table import KnowledgeTable, StoredEntry, Vector
from services.rag.adapters.vector_indexes import drop_unused_indexes, ensure_index

log = structlog.get_logger("reflow.rag")

TRY_LOCK: LiteralString = "SELECT pg_try_advisory_lock(hashtext('reflow style vectors'))"
LOG_INTERVAL = 500
"""Entries between two log records of the progress."""
TEXT_REJECTIONS = frozenset({Code.CONTENT_REFUSED, Code.LLM_REFUSED})
"""Errors that one text of a batch may cause; the texts are then embedded one by one."""


@dataclass(frozen=True, slots=True)
class ReindexPace:
    """Times in seconds: the timeout of a batch, the pause between batches, and the waits.

    `between` leaves requests of the provider to the runs; after a failure the wait doubles from `first_wait` up to
    `longest_wait`; `interval` is the time between checks for entries that another process did not finish.
    """

    batch: float = 60.0
    between: float = 0.0
    first_wait: float = 5.0
    longest_wait: float = 600.0
    interval: float = 60.0

    def compute_wait(self, failures: int) -> float:
        """Return the wait after this number of consecutive failures."""
        return float(min(self.first_wait * 2 ** min(failures - 1, 30), self.longest_wait))


class Reembedder:
    """Periodic task that embeds every entry of *tables* with *embeddings*, and maintains the indexes of that model.

    Apart from the orchestrator, only this retries after a failure of a model: no caller and no step waits for it, and
    the entries would otherwise stay without a vector until the next start.
    """

    def __init__(
        self,
        url: str,
        tables: Sequence[KnowledgeTable[Any, Any]],
        embeddings: Embeddings,
        clock: Callable[[], float],
        pace: ReindexPace,
    ) -> None:
        """Process *tables* of the database at *url* one after the other: they share the pace.

        *clock* is that of the embeddings.
        """
        self._url = url
        self._tables = tables
        self._embeddings = embeddings
        self._clock = clock
        self._pace = pace
        self._requested = asyncio.Event()

    def request(self) -> None:
        """Request a pass soon, because entries were stored. It does not shorten the wait after a failure."""
        self._requested.set()

    async def run(self) -> NoReturn:
        """Run until cancelled. Failures are logged, not raised."""
        failures = 0
        while True:
            self._requested.clear()
            wait = await self._attempt(failures + 1)
            failures = 0 if wait is None else failures + 1
            if wait is not None:
                await asyncio.sleep(wait)
                continue
            # Not `wait_for`: before Python 3.12 it loses a cancel that comes together with the request.
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pace.interval):
                    await self._requested.wait()

    async def _attempt(self, failures: int) -> float | None:
        """Run one pass; return the wait after the failure with this number, None after a success."""
        wait = self._pace.compute_wait(failures)
        try:
            if not (rejected := await self.run_once()):
                return None
            log.warning("entries left that the embedding model rejects", left=rejected, wait_seconds=wait)
        except ReflowError as error:
            wait = max(wait, error.retry_after if error.code is Code.LLM_RATE_LIMIT and error.retry_after else 0.0)
            log.warning("reindexing failed", code=error.code, details=error.details, wait_seconds=wait)
        except (psycopg.Error, DatabaseUnavailable) as error:
            log.warning("reindexing failed", details=str(error), wait_seconds=wait)
        except Exception:
            log.exception("reindexing broke", wait_seconds=wait)
        return wait

    async def run_once(self) -> int:
        """Embed all stale entries; return the number that the model rejects, which retain their vector.

        Does nothing if another process does it, or uses another model.

        Raises:
            ReflowError: the model or the store failed. Vectors up to then are stored.
            psycopg.Error: the database failed.

        """
        async with _acquire_lock(self._url) as connection:
            return 0 if connection is None else sum([await self._process(table, connection) for table in self._tables])

    async def _process(self, table: KnowledgeTable[Any, Any], connection: AsyncConnection[Any]) -> int:
        """Do as `run_once` does, for one table."""
        model = self._embeddings.name
        if not await table.is_model_in_use(model):
            return 0
        if await ensure_index(connection, model, self._embeddings.dimensions, table.table):
            log.info("vector index ready", table=table.table.name, model=model)
        rejected = await self._reembed(table)
        for index in await drop_unused_indexes(connection, table.table):
            log.info("vector index of another model dropped", index=index)
        return rejected

    async def _reembed(self, table: KnowledgeTable[Any, Any]) -> int:
        """Embed the entries of other models, batch by batch; return the number of rejected ones."""
        model, name = self._embeddings.name, table.table.name
        done, rejected, after = 0, 0, ("", "")
        while stale := await table.list_stale(model, self._embeddings.batch, after=after):
            after = (stale[-1].scope, stale[-1].key)
            entries, vectors = await self._embed(stale)
            await table.update_vectors(entries, vectors, model)
            before, done = done, done + len(entries)
            rejected += len(stale) - len(entries)
            if done // LOG_INTERVAL > before // LOG_INTERVAL:
                log.info("reindexing", table=name, model=model, done=done)
            await asyncio.sleep(self._pace.between)
        if done or rejected:
            log.info("reindexed", table=name, model=model, done=done, rejected=rejected)
        return rejected

    async def _embed(self, stale: Sequence[StoredEntry]) -> tuple[Sequence[StoredEntry], Sequence[Vector]]:
        """Return the entries with their vectors, without those that the model rejects. Raises ReflowError."""
        try:
            return stale, list(await self._compute_vectors(stale))
        except ReflowError as error:
            if error.code not in TEXT_REJECTIONS:
                raise
            if len(stale) > 1:
                return await self._embed_one_by_one(stale, error)
            log.warning("entry rejected by the embedding model", key=stale[0].key, details=error.details)
            return (), ()

    async def _embed_one_by_one(
        self, stale: Sequence[StoredEntry], error: ReflowError
    ) -> tuple[Sequence[StoredEntry], Sequence[Vector]]:
        """Do as `_embed` does, text by text. Raises *error* if all are rejected: then no text is the cause."""
        results = []
        for stored in stale:
            await asyncio.sleep(self._pace.between)
            results.append(await self._embed((stored,)))
        entries = [stored for accepted, _ in results for stored in accepted]
        if not entries:
            raise error
        return entries, [vector for _, vectors in results for vector in vectors]

    async def _compute_vectors(self, entries: Sequence[StoredEntry]) -> Vectors:
        deadline = self._clock() + self._pace.batch
        texts = [stored.embedded_text for stored in entries]
        return (await self._embeddings.embed(texts, deadline)).vectors


@asynccontextmanager
async def _acquire_lock(url: str) -> AsyncIterator[AsyncConnection[Any] | None]:
    """Yield a connection that holds the advisory lock, None if another process has it.

    A separate connection: building an index takes longer than the statement timeout of the pool, and PostgreSQL
    releases the lock when the connection ends. No transaction is open during a call of the model.
    """
    connecting = AsyncConnection.connect(url, autocommit=True, application_name="rag reindex", connect_timeout=10)
    async with await connecting as connection:
        row = await (await connection.execute(TRY_LOCK)).fetchone()
        yield connection if row is not None and row[0] else None
