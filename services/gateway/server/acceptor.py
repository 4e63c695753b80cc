"""Accepts connections, up to a limit in all and for each client address.

uvicorn leaves this to the event loop, which has no limit; once the process is out of file descriptors, asyncio spins
without accepting anything.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from ipaddress import IPv6Address, ip_address
from typing import Any

from services.common.errors import ReflowError
from services.gateway.server.limits import ServerLimits
from services.gateway.server.periodic_log import PeriodicLog
from services.gateway.server.rejections import reject_address, reject_connection

CreateProtocol = Callable[[Callable[[], None]], asyncio.Protocol]
"""Return the protocol of a new connection; it calls the function given once the connection is closed."""

# Pause after a failure, so that a lack of file descriptors does not cause a busy loop.
RETRY_SECONDS = 0.2
_IPV6_SUBNET_BITS = 64
_RECEIVED_BYTES = 65_536


class Acceptor:
    """Accepts the connections of a listening socket until it is closed.

    A connection beyond the limits receives the response that *render* returns, and is closed. Failures are logged.
    """

    def __init__(
        self,
        listener: socket.socket,
        create_protocol: CreateProtocol,
        limits: ServerLimits,
        render: Callable[[ReflowError], bytes],
    ) -> None:
        loop = asyncio.get_running_loop()
        self._listener = listener
        self._create_protocol = create_protocol
        self._limits = limits
        self._render = render
        self._open: Counter[str] = Counter()
        self._rejected = PeriodicLog("connections rejected", loop.time)
        self._failed = PeriodicLog("connections not accepted", loop.time)
        listener.setblocking(False)
        self._task = loop.create_task(self._accept_connections())

    def close(self) -> None:
        """Stop accepting; open connections are not affected."""
        self._task.cancel()

    async def wait_closed(self) -> None:
        """Wait until nothing is accepted any more."""
        await asyncio.wait([self._task])

    async def _accept_connections(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(self._listener)
            except ConnectionAbortedError:
                continue  # the client was faster
            except OSError as error:
                self._failed.record(error.strerror or str(error))
                await asyncio.sleep(RETRY_SECONDS)
                continue
            await self._serve(connection, parse_client(address))

    async def _serve(self, connection: socket.socket, client: str) -> None:
        if self._open.total() >= self._limits.connections:
            await self._reject(connection, reject_connection(), "all connections are in use")
            return
        if self._open[client] >= self._limits.connections_per_address:
            await self._reject(connection, reject_address(), f"too many connections from {client}")
            return
        slot = _Slot(self._open, client)
        create_protocol = partial(self._create_protocol, slot.release)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(create_protocol, connection)
        except Exception as error:  # after any failure of one connection, the next one is accepted
            slot.release()
            connection.close()
            self._failed.record(str(error))

    async def _reject(self, connection: socket.socket, error: ReflowError, reason: str) -> None:
        self._rejected.record(reason)
        with suppress(OSError), connection:
            connection.send(self._render(error))
            connection.shutdown(socket.SHUT_WR)
            connection.recv(_RECEIVED_BYTES)  # closing with unread bytes would reset the connection
        await asyncio.sleep(0)  # while connections wait, `accept` never suspends: give other tasks a turn


class _Slot:
    """The slot of one connection among the *open* ones of its client."""

    def __init__(self, open_connections: Counter[str], client: str) -> None:
        self._open = open_connections
        self._client: str | None = client
        self._open[client] += 1

    def release(self) -> None:
        """Count the connection as closed, once."""
        client, self._client = self._client, None
        if client is not None:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]


def parse_client(address: tuple[Any, ...]) -> str:
    """Return the client of a socket *address*: an IPv4 address, or the /64 subnet of an IPv6 one."""
    client = ip_address(str(address[0]).partition("%")[0])
    if not isinstance(client, IPv6Address):
        return str(client)
    if client.ipv4_mapped is not None:
        return str(client.ipv4_mapped)
    subnet = int(client) >> _IPV6_SUBNET_BITS << _IPV6_SUBNET_BITS
    return f"{IPv6Address(subnet)}/{_IPV6_SUBNET_BITS}"
