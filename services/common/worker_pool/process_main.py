"""What a worker process runs: requests in by its standard input, answers out by its standard output.

It is started as a file, and imports nothing of ours but what a request names: it is ready as soon as Python is.
"""

import os
import pickle
import resource
import signal
import sys
from typing import BinaryIO

# Below the event loop: a stream must not wait for an image. 10 halves a worker's share twice over.
NICENESS = 10
LENGTH_BYTES = 8
# Only exceptions of these packages and of Python itself are sent; others are sent as the exception of Python that they
# derive from.
OWN_PACKAGES = ("services", "engines")


def main() -> None:
    """Process requests until the pipe is closed."""
    os.nice(NICENESS)
    _limit_memory(int(sys.argv[1]))
    # Ctrl-C in a terminal reaches every process of the group; when to stop is the service's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = _pipes()
    sys.path[:] = pickle.load(requests)  # noqa: S301 -- from the service that started us, here and below
    while True:
        try:
            request = _request(requests)
            if request is None:
                return
            function, args = pickle.loads(request)  # noqa: S301
            answer = _pickled(True, function(*args))
        except BaseException as error:  # whatever it is, it is the asker's
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


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes to the parent. Output of libraries is discarded: it would corrupt a result."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    return requests, answers


def _request(requests: BinaryIO) -> bytes | None:
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


if __name__ == "__main__":
    main()
