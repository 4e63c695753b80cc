"""Calls to a process that is stopped or killed end automatically: a real process, real connections."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc.aio import AioRpcError
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.common.rpc import open_channel
from services.common.rpc.channel import LOST_SECONDS
from tests.fixtures.network.sockets import free_port
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.module_process import ModuleProcess

CHECK = health_pb2.HealthCheckRequest()
# gRPC's own limits are 60 s for a call and 20 s for a connection: these deadlines would be reached before them.
CALL_SECONDS, CONNECT_SECONDS = 2 * LOST_SECONDS, 15


@pytest.fixture
async def peer(tmp_path: Path) -> AsyncIterator[tuple[ModuleProcess, str]]:
    address = f"127.0.0.1:{free_port()}"
    log = tmp_path / "log"
    process = ModuleProcess(
        "tests.fixtures.runs.roles.prompted_roles", dict(os.environ) | {"REFLOW_LISTEN": address}, log
    )
    try:
        await eventually(lambda: log.exists() and "ready" in log.read_text(), timeout=120, pause=0.1)
        yield process, address
    finally:
        process.kill()
        process.wait(30)


def health(channel: grpc.aio.Channel) -> Any:
    """Return a stub that every server answers."""
    return health_pb2_grpc.HealthStub(channel)


async def end(call: Any) -> grpc.StatusCode:
    """Return the status that *call* ends with."""
    try:
        await call
    except AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK


async def read_to_end(stream: Any) -> None:
    while await stream.read() is not grpc.aio.EOF:
        pass


async def test_calls_to_a_stopped_process_end_as_unavailable(peer: tuple[ModuleProcess, str]) -> None:
    process, address = peer
    async with open_channel(address) as channel:
        stub = health(channel)
        stream = stub.Watch(CHECK, timeout=CALL_SECONDS)
        assert (await stream.read()).status == health_pb2.HealthCheckResponse.SERVING
        process.send_signal(signal.SIGSTOP)
        in_flight = (read_to_end(stream), stub.Check(CHECK, timeout=CALL_SECONDS))
        codes = await asyncio.gather(*map(end, in_flight))
        # The kernel still accepts connections for it.
        codes.append(await end(stub.Check(CHECK, timeout=CONNECT_SECONDS)))
    assert set(codes) == {grpc.StatusCode.UNAVAILABLE}


async def test_calls_to_a_killed_process_end_at_once_and_its_successor_is_found(
    peer: tuple[ModuleProcess, str], tmp_path: Path
) -> None:
    process, address = peer
    async with open_channel(address) as channel:
        stub = health(channel)
        stream = stub.Watch(CHECK, timeout=CALL_SECONDS)
        await stream.read()
        process.kill()
        assert await end(read_to_end(stream)) is grpc.StatusCode.UNAVAILABLE
        settings = dict(os.environ) | {"REFLOW_LISTEN": address}
        successor = ModuleProcess("tests.fixtures.runs.roles.prompted_roles", settings, tmp_path / "successor")
        try:

            async def answers() -> bool:
                with suppress(AioRpcError):
                    return bool(await stub.Check(CHECK, timeout=CONNECT_SECONDS))
                return False

            await eventually(answers, timeout=120, pause=0.2)
        finally:
            successor.kill()
            successor.wait(30)
