"""Limits of the HTTP server, against clients that hold connections without using them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Numbers of open connections, and times in seconds.

    Attributes:
        connections: open connections in all.
        connections_per_address: open connections of one client address.
        header_seconds: time for the line and the headers of a request to arrive.
        write_seconds: time for a client to read the buffered part of a response.
        message_bytes: largest message that a WebSocket accepts.
        ping_seconds: interval of the pings of a WebSocket, and the time to answer one.

    """

    connections: int
    connections_per_address: int
    header_seconds: float
    write_seconds: float
    message_bytes: int
    ping_seconds: float
