"""Holders of an embedded database for tests: in this process, or in a separate one that can be killed."""

import json
import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import psycopg

from services.common.database.embedded import EmbeddedPostgres


class Hold(Protocol):
    """Create a user of the server of a folder. The use ends with the test at the latest."""

    def __call__(self, folder: Path) -> EmbeddedPostgres: ...


def runs(url: str) -> bool:
    """Return whether a server answers at *url*."""
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def server_pid(data: Path) -> int:
    """Return the process number of the server that runs on *data*."""
    return int((data / "cluster" / "postmaster.pid").read_text().split()[0])


PROJECT = Path(__file__).parents[3]
_PROGRAM = """
import json, sys
from pathlib import Path
from services.common.database.embedded import EmbeddedPostgres
from services.common.database.unavailable import DatabaseUnavailable
postgres = EmbeddedPostgres(Path(sys.argv[1]), root_state=Path(sys.argv[2]), timeout=float(sys.argv[3]))
try:
    print(json.dumps({"url": postgres.start()}), flush=True)
except DatabaseUnavailable as error:
    print(json.dumps({"zh": error.text.zh, "en": error.text.en, "details": error.details}), flush=True)
sys.stdin.read()
postgres.stop()
"""


class Holder:
    """The process. `answer` is the result of `start`: a `url`, or the texts of the error."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    @cached_property
    def answer(self) -> dict[str, str]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the process ended without an answer"
        given: dict[str, str] = json.loads(line)
        return given

    def leave(self) -> None:
        """Make the process stop using the database and end."""
        self._process.communicate(timeout=60)

    def kill(self) -> None:
        """End the process with SIGKILL."""
        self._process.kill()
        self._process.communicate(timeout=60)


@contextmanager
def holder(
    folder: Path,
    state: Path,
    *,
    user: pwd.struct_passwd | None = None,
    uid: int | None = None,
    wrapper: tuple[str, ...] = (),
    packages: str = "",
    timeout: float = 60.0,
) -> Iterator[Holder]:
    """Start a process that uses the database of *folder*; stop the process at the end.

    Args:
        folder: the data folder.
        state: the folder for programs and data of root that the server's account cannot reach.
        user: the user who runs the process.
        uid: the number of the user who runs the process; it need not have a name.
        wrapper: a command that runs the process.
        packages: a folder that comes first in the import path.
        timeout: seconds that starting and stopping may take.

    """
    number = user.pw_uid if user else uid
    path = os.pathsep.join(part for part in (packages, str(PROJECT), *sys.path) if part)
    switch: dict[str, Any] = {} if number is None else {"user": number, "group": number, "extra_groups": []}
    process = subprocess.Popen(
        [*wrapper, interpreter(number), "-c", _PROGRAM, str(folder), str(state), str(timeout)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd="/",
        env={**os.environ, "PYTHONPATH": path},
        **switch,
    )
    try:
        yield Holder(process)
    finally:
        if process.poll() is None:
            process.communicate(timeout=60)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


def interpreter(uid: int | None) -> str:
    """Return a Python of this version that the user can run; ours may be in a home that the user cannot access."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        if uid is None or may_run(candidate, uid):
            return candidate
    raise FileNotFoundError(f"no {version} that user {uid} can run")


def may_run(program: str, uid: int) -> bool:
    """Return whether the user can run *program* and read this project."""
    command = [program, "-c", f"import os; os.listdir({str(PROJECT)!r})"]
    try:
        return subprocess.run(command, user=uid, group=uid, extra_groups=[], capture_output=True).returncode == 0
    except OSError:
        return False
