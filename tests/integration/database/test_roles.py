"""Separate database roles: each service works with its own role, and cannot access data of the other."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from services.common.database.migrations import migrate
from services.common.database.pool import open_pool
from services.common.database.unavailable import DatabaseUnavailable
from services.rag.adapters.style_store import StyleStore
from tests.fixtures.postgres.database import SERVICES
from tests.fixtures.runs.orchestrator import final_status, run_orchestrator
from tests.fixtures.runs.roles.scripted_roles import Roles
from tests.fixtures.runs.schedulers import shared_log

SCRIPT = SERVICES / "common" / "database" / "roles.sql"
DOCUMENTATION = SERVICES.parent / "docs" / "deploy.md"
SECOND_LOGIN = "orchestrator_2"
PASSWORD = "only-for-tests"
FORBIDDEN = {
    "rag": (
        "SELECT FROM orchestrator.runs",
        "SELECT secret FROM orchestrator.webhooks",
        "SELECT request FROM orchestrator.schedules",
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
        "DROP TABLE orchestrator.run_events",
        "ALTER TABLE orchestrator.runs DISABLE TRIGGER ALL",
        "TRUNCATE orchestrator.runs CASCADE",
        "CREATE OR REPLACE FUNCTION orchestrator.report_run_status() RETURNS trigger LANGUAGE sql AS ''",
        "CREATE TABLE orchestrator.mine ()",
    ),
    "migrator": (
        "SELECT FROM rag.styles",
        "SELECT FROM reflow_dbos.workflow_status",
        "CREATE TABLE public.mine ()",
        "SET ROLE reflow_rag",
    ),
}
MIGRATIONS = {"rag": "rag", "orchestrator": "migrator"}


def url_of(role: str, url: str) -> str:
    """Return *url* with *role*."""
    parts = urlsplit(url)
    _, _, place = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"reflow_{role}:{PASSWORD}@{place}").geturl()


@pytest.fixture(params=["empty_database_url", "database_url"], ids=["a new database", "one with tables of one role"])
def separated_url(request: pytest.FixtureRequest, postgres_url: str) -> Iterator[str]:
    """The URL of a database on which the script has run, twice."""
    url: str = request.getfixturevalue(request.param)
    with psycopg.connect(url, autocommit=True) as connection:
        for _ in range(2):
            connection.execute(SCRIPT.read_bytes())
        for role in FORBIDDEN:
            connection.execute(f"ALTER ROLE reflow_{role} PASSWORD '{PASSWORD}'".encode())
    yield url
    with psycopg.connect(url, autocommit=True) as connection:
        for role in FORBIDDEN:
            connection.execute(f"DROP OWNED BY reflow_{role} CASCADE".encode())
            connection.execute(f"DROP ROLE reflow_{role}".encode())


async def test_both_services_work_with_their_own_roles_and_cannot_access_other_data(separated_url: str) -> None:
    urls = {role: url_of(role, separated_url) for role in FORBIDDEN}
    for service, role in MIGRATIONS.items():
        migrate(urls[role], SERVICES / service / "migrations")
        assert migrate(urls[service], SERVICES / service / "migrations") == []
    rag = await open_pool(urls["rag"], min_size=1, max_size=2, name="rag")
    pool = await open_pool(urls["orchestrator"], min_size=1, max_size=4, name="orchestrator")
    try:
        await StyleStore(rag).use_model("test")
        async with rag.connection() as connection:
            await connection.execute("SELECT FROM provider_rates")
        async with run_orchestrator(shared_log(pool), Roles(), shared=(urls["orchestrator"], pool)) as at:
            assert final_status(await at.run()) == ("SUCCEEDED", "")
        for role, statements in FORBIDDEN.items():
            for statement in statements:
                reject(urls[role], statement)
    finally:
        await rag.close()
        await pool.close()


@pytest.mark.parametrize("separated_url", ["empty_database_url"], indirect=True, ids=[""])
async def test_a_second_login_replaces_the_first_as_documented(separated_url: str) -> None:
    migrate(url_of("migrator", separated_url), SERVICES / "orchestrator" / "migrations")
    (statements,) = re.findall(r"```sql\n(.*?)```", DOCUMENTATION.read_text("utf-8"), re.DOTALL)
    first = url_of("orchestrator", separated_url)
    second = first.replace("reflow_orchestrator", SECOND_LOGIN).replace(PASSWORD, "the%20new%20password")
    await run_once(first)
    with psycopg.connect(separated_url, autocommit=True) as connection:
        try:
            connection.execute(statements.encode())
            connection.execute("ALTER ROLE reflow_orchestrator NOLOGIN")
            await run_once(second)
            with pytest.raises(psycopg.OperationalError):
                psycopg.connect(first)
            for statement in FORBIDDEN["orchestrator"]:
                reject(second, statement)
        finally:
            connection.execute(f"DROP ROLE IF EXISTS {SECOND_LOGIN}".encode())


async def run_once(url: str) -> None:
    """Execute a run by an orchestrator that logs in with *url*."""
    pool = await open_pool(url, min_size=1, max_size=4, name="orchestrator")
    async with pool, run_orchestrator(shared_log(pool), Roles(), shared=(url, pool)) as at:
        assert final_status(await at.run()) == ("SUCCEEDED", "")


async def test_a_service_that_may_not_migrate_names_the_role_that_may(separated_url: str, tmp_path: Path) -> None:
    folder = tmp_path / "orchestrator" / "migrations"
    folder.mkdir(parents=True)
    (folder / "9999.next.sql").write_text("CREATE TABLE next ()", "utf-8")
    with pytest.raises(DatabaseUnavailable, match="reflow_migrator"):
        migrate(url_of("orchestrator", separated_url), folder)
    assert migrate(url_of("migrator", separated_url), folder) == ["orchestrator/9999.next"]
    with psycopg.connect(url_of("orchestrator", separated_url)) as connection:
        connection.execute("SELECT FROM next")


def reject(url: str, statement: str) -> None:
    with (
        psycopg.connect(url) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement.encode())
