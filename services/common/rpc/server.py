"""A gRPC server with health, reflection and the interceptor, listening on one address."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import SERVICE_NAME as HEALTH
from grpc_health.v1.health import aio as health
from grpc_reflection.v1alpha import reflection
from reflow.v1 import call_streams_pb2, call_streams_pb2_grpc

from services.common.rpc.call_streams.servicer import CallStreamServicer
from services.common.rpc.interceptor import ServiceInterceptor
from services.common.settings import SettingsInvalid
from services.common.text.language import Text

# Images are passed by reference, so no valid response is larger. A server may accept less (`max_request_bytes`).
MAX_MESSAGE_BYTES = 4 * 1024 * 1024
SECOND_MS = 1_000
CALL_SERVICE = call_streams_pb2.DESCRIPTOR.services_by_name["CallService"].full_name
STREAM_CALLS = f"/{CALL_SERVICE}/StreamCalls"
STREAM_SHARE = 0.1
"""Share of the age of a connection after which its call streams are drained: calls have the rest of it to end."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server. `address` is what a channel connects to."""

    address: str
    grpc_server: grpc.aio.Server
    health: health.HealthServicer
    probe_server: grpc.aio.Server | None = None
    call_streams: CallStreamServicer | None = None

    async def stop(self, grace: float) -> None:
        """Set NOT_SERVING, let calls in flight finish for *grace* seconds, then cancel them."""
        await self.health.enter_graceful_shutdown()
        if self.call_streams is not None:
            self.call_streams.drain()
        await self.grpc_server.stop(grace)
        if self.probe_server is not None:
            await self.probe_server.stop(None)


async def serve(
    listen: str,
    services: Sequence[str],
    add: Callable[[grpc.aio.Server], None],
    interceptor: ServiceInterceptor,
    *,
    max_connection_age: float,
    max_request_bytes: int = MAX_MESSAGE_BYTES,
    credentials: grpc.ServerCredentials | None = None,
    health_listen: str = "",
) -> Server:
    """Serve what *add* puts on the server, at *listen* (`host:port`, port 0 for any; or `unix:PATH`).

    *services* are the full names of the services, for health and reflection.
    Connections end after *max_connection_age* seconds, so that clients that balance
    over DNS find new replicas; calls in flight have the same time again to end.
    With *credentials* a port is served over TLS; a unix socket is not. At *health_listen* there is health alone,
    without TLS.
    A message of more than *max_request_bytes* ends its call with RESOURCE_EXHAUSTED before it is read.
    Raises SettingsInvalid for an address that nothing can listen on.
    """
    server = grpc.aio.server(
        interceptors=[interceptor],
        options=[
            ("grpc.max_receive_message_length", max_request_bytes),
            ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
            ("grpc.max_connection_age_ms", int(max_connection_age * SECOND_MS)),
            ("grpc.max_connection_age_grace_ms", int(max_connection_age * SECOND_MS)),
            # A channel pings every 12 s (channel.py); more often than this, and the server would end it.
            ("grpc.http2.min_ping_interval_without_data_ms", 5 * SECOND_MS),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.so_reuseport", 0),
        ],
    )
    checks = health.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    call_streams = _add_services(server, add, interceptor, max_connection_age * STREAM_SHARE)
    names = [*services, HEALTH, reflection.SERVICE_NAME, *([CALL_SERVICE] if call_streams else [])]
    reflection.enable_server_reflection(names, server)
    port = _bind("REFLOW_LISTEN", server, listen, None if listen.startswith("unix:") else credentials)
    await server.start()
    probe_server = await _serve_health(health_listen, checks) if health_listen else None
    for service in ("", *services):
        await checks.set(service, health_pb2.HealthCheckResponse.SERVING)
    return Server(_address(listen, port), server, checks, probe_server, call_streams)


def _bind(variable: str, server: grpc.aio.Server, address: str, credentials: grpc.ServerCredentials | None) -> int:
    """Return the port of *address*. Raises SettingsInvalid naming *variable* if nothing can listen there."""
    try:
        if credentials is None:
            return server.add_insecure_port(address)
        return server.add_secure_port(address, credentials)
    except RuntimeError:  # gRPC states no reason
        text = Text(
            f"{variable}: 无法监听 {address}，写法不对，或者端口已被占用、没有权限",
            f"{variable}: cannot listen on {address}: it is malformed, in use, or needs a permission",
        )
        raise SettingsInvalid(text) from None


def _add_services(
    server: grpc.aio.Server,
    add: Callable[[grpc.aio.Server], None],
    interceptor: ServiceInterceptor,
    stream_seconds: float,
) -> CallStreamServicer | None:
    """Put the services of *add* on *server*. RPCs that stream responses are served over call streams, too."""
    recording = _RecordingServer(server)
    add(cast(grpc.aio.Server, recording))
    if not recording.streaming:
        return None
    wrapped = {method: interceptor.wrap(method, handler) for method, handler in recording.streaming.items()}
    call_streams = CallStreamServicer(wrapped, partial(interceptor.reject, STREAM_CALLS), stream_seconds)
    call_streams_pb2_grpc.add_CallServiceServicer_to_server(call_streams, server)
    return call_streams


class _RecordingServer:
    """Passes handlers on to *server*, and keeps those that stream responses: gRPC has no way to look them up."""

    def __init__(self, server: grpc.aio.Server) -> None:
        self._server = server
        self.streaming: dict[str, Any] = {}

    def add_generic_rpc_handlers(self, handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        self._server.add_generic_rpc_handlers(handlers)

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Any]) -> None:
        self._server.add_registered_method_handlers(service, dict(handlers))
        methods = {f"/{service}/{name}": handler for name, handler in handlers.items()}
        self.streaming |= {path: handler for path, handler in methods.items() if handler.unary_stream}


async def _serve_health(listen: str, checks: health.HealthServicer) -> grpc.aio.Server:
    server = grpc.aio.server()
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    _bind("REFLOW_HEALTH_LISTEN", server, listen, None)
    await server.start()
    return server


def _address(listen: str, port: int) -> str:
    if listen.startswith("unix:"):
        return listen
    return f"{listen.rpartition(':')[0]}:{port}"
