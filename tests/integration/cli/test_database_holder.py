"""The process that runs the embedded database, as a real process."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg

from services.common.database.embedded import embedded_postgres
from tests.fixtures.systems.eventually import eventually

TIMEOUT_SECONDS = 60.0


def server_pid(data: Path) -> int:
    return int((data / "cluster" / "postmaster.pid").read_text().split()[0])


def answers(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


async def test_a_killed_server_is_restarted_at_the_same_url_and_the_restart_is_logged(tmp_path: Path) -> None:
    data, log = tmp_path / "postgres", tmp_path / "database.log"
    async with embedded_postgres(data) as url:
        with log.open("wb") as log_file:
            holder = subprocess.Popen(  # noqa: ASYNC220 - returns at once
                [sys.executable, "-m", "services.cli.session.supervisor.database_holder", str(data)],
                stdin=subprocess.PIPE,
                stderr=log_file,
            )
        try:
            await eventually(lambda: "is running" in log.read_text(), timeout=TIMEOUT_SECONDS)
            for times in (1, 2):
                os.kill(server_pid(data), signal.SIGKILL)
                await eventually(lambda: log.read_text().count("started again") == times, timeout=TIMEOUT_SECONDS)  # noqa: B023
                assert answers(url)
            holder.terminate()
            assert holder.wait(TIMEOUT_SECONDS) == 0
        finally:
            holder.kill()
            holder.communicate()
        assert answers(url), "someone else else still uses it"
