"""Calls over a call stream end like calls without one, and streams adapt to changes of the replicas."""

import asyncio
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from reflow.v1 import call_streams_pb2, planner_pb2

from services.common.errors import Code, ReflowError
from services.common.errors.wire import from_rpc_error
from services.common.rpc import open_channel
from services.common.rpc.call_streams import client, pool
from services.common.rpc.call_streams.pool import CallStreams
from services.common.rpc.tls import CertificateFolder, build_server_credentials
from tests.fixtures.network.certificates import Authority
from tests.fixtures.network.sockets import free_port
from tests.fixtures.network.step_servers import (
    METHOD,
    TIMEOUT,
    StepServer,
    open_streams,
    pick_stream,
    read_all,
    request,
    server_without_streams,
    start_step,
    step_server,
)
from tests.fixtures.runs.roles.scripted_roles import INTENT, THOUGHT, Delay, Gate, Hang, Roles, Status
from tests.fixtures.systems.eventually import eventually

FIRST, SECOND, THIRD = "127.0.0.2", "127.0.0.3", "127.0.0.4"
TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is no address of this machine")


@pytest.fixture(params=["by itself", "streamed"])
async def route(request: pytest.FixtureRequest, channel: grpc.aio.Channel) -> Any:
    """The channel or stream that the calls of a test use: each claim is true of both."""
    return channel if request.param == "by itself" else await open_streams(channel)


async def failure(call: Any) -> grpc.aio.AioRpcError:
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await read_all(call)
    return failed.value


async def test_the_responses_of_a_call_arrive_in_their_order(served: StepServer, route: Any) -> None:
    served.roles.scripts["step"] = [THOUGHT, INTENT]
    responses = await read_all(start_step(route, "step"))
    assert responses == [
        planner_pb2.ParseIntentResponse(activity=THOUGHT),
        planner_pb2.ParseIntentResponse(intent=INTENT),
    ]


async def test_language_and_trace_arrive_with_the_call(served: StepServer, route: Any) -> None:
    await read_all(start_step(route, "step", metadata={"accept-language": "en", "traceparent": TRACE}))
    metadata = served.roles.metadata["step", 1]
    assert (metadata["accept-language"], metadata["traceparent"]) == ("en", TRACE)


async def test_an_error_of_a_step_arrives_with_all_its_fields_in_the_language_of_the_call(
    served: StepServer, route: Any
) -> None:
    served.roles.scripts["step"] = [ReflowError(Code.MASK_DATA_MISSING, field="mask", node="planner")]
    error = await failure(start_step(route, "step", metadata={"accept-language": "en"}))
    raised = from_rpc_error(error)
    assert error.code() is StatusCode.FAILED_PRECONDITION
    assert (raised.code, raised.field, raised.node) == (Code.MASK_DATA_MISSING, "mask", "planner")


async def test_a_bare_status_arrives_unchanged(served: StepServer, route: Any) -> None:
    served.roles.scripts["step"] = [Status(StatusCode.UNAVAILABLE, "overloaded")]
    error = await failure(start_step(route, "step"))
    assert (error.code(), error.details()) == (StatusCode.UNAVAILABLE, "overloaded")


async def test_an_invalid_request_is_rejected_by_field(route: Any) -> None:
    error = await failure(start_step(route, ""))
    assert from_rpc_error(error).field == "context.step"


async def test_the_deadline_ends_the_call_and_cancels_its_handler(served: StepServer, route: Any) -> None:
    served.roles.scripts["step"] = [Hang()]
    error = await failure(start_step(route, "step", timeout=0.2))
    assert error.code() is StatusCode.DEADLINE_EXCEEDED
    assert await eventually(lambda: served.roles.cancelled) == [("step", 1)]


async def test_a_cancel_reaches_the_handler(served: StepServer, route: Any) -> None:
    served.roles.scripts["step"] = [Hang()]
    call = start_step(route, "step")
    await eventually(lambda: served.roles.calls)
    call.cancel()
    assert await eventually(lambda: served.roles.cancelled) == [("step", 1)]


async def test_a_cancelled_call_does_not_affect_the_others_of_its_stream(
    served: StepServer, channel: grpc.aio.Channel
) -> None:
    gate = asyncio.Event()
    served.roles.scripts |= {"first": [Hang()], "second": [Gate(gate), INTENT]}
    streams = await open_streams(channel)
    first, second = start_step(streams, "first"), start_step(streams, "second")
    await eventually(lambda: len(served.roles.calls) == 2)
    first.cancel()
    await eventually(lambda: served.roles.cancelled)
    gate.set()
    assert len(await read_all(second)) == 1


async def test_a_method_that_the_server_does_not_have_is_unimplemented(channel: grpc.aio.Channel) -> None:
    streams = await open_streams(channel)
    error = await failure(pick_stream(streams).start("/reflow.v1.PlannerService/Nothing", b"", timeout=TIMEOUT))
    assert error.code() is StatusCode.UNIMPLEMENTED


async def test_bytes_that_are_not_a_message_end_the_stream_as_invalid_input(channel: grpc.aio.Channel) -> None:
    method: Any = channel.stream_stream(pool.METHOD)
    with pytest.raises(grpc.aio.AioRpcError) as rejected:
        async for _ in method(iter([b"\xff"]), timeout=TIMEOUT):
            pass
    assert from_rpc_error(rejected.value).code is Code.INVALID_INPUT_FORMAT


async def test_the_number_of_a_call_in_flight_is_not_accepted_again(
    served: StepServer, channel: grpc.aio.Channel
) -> None:
    served.roles.scripts["step"] = [Hang()]
    method: Any = channel.stream_stream(pool.METHOD)
    call = call_streams_pb2.StreamedCall(call_id=1, method=METHOD, request=request("step"), window=1_000_000_000)
    requests = [call_streams_pb2.StreamCallsRequest(calls=[call, call]).SerializeToString()]
    with pytest.raises(grpc.aio.AioRpcError) as rejected:
        async for _ in method(iter(requests), timeout=TIMEOUT):
            pass
    assert from_rpc_error(rejected.value).field == "calls.call_id"


async def test_calls_in_flight_are_unavailable_when_their_server_is_lost(served: StepServer, route: Any) -> None:
    served.roles.scripts["step"] = [Hang()]
    call = start_step(route, "step")
    await eventually(lambda: served.roles.calls)
    await served.server.grpc_server.stop(None)
    assert (await failure(call)).code() is StatusCode.UNAVAILABLE


async def test_a_stream_that_is_lost_is_not_used_again(served: StepServer, channel: grpc.aio.Channel) -> None:
    streams = await open_streams(channel)
    await served.server.grpc_server.stop(None)
    await eventually(lambda: streams.pick() is None)


async def test_a_server_that_stops_ends_its_calls_and_gets_no_further_ones(
    served: StepServer, channel: grpc.aio.Channel
) -> None:
    gate = asyncio.Event()
    served.roles.scripts["step"] = [Gate(gate), INTENT]
    streams = await open_streams(channel)
    call = start_step(streams, "step")
    await eventually(lambda: served.roles.calls)
    stopping = asyncio.create_task(served.server.stop(TIMEOUT))
    await eventually(lambda: streams.pick() is None)
    assert not stopping.done()
    gate.set()
    assert len(await read_all(call)) == 1
    await stopping  # long before its grace period ends: the stream has ended with its last call


async def test_a_stream_is_replaced_before_its_connection_ends_and_no_call_fails() -> None:
    async with step_server(Roles(), max_connection_age=1.0) as served, open_channel(served.address) as channel:
        served.roles.scripts["step"] = [Delay(0.05), INTENT]
        streams = CallStreams(channel)
        seen = set()

        async def call_again() -> bool:
            route = streams.pick() or channel
            seen.add(id(route))
            return bool(await read_all(start_step(route, "step"))) and len(seen) > 4

        assert await eventually(call_again)


async def test_a_handler_whose_client_reads_nothing_waits_and_is_cancelled_at_its_limit() -> None:
    large = planner_pb2.Intent(action=INTENT.action, subject="猫" * 10_000)
    roles = Roles({"step": [large] * 2_000})
    async with step_server(roles, reader_seconds=0.5) as served, open_channel(served.address) as channel:
        method: Any = channel.stream_stream(pool.METHOD)
        call = method()
        message = call_streams_pb2.StreamedCall(call_id=1, method=METHOD, request=request("step"), window=1_000_000_000)
        await call.write(call_streams_pb2.StreamCallsRequest(calls=[message]).SerializeToString())
        await eventually(lambda: roles.calls and not roles.busy["planner"])
        assert roles.completed == []
        call.cancel()


async def test_the_time_of_a_reader_counts_while_a_response_is_written_not_between_two() -> None:
    roles = Roles({"step": [THOUGHT, Delay(0.7), INTENT]})
    async with step_server(roles, reader_seconds=0.2) as served, open_channel(served.address) as channel:
        assert len(await read_all(start_step(channel, "step"))) == 2


async def test_a_call_that_is_not_read_delays_no_other_call_and_continues_once_it_is_read(
    served: StepServer, channel: grpc.aio.Channel
) -> None:
    large = planner_pb2.Intent(action=INTENT.action, subject="猫" * 10_000)
    served.roles.scripts["unread"] = [large] * 200
    streams = await open_streams(channel)
    unread = start_step(streams, "unread")
    await eventually(lambda: served.roles.calls)
    for number in range(50):
        assert len(await read_all(start_step(streams, f"usual-{number}"))) == 1
    assert ("unread", 1) not in served.roles.completed
    assert len(await read_all(unread)) == 200


async def test_a_response_that_is_too_large_ends_only_its_own_call(
    served: StepServer, channel: grpc.aio.Channel
) -> None:
    served.roles.scripts["large"] = [planner_pb2.Intent(action=INTENT.action, subject="x" * 4 * 1024 * 1024)]
    streams = await open_streams(channel)
    large, usual = start_step(streams, "large"), start_step(streams, "usual")
    assert (await failure(large)).code() is StatusCode.RESOURCE_EXHAUSTED
    assert len(await read_all(usual)) == 1


@pytest.mark.parametrize("caller", ["orchestrator", "critic"])
async def test_a_stream_is_served_only_to_authorized_callers(tmp_path: Path, caller: str) -> None:
    authority = Authority()
    folder = CertificateFolder(authority.issue(tmp_path / "planner", "planner"), time.monotonic)
    async with (
        step_server(Roles(), "localhost:0", credentials=build_server_credentials(folder)) as served,
        open_channel(served.address, str(authority.issue(tmp_path / "caller", caller))) as channel,
    ):
        if caller == "orchestrator":
            streams = await open_streams(channel)
            assert len(await read_all(start_step(streams, "step"))) == 1
        else:
            method: Any = channel.stream_stream(pool.METHOD)
            with pytest.raises(grpc.aio.AioRpcError) as rejected:
                await method().read()
            assert rejected.value.code() is StatusCode.PERMISSION_DENIED


async def test_each_call_of_a_stream_is_authorized_separately(tmp_path: Path) -> None:
    authority = Authority()
    folder = CertificateFolder(authority.issue(tmp_path / "planner", "planner"), time.monotonic)
    async with (
        step_server(Roles(), "localhost:0", credentials=build_server_credentials(folder)) as served,
        open_channel(served.address, str(authority.issue(tmp_path / "gateway", "gateway"))) as channel,
    ):
        error = await failure(start_step(await open_streams(channel), "step"))
        assert error.code() is StatusCode.PERMISSION_DENIED
        assert served.roles.calls == []


@needs_linux
async def test_calls_alternate_between_the_replicas() -> None:
    roles, port = (Roles(), Roles()), free_port()
    async with AsyncExitStack() as stack:
        for host, each in zip((FIRST, SECOND), roles, strict=True):
            await stack.enter_async_context(step_server(each, f"{host}:{port}"))
        channel = await stack.enter_async_context(open_channel(f"ipv4:{FIRST}:{port},{SECOND}:{port}"))
        streams = CallStreams(channel)
        await eventually(lambda: streams.pick() and len(streams.list_servers()) == 2)
        for number in range(10):
            await read_all(start_step(streams, f"step-{number}"))
        # Streams that are still opened meanwhile replace others, which can repeat or skip one turn.
        assert sorted(len(each.calls) for each in roles) in ([5, 5], [4, 6])


@needs_linux
async def test_calls_that_are_sent_in_one_message_go_to_one_replica() -> None:
    roles, port = (Roles(), Roles()), free_port()
    async with AsyncExitStack() as stack:
        for host, each in zip((FIRST, SECOND), roles, strict=True):
            await stack.enter_async_context(step_server(each, f"{host}:{port}"))
        channel = await stack.enter_async_context(open_channel(f"ipv4:{FIRST}:{port},{SECOND}:{port}"))
        streams = CallStreams(channel)
        await eventually(lambda: streams.pick() and len(streams.list_servers()) == 2)
        calls = [start_step(streams, f"step-{number}") for number in range(client.MAX_JOINED_CALLS + 8)]
        await asyncio.gather(*map(read_all, calls))
        assert sorted(len(each.calls) for each in roles) == [8, client.MAX_JOINED_CALLS]


@needs_linux
@pytest.mark.parametrize(("busy_calls", "replicas_used"), [(24, 1), (20, 3)])
async def test_a_message_to_three_busy_replicas_waits_for_further_calls(
    busy_calls: int, replicas_used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "JOIN_SECONDS", 0.5)
    monkeypatch.setattr(pool, "MAX_JOIN_SECONDS", 0.5)
    # No stream is replaced while it collects or has the busy calls; a search that failed is repeated in time.
    monkeypatch.setattr(pool, "FIRST_SECONDS", 8.0)
    roles, port, gate = (Roles(), Roles(), Roles()), free_port(), asyncio.Event()
    hosts = (FIRST, SECOND, THIRD)
    async with AsyncExitStack() as stack:
        for host, each in zip(hosts, roles, strict=True):
            each.scripts["busy"] = [Gate(gate), INTENT]
            await stack.enter_async_context(step_server(each, f"{host}:{port}"))
        addresses = ",".join(f"{host}:{port}" for host in hosts)
        channel = await stack.enter_async_context(open_channel(f"ipv4:{addresses}"))
        streams = CallStreams(channel)
        await eventually(lambda: streams.pick() and len(streams.list_servers()) == 3 and not streams.is_searching)
        busy = [start_step(streams, "busy") for _ in range(busy_calls)]
        await eventually(lambda: sum(len(each.calls) for each in roles) == busy_calls)
        before = [len(each.calls) for each in roles]
        calls = []
        for number in range(3):
            calls.append(start_step(streams, f"step-{number}"))
            await asyncio.sleep(0.02)  # without a wait each would be a message of its own
        await asyncio.gather(*map(read_all, calls))
        assert sum(len(each.calls) > count for each, count in zip(roles, before, strict=True)) == replicas_used
        gate.set()
        await asyncio.gather(*map(read_all, busy))


@needs_linux
async def test_calls_are_sent_without_a_stream_while_a_replica_does_not_support_streams(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "LAST_SECONDS", 0.1)
    roles, port = Roles(), free_port()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(step_server(roles, f"{FIRST}:{port}"))
        former = await stack.enter_async_context(AsyncExitStack())
        await former.enter_async_context(server_without_streams(roles, f"{SECOND}:{port}"))
        channel = await stack.enter_async_context(open_channel(f"ipv4:{FIRST}:{port},{SECOND}:{port}"))
        streams = CallStreams(channel)
        both: Any = channel.unary_stream(METHOD)
        for _ in range(10):  # both replicas are connected
            await read_all(both(request("step"), timeout=TIMEOUT))
        await eventually(lambda: streams.pick() is None and streams.is_unsupported)
        assert streams.list_servers() == set()
        await former.aclose()  # the last replica without streams
        await eventually(lambda: streams.pick() is not None)


async def test_calls_that_start_at_the_same_time_are_sent_in_one_message(
    served: StepServer, channel: grpc.aio.Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = await open_streams(channel)
    sent: list[int] = []
    stream = pick_stream(streams)
    write = stream._call.write  # count the messages that gRPC receives

    async def count(message: call_streams_pb2.StreamCallsRequest) -> None:
        sent.append(len(message.calls))
        await write(message)

    monkeypatch.setattr(stream._call, "write", count)
    calls = [start_step(stream, f"step-{number}") for number in range(20)]
    await asyncio.gather(*map(read_all, calls))
    assert sent == [20]


def test_a_request_with_its_metadata_is_within_the_smallest_limit_of_a_server() -> None:
    assert client.MAX_REQUEST_BYTES + 2 * 16 * 1024 < 64 * 1024
