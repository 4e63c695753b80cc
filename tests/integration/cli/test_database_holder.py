"""The process that keeps the embedded database running, as a real process."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg

from services.common.database.embedded import embedded_postgres
from tests.fixtures.eventually import eventually

PATIENCE = 60.0


def server_pid(data: Path) -> int:
    return int((data / "cluster" / "postmaster.pid").read_text().split()[0])


def answers(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


async def test_a_killed_server_is_there_again_at_the_same_url_and_that_is_said(tmp_path: Path) -> None:
    data, log = tmp_path / "postgres", tmp_path / "database.log"
    async with embedded_postgres(data) as url:
        with log.open("wb") as said:
            holder = subprocess.Popen(  # noqa: ASYNC220 - at once done
                [sys.executable, "-m", "services.cli.supervising.database_holder", str(data)],
                stdin=subprocess.PIPE,
                stderr=said,
            )
        try:
            await eventually(lambda: "is running" in log.read_text(), timeout=PATIENCE)
            for times in (1, 2):
                os.kill(server_pid(data), signal.SIGKILL)
                await eventually(lambda: log.read_text().count("started again") == times, timeout=PATIENCE)  # noqa: B023
                assert answers(url)
            holder.terminate()
            assert holder.wait(PATIENCE) == 0
        finally:
            holder.kill()
            holder.communicate()
        assert answers(url), "somebody else still uses it"
