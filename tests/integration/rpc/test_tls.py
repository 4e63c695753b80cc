"""Mutual TLS between services: accepted and rejected clients, and certificates that are replaced at run time."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import grpc
import pytest
from grpc import StatusCode
from grpc_health.v1 import health_pb2, health_pb2_grpc
from reflow.v1 import orchestrator_pb2, orchestrator_pb2_grpc, planner_pb2, planner_pb2_grpc

from services.common.rpc import open_channel
from services.common.rpc.channel import OPTIONS
from services.common.rpc.tls import (
    AUTHORITY,
    CertificateFolder,
    CertificateUnusable,
    RotatingChannel,
    build_channel_credentials,
    build_server_credentials,
)
from tests.fixtures.network.certificates import Authority
from tests.fixtures.network.named_servers import named_server
from tests.fixtures.network.sockets import free_port
from tests.fixtures.systems.eventually import eventually

TIMEOUT = 10.0
REQUEST = orchestrator_pb2.GetRunRequest(run_id="any")


class Clock:
    """A manual clock; each reading is later than the last check of the files."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 60.0
        return self.now


@pytest.fixture
def authority() -> Authority:
    return Authority()


@asynccontextmanager
async def orchestrator(folder: Path) -> AsyncIterator[str]:
    """Run a server with the certificate in *folder*; yield its address."""
    credentials = build_server_credentials(CertificateFolder(folder, Clock()))
    async with named_server("localhost:0", name="served", credentials=credentials) as server:
        yield server.address


async def get_run(channel: grpc.aio.Channel) -> str:
    stub: orchestrator_pb2_grpc.OrchestratorServiceAsyncStub = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
    return (await stub.GetRun(REQUEST, timeout=TIMEOUT)).run.run_id


async def rejection(channel: grpc.aio.Channel) -> grpc.StatusCode:
    async with channel:
        with pytest.raises(grpc.aio.AioRpcError) as rejected:
            await get_run(channel)
        return rejected.value.code()


@pytest.fixture
async def address(authority: Authority, tmp_path: Path) -> AsyncIterator[str]:
    async with orchestrator(authority.issue(tmp_path / "orchestrator", "orchestrator")) as address:
        yield address


async def test_a_caller_on_the_list_is_served(address: str, authority: Authority, tmp_path: Path) -> None:
    async with open_channel(address, str(authority.issue(tmp_path / "gateway", "gateway"))) as channel:
        assert await get_run(channel) == "served"


@pytest.mark.parametrize("caller", ["critic", "nobody", "gatewayx"])
async def test_the_certificate_of_another_service_is_rejected(
    address: str, authority: Authority, tmp_path: Path, caller: str
) -> None:
    channel = open_channel(address, str(authority.issue(tmp_path / "other", caller)))
    assert await rejection(channel) is StatusCode.PERMISSION_DENIED


async def test_a_certificate_of_another_trust_domain_is_rejected(
    address: str, authority: Authority, tmp_path: Path
) -> None:
    channel = open_channel(address, str(authority.issue(tmp_path / "other", "gateway", domain="elsewhere")))
    assert await rejection(channel) is StatusCode.PERMISSION_DENIED


async def test_a_caller_without_a_certificate_is_rejected(address: str, authority: Authority, tmp_path: Path) -> None:
    trusted = (authority.issue(tmp_path / "any", "gateway") / AUTHORITY).read_bytes()
    assert await rejection(open_channel(address)) is StatusCode.UNAVAILABLE
    unnamed = grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(trusted))
    assert await rejection(unnamed) is StatusCode.UNAVAILABLE


async def test_an_expired_certificate_is_rejected(address: str, authority: Authority, tmp_path: Path) -> None:
    channel = open_channel(address, str(authority.issue(tmp_path / "expired", "gateway", days=-1)))
    assert await rejection(channel) is StatusCode.UNAVAILABLE


async def test_a_certificate_of_another_authority_is_rejected(
    address: str, authority: Authority, tmp_path: Path
) -> None:
    folder = Authority("stranger").issue(tmp_path / "stranger", "gateway")
    authority.issue(tmp_path / "any", "gateway")
    (tmp_path / "any" / AUTHORITY).replace(folder / AUTHORITY)  # it trusts the server
    assert await rejection(open_channel(address, str(folder))) is StatusCode.UNAVAILABLE


async def test_a_server_with_another_name_is_not_called(authority: Authority, tmp_path: Path) -> None:
    folder = authority.issue(tmp_path / "critic", "critic", host="critic.internal")
    async with orchestrator(folder) as address:
        channel = open_channel(address, str(authority.issue(tmp_path / "gateway", "gateway")))
        assert await rejection(channel) is StatusCode.UNAVAILABLE


async def test_replaced_certificates_are_used_without_a_restart(tmp_path: Path) -> None:
    former, newer = Authority("former"), Authority("newer")
    server, client = tmp_path / "orchestrator", tmp_path / "gateway"
    former.issue(server, "orchestrator")
    former.issue(client, "gateway")
    outdated = str(former.issue(tmp_path / "outdated", "gateway"))
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(orchestrator(server))
        channel = await stack.enter_async_context(
            RotatingChannel(
                CertificateFolder(client, Clock()),
                lambda one: grpc.aio.secure_channel(address, build_channel_credentials(one), OPTIONS),
            )
        )
        assert await get_run(channel) == "served"
        newer.issue(server, "orchestrator")
        newer.issue(client, "gateway")
        assert await get_run(channel) == "served"
        assert await rejection(open_channel(address, outdated)) is StatusCode.UNAVAILABLE


async def test_an_invalid_replacement_leaves_the_previous_certificate_in_use(
    address: str, authority: Authority, tmp_path: Path
) -> None:
    client = authority.issue(tmp_path / "gateway", "gateway")
    folder = CertificateFolder(client, Clock())
    before = folder.current()
    (client / AUTHORITY).write_text("half a fi")
    assert folder.current() is before


def test_a_missing_certificate_is_reported_with_its_name(authority: Authority, tmp_path: Path) -> None:
    authority.issue(tmp_path, "gateway")
    (tmp_path / AUTHORITY).unlink()
    with pytest.raises(CertificateUnusable, match=re.escape(AUTHORITY)):
        open_channel("localhost:1", str(tmp_path))


async def test_a_service_serves_over_tls_logs_rejected_callers_and_answers_probes_without_tls(
    authority: Authority, tmp_path: Path
) -> None:
    port, probes, written = free_port(), free_port(), tmp_path / "log"
    environment = os.environ | {
        "REFLOW_LISTEN": f"localhost:{port}",
        "REFLOW_HEALTH_LISTEN": f"localhost:{probes}",
        "REFLOW_TLS_FOLDER": str(authority.issue(tmp_path / "planner", "planner")),
    }
    environment.pop("GRPC_VERBOSITY", None)  # an earlier command of this process may have set it
    with written.open("wb") as log:
        command = (sys.executable, "-m", "services.planner")
        process = await asyncio.create_subprocess_exec(*command, env=environment, stderr=log)
    try:
        async with AsyncExitStack() as stack:
            plain = await stack.enter_async_context(open_channel(f"localhost:{probes}"))
            check = health_pb2_grpc.HealthStub(plain).Check  # type: ignore[attr-defined]  # set by its constructor

            async def is_serving() -> bool:
                try:
                    answer = await check(health_pb2.HealthCheckRequest(), timeout=TIMEOUT)
                except grpc.aio.AioRpcError:
                    return False
                return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

            await eventually(is_serving, timeout=60)
            expired = authority.issue(tmp_path / "expired", "orchestrator", days=-1)
            for folder, code, logged in (
                (
                    authority.issue(tmp_path / "own", "orchestrator"),
                    StatusCode.INVALID_ARGUMENT,
                    "",
                ),  # the request is empty
                (
                    authority.issue(tmp_path / "other", "gateway"),
                    StatusCode.PERMISSION_DENIED,
                    "spiffe://reflow/gateway may",
                ),
                (expired, StatusCode.UNAVAILABLE, "certificate has expired"),
                (None, StatusCode.UNAVAILABLE, "WRONG_VERSION_NUMBER"),  # no TLS at all
            ):
                channel = await stack.enter_async_context(open_channel(f"localhost:{port}", str(folder or "")))
                stub: planner_pb2_grpc.PlannerServiceAsyncStub = planner_pb2_grpc.PlannerServiceStub(channel)
                with pytest.raises(grpc.aio.AioRpcError) as rejected:
                    await stub.ParseIntent(planner_pb2.ParseIntentRequest(), timeout=TIMEOUT).read()
                assert rejected.value.code() is code
                await eventually(has_logged(written, logged), timeout=60)
    finally:
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 30) == 0


def has_logged(path: Path, text: str) -> Callable[[], bool]:
    """Return a predicate: whether *text* is in the log at *path*."""
    return lambda: text in path.read_text("utf-8", "replace")
