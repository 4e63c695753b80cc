"""The rate limit of a provider that several processes share through PostgreSQL."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, aclosing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from services.common.errors import ReflowError
from services.common.llm.rate_limit import WINDOW, RateLimit
from services.common.llm.registry import open_registry
from services.common.llm.shared_rate import Permits, SharedRates
from services.common.llm.values import RateLimited
from services.common.settings import ServiceSettings
from services.common.telemetry import start_telemetry

NOBODY = "postgresql://nobody@127.0.0.1:9/none"


class RateProcess:
    """A process of tests.fixtures.services.rate_process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def start(self) -> None:
        """Make the process request its permits."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def read(self) -> Any:
        """Return the next answer of the process."""
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


@contextmanager
def processes(urls: Sequence[str], per_minute: int, number: int) -> Iterator[list[RateProcess]]:
    """Run one process for each of *urls*; each requests *number* permits at a time."""
    command = [sys.executable, "-m", "tests.fixtures.services.rate_process"]
    with ExitStack() as stack:
        started = [
            stack.enter_context(
                subprocess.Popen(
                    [*command, url, str(per_minute), str(number)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for url in urls
        ]
        for process in started:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
        yield [RateProcess(process) for process in started]
        for process in started:
            assert process.stdin is not None
            process.stdin.close()


def request_all(running: list[RateProcess]) -> list[Any]:
    """Make all processes request permits at the same time; return their answers."""
    for process in running:
        process.start()
    return [process.read() for process in running]


def test_two_processes_together_get_exactly_the_rate(database_url: str) -> None:
    with processes([database_url] * 2, per_minute=25, number=20) as running:
        answers = request_all(running)
        assert sum(answer["granted"] for answer in answers) == 25
        again = request_all(running)
    assert [answer["granted"] for answer in again] == [0, 0]
    assert all(0 < answer["wait"] <= WINDOW for answer in again)
    assert [answer["logged"] for answer in again] == [[], []]


def test_without_its_database_each_process_counts_alone_and_logs_it_once() -> None:
    with processes([NOBODY], per_minute=3, number=5) as running:
        first, second = request_all(running), request_all(running)
    assert [answer["granted"] for answer in (*first, *second)] == [3, 0]
    assert second[0]["logged"] == ["provider rates not shared"]


async def start(rate: RateLimit, deadline: float) -> list[RateLimited]:
    async with aclosing(rate.pace(deadline)) as waiting:
        return [limited async for limited in waiting]


async def test_the_rate_is_shared_again_when_the_database_is_back(database_url: str) -> None:
    ahead = 0.0
    rates = SharedRates(database_url, WINDOW, lambda: time.monotonic() + ahead)
    assert await rates.take("p", 1, 5) == Permits(1, None)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE provider_rates RENAME TO gone")
        assert await rates.take("p", 1, 5) is None
        connection.execute("ALTER TABLE gone RENAME TO provider_rates")
    assert await rates.take("p", 1, 5) is None  # not retried immediately
    ahead = 3_600.0
    permits = await rates.take("p", 10, 5)
    assert permits is not None and (permits.granted, len(permits.ages or ())) == (4, 5)
    await rates.close()


async def test_services_that_name_the_same_database_share_the_rates_of_their_providers(
    database_url: str, tmp_path: Path
) -> None:
    models = tmp_path / "models.toml"
    models.write_text('[providers.p]\nbase_url = "http://127.0.0.1:9"\nrequests_per_minute = 2\n')
    settings, telemetry = ServiceSettings(models=str(models), database_url=database_url), start_telemetry("test")
    async with open_registry(settings, telemetry) as planner, open_registry(settings, telemetry) as executor:
        for service in (planner, executor):
            assert [limited async for limited in service.endpoint("p").pace(service.clock() + 1)] == []
        for service in (planner, executor):
            with pytest.raises(ReflowError, match="LLM_RATE_LIMIT"):
                _ = [limited async for limited in service.endpoint("p").pace(service.clock() + 1)]


async def test_a_burst_takes_its_permits_in_few_round_trips(database_url: str) -> None:
    rates = SharedRates(database_url, WINDOW, time.monotonic)
    taken: list[int] = []

    class CountedRates(SharedRates):
        async def take(self, provider: str, count: int, per_minute: int) -> Permits | None:
            taken.append(count)
            return await rates.take(provider, count, per_minute)

    rate = RateLimit("p", 100, time.monotonic, CountedRates(database_url, WINDOW, time.monotonic))
    await asyncio.gather(*(start(rate, time.monotonic() + 30) for _ in range(50)))
    assert (sum(taken), len(taken) <= 2) == (50, True)
    await rates.close()


async def test_a_wait_for_the_permits_of_another_process_is_reported(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("INSERT INTO provider_rates VALUES ('p', ARRAY[now() - interval '50 seconds'], 1)")
        rates = SharedRates(database_url, WINDOW, time.monotonic)
        rate = RateLimit("p", 1, time.monotonic, rates)
        waits = await start(rate, time.monotonic() + 30)
        row = connection.execute("SELECT cardinality(starts), granted FROM provider_rates").fetchone()
    assert [0 < limited.seconds <= 10 for limited in waits] == [True]
    assert row == (1, 1)
    with pytest.raises(ReflowError, match="LLM_RATE_LIMIT"):
        await start(rate, time.monotonic() + 1)
    await rates.close()
