"""Exit with 0 if the service of this container is healthy: `python -m services.common.health_check`."""

import os
import sys
import urllib.error
import urllib.request

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

TIMEOUT = 4.0
DEFAULT_PORT = "8080"


def check_grpc(listen: str) -> bool:
    """Whether the server that listens for health checks at *listen* (host:port) is serving."""
    host, _, port = listen.rpartition(":")
    address = f"{'127.0.0.1' if host in ('0.0.0.0', '') else host}:{port}"  # noqa: S104  # compared with
    with grpc.insecure_channel(address) as channel:
        try:
            check = health_pb2_grpc.HealthStub(channel).Check  # type: ignore[attr-defined]  # set by its constructor
            answer = check(health_pb2.HealthCheckRequest(), timeout=TIMEOUT)
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def check_http(port: str) -> bool:
    """Whether the gateway on this machine answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{int(port)}/healthz", timeout=TIMEOUT) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


if __name__ == "__main__":
    listen = os.environ.get("REFLOW_HEALTH_LISTEN", "")
    healthy = check_grpc(listen) if listen else check_http(os.environ.get("REFLOW_PORT", DEFAULT_PORT))
    sys.exit(0 if healthy else 1)
