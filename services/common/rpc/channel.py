"""gRPC channels: one per service and process, balanced over the addresses of DNS, with keep-alive."""

import time
from pathlib import Path

import grpc

from services.common.rpc.server import MAX_MESSAGE_BYTES, SECOND_MS
from services.common.rpc.tls import Certificate, CertificateFolder, RotatingChannel, build_channel_credentials

# More than servers require between two pings (server.py), and what they required before: 10 s.
PING_SECONDS = 12
PING_TIMEOUT_SECONDS = 10
CONNECT_SECONDS = 5
LOST_SECONDS = PING_SECONDS + PING_TIMEOUT_SECONDS
"""Time after which a peer that answers nothing counts as lost, as long as a call can hang on it."""

OPTIONS = [
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.lb_policy_name", "round_robin"),
    # A peer that is stopped, or whose machine is gone, closes nothing: calls in flight end with UNAVAILABLE
    # once it has answered no ping. gRPC's own pings have a limit of their own, a minute by default.
    ("grpc.keepalive_time_ms", PING_SECONDS * SECOND_MS),
    ("grpc.keepalive_timeout_ms", PING_TIMEOUT_SECONDS * SECOND_MS),
    ("grpc.http2.ping_timeout_ms", PING_TIMEOUT_SECONDS * SECOND_MS),
    ("grpc.keepalive_permit_without_calls", 1),
    # A call waits while its connection is made: 20 s by default, where the peer accepts and then stays silent.
    ("grpc.min_reconnect_backoff_ms", CONNECT_SECONDS * SECOND_MS),
    # When a connection ends (the server gives each an age) the name is resolved again, not more often.
    ("grpc.dns_min_time_between_resolutions_ms", 2 * SECOND_MS),
    # A peer that restarts is found again in a second or two rather than two minutes.
    ("grpc.initial_reconnect_backoff_ms", SECOND_MS // 5),
    ("grpc.max_reconnect_backoff_ms", 2 * SECOND_MS),
]


def open_channel(address: str, tls_folder: str = "") -> grpc.aio.Channel:
    """Return a channel to *address*: `unix:PATH`, `host:port`, or `dns:///name:port` for all replicas behind a name.

    With a *tls_folder* it shows the certificate there, and the server's must be of the same authority and carry the
    name that is called; a unix socket needs none. Raises CertificateUnusable.

    Calls that a peer has not started when it closes its connection are repeated by gRPC itself. No other retries
    here: they are the engine's alone.
    """
    if not tls_folder or address.startswith("unix:"):
        return grpc.aio.insecure_channel(address, OPTIONS)

    def connect(certificate: Certificate) -> grpc.aio.Channel:
        return grpc.aio.secure_channel(address, build_channel_credentials(certificate), OPTIONS)

    return RotatingChannel(CertificateFolder(Path(tls_folder), time.monotonic), connect)
