"""A fault in one call of a stream, of its client or of its handler, ends that call only."""

import asyncio
import gc
import time
from typing import Any, Literal

import grpc
import pytest
from grpc import StatusCode
from reflow.v1 import call_streams_pb2, planner_pb2

from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from services.common.rpc.call_streams import client, pool
from services.common.rpc.call_streams.client import CallStream
from services.common.rpc.call_streams.pool import CallStreams
from services.common.rpc.interceptor import DRAIN_SECONDS
from tests.fixtures.network.step_servers import (
    METHOD,
    TIMEOUT,
    StepServer,
    open_streams,
    read_all,
    request,
    start_step,
)
from tests.fixtures.runs.roles.scripted_roles import INTENT, Gate, Hang
from tests.fixtures.systems.eventually import eventually

LARGE = planner_pb2.Intent(action=INTENT.action, subject="猫" * 10_000)


class Cancelled(asyncio.Event):
    """An event that a task shares with others, and whose wait is cancelled."""

    async def wait(self) -> Literal[True]:
        """Raise CancelledError, without a cancel of the task that waits."""
        raise asyncio.CancelledError


async def open_stream(channel: grpc.aio.Channel) -> CallStream:
    """Return a stream that no other one replaces during the test."""
    streams = CallStreams(channel)
    stream = await streams._open_stream()
    streams._replace(stream)
    return stream


async def failure(call: Any) -> grpc.aio.AioRpcError:
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await read_all(call)
    return failed.value


def start_invalid(stream: CallStream, fault: str) -> Any:
    """Start a call with a fault, and with a request that would otherwise succeed."""
    match fault:
        case "no method":
            return stream.start("", request("step"))
        case "a method whose name is too long":
            return stream.start("/" + "x" * 200, request("step"))
        case "metadata that is no text for PostgreSQL":
            return stream.start(METHOD, request("step"), metadata={"accept-language": "en", "key": "\0"})
        case "too much metadata":
            return stream.start(METHOD, request("step"), metadata={f"key-{number}": "" for number in range(33)})
        case "bytes that are no message":
            return stream.start(METHOD, b"\xff")
        case "a message of another type":
            return stream.start(METHOD, call_streams_pb2.TakenResponses(call_id=1).SerializeToString())
        case "a method that streams no responses":
            return stream.start("/grpc.health.v1.Health/Check", b"")
    raise AssertionError(fault)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("no method", StatusCode.INVALID_ARGUMENT),
        ("a method whose name is too long", StatusCode.INVALID_ARGUMENT),
        ("metadata that is no text for PostgreSQL", StatusCode.INVALID_ARGUMENT),
        ("too much metadata", StatusCode.INVALID_ARGUMENT),
        ("bytes that are no message", StatusCode.INVALID_ARGUMENT),
        ("a message of another type", StatusCode.INVALID_ARGUMENT),
        ("a method that streams no responses", StatusCode.UNIMPLEMENTED),
    ],
)
async def test_an_invalid_call_ends_with_its_own_status_and_the_other_calls_of_its_stream_continue(
    served: StepServer, channel: grpc.aio.Channel, fault: str, code: StatusCode
) -> None:
    gate = asyncio.Event()
    served.roles.scripts["before"] = [Gate(gate), INTENT]
    stream = await open_stream(channel)
    before, invalid, beside = start_step(stream, "before"), start_invalid(stream, fault), start_step(stream, "beside")
    assert (await failure(invalid)).code() is code
    gate.set()
    assert [len(await read_all(call)) for call in (before, beside, start_step(stream, "after"))] == [1, 1, 1]


async def test_the_error_of_an_invalid_call_names_the_field_in_the_language_of_the_call(
    channel: grpc.aio.Channel,
) -> None:
    stream = await open_stream(channel)
    error = await failure(stream.start("", request("step"), metadata={"accept-language": "en"}))
    raised = from_rpc_error(error)
    assert (raised.code, raised.field) == (Code.INVALID_INPUT_FORMAT, "method")
    assert error.details() == "Field method must not be empty."


@pytest.mark.parametrize("timeout", [-3.5, 0.0])
async def test_a_call_whose_time_is_over_when_it_starts_ends_with_its_deadline(
    channel: grpc.aio.Channel, timeout: float
) -> None:
    stream = await open_stream(channel)
    assert (await failure(start_step(stream, "late", timeout=timeout))).code() is StatusCode.DEADLINE_EXCEEDED
    assert len(await read_all(start_step(stream, "usual"))) == 1


async def test_a_call_with_a_very_long_deadline_is_accepted(channel: grpc.aio.Channel) -> None:
    stream = await open_stream(channel)
    assert len(await read_all(start_step(stream, "step", timeout=1e9))) == 1


async def test_a_message_that_is_not_valid_ends_its_stream_at_once(channel: grpc.aio.Channel) -> None:
    method: Any = channel.stream_stream(pool.METHOD)
    stream = method(timeout=TIMEOUT)
    await stream.read()
    began = time.monotonic()
    await stream.write(b"\xff")
    with pytest.raises(grpc.aio.AioRpcError) as rejected:
        while await stream.read() is not grpc.aio.EOF:
            pass
    assert from_rpc_error(rejected.value).code is Code.INVALID_INPUT_FORMAT
    assert time.monotonic() - began < DRAIN_SECONDS


async def test_a_call_without_a_number_ends_its_stream(channel: grpc.aio.Channel) -> None:
    method: Any = channel.stream_stream(pool.METHOD)
    call = call_streams_pb2.StreamedCall(method=METHOD, request=request("step"), window=1)
    with pytest.raises(grpc.aio.AioRpcError) as rejected:
        async for _ in method(iter([call_streams_pb2.StreamCallsRequest(calls=[call]).SerializeToString()])):
            pass
    assert from_rpc_error(rejected.value).field == "calls[0].call_id"


async def test_a_call_that_is_dropped_is_cancelled(served: StepServer, channel: grpc.aio.Channel) -> None:
    served.roles.scripts["step"] = [Hang()]
    call = start_step(await open_streams(channel), "step")
    await eventually(lambda: served.roles.calls)
    del call
    assert await eventually(lambda: served.roles.cancelled) == [("step", 1)]


async def test_a_call_that_is_dropped_in_a_cycle_is_cancelled(served: StepServer, channel: grpc.aio.Channel) -> None:
    served.roles.scripts["step"] = [Hang()]
    owner: dict[str, Any] = {"call": start_step(await open_streams(channel), "step")}
    owner["owner"] = owner
    await eventually(lambda: served.roles.calls)
    del owner
    await asyncio.to_thread(gc.collect)  # in another thread, as it may be
    assert await eventually(lambda: served.roles.cancelled) == [("step", 1)]


async def test_the_responses_of_a_dropped_call_are_released(served: StepServer, channel: grpc.aio.Channel) -> None:
    served.roles.scripts["step"] = [LARGE, Hang()]
    stream = await open_stream(channel)
    call = start_step(stream, "step")
    state = call._state
    await eventually(lambda: state.responses)
    del call
    await eventually(lambda: not state.responses)
    assert not stream._calls


async def test_a_call_that_is_only_awaited_is_not_cancelled(served: StepServer, channel: grpc.aio.Channel) -> None:
    gate = asyncio.Event()
    served.roles.scripts["step"] = [Gate(gate), INTENT]
    streams = await open_streams(channel)
    reading = asyncio.create_task(start_step(streams, "step").read())
    await eventually(lambda: served.roles.calls)
    gc.collect()
    gate.set()
    assert planner_pb2.ParseIntentResponse.FromString(await reading).intent == INTENT


async def test_a_call_that_has_ended_before_it_was_sent_is_not_started(
    served: StepServer, channel: grpc.aio.Channel
) -> None:
    stream = await open_stream(channel)
    start_step(stream, "cancelled").cancel()
    await read_all(start_step(stream, "usual"))
    assert served.roles.calls == [("usual", 1)]


async def test_a_handler_that_is_cancelled_by_what_it_waits_for_ends_its_call(
    served: StepServer, channel: grpc.aio.Channel
) -> None:
    served.roles.scripts["step"] = [Gate(Cancelled())]
    error = await failure(start_step(await open_streams(channel), "step"))
    assert error.code() is StatusCode.CANCELLED


async def test_calls_above_the_limit_of_a_stream_are_made_by_themselves(
    served: StepServer, channel: grpc.aio.Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "MAX_CALLS", 1)
    served.roles.scripts["first"] = [Hang()]
    streams = await open_streams(channel)
    first, method = start_step(streams, "first"), streams.method(METHOD, planner_pb2.ParseIntentResponse)
    second: Any = method(planner_pb2.ParseIntentRequest.FromString(request("second")), timeout=TIMEOUT)
    assert (await second.read()).intent == INTENT
    assert isinstance(second, grpc.aio.UnaryStreamCall)
    first.cancel()
