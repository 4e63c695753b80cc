"""Start, find and stop the PostgreSQL of one cluster. Callers hold the folder's `folder_lock`."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from services.common.database.account import Account, open_for_owner
from services.common.database.lease import server_lock
from services.common.database.memory import choose_shared_buffers
from services.common.database.postmaster import Postmaster, read_postmaster
from services.common.database.runtime_folder import make_runtime_folder, path_for_server, remove_runtime_folder
from services.common.database.unavailable import DatabaseUnavailable
from services.common.text.language import Text

_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    # In containers /dev/shm has 64 MB, too little for a parallel build of a vector index; files always suffice.
    "dynamic_shared_memory_type": "mmap",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
}
_PAUSE = 0.01
_MAX_LOG_BYTES = 1 << 20
"""Bytes; a longer log is rotated at the next start of the server, which deletes the previously rotated one."""
_SHUTDOWN_SECONDS = 10.0
"""Seconds that processes of a killed server may take to end; they notice at once, or after their current query."""


@dataclass(frozen=True, slots=True)
class Server:
    """The PostgreSQL of one cluster, running or not.

    Attributes:
        cluster: the data folder.
        log: log file of the server; its folder holds the locks.
        account: the user who runs it.
        binaries: the folder of `postgres`.

    """

    cluster: Path
    log: Path
    account: Account
    binaries: Path

    def is_running(self) -> bool:
        """Return whether the server is running, though perhaps not ready yet."""
        found = read_postmaster(self.cluster)
        return found is not None and found.serves(self.cluster)

    def ensure_running(self, timeout: float, last: Path | None = None) -> Path:
        """Return the folder of the server's socket; start the server if none runs.

        A server that was killed is replaced by one whose socket has the same path; *last* is the path where the
        killed one cannot.

        Raises:
            DatabaseUnavailable: it did not start, or was not ready within *timeout* seconds.

        """
        deadline = time.monotonic() + timeout
        found = read_postmaster(self.cluster)
        if found is None or not self._becomes_ready(found.pid, deadline, partial(found.serves, self.cluster)):
            self._start(found, last, deadline)
        ready = read_postmaster(self.cluster)
        if ready is None or ready.socket_folder is None:
            raise self._failed("the server ended right after its start")
        return ready.socket_folder

    def stop(self, timeout: float) -> None:
        """Stop the server: terminate its sessions and flush its data; wait up to *timeout* seconds."""
        found = read_postmaster(self.cluster)
        if found is None or not found.serves(self.cluster):
            return
        os.kill(found.pid, signal.SIGINT)
        deadline = time.monotonic() + timeout
        while found.serves(self.cluster) and time.monotonic() < deadline:
            time.sleep(_PAUSE)
        remove_runtime_folder(found.socket_folder)

    def _start(self, stale: Postmaster | None, last: Path | None, deadline: float) -> None:
        # After a kill of the first process the others need a moment to notice it and to end; this waits for them.
        with server_lock(self.log.parent, min(_SHUTDOWN_SECONDS, deadline - time.monotonic())) as lock:
            self._rotate_log()
            log_offset = self.log.stat().st_size if self.log.exists() else 0
            runtime = make_runtime_folder(self.account, (stale.socket_folder if stale else None) or last)
            process = self._launch(runtime, stale, lock)
            # Not by its command line: for a moment after the start it is still empty.
            if not self._becomes_ready(process.pid, deadline, lambda: process.poll() is None):
                remove_runtime_folder(runtime)
                raise self._failed(self.log.read_bytes()[log_offset:].decode(errors="replace")[-2000:])

    def _launch(self, runtime: Path, stale: Postmaster | None, lock: int) -> subprocess.Popen[bytes]:
        settings = {
            **_SETTINGS,
            "shared_buffers": f"{choose_shared_buffers() >> 20}MB",
            "unix_socket_directories": str(runtime),
        }
        path = path_for_server(self.cluster, runtime)
        # PostgreSQL considers a lock file valid if any program has its process id. We know that this program is not a
        # PostgreSQL; naming its process id here (as pg_ctl names the shell that called it) makes PostgreSQL treat the
        # file as stale and still check the shared memory that the file names.
        environment = {"LC_ALL": "C"} | ({"PG_GRANDPARENT_PID": str(stale.pid)} if stale else {})
        log = open_for_owner(self.log, os.O_WRONLY | os.O_APPEND)
        try:
            process = subprocess.Popen(  # noqa: S603 - no shell, and paths of our own
                [self.binaries / "postgres", "-D", path, *(f"--{name}={value}" for name, value in settings.items())],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=environment,
                pass_fds=(lock,),
                start_new_session=True,  # Ctrl-C in the terminal must not reach the server
                **self.account.switch,
            )
        finally:
            os.close(log)
        threading.Thread(target=process.wait, name="embedded-postgres-reaper", daemon=True).start()
        return process

    def _becomes_ready(self, pid: int, deadline: float, is_alive: Callable[[], bool]) -> bool:
        """Wait until the server *pid* takes connections; return False when it is not alive (any more).

        Raises:
            DatabaseUnavailable: it is still not ready at *deadline*; it continues to run, since it may be in recovery.

        """
        while is_alive():
            found = read_postmaster(self.cluster)
            if found is not None and found.pid == pid and found.ready:
                return True
            if time.monotonic() > deadline:
                raise self._slow()
            time.sleep(_PAUSE)
        return False

    def _rotate_log(self) -> None:
        if self.log.exists() and self.log.stat().st_size > _MAX_LOG_BYTES:
            self.log.replace(self.log.with_suffix(".log.old"))

    def _failed(self, details: str) -> DatabaseUnavailable:
        return DatabaseUnavailable(
            Text(
                f"内置数据库没有启动成功，数据未作改动。原因见 {self.log}。"
                "若数据已损坏，请从备份恢复，或换一个数据文件夹。",
                f"The built-in database did not start; its data was not changed. {self.log} says why. If the data is "
                "damaged, restore it from a backup or choose another data folder.",
            ),
            details,
        )

    def _slow(self) -> DatabaseUnavailable:
        return DatabaseUnavailable(
            Text(
                f"内置数据库还在启动，可能正在自我修复。请过一会儿重试；进展见 {self.log}。",
                f"The built-in database is still starting, perhaps repairing itself. Try again in a while; "
                f"{self.log} shows how far it is.",
            )
        )
