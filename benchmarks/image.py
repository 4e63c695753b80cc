"""The time of a 1024 x 1024 image by the built-in painter per technique, including its PNG.

    uv run python -m benchmarks.image [--json FILE]

Each technique paints every subject once, after one warm-up; a technique's figure is the median over the subjects,
and the slowest technique is compared with the limit. Each also paints one image of the largest size; its CPU time is
compared with the limit that a step of the executor has for it.
"""

import argparse
import asyncio
import math
import time
from collections.abc import Callable

from benchmarks.figures import Bound, Figure, median_ms, run
from services.common.contract.image_chat import Medium
from services.common.limits import Limits
from services.common.worker_pool.time_limit import TimeLimit
from services.executor.adapters.jobs.images import paint_image
from services.executor.domain.image_engine import ImageRequest, ImageStyle
from services.executor.domain.improvements import Improvements

SUBJECTS = ("cat", "city", "mountains", "portrait", "flower", "sea", "house", "robot", "moon")
PALETTE = ("#0d0b26", "#1b1147", "#3b2f8f", "#0f7f9c", "#ff2e9f", "#22e6ff")
SIDE = 1024
LIMIT_SECONDS = 1.5
LARGEST_SIDE = Limits.model_fields["output_side"].default
Clock = Callable[[], float]


def measure_seconds(medium: Medium, subject: str, side: int = SIDE, clock: Clock = time.perf_counter) -> float:
    """Return the time of one image in seconds of *clock*."""
    image_request = ImageRequest(
        f"a {subject} at dusk",
        subject,
        ImageStyle(medium.value, PALETTE),
        side,
        side,
        7,
        idempotency_key="",
        deadline=math.inf,
    )
    started_at = clock()
    paint_image(image_request, Improvements())
    return clock() - started_at


async def measure(_arguments: argparse.Namespace) -> list[Figure]:
    """Return the figure of the slowest technique; its samples contain all of them."""
    samples: dict[str, list[float]] = {}
    for medium in Medium:
        await asyncio.to_thread(measure_seconds, medium, SUBJECTS[0])
        samples[medium.value] = [await asyncio.to_thread(measure_seconds, medium, subject) for subject in SUBJECTS]
        print(f"{medium.value:12} {median_ms(samples[medium.value]):6.0f} ms", flush=True)
    largest: dict[str, list[float]] = {}
    for medium in Medium:
        seconds = await asyncio.to_thread(measure_seconds, medium, "a boat", LARGEST_SIDE, time.process_time)
        largest[medium.value] = [seconds]
        print(f"{medium.value:12} {LARGEST_SIDE} x {LARGEST_SIDE}: {seconds:.2f} s of CPU", flush=True)
    slowest_largest = max(largest, key=lambda medium: largest[medium])
    slowest = max(samples, key=lambda medium: median_ms(samples[medium]))
    return [
        Figure(
            key="image",
            what=f"a {SIDE} x {SIDE} image by the built-in engine, slowest technique ({slowest})",
            unit="s",
            ours=median_ms(samples[slowest]) / 1_000,
            bound=Bound.AT_MOST,
            limit=LIMIT_SECONDS,
            samples=samples,
        ),
        Figure(
            key="largest_image",
            what=f"CPU time of a {LARGEST_SIDE} x {LARGEST_SIDE} image, slowest technique ({slowest_largest})",
            unit="s",
            ours=largest[slowest_largest][0],
            bound=Bound.AT_MOST,
            limit=TimeLimit.for_image(Limits().executor_seconds, LARGEST_SIDE**2).cpu_seconds,
            samples=largest,
        ),
    ]


if __name__ == "__main__":
    run(measure, argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter))
