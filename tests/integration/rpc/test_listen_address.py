"""Addresses that a gRPC server cannot listen on."""

import socket

import pytest

from services.common.rpc.interceptor import ServiceInterceptor
from services.common.rpc.server import serve
from services.common.settings import SettingsInvalid
from services.common.telemetry import start_telemetry


@pytest.fixture
def interceptor() -> ServiceInterceptor:
    return ServiceInterceptor("test", start_telemetry("test"), expose_details=False, reader_seconds=1)


async def test_a_malformed_address_is_a_wrong_setting(interceptor: ServiceInterceptor) -> None:
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_LISTEN: cannot listen on zzz"):
        await serve("zzz", [], lambda _: None, interceptor, max_connection_age=300)


async def test_a_port_in_use_is_a_wrong_setting(interceptor: ServiceInterceptor) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(SettingsInvalid, match=r"^REFLOW_HEALTH_LISTEN: "),
    ):
        health_listen = f"127.0.0.1:{taken.getsockname()[1]}"
        await serve("127.0.0.1:0", [], lambda _: None, interceptor, max_connection_age=300, health_listen=health_listen)
