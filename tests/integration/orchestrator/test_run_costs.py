"""Costs of one run as counts: events, write transactions, RPCs, messages and stored bytes do not grow unnoticed.

Counts are equal on every machine; times are not.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
import pytest

from services.common.database.pool import Pool
from services.common.rpc.call_streams.client import CallStream
from services.common.rpc.call_streams.servicer import _ServedStream
from services.orchestrator.adapters.postgres_log import PostgresLog
from tests.fixtures.runs.orchestrator import Orchestrator, run_orchestrator
from tests.fixtures.runs.roles.scripted_roles import Roles
from tests.fixtures.runs.schedulers import shared_log

# An image chat of four steps whose first review passes, with no other run on the orchestrator. With several
# orchestrators, the end of an execution is committed with the end of its run. Messages are those of the one call that
# starts the run and streams its events; stream messages are those of the streams that the calls of its steps share:
# a request and a response of each call, as its result and its end are sent together.
COMMITTED = {"events": 14, "commits": 3, "calls": 4, "bytes": 2_200, "messages": 3, "stream_requests": 4}
COMMITTED |= {"stream_responses": 4}
SHARED_COMMITS = 3
RUNS = 12
# Each transaction that writes takes an id, so the next id counts them.
WRITING_TRANSACTIONS = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
STORED = "SELECT count(*), sum(octet_length(payload)) FROM run_events WHERE run_id = %s"


_sent: Counter[str] = Counter()
"""Messages that were sent over streams, by direction."""


@pytest.fixture(autouse=True)
def counted_streams() -> Iterator[None]:
    """Count the messages that both sides of the streams pass to gRPC."""

    def count(kind: type[Any], direction: str) -> None:
        send = kind._send

        async def counted(stream: Any, items: Sequence[Any]) -> None:
            _sent[direction] += 1
            await send(stream, items)

        patch.setattr(kind, "_send", counted)

    with pytest.MonkeyPatch.context() as patch:
        count(CallStream, "stream_requests")
        count(_ServedStream, "stream_responses")
        yield


@pytest.fixture
async def costs(log_pool: Pool, log_database_url: str) -> dict[str, int]:
    """The minimum cost over several runs: occasional and late writes fall into some runs only."""
    return await _measure_runs(log_pool, log_database_url, None)


@pytest.mark.parametrize("name", COMMITTED)
def test_a_run_costs_no_more_than_committed(name: str, costs: dict[str, int]) -> None:
    assert costs[name] <= COMMITTED[name]


def test_the_steps_of_a_run_are_called_over_streams(costs: dict[str, int]) -> None:
    assert costs["stream_requests"] > 0


async def test_a_run_of_several_orchestrators_commits_no_more_than_committed(
    log_pool: Pool, log_database_url: str
) -> None:
    costs = await _measure_runs(log_pool, log_database_url, (log_database_url, log_pool))
    assert costs["commits"] <= SHARED_COMMITS


async def _measure_runs(pool: Pool, database_url: str, shared: tuple[str, Pool] | None) -> dict[str, int]:
    roles = Roles()
    async with (
        run_orchestrator(
            shared_log(pool) if shared else PostgresLog(pool), roles, shared=shared, poll_seconds=60
        ) as orchestrator,
        await psycopg.AsyncConnection.connect(database_url, autocommit=True) as connection,
    ):
        await orchestrator.run()
        runs = [await _measure_run(orchestrator, roles, connection) for _ in range(RUNS)]
    return {name: min(run[name] for run in runs) for name in COMMITTED}


async def _measure_run(orchestrator: Orchestrator, roles: Roles, connection: psycopg.AsyncConnection) -> dict[str, int]:
    async def read(statement: str, *parameters: str) -> tuple[int, ...]:
        row = await (await connection.execute(statement.encode(), parameters)).fetchone()
        assert row is not None
        return tuple(map(int, row))

    calls, sent = len(roles.calls), _sent.copy()
    (before,) = await read(WRITING_TRANSACTIONS)
    responses = await orchestrator.start_and_watch()
    (after,) = await read(WRITING_TRANSACTIONS)
    events, stored = await read(STORED, responses[0].started.run_id)
    return {
        "events": events,
        "commits": after - before,
        "calls": len(roles.calls) - calls,
        "bytes": stored,
        "messages": len(responses),
        **{direction: _sent[direction] - sent[direction] for direction in ("stream_requests", "stream_responses")},
    }
