"""`reflow run` on an installed machine: the time to the first event and to the image.

    uv run python -m benchmarks.command [--times 3] [--short] [--json FILE]

Cold is the first command on an empty data folder, which creates the database; warm is every later one. Both start and
stop the whole system. For commands that start no system (the help, a request without a text), the CPU seconds of the
process are measured too: other work on the machine affects them less than the time.
"""

import argparse
import asyncio
import os
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import Bound, Figure, read_load, run
from benchmarks.systems.deployment import ROOT, open_folder

COMMAND = ("uv", "run", "--no-sync", "reflow", "run", "画一只赛博朋克风格的猫", "--json")
FIRST_EVENT_SECONDS = {"cold": 2.5, "warm": 1.2}
IMAGE_SECONDS = {"cold": 4.5, "warm": 2.5}
SHORT = {"--help": 0, "run": 2}
"""Arguments of commands that start no system, with their exit status; `run` lacks its text."""
SHORT_SECONDS = 0.3
SHORT_TIMES = 11


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds from the command's start to its first line and to its end."""

    first_event: float
    ended: float


async def timing(folder: Path) -> Timing:
    """Run the command with its data and its images in *folder*. Raises RuntimeError when it fails."""
    environment = {**os.environ, "REFLOW_DATA": str(folder / "data")}
    started = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "--out", str(folder / "out"), cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    line = await process.stdout.readline()
    first = time.perf_counter() - started
    await process.stdout.read()
    status = await process.wait()
    if status != 0 or not line:
        raise RuntimeError(f"the command ended with {status}")
    return Timing(first, time.perf_counter() - started)


def time_short(argument: str, status: int) -> tuple[float, float]:
    """Run `reflow` with *argument*; return its CPU seconds and its time. Raises RuntimeError for another status."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ended = subprocess.run((sys.executable, "-m", "services.cli", argument), cwd=ROOT, capture_output=True, check=False)
    lasted, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode != status:
        raise RuntimeError(f"reflow {argument} ended with {ended.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, lasted


def measure_short() -> list[Figure]:
    """Return the figures of the commands that start no system, in alternation."""
    rows = [{argument: time_short(argument, status) for argument, status in SHORT.items()} for _ in range(SHORT_TIMES)]
    load = read_load()
    figures = []
    for argument in SHORT:
        cpu, seconds = (list(column) for column in zip(*(row[argument] for row in rows), strict=True))
        key = f"command_{argument.strip('-')}_only"
        note = f"`reflow {argument}`: time {statistics.median(seconds):.2f} s; {load}"
        figures.append(
            Figure(
                key,
                f"`reflow {argument}`{' without a text' if SHORT[argument] else ''}: CPU",
                "s",
                statistics.median(cpu),
                Bound.AT_MOST,
                SHORT_SECONDS,
                note=note,
                samples={"reflow": cpu},
            )
        )
    return figures


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of first event and image, cold and warm, and of commands that start no system."""
    short = await asyncio.to_thread(measure_short)
    if arguments.short:
        return short
    cold: list[Timing] = []
    warm: list[Timing] = []
    for _ in range(arguments.times):
        with open_folder() as folder:
            cold.append(await timing(folder))
            warm.append(await timing(folder))
    return [*_figures("cold", cold), *_figures("warm", warm), *short]


def _figures(kind: str, timings: list[Timing]) -> list[Figure]:
    firsts, ends = [timing.first_event for timing in timings], [timing.ended for timing in timings]
    return [
        _figure(f"command_{kind}_first_event", f"`reflow run`, {kind}: first event", firsts, FIRST_EVENT_SECONDS[kind]),
        _figure(f"command_{kind}_image", f"`reflow run`, {kind}: image done", ends, IMAGE_SECONDS[kind]),
    ]


def _figure(key: str, what: str, seconds: list[float], limit: float) -> Figure:
    ours = statistics.median(seconds)
    return Figure(key, what, "s", ours, Bound.AT_MOST, limit, samples={"reflow": seconds})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--short", action="store_true", help="only the commands that start no system")
    run(measure, parser)
