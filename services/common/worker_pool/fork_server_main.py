"""Main program of the fork server: it loads libraries once, and forks workers that have them.

It never sees the data of a worker, and stays free of threads: libraries that start some are loaded in workers. It is
started as a file; the service gives its import path.
"""

import json
import os
import pickle
import signal
import socket
import struct
import sys
from contextlib import suppress

# Below the event loop: a stream must not wait for an image. 10 halves a worker's share twice over.
NICENESS = 10
# Number of a worker; its memory limit, 0 to end it; length of the pickled function that follows, which loads libraries.
COMMAND = struct.Struct("!QQQ")


def main() -> None:
    """Carry out commands until the service closes the connection or ends; then no worker is left."""
    os.nice(NICENESS)
    # Ctrl-C in a terminal reaches every process of the group; when to stop is the service's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.path[:] = json.loads(sys.argv[1])
    control = _take_standard_input()
    workers: dict[int, int] = {}
    while (command := _receive(control)) is not None:
        number, memory_bytes, prepare, connection = command
        if connection is None:
            _end(workers, number)
            continue
        with connection:
            _load(prepare)
            with suppress(OSError):  # without a process, the service finds the connection closed
                workers[number] = _fork(control, connection, memory_bytes)
    for number in list(workers):
        _end(workers, number)


def _take_standard_input() -> socket.socket:
    control = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    return control


def _receive(control: socket.socket) -> tuple[int, int, bytes, socket.socket | None] | None:
    """Return the next command, with the connection of a worker to be forked; None once there is no more."""
    header, descriptors, _, _ = socket.recv_fds(control, COMMAND.size, 1)
    header += _read(control, COMMAND.size - len(header))
    if len(header) < COMMAND.size:
        return None
    number, memory_bytes, length = COMMAND.unpack(header)
    connection = socket.socket(fileno=descriptors[0]) if descriptors else None
    if connection is not None:
        connection.set_inheritable(False)
    return number, memory_bytes, _read(control, length), connection


def _read(control: socket.socket, length: int) -> bytes:
    received = b""
    while len(received) < length and (part := control.recv(length - len(received))):
        received += part
    return received


def _load(prepare: bytes) -> None:
    from services.common.collection import collection_paused
    from services.common.worker_pool.process_main import prepare_once

    # What is shared with workers stays shared: a collection would write to it.
    with suppress(Exception), collection_paused():  # after a failure the worker repeats it, and reports the error
        prepare_once(pickle.loads(prepare))  # noqa: S301 -- from the service that started us


def _fork(control: socket.socket, connection: socket.socket, memory_bytes: int) -> int:
    """Return the id of a new process that computes the requests of *connection*."""
    from services.common.worker_pool.process_main import compute_requests

    process = os.fork()
    if process:
        return process
    try:
        control.close()
        compute_requests(connection, memory_bytes)
    finally:
        os._exit(0)


def _end(workers: dict[int, int], number: int) -> None:
    """End a worker. Only here is a process waited for, so its id still names it."""
    process = workers.pop(number, None)
    if process is not None:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


if __name__ == "__main__":
    main()
