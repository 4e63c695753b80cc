"""Run logs: the one in memory and the one on PostgreSQL; orchestrators with each kind of scheduler."""

import os
from collections.abc import AsyncIterator, Iterator

import psycopg
import pytest
from psycopg import sql

from services.common.database.pool import Pool, open_pool
from services.orchestrator.adapters.error_ledgers import MemoryErrorLedger, PostgresErrorLedger
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.engine.error_ledger import ErrorLedger
from services.orchestrator.engine.run_log import RunLog
from tests.fixtures.postgres.database import database_at
from tests.fixtures.runs.schedulers import OrchestratorFactory, shared_log

NAME = f"reflow_run_logs_{os.getpid()}"


@pytest.fixture(scope="session")
def log_database_url(postgres_url: str, template_database: str) -> Iterator[str]:
    """A database for all tests of run logs, emptied for each test: a new one for each would take a second."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        template = sql.Identifier(template_database)
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(NAME), template))
        yield database_at(postgres_url, NAME)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(NAME)))


@pytest.fixture
async def log_pool(log_database_url: str) -> AsyncIterator[Pool]:
    """A pool on the empty database of run logs."""
    pool = await open_pool(log_database_url, min_size=1, max_size=6, name="test")
    async with pool.connection() as connection:
        await connection.execute(
            "TRUNCATE runs, run_events, sessions, replicas, run_cancels, run_watches, error_counts, error_totals, "
            "graphs, graph_revisions, webhooks, webhook_deliveries, "
            "schedules, schedule_firings"
        )
        there = await (await connection.execute("SELECT to_regclass('reflow_dbos.workflow_status')")).fetchone()
        if there and there[0]:
            # Also the queue: a thread of the next test would start with the ten-minute interval of the previous one.
            await connection.execute("TRUNCATE reflow_dbos.workflow_status, reflow_dbos.queues CASCADE")
    try:
        yield pool
    finally:
        await pool.close()


@pytest.fixture
def postgres_log(log_pool: Pool) -> PostgresLog:
    """An empty run log on PostgreSQL."""
    return PostgresLog(log_pool)


@pytest.fixture(params=["local", "dbos"])
def orchestrators(request: pytest.FixtureRequest) -> OrchestratorFactory:
    """Orchestrators with each kind of scheduler in turn."""
    if request.param == "local":
        return OrchestratorFactory(MemoryLog(), None)
    pool: Pool = request.getfixturevalue("log_pool")
    return OrchestratorFactory(shared_log(pool), (request.getfixturevalue("log_database_url"), pool))


@pytest.fixture(params=["memory", "postgres"])
def ledger(request: pytest.FixtureRequest) -> ErrorLedger:
    """Each store of error counts in turn."""
    if request.param == "memory":
        return MemoryErrorLedger()
    return PostgresErrorLedger(request.getfixturevalue("log_pool"))


@pytest.fixture(params=["memory", "postgres"])
def run_log(request: pytest.FixtureRequest) -> RunLog:
    """Each run log in turn."""
    if request.param == "memory":
        return MemoryLog()
    log: RunLog = request.getfixturevalue("postgres_log")
    return log
