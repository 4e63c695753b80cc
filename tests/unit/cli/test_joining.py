"""A running system is found by its data folder."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from services.cli.joining import ANNOUNCEMENT, Addresses, announced, find_running


def addresses(folder: str) -> Addresses:
    return Addresses(f"unix:{folder}/o", f"unix:{folder}/e", f"unix:{folder}/r", "memory://")


async def test_a_system_that_answers_is_found_until_it_stops(tmp_path: Path) -> None:
    with TemporaryDirectory() as sockets:  # a short path: sockets allow about 100 bytes
        here = addresses(sockets)
        server = await asyncio.start_unix_server(lambda _reader, writer: writer.close(), f"{sockets}/o")
        async with server:
            with announced(tmp_path, here):
                assert find_running(tmp_path) == here
            assert find_running(tmp_path) is None


def test_what_a_killed_system_left_behind_is_passed_over(tmp_path: Path) -> None:
    with TemporaryDirectory() as sockets, announced(tmp_path, addresses(sockets)):
        assert find_running(tmp_path) is None


def test_a_broken_announcement_is_no_announcement(tmp_path: Path) -> None:
    for content in ("", "{", "[]", '{"orchestrator": 1}', '{"who": "me"}'):
        (tmp_path / ANNOUNCEMENT).write_text(content)
        assert find_running(tmp_path) is None
