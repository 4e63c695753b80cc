"""Run the fake providers alone: `python -m services.fake_providers --port 0`. Prints its URL when it is ready."""

import argparse
import asyncio
import signal
import sys

from services.fake_providers.server import run_server


async def run(host: str, port: int, *, key_required: bool) -> None:
    """Serve until SIGTERM or SIGINT."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    async with run_server(host, port, key_required=key_required) as url:
        sys.stdout.write(f"{url}\n")
        sys.stdout.flush()
        await stopped.wait()


def main() -> None:
    """Parse the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m services.fake_providers", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=9000)
    parser.add_argument("--no-key", action="store_true", help="accept requests without a key")
    arguments = parser.parse_args()
    asyncio.run(run(arguments.host, arguments.port, key_required=not arguments.no_key))


if __name__ == "__main__":
    main()
