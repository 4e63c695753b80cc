"""The listening socket of the gateway."""

import socket

# Connections that wait to be accepted.
BACKLOG = 2_048


class ListenError(Exception):
    """The gateway cannot listen on its address."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(
            f"无法监听 {host}:{port}，可能已被占用，请换一个端口。 "
            f"Cannot listen on {host}:{port} ({reason}); it may be in use, so try another port."
        )


def listen_on(host: str, port: int) -> socket.socket:
    """Return a socket that listens on *host* and *port* (0 for any free one). Raises ListenError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio disables Nagle's algorithm only then: with it enabled, an event that
    # follows the headers waits 40 ms for the client's delayed acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ListenError(host, port, error.strerror or str(error)) from error
    return listener
