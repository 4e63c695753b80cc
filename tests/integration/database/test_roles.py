"""Separate database roles: each service works with its own, and cannot reach what belongs to the other."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest

from services.common.database.migrations import migrate
from services.common.database.pool import open_pool
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.rag.adapters.style_store import StyleStore
from tests.fixtures.postgres.database import SERVICES
from tests.fixtures.runs.orchestrator import final_status, run_orchestrator
from tests.fixtures.runs.scripted_roles import Roles

SCRIPT = SERVICES / "common" / "database" / "roles.sql"
PASSWORD = "only-for-tests"
FORBIDDEN = {
    "rag": (
        "SELECT FROM orchestrator.runs",
        "DELETE FROM orchestrator.run_events",
        "SELECT FROM reflow_dbos.workflow_status",
        "INSERT INTO reflow_dbos.workflow_status (workflow_uuid) VALUES ('forged')",
        "SELECT reflow_dbos.enqueue_workflow(workflow_name => 'x', queue_name => 'x')",
        "CREATE TABLE public.mine ()",
        "CREATE SCHEMA mine",
        "SET ROLE reflow_orchestrator",
    ),
    "orchestrator": (
        "SELECT FROM rag.styles",
        "DELETE FROM rag.notes",
        "CREATE TABLE rag.mine ()",
        "SET ROLE reflow_rag",
    ),
}


def url_of(service: str, url: str) -> str:
    """Return *url* with the role of *service*."""
    parts = urlsplit(url)
    _, _, place = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"reflow_{service}:{PASSWORD}@{place}").geturl()


@pytest.fixture(params=["empty_database_url", "database_url"], ids=["a new database", "one with tables of one role"])
def separated_url(request: pytest.FixtureRequest, postgres_url: str) -> Iterator[str]:
    """The URL of a database on which the script has run, twice."""
    url: str = request.getfixturevalue(request.param)
    with psycopg.connect(url, autocommit=True) as connection:
        for _ in range(2):
            connection.execute(SCRIPT.read_bytes())
        for service in FORBIDDEN:
            connection.execute(f"ALTER ROLE reflow_{service} PASSWORD '{PASSWORD}'".encode())
    yield url
    with psycopg.connect(url, autocommit=True) as connection:
        for service in FORBIDDEN:
            connection.execute(f"DROP OWNED BY reflow_{service} CASCADE".encode())
            connection.execute(f"DROP ROLE reflow_{service}".encode())


async def test_both_services_work_with_roles_of_their_own_and_reach_nothing_else(separated_url: str) -> None:
    urls = {service: url_of(service, separated_url) for service in FORBIDDEN}
    for service, url in urls.items():
        migrate(url, SERVICES / service / "migrations")
        assert migrate(url, SERVICES / service / "migrations") == []
    rag = await open_pool(urls["rag"], min_size=1, max_size=2, name="rag")
    pool = await open_pool(urls["orchestrator"], min_size=1, max_size=4, name="orchestrator")
    try:
        await StyleStore(rag).use_model("test")
        async with rag.connection() as connection:
            await connection.execute("SELECT FROM provider_rates")
        async with run_orchestrator(PostgresLog(pool), Roles(), shared=(urls["orchestrator"], pool)) as at:
            assert final_status(await at.run()) == ("SUCCEEDED", "")
        for service, statements in FORBIDDEN.items():
            for statement in statements:
                reject(urls[service], statement)
    finally:
        await rag.close()
        await pool.close()


def reject(url: str, statement: str) -> None:
    with (
        psycopg.connect(url) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement.encode())
