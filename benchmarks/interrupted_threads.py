"""LangGraph with its PostgreSQL saver, in a process of its own: what threads that wait for a person cost it.

    python -m benchmarks.interrupted_threads URL WARM_UP THREADS

The four trivial steps, interrupted before the last one. Prints the process's resident bytes after WARM_UP threads, and
after THREADS more, as a JSON list.
"""

import argparse
import asyncio
import json
import os

from benchmarks.deployment import resident_bytes
from benchmarks.langgraph_peer import Peer, Setup, langgraph

AT_ONCE = 20
SETTLE_SECONDS = 1.0


async def measure(url: str, counts: tuple[int, int]) -> list[int]:
    """Return the resident bytes after each of *counts* threads have been interrupted, one after the other."""
    sizes = []
    async with langgraph(url, Setup.SEVERAL, interrupted=True) as peer:
        for count in counts:
            await _interrupt_many(peer, count)
            sizes.append(resident_bytes(os.getpid()))
    return sizes


async def _interrupt_many(peer: Peer, threads: int) -> None:
    left = iter(range(threads))

    async def interrupt_on() -> None:
        for _ in left:
            await peer.interrupt()

    await asyncio.gather(*(interrupt_on() for _ in range(AT_ONCE)))
    await asyncio.sleep(SETTLE_SECONDS)  # what was needed to get there is let go


def main() -> None:
    """Print what is measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("warm_up", type=int)
    parser.add_argument("threads", type=int)
    arguments = parser.parse_args()
    print(json.dumps(asyncio.run(measure(arguments.url, (arguments.warm_up, arguments.threads)))))


if __name__ == "__main__":
    main()
