"""Latencies and failures on a fully loaded machine: 50 running and 100 waiting runs that really paint.

    uv run python -m benchmarks.load.busy_workers [--side 512] [--seconds 0.05] [--json FILE]

The system is `reflow up`, in its own process, with its default limits; the clients are in this one. While all 150 runs
are in progress, another client repeatedly reads one of them by gRPC and by HTTP, and calls an otherwise idle server:
the time of that call is the machine's share. Steps that fail with a timeout are counted, although their clock stops
while they wait for a worker, and so are all other failures.
"""

import argparse
import asyncio
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from grpc.aio import AioRpcError
from reflow.v1 import events_pb2, orchestrator_pb2

from benchmarks.figures import Bound, Figure, median_ms, percentile_95, read_load, run
from benchmarks.systems.caller import Caller, open_caller
from benchmarks.systems.deployment import ROOT, open_folder, role_services, stop
from benchmarks.systems.instant_roles import UNARY_PAYLOAD, open_unary
from services.cli.session.announcement import find_running
from services.common.errors.wire import from_rpc_error
from services.common.rpc import open_channel

RUNNING, WAITING = 50, 100
ANSWER_LIMIT_MS = 50.0
TIMEOUTS = ("TIMEOUT", "DEADLINE")
SUCCEEDED = "succeeded"
WARM_UP_TIMES = 5
IDLE = "an idle server, then"


@dataclass(slots=True)
class Answers:
    """Response times in seconds, by protocol; *nothing* are those of an otherwise idle gRPC server."""

    grpc: list[float] = field(default_factory=list)
    http: list[float] = field(default_factory=list)
    nothing: list[float] = field(default_factory=list)


@asynccontextmanager
async def running_system(data: Path) -> AsyncIterator[tuple[str, str]]:
    """Run `reflow up` on *data*; yield its URL and the address of its orchestrator."""
    command = (sys.executable, "-m", "services.cli", "up", "--port", "0", "--data", str(data))
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        url = next(word for word in line.split() if word.startswith("http"))
        addresses = find_running(data)
        assert addresses is not None
        yield url.rstrip("/"), addresses.orchestrator
    finally:
        await stop(process)


async def paint(caller: Caller, request: events_pb2.ImageChatInput) -> str:
    """Start a run and watch it; return its outcome: succeeded, or the code of its error."""
    try:
        last = events_pb2.RunEvent()
        async for event in caller.watch(await caller.start(request)):
            last = event
    except AioRpcError as error:
        return str(from_rpc_error(error).code)
    ended = last.run_ended
    return SUCCEEDED if ended.status == events_pb2.RUN_STATUS_SUCCEEDED else ended.error.code or str(ended.status)


async def warm_up(caller: Caller, request: events_pb2.ImageChatInput) -> None:
    """Paint until a run succeeds: the first one loads libraries. Raises RuntimeError if none does."""
    ends = []
    while SUCCEEDED not in ends:
        ends.append(await paint(caller, request))
        if len(ends) > WARM_UP_TIMES:
            raise RuntimeError(f"a machine this busy paints nothing in time: {ends}")


async def measure_answers(calls: dict[str, Callable[[], Awaitable[object]]], pause: float, answers: Answers) -> None:
    """Repeat each of *calls*, and record its durations."""
    while True:
        for protocol, call in calls.items():
            started = time.perf_counter()
            await call()
            getattr(answers, protocol).append(time.perf_counter() - started)
        await asyncio.sleep(pause)


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures."""
    request = events_pb2.ImageChatInput(
        text="画一座赛博朋克风格的城市", width=arguments.side, height=arguments.side, seed=7
    )
    answers = Answers()
    with open_folder() as folder:
        async with (
            running_system(folder / "data") as (url, address),
            open_caller(address) as caller,
            open_caller(address) as other,
            httpx.AsyncClient(base_url=url) as client,
            role_services() as idle,
            open_channel(idle) as idle_channel,
        ):
            await warm_up(caller, request)
            run_id = await caller.start(request)

            async def read_http() -> None:
                (await client.get(f"/api/runs/{run_id}")).raise_for_status()

            calls = {
                "grpc": lambda: other.stub.GetRun(orchestrator_pb2.GetRunRequest(run_id=run_id)),
                "http": read_http,
                "nothing": lambda: open_unary(idle_channel)(UNARY_PAYLOAD),
            }
            started = time.perf_counter()
            painting = asyncio.gather(*(paint(caller, request) for _ in range(RUNNING + WAITING - 1)))
            reading = asyncio.create_task(measure_answers(calls, arguments.seconds, answers))
            ends = Counter(await painting)
            lasted = time.perf_counter() - started
            reading.cancel()
            load = read_load()
    late = sum(count for code, count in ends.items() if any(word in code for word in TIMEOUTS))
    note = f"{dict(ends)} in {lasted:.0f} s, {len(answers.http)} answers of each kind; {load}"
    missed = Figure(
        key="busy_workers_deadlines",
        what=f"{RUNNING} running and {WAITING} waiting paintings: runs that failed with a timeout",
        unit="runs",
        ours=late,
        bound=Bound.AT_MOST,
        limit=0,
        note=note,
    )
    return [missed, *(_answer(protocol, answers, note) for protocol in ("grpc", "http"))]


def _answer(protocol: str, answers: Answers, note: str) -> Figure:
    seconds = getattr(answers, protocol)
    return Figure(
        key=f"busy_workers_{protocol}",
        what=f"{RUNNING} running and {WAITING} waiting paintings: a run is read by {protocol} (95th)",
        unit="ms",
        ours=percentile_95(seconds) * 1_000,
        bound=Bound.AT_MOST,
        limit=ANSWER_LIMIT_MS,
        baseline=percentile_95(answers.nothing) * 1_000,
        baseline_name=IDLE,
        note=f"{note}; median of {protocol} {median_ms(seconds):.1f} ms",
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", type=int, default=512, help="width and height of the images")
    parser.add_argument("--seconds", type=float, default=0.05, help="between two readings")
    run(measure, parser)
