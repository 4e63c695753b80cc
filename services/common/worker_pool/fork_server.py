"""The fork server of this service: one small process that has loaded what workers need, and forks them.

A worker that is forked is ready in milliseconds and shares the memory of its libraries with the others; a fresh
interpreter imports them for a second. The service itself cannot fork: it has threads, and keys in its memory.
"""

import itertools
import json
import os
import pickle
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from services.common.worker_pool import fork_server_main
from services.common.worker_pool.fork_server_main import COMMAND

# Variables that a worker inherits: those of Python and numeric libraries. Keys, URLs and settings stay out, because a
# worker decodes files of strangers.
_INHERITED = re.compile(
    r"PATH|HOME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|XDG_CACHE_HOME|PYTHON\w+|VIRTUAL_ENV|(DY)?LD_\w+|OMP_\w+|\w+_NUM_THREADS"
)
# There is a worker for each core: threads of each would only compete, and none may run at a fork.
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}


class ForkServer:
    """A process that forks workers. It ends, with its workers, when this service ends or closes it."""

    def __init__(self) -> None:
        # -P: the folder of the program must not hide modules of the same names.
        command = (sys.executable, "-P", str(Path(fork_server_main.__file__)), json.dumps(sys.path))
        environment = _ONE_THREAD | inherited_environment(os.environ)
        self._control, theirs = socket.socketpair()
        self._numbers = itertools.count(1)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - no shell, and a program of our own
                command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
            )

    def fork(self, connection: socket.socket, memory_bytes: int, prepare: Callable[[], object]) -> int:
        """Fork a worker that has called *prepare* and return its number; it need not be up when this returns.

        Raises:
            OSError: the fork server has ended.

        """
        number, function = next(self._numbers), pickle.dumps(prepare)
        message = COMMAND.pack(number, memory_bytes, len(function)) + function
        socket.send_fds(self._control, [message], [connection.fileno()])
        return number

    def end(self, number: int) -> None:
        """End worker *number*; its connection is closed once it is gone. Raises OSError as `fork` does."""
        self._control.sendall(COMMAND.pack(number, 0, 0))

    def close(self) -> None:
        """End the process and its workers."""
        self._control.close()
        self._process.wait()


def inherited_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return what a worker may know of the environment *environ*."""
    return {name: value for name, value in environ.items() if _INHERITED.fullmatch(name)}


def fork_worker(connection: socket.socket, memory_bytes: int, prepare: Callable[[], object]) -> tuple[ForkServer, int]:
    """Fork a worker that serves *connection*; return the fork server that has it, and its number there.

    The fork server is that of this process: started by the first call, and again if it has died.
    """
    global _server
    with _lock:
        if _server is not None:
            with suppress(OSError):
                return _server, _server.fork(connection, memory_bytes, prepare)
            _server.close()
        _server = ForkServer()
        return _server, _server.fork(connection, memory_bytes, prepare)


_lock = threading.Lock()
_server: ForkServer | None = None
