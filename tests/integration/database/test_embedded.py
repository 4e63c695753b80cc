"""The embedded server in normal use: unusual folder names, several users of one folder, settings of the server."""

from contextlib import ExitStack
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from services.common.database.embedded import embedded_postgres
from services.common.database.unavailable import DatabaseUnavailable
from tests.integration.database.holder import Hold, holder, runs


def setting(url: str, name: str) -> str:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    assert row is not None
    return str(row[0])


async def test_the_server_is_postgresql_18_with_pgvector_safe_writes_and_no_network(used_data: Path) -> None:
    async with embedded_postgres(used_data) as url:
        assert setting(url, "server_version").startswith("18.")
        assert setting(url, "fsync") == "on"
        assert setting(url, "listen_addresses") == ""
        with psycopg.connect(url) as connection:
            connection.execute("CREATE EXTENSION vector")


async def test_written_data_is_available_after_the_next_start(used_data: Path) -> None:
    async with embedded_postgres(used_data) as url:
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE kept (id int)")
    async with embedded_postgres(used_data) as url:
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT FROM kept").fetchall() == []


@pytest.mark.parametrize(
    "name",
    [
        "my data",
        "quote ' double \" dollar $HOME semi;colon back\\slash `tick`",
        "comma,percent %20 question? hash#",
        "数据",
        "line\nbreak",
        "/".join(["long" * 60] * 5),
    ],
    ids=["space", "shell", "url", "chinese", "line break", "1200 bytes"],
)
def test_a_folder_may_have_any_name(ground: Path, name: str, hold: Hold) -> None:
    postgres = hold(ground / name)
    try:
        assert runs(postgres.start())
        again = hold(ground / name)
        assert runs(again.start())
        again.stop()
    finally:
        postgres.stop()
    assert (ground / name / "cluster" / "PG_VERSION").exists()


def test_the_server_starts_when_the_temporary_folder_has_an_odd_name(
    ground: Path, used_data: Path, monkeypatch: pytest.MonkeyPatch, hold: Hold
) -> None:
    odd = ground / "odd, very odd" / ("x" * 100)
    odd.mkdir(parents=True)
    monkeypatch.setattr("tempfile.tempdir", str(odd))
    postgres = hold(used_data)
    try:
        assert runs(postgres.start())
    finally:
        postgres.stop()


def test_the_last_of_two_users_in_one_process_stops_the_server(used_data: Path, hold: Hold) -> None:
    first, second = hold(used_data), hold(used_data)
    url = first.start()
    assert second.start() == url
    first.stop()
    assert runs(url)
    second.stop()
    assert not runs(url)


def test_nothing_remains_in_the_temporary_folder(used_data: Path, hold: Hold) -> None:
    postgres = hold(used_data)
    [socket_folder] = parse_qs(urlsplit(postgres.start()).query)["host"]
    assert Path(socket_folder).stat().st_mode & 0o777 == 0o700
    postgres.stop()
    assert not Path(socket_folder).exists()


def test_four_processes_that_start_at_once_share_one_server_until_the_last_leaves(ground: Path, state: Path) -> None:
    with ExitStack() as stack:
        holders = [stack.enter_context(holder(ground / "data", state)) for _ in range(4)]
        [url] = {one.answer["url"] for one in holders}
        for one in holders:
            assert runs(url)
            one.leave()
    assert not runs(url)


def test_a_file_in_place_of_the_folder_is_a_clear_error(ground: Path, hold: Hold) -> None:
    (ground / "data").write_text("mine")
    with pytest.raises(DatabaseUnavailable, match="cannot be used"):
        hold(ground / "data").start()
    assert (ground / "data").read_text() == "mine"
