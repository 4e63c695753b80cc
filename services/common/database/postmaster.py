"""State of the server of a data folder, from PostgreSQL's own postmaster.pid."""

from dataclasses import dataclass
from pathlib import Path

import psutil


@dataclass(frozen=True, slots=True)
class Postmaster:
    """A server as its lock file describes it; the process may have ended.

    Attributes:
        pid: of the server's first process.
        socket_folder: folder of its socket, or None until the server has written it.
        ready: whether it takes connections.

    """

    pid: int
    socket_folder: Path | None
    ready: bool

    def serves(self, cluster: Path) -> bool:
        """Return whether the process is alive and is a PostgreSQL on *cluster*.

        The process id alone proves nothing: after a crash another program may have it. The command line does; the
        working directory would too, but root in a container may not be allowed to read that of another user's process.
        """
        try:
            command = psutil.Process(self.pid).cmdline()
            folder = command[command.index("-D") + 1]
            return Path(command[0]).name == "postgres" and Path(folder).samefile(cluster)
        except (psutil.Error, ValueError, IndexError, OSError):
            return False


def read_postmaster(cluster: Path) -> Postmaster | None:
    """Return the server that last started on *cluster*, or None if it ended cleanly or never started.

    The file's lines, by PostgreSQL's pidfile.h: pid, data folder, start time, port, socket folder, listen address,
    shared memory key, status. They are written one after another, so the later ones may be missing.
    """
    try:
        lines = (cluster / "postmaster.pid").read_text(errors="surrogateescape").splitlines()
    except FileNotFoundError:
        return None
    if not lines or not lines[0].strip().lstrip("-").isdigit():
        return None
    socket_folder = lines[4].strip() if len(lines) > 4 else ""
    status = lines[7].strip() if len(lines) > 7 else ""
    return Postmaster(abs(int(lines[0])), Path(socket_folder) if socket_folder else None, status == "ready")
