"""Migrations on a real server: in order, once each, together with their record, by concurrent processes."""

import asyncio
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from services.common.database.migrations import migrate
from services.common.database.unavailable import DatabaseUnavailable
from tests.fixtures.postgres.database import database_at
from tests.fixtures.systems.eventually import eventually
from tests.integration.database.holder import PROJECT


def write(root: Path, service: str, **files: str) -> Path:
    """Write `root/<service>/migrations/<name>.sql` for each of *files* and return the folder."""
    folder = root / service / "migrations"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.sql").write_text(text, encoding="utf-8")
    return folder


def tables(url: str) -> set[str]:
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    return {name for (name,) in rows if "yoyo" not in name}


def test_files_are_applied_once_in_the_order_of_their_names(empty_database_url: str, tmp_path: Path) -> None:
    folder = write(tmp_path, "rag", m0002_more="ALTER TABLE styles ADD name text", m0001_start="CREATE TABLE styles ()")
    assert migrate(empty_database_url, folder) == ["rag/m0001_start", "rag/m0002_more"]
    assert migrate(empty_database_url, folder) == []
    write(tmp_path, "rag", m0003_again="CREATE TABLE notes ()")
    assert migrate(empty_database_url, folder) == ["rag/m0003_again"]


def test_two_services_may_use_the_same_file_name_in_one_database(empty_database_url: str, tmp_path: Path) -> None:
    for service in ("rag", "orchestrator"):
        folder = write(tmp_path, service, m0001_start=f"CREATE TABLE of_{service} ()")
        assert migrate(empty_database_url, folder) == [f"{service}/m0001_start"]
    assert tables(empty_database_url) == {"of_rag", "of_orchestrator"}


def test_sql_is_executed_as_written(empty_database_url: str, tmp_path: Path) -> None:
    text = """
-- 100 % 中文; with a semicolon
CREATE TABLE texts (body text DEFAULT 'a;b :name %s', CONSTRAINT short CHECK (body LIKE '%'));
CREATE FUNCTION sign_of(n int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF n < 0 THEN RETURN 'minus;'; END IF;
    RETURN CASE WHEN n = 0 THEN 'zero' ELSE 'plus' END;
END;
$$;
CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT n * 2; END;
DO $$ BEGIN INSERT INTO texts DEFAULT VALUES; END $$;
"""
    migrate(empty_database_url, write(tmp_path, "rag", m0001=text))
    with psycopg.connect(empty_database_url) as connection:
        row = connection.execute("SELECT body, sign_of(-1), sign_of(1), twice(4) FROM texts").fetchone()
    assert row == ("a;b :name %s", "minus;", "plus", 8)


def test_a_failing_migration_leaves_nothing_and_is_attempted_again(empty_database_url: str, tmp_path: Path) -> None:
    folder = write(tmp_path, "rag", m1="CREATE TABLE first ()", m2="CREATE TABLE half (); SELECT 1 / 0;")
    with pytest.raises(DatabaseUnavailable, match="failed at rag/m2") as rejected:
        migrate(empty_database_url, folder)
    assert "division by zero" in rejected.value.details
    assert tables(empty_database_url) == {"first"}
    write(tmp_path, "rag", m2="CREATE TABLE half ();")
    assert migrate(empty_database_url, folder) == ["rag/m2"]


def test_a_migration_that_cannot_be_recorded_is_not_applied_either(empty_database_url: str, tmp_path: Path) -> None:
    folder = write(tmp_path, "rag", m1="CREATE TABLE one (); ALTER TABLE _yoyo_migration RENAME TO elsewhere;")
    with pytest.raises(DatabaseUnavailable, match="failed at rag/m1"):
        migrate(empty_database_url, folder)
    assert tables(empty_database_url) == set()


def test_six_at_once_apply_each_migration_once(empty_database_url: str, tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        "rag",
        m1="CREATE TABLE one AS SELECT FROM pg_sleep(0.2);",
        m2="-- transactional: false\nCREATE INDEX CONCURRENTLY IF NOT EXISTS by_row ON one ((1));",
    )
    with ThreadPoolExecutor(6) as threads:
        applied = list(threads.map(lambda _: migrate(empty_database_url, folder), range(6)))
    assert sorted(applied) == [[]] * 5 + [["rag/m1", "rag/m2"]]


async def test_after_a_kill_during_a_migration_the_next_process_continues(
    empty_database_url: str, tmp_path: Path
) -> None:
    folder = write(tmp_path, "rag", m1="CREATE TABLE one (); SELECT pg_sleep(60);")
    program = "import sys; from pathlib import Path; from services.common.database.migrations import migrate;"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program + "migrate(sys.argv[1], Path(sys.argv[2]))", empty_database_url, str(folder),
        cwd=PROJECT, stdout=subprocess.DEVNULL,
    )  # fmt: skip

    def sleeping() -> list[tuple[int]]:
        with psycopg.connect(empty_database_url, autocommit=True) as connection:
            return connection.execute(
                "SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(60)%' AND state = 'active'"
            ).fetchall()

    [(backend,)] = await eventually(sleeping)
    process.send_signal(signal.SIGKILL)
    await process.wait()
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", (backend,))
    write(tmp_path, "rag", m1="CREATE TABLE one ();")
    assert await asyncio.to_thread(migrate, empty_database_url, folder) == ["rag/m1"]


def test_the_lock_row_of_a_process_that_died_while_it_created_the_tables_of_yoyo_does_not_block(
    empty_database_url: str, tmp_path: Path
) -> None:
    migrate(empty_database_url, write(tmp_path, "rag"))
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS _yoyo_migration, _yoyo_log, _yoyo_version")
        connection.execute("INSERT INTO yoyo_lock (locked, pid) VALUES (1, 1)")
    folder = write(tmp_path, "rag", m1="CREATE TABLE one ()")
    assert migrate(empty_database_url, folder) == ["rag/m1"]


def test_a_server_that_does_not_answer_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="cannot be reached"):
        migrate("postgresql://nobody@127.0.0.1:1/nothing", write(tmp_path, "rag"))


def test_a_database_that_is_not_in_utf_8_is_rejected_with_the_statement_that_creates_one(
    postgres_url: str, tmp_path: Path
) -> None:
    folder = write(tmp_path, "rag", m0001_start="CREATE TABLE styles ()")
    name = f"reflow_ascii_{os.getpid()}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0".encode())
        try:
            with pytest.raises(DatabaseUnavailable, match=r"SQL_ASCII; UTF8 is required.*ENCODING 'UTF8'"):
                migrate(database_at(postgres_url, name), folder)
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
