"""One run at a time: what the orchestrator adds to each step, and how soon the first event comes.

    uv run --group bench python -m benchmarks.latency [--runs 200] [--json FILE]

The roles answer at once, so the whole time of a run, its calls and its commits included, is what is added; a quarter
of it falls on each step. LangGraph beside it, run by run in turns: the whole time of the same four steps in process,
and the time to its first streamed update, which comes after its first step. What a commit costs on this disk is told
beside the figures: each step waits for one.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.caller import calling
from benchmarks.deployment import deployed, new_database
from benchmarks.figures import Bound, Figure, median_ms, run
from benchmarks.langgraph_peer import Setup, langgraph

WARM_UP = 20
STEPS = 4
STEP_LIMIT_MS = 1.5
FIRST_EVENT_LIMIT_MS = 10.0
PAGE = bytes(8_192)
"""What PostgreSQL writes at least for a commit."""


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return both figures."""
    ours: list[tuple[float, float]] = []
    theirs: list[tuple[float, float]] = []
    syncs: list[float] = []
    async with deployed() as deployment, calling(deployment.orchestrator) as caller:
        database = await asyncio.to_thread(new_database, deployment.database_url, "langgraph")
        async with langgraph(database, Setup.CONNECTION) as peer:
            for number in range(WARM_UP + arguments.runs):
                followed, other = await caller.follow(), await peer.follow()
                sync = await asyncio.to_thread(sync_seconds)
                if number >= WARM_UP:
                    ours.append((followed.first_event, followed.ended))
                    theirs.append(other)
                    syncs.append(sync)
    note = f"one fdatasync here takes {median_ms(syncs):.2f} ms"
    return [_step_figure(ours, theirs, note), _first_event_figure(ours, theirs, note)]


def sync_seconds() -> float:
    """Return how long making a page durable takes on the disk that the database is on."""
    with tempfile.TemporaryFile(dir=Path(tempfile.gettempdir())) as file:
        file.write(PAGE)
        file.flush()
        began = time.perf_counter()
        os.fdatasync(file.fileno())
        return time.perf_counter() - began


def _step_figure(ours: list[tuple[float, float]], theirs: list[tuple[float, float]], note: str) -> Figure:
    return Figure(
        key="step_overhead",
        what="added by the orchestrator per step, one run at a time (median)",
        unit="ms",
        ours=median_ms([ended for _, ended in ours]) / STEPS,
        bound=Bound.AT_MOST,
        limit=STEP_LIMIT_MS,
        peer=median_ms([ended for _, ended in theirs]) / STEPS,
        peer_name="LangGraph",
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
        peer=median_ms([first for first, _ in theirs]),
        peer_name="LangGraph",
        note=note,
        samples={"reflow": [first for first, _ in ours], "LangGraph": [first for first, _ in theirs]},
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200)
    run(measure, parser)
