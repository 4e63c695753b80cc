"""A role service is killed while calls start over its stream: a real process, real connections."""

import asyncio
import os
import sys
import time
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from grpc import StatusCode
from grpc.aio import EOF, AioRpcError, Channel
from reflow.v1 import planner_pb2, steps_pb2

from services.common.rpc import open_channel
from services.common.rpc.call_streams.pool import CallStreams, StreamedMethod
from tests.fixtures.network.step_servers import METHOD
from tests.fixtures.systems.eventually import eventually

CALLERS = 10
START_SECONDS = 120
# Far above what a call takes on a busy machine, so one that ends by its deadline has hung.
DEADLINE_SECONDS = 30


async def start_planner(folder: Path) -> Process:
    """Start the planner at a socket in *folder*."""
    settings = {"REFLOW_LISTEN": f"unix:{folder}/planner", "REFLOW_WORKERS": "1"}
    with (folder / "log").open("ab") as log:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "services.planner", env=os.environ | settings, stderr=log
        )


async def kill(process: Process) -> None:
    """Kill the process as a power cut would."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


@pytest.fixture
async def channel(tmp_path: Path) -> AsyncIterator[Channel]:
    async with open_channel(f"unix:{tmp_path}/planner") as channel:
        yield channel


async def end(method: StreamedMethod, step: str) -> str:
    """Call the planner, and return the kind of the last response, or the status of the failed call."""
    context = steps_pb2.StepContext(run_id="r", step=step, attempt=1, locale="en", idempotency_key=f"r/{step}")
    request = planner_pb2.ParseIntentRequest(context=context, text="a robot, pixel art")
    call, last = method(request, timeout=DEADLINE_SECONDS), ""
    try:
        while (response := await call.read()) is not EOF:
            last = str(response.WhichOneof("outcome"))
    except AioRpcError as error:
        return str(error.code().name)
    return last


async def test_calls_end_with_their_result_or_unavailable_when_their_server_is_killed_and_succeed_after_its_restart(
    channel: Channel, tmp_path: Path
) -> None:
    streams = CallStreams(channel)
    method = streams.method(METHOD, planner_pb2.ParseIntentResponse)
    ends, durations, is_over = Counter[str](), list[float](), asyncio.Event()

    async def call_again(caller: int) -> None:
        while not is_over.is_set():
            began = time.monotonic()
            ends[await end(method, f"planner-{caller}")] += 1
            durations.append(time.monotonic() - began)
            await asyncio.sleep(0.01)

    def has_results(server: set[str], number: int) -> Any:
        """Return a predicate: whether a stream to another server than *server* is open, and *number* calls succeed."""
        target = ends["intent"] + number
        return lambda: streams.list_servers() - server and ends["intent"] >= target

    process = await start_planner(tmp_path)
    calling = [asyncio.create_task(call_again(number)) for number in range(CALLERS)]
    try:
        await eventually(has_results(set(), 100), timeout=START_SECONDS)
        killed = streams.list_servers()
        await kill(process)
        unavailable = ends[StatusCode.UNAVAILABLE.name]
        await eventually(lambda: ends[StatusCode.UNAVAILABLE.name] >= unavailable + CALLERS)
        process = await start_planner(tmp_path)
        await eventually(has_results(killed, 100), timeout=START_SECONDS)
        is_over.set()
        await asyncio.gather(*calling)
        assert await end(method, "planner") == "intent"
    finally:
        for task in calling:
            task.cancel()
        await kill(process)
    assert set(ends) == {"intent", StatusCode.UNAVAILABLE.name}
    assert max(durations) < DEADLINE_SECONDS
