"""Pools on a real server: settings of their connections, and errors when no connection or server is available."""

import asyncio
import socket
import time

import psycopg
import pytest
from pgvector import HalfVector
from psycopg import sql

from services.common.database.pool import open_pool
from services.common.database.unavailable import DatabaseUnavailable
from tests.fixtures.postgres.database import database_at


async def test_a_connection_is_named_commits_by_itself_and_limits_statements(empty_database_url: str) -> None:
    pool = await open_pool(empty_database_url, min_size=1, max_size=2, name="rag", statement_timeout=3)
    async with pool, pool.connection() as connection:
        await connection.execute("CREATE TABLE kept (id int)")
        with pytest.raises(psycopg.errors.QueryCanceled):
            await connection.execute("SELECT pg_sleep(60)")
        with psycopg.connect(empty_database_url) as other:
            assert other.execute("SELECT FROM kept").fetchall() == []
            row = other.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'rag' AND datname = current_database()"
            ).fetchone()
    assert row == (1,)


async def test_vectors_are_written_and_read_as_vectors_where_the_extension_exists(empty_database_url: str) -> None:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
    pool = await open_pool(empty_database_url, min_size=1, max_size=1, name="rag")
    async with pool, pool.connection() as connection_with_vectors:
        cursor = await connection_with_vectors.execute("SELECT %s::halfvec", (HalfVector([1.5, 2.0]),))
        row = await cursor.fetchone()
    assert row == (HalfVector([1.5, 2.0]),)


async def test_connections_that_the_server_closed_are_replaced_without_an_error(empty_database_url: str) -> None:
    async with await open_pool(empty_database_url, min_size=3, max_size=3, name="ended") as pool:
        with psycopg.connect(empty_database_url, autocommit=True) as other:
            ended = other.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'ended'"
            ).fetchall()
        assert ended == [(True,)] * 3
        for _ in range(3):
            async with pool.connection() as connection:
                cursor = await connection.execute("SELECT 1")
                assert await cursor.fetchone() == (1,)


async def test_when_all_connections_are_taken_the_next_is_rejected_in_time(empty_database_url: str) -> None:
    pool = await open_pool(empty_database_url, min_size=1, max_size=1, name="rag")
    async with pool, pool.connection():
        started = time.monotonic()
        with pytest.raises(DatabaseUnavailable, match="no connection became free"):
            await pool.getconn(timeout=0.2)
        assert time.monotonic() - started < 60


async def test_an_unknown_database_is_named_and_the_password_is_not(postgres_url: str) -> None:
    url = database_at(postgres_url, "nowhere").replace("postgres@", "postgres:geheim@")
    with pytest.raises(DatabaseUnavailable, match="/nowhere cannot be reached") as rejected:
        await open_pool(url, min_size=1, max_size=1, name="rag", timeout=0.3)
    assert "nowhere" in rejected.value.text.zh
    assert "geheim" not in str(rejected.value)


async def test_a_server_that_accepts_but_never_responds_is_abandoned_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host, port = silent.getsockname()
        started = time.monotonic()
        with pytest.raises(DatabaseUnavailable):
            await open_pool(f"postgresql://x@{host}:{port}/y", min_size=1, max_size=1, name="rag", timeout=0.5)
        assert time.monotonic() - started < 60


async def test_an_invalid_url_is_reported_with_the_form_of_a_valid_one() -> None:
    with pytest.raises(DatabaseUnavailable, match="postgresql://user:password@host:5432/database"):
        await open_pool("host=a port", min_size=1, max_size=1, name="rag", timeout=0.5)


async def test_a_pool_waits_for_a_database_that_does_not_exist_yet(postgres_url: str) -> None:
    name = sql.Identifier("reflow_late")
    opening = asyncio.create_task(
        open_pool(database_at(postgres_url, "reflow_late"), min_size=1, max_size=1, name="rag", timeout=60)
    )
    await asyncio.sleep(0)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
        async with await opening as pool, pool.connection() as late:
            await late.execute("SELECT 1")
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
