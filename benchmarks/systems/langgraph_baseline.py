"""The baseline: LangGraph with its PostgreSQL saver, the same four trivial steps in process."""

import asyncio
import itertools
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from enum import StrEnum
from typing import Any, TypedDict

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.graph import END, START, StateGraph
from psycopg import AsyncConnection
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

STEPS = ("planner", "rag", "executor", "critic")
POOL_SIZE = 10
CONNECTION_OPTIONS: dict[str, Any] = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
"""Options that its documentation requires of connections for the saver."""


class Setup(StrEnum):
    """Ways to connect the saver."""

    CONNECTION = "from_conn_string"
    PIPELINE = "from_conn_string, pipeline"
    POOL = f"pool of {POOL_SIZE}"
    SEVERAL = f"{POOL_SIZE} savers, a connection each"


DOCUMENTED = (Setup.CONNECTION, Setup.PIPELINE, Setup.POOL)
"""The setups of its documentation. A saver runs one query at a time, also over a pool. SEVERAL, which gives each of
several copies of the graph its own saver, is not documented, but a user who measures would choose it."""


class State(TypedDict):
    """The state: the prompt, and the number of finished steps."""

    text: str
    done: int


async def step(state: State) -> dict[str, int]:
    """Count the step."""
    return {"done": state["done"] + 1}


class Baseline:
    """Compiled graphs that differ only in their savers; runs use them in rotation."""

    def __init__(self, graphs: Sequence[Any]) -> None:
        self._graphs = itertools.cycle(graphs)

    async def run_to_end(self) -> tuple[float, float]:
        """Run once on a new thread; return the seconds to the first update and to the end."""
        started, first, last = time.perf_counter(), 0.0, {}
        async for update in self._updates():
            first = first or time.perf_counter() - started
            last = update
        if last != {STEPS[-1]: {"done": len(STEPS)}}:
            raise RuntimeError(f"a LangGraph run ended with {last}")
        return first, time.perf_counter() - started

    async def interrupt(self) -> None:
        """Run on a new thread until the run waits for a user. Raises RuntimeError if it does not."""
        names = [name async for update in self._updates() for name in update]
        if names != [*STEPS[:-1], "__interrupt__"]:
            raise RuntimeError(f"a LangGraph run did not wait after {names}")

    def _updates(self) -> AsyncIterator[dict[str, Any]]:
        config = {"configurable": {"thread_id": str(uuid.uuid4())}}
        state: State = {"text": "a cat in cyberpunk style", "done": 0}
        updates: AsyncIterator[dict[str, Any]] = next(self._graphs).astream(state, config, stream_mode="updates")
        return updates

    async def run_many(self, runs: int, at_once: int) -> Sequence[tuple[float, float]]:
        """Run *runs* times, *at_once* concurrently."""
        left = iter(range(runs))

        async def run_next() -> list[tuple[float, float]]:
            return [await self.run_to_end() for _ in left]

        rows = await asyncio.gather(*(run_next() for _ in range(at_once)))
        return [timing for row in rows for timing in row]


@asynccontextmanager
async def open_langgraph(url: str, setup: Setup, *, interrupted: bool = False) -> AsyncIterator[Baseline]:
    """Yield the graph with its saver on the database at *url*; *interrupted*: it waits before its last step."""
    async with AsyncPostgresSaver.from_conn_string(url) as migrating:
        await migrating.setup()
    async with AsyncExitStack() as stack:
        yield Baseline(
            [_compile_graph(saver, interrupted=interrupted) for saver in await _open_savers(stack, url, setup)]
        )


def _compile_graph(saver: AsyncPostgresSaver, *, interrupted: bool) -> Any:
    builder = StateGraph(State)
    for name in STEPS:
        builder.add_node(name, step)
    for before, after in zip((START, *STEPS), (*STEPS, END), strict=True):
        builder.add_edge(before, after)
    return builder.compile(checkpointer=saver, interrupt_before=[STEPS[-1]] if interrupted else None)


async def _open_savers(stack: AsyncExitStack, url: str, setup: Setup) -> Sequence[AsyncPostgresSaver]:
    if setup is Setup.POOL:
        pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(
            url, min_size=POOL_SIZE, max_size=POOL_SIZE, kwargs=CONNECTION_OPTIONS, open=False
        )
        return [AsyncPostgresSaver(await stack.enter_async_context(pool))]
    count, pipeline = (POOL_SIZE if setup is Setup.SEVERAL else 1), setup is Setup.PIPELINE
    opened = [AsyncPostgresSaver.from_conn_string(url, pipeline=pipeline) for _ in range(count)]
    return [await stack.enter_async_context(saver) for saver in opened]
