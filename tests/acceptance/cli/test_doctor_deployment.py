"""`reflow doctor` of a deployment: services behind TLS, a database, a blob store and a collector, intact and broken."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

import psycopg
import pytest

from services.common.rpc.tls import CertificateFolder, build_server_credentials
from tests.fixtures.network.certificates import Authority
from tests.fixtures.network.collector import collecting
from tests.fixtures.network.named_servers import named_server
from tests.fixtures.systems.clean_environment import without_settings
from tests.fixtures.systems.command_line import TIMEOUT_SECONDS
from tests.fixtures.systems.module_process import run_module


async def examine(folder: Path, settings: Mapping[str, object], language: str = "en") -> tuple[int, str]:
    """Return the status and the report of `reflow doctor` with REFLOW_... *settings*."""
    named = {f"REFLOW_{name}": str(value) for name, value in settings.items()}
    environment = without_settings(os.environ) | named | {"COLUMNS": "400"}
    words = ("doctor", "--data", str(folder), "--lang", language)
    done = await asyncio.to_thread(run_module, "services.cli", environment, *words, timeout=TIMEOUT_SECONDS)
    return done.returncode, done.stdout


async def test_working_dependencies_are_reported_with_details(database_url: str, tmp_path: Path) -> None:
    authority = Authority()
    credentials = build_server_credentials(CertificateFolder(authority.issue(tmp_path / "server", "planner"), float))
    async with named_server("localhost:0", credentials=credentials) as planner, collecting() as collector:
        settings = {
            "PLANNER_ADDRESS": planner.address,
            "TLS_FOLDER": authority.issue(tmp_path / "operator", "operator"),
            "DATABASE_URL": database_url,
            "BLOBS_URL": (tmp_path / "blobs").as_uri(),
            "OTLP_ENDPOINT": collector.endpoint,
        }
        status, report = await examine(tmp_path, settings)
    assert status == 0, report
    for words in ("localhost", "PostgreSQL 1", "can be written and read", "accepts spans"):
        assert words in report
    assert not any(path.is_file() for path in (tmp_path / "blobs").rglob("*"))


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("RAG_ADDRESS", "127.0.0.1:1", "does not answer (UNAVAILABLE"),
        ("DATABASE_URL", "postgresql://postgres@127.0.0.1:1/x", "cannot be used"),
        ("BLOBS_URL", "file:///proc/no/blobs", "cannot create"),
        ("OTLP_ENDPOINT", "http://127.0.0.1:1", "does not accept spans"),
    ],
)
async def test_broken_dependencies_are_marked_and_the_status_is_1(
    name: str, value: str, problem: str, tmp_path: Path
) -> None:
    status, report = await examine(tmp_path, {name: value})
    (line,) = [line for line in report.splitlines() if problem in line]
    assert (status, line.strip()[0]) == (1, "✗")


async def test_a_certificate_of_another_authority_is_reported(tmp_path: Path) -> None:
    credentials = build_server_credentials(CertificateFolder(Authority().issue(tmp_path / "server", "planner"), float))
    async with named_server("localhost:0", credentials=credentials) as planner:
        other = Authority("other").issue(tmp_path / "operator", "operator")
        status, report = await examine(tmp_path, {"PLANNER_ADDRESS": planner.address, "TLS_FOLDER": other})
    assert status == 1 and "does not answer (UNAVAILABLE" in report


async def test_a_database_that_has_to_be_migrated_is_reported(database_url: str, tmp_path: Path) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "DELETE FROM _yoyo_migration WHERE migration_id = "
            "(SELECT max(migration_id) FROM _yoyo_migration WHERE migration_id LIKE 'rag/%')"
        )
    status, report = await examine(tmp_path, {"DATABASE_URL": database_url}, "zh")
    assert status == 1 and "需要升级：rag" in report
