"""An orchestrator as it is deployed: its own process, the roles in another, PostgreSQL beside them.

Everything talks over TCP on the loopback; the caller is whoever opens this.
"""

import asyncio
import os
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

import psycopg

from benchmarks import instant_roles
from services.common.database.embedded import embedded_postgres

ROOT = Path(__file__).parents[1]
READY_WITHIN = 60.0
STOP_WITHIN = 20.0


@dataclass(frozen=True, slots=True)
class Deployment:
    """Where the orchestrator answers, its process, and a PostgreSQL that others may use too."""

    orchestrator: str
    process_id: int
    database_url: str


@dataclass(frozen=True, slots=True)
class Orchestrator:
    """One orchestrator: where it answers, its process and what it logs."""

    address: str
    process: asyncio.subprocess.Process
    log: Path


class ProcessEnded(Exception):
    """A process ended, with this status, before it was ready."""


@asynccontextmanager
async def deployed(role_seconds: float = 0.0, settings: Mapping[str, str] | None = None) -> AsyncIterator[Deployment]:
    """Run PostgreSQL, roles whose steps take *role_seconds*, and the orchestrator, until the context ends.

    *settings* are added to the orchestrator's environment.
    """
    with passable_folder() as folder:
        async with (
            embedded_postgres(folder / "postgres") as database_url,
            role_services(role_seconds) as roles,
            orchestrator(folder, database_url, roles, settings or {}) as running,
        ):
            yield Deployment(running.address, running.process.pid, database_url)


@contextmanager
def passable_folder() -> Iterator[Path]:
    """Give a temporary folder. As root the database runs as another user, who has to get through it."""
    with tempfile.TemporaryDirectory(prefix="reflow-bench-") as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


def new_database(url: str, name: str) -> str:
    """Make a database beside that of *url* and return its URL."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return urlsplit(url)._replace(path=f"/{quote(name)}").geturl()


def durability(url: str) -> dict[str, str]:
    """Return the server's version and what it does to make a commit durable."""
    with psycopg.connect(url) as connection:
        names = ("server_version", "fsync", "synchronous_commit", "full_page_writes")
        found = {name: connection.execute("SELECT current_setting(%s)", (name,)).fetchone() for name in names}
    return {name: row[0] for name, row in found.items() if row is not None}


def resident_bytes(process_id: int) -> int:
    """Return how much memory a process has in use, from /proc."""
    pages = int((Path("/proc") / str(process_id) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def role_services(seconds: float = 0.0, every: float = 0.0) -> AsyncIterator[str]:
    """Run the roles in a process of their own and give their address.

    A step takes *seconds*, and tells a thought *every* so many of them; 0 for none.
    """
    address = f"127.0.0.1:{_free_port()}"
    options = ("--seconds", str(seconds), "--every", str(every))
    command = (sys.executable, "-m", "benchmarks.instant_roles", address, *options)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        async with asyncio.timeout(READY_WITHIN):
            told = (await process.stdout.readline()).decode().strip()
        assert told == instant_roles.READY, f"the roles did not start: {told!r}"
        yield address
    finally:
        await _stop(process)


@asynccontextmanager
async def orchestrator(
    folder: Path, database_url: str, roles: str, settings: Mapping[str, str]
) -> AsyncIterator[Orchestrator]:
    """Run an orchestrator, which logs in *folder*, before the *roles* at that address, until the context ends."""
    port = _free_port()
    address = f"127.0.0.1:{port}"
    told = {f"REFLOW_{role}_ADDRESS": roles for role in ("PLANNER", "RAG", "EXECUTOR", "CRITIC")}
    environment = {**os.environ, **told, "REFLOW_LISTEN": address, "REFLOW_DATABASE_URL": database_url, **settings}
    log_path = folder / f"orchestrator-{port}.log"
    with log_path.open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "services.orchestrator", cwd=ROOT, env=environment, stdout=log, stderr=log
        )
        try:
            await _answers(address, process)
            yield Orchestrator(address, process, log_path)
        except ProcessEnded:
            sys.stderr.write(log_path.read_text())
            raise
        finally:
            await _stop(process)


async def _answers(address: str, process: asyncio.subprocess.Process) -> None:
    """Wait until something listens at *address*. Raises ProcessEnded when the process ends first."""
    host, _, port = address.rpartition(":")
    async with asyncio.timeout(READY_WITHIN):
        while True:
            if process.returncode is not None:
                raise ProcessEnded(process.returncode)
            try:
                _, writer = await asyncio.open_connection(host, int(port))
            except OSError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_WITHIN):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
