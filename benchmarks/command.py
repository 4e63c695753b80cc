"""`reflow run` on an installed machine: the time to the first event and to the picture.

    uv run python -m benchmarks.command [--times 3] [--json FILE]

Cold is the first command on an empty data folder, which makes the database; warm is every later one. Both start the
whole system and stop it again.
"""

import argparse
import asyncio
import os
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.deployment import ROOT, passable_folder
from benchmarks.figures import Bound, Figure, run

COMMAND = ("uv", "run", "--no-sync", "reflow", "run", "画一只赛博朋克风格的猫", "--json")
FIRST_EVENT_SECONDS = 3.0
PICTURE_SECONDS = 6.0


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds from the command's start to its first line and to its end."""

    first_event: float
    ended: float


async def timing(folder: Path) -> Timing:
    """Run the command with its data and its pictures in *folder*. Raises RuntimeError when it fails."""
    environment = {**os.environ, "REFLOW_DATA": str(folder / "data")}
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "--out", str(folder / "out"), cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    line = await process.stdout.readline()
    first = time.perf_counter() - began
    await process.stdout.read()
    status = await process.wait()
    if status != 0 or not line:
        raise RuntimeError(f"the command ended with {status}")
    return Timing(first, time.perf_counter() - began)


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return first event and picture, cold and warm."""
    cold: list[Timing] = []
    warm: list[Timing] = []
    for _ in range(arguments.times):
        with passable_folder() as folder:
            cold.append(await timing(folder))
            warm.append(await timing(folder))
    return [*_figures("cold", cold), *_figures("warm", warm)]


def _figures(kind: str, timings: list[Timing]) -> list[Figure]:
    firsts, ends = [timing.first_event for timing in timings], [timing.ended for timing in timings]
    return [
        _figure(f"command_{kind}_first_event", f"`reflow run`, {kind}: first event", firsts, FIRST_EVENT_SECONDS),
        _figure(f"command_{kind}_picture", f"`reflow run`, {kind}: picture done", ends, PICTURE_SECONDS),
    ]


def _figure(key: str, what: str, seconds: list[float], limit: float) -> Figure:
    ours = statistics.median(seconds)
    return Figure(key, what, "s", ours, Bound.AT_MOST, limit, samples={"reflow": seconds})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    run(measure, parser)
