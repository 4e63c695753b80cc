"""One run at a time: overhead of the orchestrator per step, and time to the first event.

    uv run --group bench python -m benchmarks.latency [--runs 200] [--json FILE]

The roles return immediately, so the whole time of a run, with its calls and commits, is overhead; a quarter of it
counts for each step. The baseline is LangGraph, alternating run by run: the whole time of the same four steps in
process, and the time to its first streamed update, which comes after its first step. The notes of the figures have the
time of a commit on this disk: each step waits for one.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.figures import Bound, Figure, median_ms, run
from benchmarks.systems.caller import open_caller
from benchmarks.systems.deployment import create_database, open_deployment
from benchmarks.systems.langgraph_baseline import Setup, open_langgraph

WARM_UP = 20
STEPS = 4
STEP_LIMIT_MS = 1.5
FIRST_EVENT_LIMIT_MS = 4.0
PAGE = bytes(8_192)
"""The minimum that PostgreSQL writes for a commit."""


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return both figures."""
    ours: list[tuple[float, float]] = []
    theirs: list[tuple[float, float]] = []
    syncs: list[float] = []
    async with open_deployment() as deployment, open_caller(deployment.orchestrator) as caller:
        database = await asyncio.to_thread(create_database, deployment.database_url, "langgraph")
        async with open_langgraph(database, Setup.CONNECTION) as baseline:
            for number in range(WARM_UP + arguments.runs):
                timing, other = await caller.run_to_end(), await baseline.run_to_end()
                sync = await asyncio.to_thread(measure_sync)
                if number >= WARM_UP:
                    ours.append((timing.first_event, timing.ended))
                    theirs.append(other)
                    syncs.append(sync)
    note = f"one fdatasync here takes {median_ms(syncs):.2f} ms"
    return [_step_figure(ours, theirs, note), _first_event_figure(ours, theirs, note)]


def measure_sync() -> float:
    """Return the seconds to write a page durably to the disk of the database."""
    with tempfile.TemporaryFile(dir=Path(tempfile.gettempdir())) as file:
        file.write(PAGE)
        file.flush()
        started = time.perf_counter()
        os.fdatasync(file.fileno())
        return time.perf_counter() - started


def _step_figure(ours: list[tuple[float, float]], theirs: list[tuple[float, float]], note: str) -> Figure:
    return Figure(
        key="step_overhead",
        what="added by the orchestrator per step, one run at a time (median)",
        unit="ms",
        ours=median_ms([ended for _, ended in ours]) / STEPS,
        bound=Bound.AT_MOST,
        limit=STEP_LIMIT_MS,
        baseline=median_ms([ended for _, ended in theirs]) / STEPS,
        baseline_name="LangGraph",
        note=note,
        samples={"reflow": [ended for _, ended in ours], "LangGraph": [ended for _, ended in theirs]},
    )


def _first_event_figure(ours: list[tuple[float, float]], theirs: list[tuple[float, float]], note: str) -> Figure:
    return Figure(
        key="first_event",
        what="first event after a request (median)",
        unit="ms",
        ours=statistics.median(first for first, _ in ours) * 1_000,
        bound=Bound.AT_MOST,
        limit=FIRST_EVENT_LIMIT_MS,
        baseline=median_ms([first for first, _ in theirs]),
        baseline_name="LangGraph",
        note=note,
        samples={"reflow": [first for first, _ in ours], "LangGraph": [first for first, _ in theirs]},
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200)
    run(measure, parser)
