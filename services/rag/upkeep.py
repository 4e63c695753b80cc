"""The upkeep of the library's vectors: after a change of model every style is embedded again, beside the searches."""

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
from services.rag.adapters.store import StoredStyle, StyleStore, Vector

log = structlog.get_logger("reflow.rag")

TRY_LOCK: LiteralString = "SELECT pg_try_advisory_lock(hashtext('reflow style vectors'))"
TOLD_EVERY = 500
"""Styles between two log records of the progress."""
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
    """Gives every style a vector of *embeddings*, and their model its index, for as long as `run` runs.

    It is the one place beside the engine that tries again after a model has failed: nobody waits for it, no run's
    step stands behind it, and the styles would else stay without a vector until the next start.
    """

    def __init__(
        self, url: str, store: StyleStore, embeddings: Embeddings, clock: Callable[[], float], pace: Pace
    ) -> None:
        """Work on the database at *url*, which *store* has too; *clock* is the embeddings'."""
        self._url = url
        self._store = store
        self._embeddings = embeddings
        self._clock = clock
        self._pace = pace
        self._wanted = asyncio.Event()

    def want(self) -> None:
        """Have it look soon: styles were stored. It never cuts a wait after a failure short."""
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
            log.warning("styles left that the embedding model refuses", left=left, wait_seconds=wait)
        except ReflowError as error:
            wait = max(wait, error.retry_after if error.code is Code.LLM_RATE_LIMIT and error.retry_after else 0.0)
            log.warning("embedding again failed", code=error.code, details=error.details, wait_seconds=wait)
        except (psycopg.Error, DatabaseUnavailable) as error:
            log.warning("embedding again failed", details=str(error), wait_seconds=wait)
        except Exception:
            log.exception("embedding again broke", wait_seconds=wait)
        return wait

    async def look(self) -> int:
        """Do what there is to do and return how many styles the model refuses; they keep the vector they have.

        Does nothing where another process is at it, or uses another model.

        Raises:
            ReflowError: the model or the store failed. What was embedded up to there is kept.
            psycopg.Error: the database failed.

        """
        name = self._embeddings.name
        async with _alone(self._url) as connection:
            if connection is None or not await self._store.uses_model(name):
                return 0
            if await ensure_index(connection, name, self._embeddings.dimensions):
                log.info("vector index ready", model=name)
            left = await self._embed_again()
            for index in await drop_unused_indexes(connection):
                log.info("vector index of another model dropped", index=index)
            return left

    async def _embed_again(self) -> int:
        """Embed what other models embedded, batch after batch, and return how many styles were refused."""
        name, done, refused, after = self._embeddings.name, 0, 0, ("", "")
        while stale := await self._store.of_other_models(name, self._embeddings.batch, after=after):
            after = (stale[-1].scope, stale[-1].style.key)
            styles, vectors = await self._embedded(stale)
            await self._store.embed_again(styles, vectors, name)
            before, done = done, done + len(styles)
            refused += len(stale) - len(styles)
            if done // TOLD_EVERY > before // TOLD_EVERY:
                log.info("embedding styles again", model=name, done=done)
            await asyncio.sleep(self._pace.between)
        if done or refused:
            log.info("styles embedded again", model=name, done=done, refused=refused)
        return refused

    async def _embedded(self, stale: Sequence[StoredStyle]) -> tuple[Sequence[StoredStyle], Sequence[Vector]]:
        """Return the styles with their vectors, without those whose text the model refuses. Raises ReflowError."""
        try:
            return stale, list(await self._vectors(stale))
        except ReflowError as error:
            if error.code not in OF_ITS_TEXT:
                raise
            if len(stale) > 1:
                return await self._one_by_one(stale, error)
            log.warning("style refused by the embedding model", key=stale[0].style.key, details=error.details)
            return (), ()

    async def _one_by_one(
        self, stale: Sequence[StoredStyle], refusal: ReflowError
    ) -> tuple[Sequence[StoredStyle], Sequence[Vector]]:
        """Do as `_embedded` does, text by text. Raises *refusal* where all are refused: it is not about the texts."""
        each = [await self._embedded((stored,)) for stored in stale]
        styles = [stored for accepted, _ in each for stored in accepted]
        if not styles:
            raise refusal
        return styles, [vector for _, vectors in each for vector in vectors]

    async def _vectors(self, styles: Sequence[StoredStyle]) -> Vectors:
        deadline = self._clock() + self._pace.batch
        texts = [stored.style.embedded_text for stored in styles]
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
