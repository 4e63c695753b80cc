"""Free ports of this machine, outside the range that the system assigns."""

import random
import socket
from collections.abc import Iterator

LOOPBACK = "127.0.0.1"
# Below those that systems assign to outgoing connections (32768 on Linux, 49152 elsewhere): while a service is down,
# its port must not be taken by a connection, such as one that tries to reach the service.
_RANGE = range(20_000, 32_000)


def free_ports() -> Iterator[int]:
    """Yield free ports in random order, each once."""
    for port in random.sample(_RANGE, len(_RANGE)):
        if _is_free(port):
            yield port


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As servers do: a port is free although connections of its last server linger.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True
