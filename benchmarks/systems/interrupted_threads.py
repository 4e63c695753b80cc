"""Memory of LangGraph threads that wait for a user, with its PostgreSQL saver, in a separate process.

    python -m benchmarks.systems.interrupted_threads URL WARM_UP THREADS

The four trivial steps, interrupted before the last one. Prints the process's resident bytes after WARM_UP threads, and
after THREADS more, as a JSON list.
"""

import argparse
import asyncio
import json
import os

from benchmarks.systems.deployment import resident_bytes
from benchmarks.systems.langgraph_baseline import Baseline, Setup, open_langgraph

AT_ONCE = 20
SETTLE_SECONDS = 1.0


async def measure(url: str, counts: tuple[int, int]) -> list[int]:
    """Return the resident bytes after each of *counts* threads have been interrupted, one after the other."""
    sizes = []
    async with open_langgraph(url, Setup.SEVERAL, interrupted=True) as baseline:
        for count in counts:
            await _interrupt_many(baseline, count)
            sizes.append(resident_bytes(os.getpid()))
    return sizes


async def _interrupt_many(baseline: Baseline, threads: int) -> None:
    left = iter(range(threads))

    async def interrupt_next() -> None:
        for _ in left:
            await baseline.interrupt()

    await asyncio.gather(*(interrupt_next() for _ in range(AT_ONCE)))
    await asyncio.sleep(SETTLE_SECONDS)  # until memory of the work is released


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("warm_up", type=int)
    parser.add_argument("threads", type=int)
    arguments = parser.parse_args()
    print(json.dumps(asyncio.run(measure(arguments.url, (arguments.warm_up, arguments.threads)))))


if __name__ == "__main__":
    main()
