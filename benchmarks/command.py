"""`reflow run` on an installed machine: the time to the first event and to the image.

    uv run python -m benchmarks.command [--times 3] [--json FILE]

Cold is the first command on an empty data folder, which creates the database; warm is every later one. Both start and
stop the whole system.
"""

import argparse
import asyncio
import os
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import Bound, Figure, run
from benchmarks.systems.deployment import ROOT, open_folder

COMMAND = ("uv", "run", "--no-sync", "reflow", "run", "画一只赛博朋克风格的猫", "--json")
FIRST_EVENT_SECONDS = {"cold": 2.5, "warm": 1.2}
IMAGE_SECONDS = {"cold": 4.5, "warm": 2.5}


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


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of first event and image, cold and warm."""
    cold: list[Timing] = []
    warm: list[Timing] = []
    for _ in range(arguments.times):
        with open_folder() as folder:
            cold.append(await timing(folder))
            warm.append(await timing(folder))
    return [*_figures("cold", cold), *_figures("warm", warm)]


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
    run(measure, parser)
