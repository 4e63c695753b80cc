"""Run logs: the one in memory and the one on PostgreSQL."""

import os
from collections.abc import AsyncIterator, Iterator

import psycopg
import pytest
from psycopg import sql

from services.common.database.pool import open_pool
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.engine.log import RunLog
from tests.fixtures.database import database_at

NAME = f"reflow_run_logs_{os.getpid()}"


@pytest.fixture(scope="session")
def log_database_url(postgres_url: str, template_database: str) -> Iterator[str]:
    """A database for all tests of run logs, emptied for each: one of its own for each would take a second."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        template = sql.Identifier(template_database)
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(NAME), template))
        yield database_at(postgres_url, NAME)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(NAME)))


@pytest.fixture
async def postgres_log(log_database_url: str) -> AsyncIterator[PostgresLog]:
    """An empty run log on PostgreSQL."""
    pool = await open_pool(log_database_url, min_size=1, max_size=4, name="test")
    async with pool.connection() as connection:
        await connection.execute("TRUNCATE runs, run_events, sessions")
    try:
        yield PostgresLog(pool)
    finally:
        await pool.close()


@pytest.fixture(params=["memory", "postgres"])
def run_log(request: pytest.FixtureRequest) -> RunLog:
    """Each run log in turn."""
    if request.param == "memory":
        return MemoryLog()
    log: RunLog = request.getfixturevalue("postgres_log")
    return log
