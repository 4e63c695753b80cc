"""The embedded server after its user or the server itself was killed, also while the cluster was created."""

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from services.common.database.account import Account, account_for
from services.common.database.binaries import binaries_for
from services.common.database.server import Server
from services.common.database.unavailable import DatabaseUnavailable
from tests.fixtures.systems.eventually import eventually
from tests.integration.database.holder import Hold, holder, runs, server_pid


def alive(pid: int) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):  # the latter if it ends between open and read
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False


def test_a_server_whose_user_was_killed_continues_and_is_used_again(used_data: Path, state: Path, hold: Hold) -> None:
    with holder(used_data, state) as first:
        url = first.answer["url"]
        pid = server_pid(used_data)
        first.kill()
    assert runs(url)
    second = hold(used_data)
    assert second.start() == url
    assert server_pid(used_data) == pid
    second.stop()
    assert not runs(url)


async def test_a_killed_server_starts_again_with_the_committed_data(used_data: Path, state: Path, hold: Hold) -> None:
    with holder(used_data, state) as first:
        url = first.answer["url"]
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT generate_series(1, 1000) AS id")
        pid = server_pid(used_data)
        os.kill(pid, signal.SIGKILL)
        await eventually(lambda: not alive(pid))
        second = hold(used_data)
        with psycopg.connect(second.start()) as connection:
            assert connection.execute("SELECT count(*) FROM kept").fetchone() == (1000,)
        second.stop()
        assert server_pid(used_data) != pid, "the first still holds the folder, so the server stays"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "stopped"])
async def test_a_server_that_ended_while_in_use_is_restarted_at_the_same_url(
    used_data: Path, hold: Hold, number: signal.Signals
) -> None:
    postgres = hold(used_data)
    url = postgres.start()
    assert postgres.revive() is False
    pid = server_pid(used_data)
    os.kill(pid, number)
    await eventually(lambda: not alive(pid), timeout=60)
    assert postgres.revive() is True
    assert runs(url)
    postgres.stop()
    assert not runs(url)


def test_a_starting_server_is_awaited_although_its_command_line_is_not_known_yet(
    ground: Path, used_data: Path, state: Path, hold: Hold
) -> None:
    postgres = hold(used_data)
    postgres.start()
    postgres.stop()
    account = account_for(used_data / "cluster")
    program = ground / "postgres"
    program.write_text(f'#!/bin/sh\nsleep 0.3\nexec {binaries_for(account, state)}/postgres "$@"\n')
    program.chmod(0o755)
    server = Server((used_data / "cluster").resolve(), used_data / "server.log", account, ground)
    socket_folder = server.ensure_running(60)
    assert runs(f"postgresql://postgres@/postgres?host={socket_folder}")
    server.stop(60)


async def test_a_recorded_process_number_that_another_program_now_has_does_not_prevent_a_start(
    used_data: Path, state: Path, hold: Hold
) -> None:
    with holder(used_data, state) as first:
        assert first.answer
        pid = server_pid(used_data)
        os.kill(pid, signal.SIGKILL)
        await eventually(lambda: not alive(pid))
    owner = (used_data / "cluster").stat()
    switch = Account(owner.st_uid, owner.st_gid).switch
    stranger = subprocess.Popen(["sleep", "60"], **switch)  # noqa: ASYNC220 - returns at once
    try:
        record = used_data / "cluster" / "postmaster.pid"
        record.write_text(record.read_text().replace(str(pid), str(stranger.pid), 1))
        postgres = hold(used_data)
        assert runs(postgres.start())
        postgres.stop()
        assert stranger.poll() is None, "the stranger was left alone"
    finally:
        stranger.kill()
        stranger.wait()


def test_a_partly_created_cluster_is_created_again(ground: Path, hold: Hold) -> None:
    data = ground / "data"
    half = data / "cluster.unfinished"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    postgres = hold(data)
    assert runs(postgres.start())
    postgres.stop()
    assert not half.exists()


def test_a_deleted_socket_is_created_again_if_no_other_process_is_connected(
    used_data: Path, state: Path, hold: Hold
) -> None:
    with holder(used_data, state) as first:
        url = first.answer["url"]
        shutil.rmtree(url.partition("host=")[2])
        with pytest.raises(DatabaseUnavailable, match="cannot be connected to"):
            hold(used_data).start()
        first.kill()
    second = hold(used_data)
    assert runs(second.start())
    second.stop()


def test_a_server_in_another_container_keeps_a_second_server_away_from_its_files(
    used_data: Path, state: Path, as_root: None, hold: Hold
) -> None:
    apart = ("unshare", "--pid", "--fork", "--mount-proc", "--ipc")
    if subprocess.run([*apart, "true"], capture_output=True).returncode != 0:
        pytest.skip("this system does not let us make a namespace of processes")
    postgres = hold(used_data)
    url = postgres.start()
    with holder(used_data, state, wrapper=apart, timeout=2) as second:
        assert "another container" in second.answer["en"]
    assert runs(url)
    postgres.stop()
