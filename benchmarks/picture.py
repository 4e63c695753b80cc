"""The time of a 1024 x 1024 picture by the built-in painter, technique by technique, its PNG included.

    uv run python -m benchmarks.picture [--json FILE]

Each technique paints every subject once, after one to warm up; a technique's figure is the median over the subjects,
and the slowest technique is held against the limit.
"""

import argparse
import asyncio
import math
import time

from benchmarks.figures import Bound, Figure, median_ms, run
from services.executor.adapters.computations import painted
from services.executor.domain.painter import Medium
from services.executor.engines import Order, Style

SUBJECTS = ("cat", "city", "mountains", "portrait", "flower", "sea", "house", "robot", "moon")
PALETTE = ("#0d0b26", "#1b1147", "#3b2f8f", "#0f7f9c", "#ff2e9f", "#22e6ff")
SIDE = 1024
LIMIT_SECONDS = 1.5


def seconds_of(medium: Medium, subject: str) -> float:
    """Return how long one picture takes, in seconds."""
    order = Order(
        f"a {subject} at dusk",
        subject,
        Style(medium.value, PALETTE),
        SIDE,
        SIDE,
        7,
        idempotency_key="",
        deadline=math.inf,
    )
    began = time.perf_counter()
    painted(order)
    return time.perf_counter() - began


async def measure(_arguments: argparse.Namespace) -> list[Figure]:
    """Return the figure of the slowest technique; its samples hold all of them."""
    samples: dict[str, list[float]] = {}
    for medium in Medium:
        await asyncio.to_thread(seconds_of, medium, SUBJECTS[0])
        samples[medium.value] = [await asyncio.to_thread(seconds_of, medium, subject) for subject in SUBJECTS]
        print(f"{medium.value:12} {median_ms(samples[medium.value]):6.0f} ms", flush=True)
    slowest = max(samples, key=lambda medium: median_ms(samples[medium]))
    return [
        Figure(
            key="picture",
            what=f"a {SIDE} x {SIDE} picture by the built-in engine, slowest technique ({slowest})",
            unit="s",
            ours=median_ms(samples[slowest]) / 1_000,
            bound=Bound.AT_MOST,
            limit=LIMIT_SECONDS,
            samples=samples,
        )
    ]


if __name__ == "__main__":
    run(measure, argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter))
