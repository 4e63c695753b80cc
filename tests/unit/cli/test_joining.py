"""A running system is found by its data folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from services.cli.failing import CommandFailed
from services.cli.joining import ANNOUNCEMENT, Addresses, announced, claimed, find_running

HERE = Addresses("ipv4:127.0.0.1:1,127.0.0.1:2", "unix:/e", "unix:/r", "memory://")
ANNOUNCING = """
import os, sys
from pathlib import Path
from services.cli.joining import Addresses, announced
with announced(Path(sys.argv[1]), Addresses("o", "e", "r", "memory://")):
    os.kill(os.getpid(), 9)
"""


def test_a_system_is_found_until_it_stops(tmp_path: Path) -> None:
    with announced(tmp_path, HERE):
        assert find_running(tmp_path) == HERE
        assert find_running(tmp_path) == HERE
    assert find_running(tmp_path) is None


def test_a_second_system_is_refused_before_the_first_is_announced(tmp_path: Path) -> None:
    data = tmp_path / "new"
    with claimed(data), pytest.raises(CommandFailed, match="already running on"), claimed(data):
        pass
    with claimed(data):
        assert find_running(data) is None


def test_a_system_that_stops_leaves_the_announcement_of_another_alone(tmp_path: Path) -> None:
    with announced(tmp_path, HERE):
        (tmp_path / ANNOUNCEMENT).unlink()
        (tmp_path / ANNOUNCEMENT).write_text("another's")
    assert (tmp_path / ANNOUNCEMENT).read_text() == "another's"


def test_what_a_killed_system_left_behind_is_passed_over(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", ANNOUNCING, str(tmp_path)], check=False)
    assert (tmp_path / ANNOUNCEMENT).exists()
    assert find_running(tmp_path) is None


def test_a_broken_announcement_is_no_announcement(tmp_path: Path) -> None:
    for content in ("", "{", "[]", '{"orchestrator": 1}', '{"who": "me"}'):
        (tmp_path / ANNOUNCEMENT).write_text(content)
        assert find_running(tmp_path) is None
