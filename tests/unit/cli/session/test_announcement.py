"""A running system is found by its data folder."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from services.cli.errors import CommandFailed
from services.cli.session.addresses import Addresses
from services.cli.session.announcement import ANNOUNCEMENT, announce, find_running, lock_data_folder, wait_for_running
from services.common.text.language import Text
from tests.fixtures.systems.eventually import eventually

HERE = Addresses("ipv4:127.0.0.1:1,127.0.0.1:2", "unix:/e", "unix:/r", "memory://")
ANNOUNCING = """
import os, sys
from pathlib import Path
from services.cli.session.addresses import Addresses
from services.cli.session.announcement import announce
with announce(Path(sys.argv[1]), Addresses("o", "e", "r", "memory://")):
    os.kill(os.getpid(), 9)
"""


def test_a_system_is_found_until_it_stops(tmp_path: Path) -> None:
    with announce(tmp_path, HERE):
        assert find_running(tmp_path) == HERE
        assert find_running(tmp_path) == HERE
    assert find_running(tmp_path) is None


def test_a_second_system_is_rejected_before_the_first_is_announced(tmp_path: Path) -> None:
    data = tmp_path / "new"
    with lock_data_folder(data), pytest.raises(CommandFailed, match="already running on"), lock_data_folder(data):
        pass
    with lock_data_folder(data):
        assert find_running(data) is None


def test_a_system_that_stops_does_not_remove_the_announcement_of_another(tmp_path: Path) -> None:
    with announce(tmp_path, HERE):
        (tmp_path / ANNOUNCEMENT).unlink()
        (tmp_path / ANNOUNCEMENT).write_text("another's")
    assert (tmp_path / ANNOUNCEMENT).read_text() == "another's"


def test_the_file_of_a_killed_system_is_ignored(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", ANNOUNCING, str(tmp_path)], check=False)
    assert (tmp_path / ANNOUNCEMENT).exists()
    assert find_running(tmp_path) is None


def test_an_invalid_announcement_is_ignored(tmp_path: Path) -> None:
    for content in ("", "{", "[]", '{"orchestrator": 1}', '{"who": "me"}'):
        (tmp_path / ANNOUNCEMENT).write_text(content)
        assert find_running(tmp_path) is None


async def test_a_command_waits_for_a_system_that_is_starting(tmp_path: Path) -> None:
    shown = list[Text]()
    with lock_data_folder(tmp_path):
        waiting = asyncio.create_task(wait_for_running(tmp_path, shown.append))
        await eventually(lambda: shown)
        with announce(tmp_path, HERE):
            assert await waiting == HERE


async def test_a_command_waits_for_a_bounded_time(tmp_path: Path) -> None:
    with lock_data_folder(tmp_path), pytest.raises(CommandFailed, match="has neither started nor stopped yet"):
        await wait_for_running(tmp_path, lambda _: None, seconds=0)


async def test_a_command_waits_for_a_system_that_is_stopping_and_states_so(tmp_path: Path) -> None:
    shown = list[Text]()
    with lock_data_folder(tmp_path):
        with announce(tmp_path, HERE):
            pass
        waiting = asyncio.create_task(wait_for_running(tmp_path, shown.append))
        await eventually(lambda: shown)
    assert await waiting is None
    assert "stopping" in shown[0].en and "停止" in shown[0].zh


async def test_a_command_does_not_wait_where_no_system_is_starting(tmp_path: Path) -> None:
    with lock_data_folder(tmp_path):
        pass
    assert await wait_for_running(tmp_path, lambda _: pytest.fail("it waits")) is None
