"""What a worker process runs: requests in by its connection, answers out by the same.

It is forked from the fork server, and imports nothing of ours but what a request names.
"""

import os
import pickle
import resource
import socket
from collections.abc import Callable
from typing import BinaryIO

LENGTH_BYTES = 8
# Only exceptions of these packages and of Python itself are sent; others are sent as the exception of Python that they
# derive from.
OWN_PACKAGES = ("services", "engines")

# What this process, or the fork server before it was forked, has prepared.
_prepared = set[Callable[[], object]]()


def prepare_once(prepare: Callable[[], object]) -> None:
    """Call *prepare*, unless this process was forked after it was called."""
    if prepare not in _prepared:
        prepare()
        _prepared.add(prepare)


def compute_requests(connection: socket.socket, memory_bytes: int) -> None:
    """Compute the requests of *connection* with *memory_bytes*, one after another, until it is closed."""
    _limit_memory(memory_bytes)
    with connection.makefile("rb") as requests, connection.makefile("wb") as answers:
        answers.write(os.getpid().to_bytes(LENGTH_BYTES))
        answers.flush()
        while (request := _read(requests)) is not None:
            try:
                function, args = pickle.loads(request)  # noqa: S301 -- from the service that started us
                answer = _pickled(True, function(*args))
            except BaseException as error:  # every exception is returned to the caller
                answer = _pickled(False, _plain(error))
            answers.write(len(answer).to_bytes(LENGTH_BYTES) + answer)
            answers.flush()


def _limit_memory(limit: int) -> None:
    """Limit the memory that this process may write to; beyond it, allocations raise MemoryError.

    Address space is not limited: numeric libraries reserve more of it the more cores there are, and never use it.
    """
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (allowed, allowed))


def _read(requests: BinaryIO) -> bytes | None:
    length = requests.read(LENGTH_BYTES)
    return requests.read(int.from_bytes(length)) if len(length) == LENGTH_BYTES else None


def _plain(error: BaseException) -> BaseException:
    """Return *error* as an exception that the service knows without loading a library."""
    if type(error).__module__.partition(".")[0] in ("builtins", *OWN_PACKAGES):
        return error
    base: type[BaseException] = next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
    text = f"{type(error).__name__}: {error}"
    try:
        return base(text)
    except TypeError:  # one whose arguments are fixed
        return RuntimeError(text)


def _pickled(returned: bool, value: object) -> bytes:
    try:
        return pickle.dumps((returned, value), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        value = TypeError(f"{type(value).__name__} cannot be sent from a worker: {error}")
        return pickle.dumps((False, value), pickle.HIGHEST_PROTOCOL)
