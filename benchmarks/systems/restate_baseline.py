"""The distributed baseline: Restate with its Python SDK, a service that calls four others.

Its server is the npm package @restatedev/restate-server, under the Business Source License 1.1: it may be used, but is
not open source. It is installed for this benchmark only, and is in no image and no package of reflow.

It runs with its defaults, on TCP, except for the number of partitions: its log is written with fsync before a step
continues, as ours is. A caller receives the result, without intermediate events.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from benchmarks.systems.deployment import ROOT, free_port, stop, wait_until_ready
from benchmarks.systems.restate_services import CALLER, HANDLER, PARTS, ROLES
from scripts.npm_packages import install

PACKAGE = Path(__file__).parent / "restate"
PARTITIONS = (24, 4)
"""The default number, and one that suits two cores: the faster one counts."""
READY_SECONDS = 60.0
CALL_SECONDS = 60.0
PAUSE = 0.1


class RestateBaseline:
    """A client of the server's HTTP API."""

    def __init__(self, client: httpx.AsyncClient, address: str) -> None:
        self._client = client
        self._call = f"http://{address}/{CALLER}/{HANDLER}"

    async def run_to_end(self) -> float:
        """Run once; return the seconds to its end. Raises RuntimeError unless all four services were called."""
        started = time.perf_counter()
        response = await self._client.post(self._call, json={"text": "a cat in cyberpunk style", "done": 0})
        if response.status_code != httpx.codes.OK or response.json()["done"] != len(ROLES):
            raise RuntimeError(f"a call of Restate ended with {response.status_code}: {response.text}")
        return time.perf_counter() - started

    async def run_many(self, runs: int, at_once: int) -> Sequence[float]:
        """Run *runs* times, *at_once* concurrently."""
        left = iter(range(runs))

        async def run_next() -> list[float]:
            return [await self.run_to_end() for _ in left]

        rows = await asyncio.gather(*(run_next() for _ in range(at_once)))
        return [seconds for row in rows for seconds in row]


@asynccontextmanager
async def open_restate(folder: Path, partitions: int) -> AsyncIterator[RestateBaseline]:
    """Run the server with its data in *folder*, and both parts of the services; yield a client.

    Raises NotInstalled if its package cannot be installed.
    """
    await asyncio.to_thread(install, PACKAGE)
    ingress, admin, node, *parts = (f"127.0.0.1:{free_port()}" for _ in range(3 + len(PARTS)))
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with (
        _server(folder, partitions, ingress, admin, node),
        _services(dict(zip(PARTS, parts, strict=True))),
        httpx.AsyncClient(limits=limits, timeout=CALL_SECONDS) as client,
    ):
        for address in parts:
            await _register(client, admin, address)
        yield RestateBaseline(client, ingress)


@asynccontextmanager
async def _server(folder: Path, partitions: int, ingress: str, admin: str, node: str) -> AsyncIterator[None]:
    environment = os.environ | {
        "RESTATE_LISTEN_MODE": "tcp",
        "RESTATE_BIND_ADDRESS": node,
        "RESTATE_INGRESS__BIND_ADDRESS": ingress,
        "RESTATE_ADMIN__BIND_ADDRESS": admin,
        "RESTATE_DEFAULT_NUM_PARTITIONS": str(partitions),
        "RESTATE_DISABLE_TELEMETRY": "true",
    }
    (program,) = (PACKAGE / "node_modules" / "@restatedev").glob("restate-server-*/bin/restate-server")
    with (folder / "restate.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            program, "--no-logo", "--base-dir", folder / "restate", env=environment, stdout=log, stderr=log
        )
        try:
            for address in (admin, ingress):
                await wait_until_ready(address, process)
            yield
        finally:
            await stop(process)


@asynccontextmanager
async def _services(addresses: dict[str, str]) -> AsyncIterator[None]:
    processes = []
    try:
        for part, address in addresses.items():
            command = (sys.executable, "-m", "benchmarks.systems.restate_services", address, part)
            processes.append(await asyncio.create_subprocess_exec(*command, cwd=ROOT))
            await wait_until_ready(address, processes[-1])
        yield
    finally:
        for process in processes:
            await stop(process)


async def _register(client: httpx.AsyncClient, admin: str, address: str) -> None:
    """Register the services at *address*; repeat while the server is not ready yet."""
    async with asyncio.timeout(READY_SECONDS):
        while True:
            response = await client.post(f"http://{admin}/deployments", json={"uri": f"http://{address}"})
            if response.is_success:
                return
            await asyncio.sleep(PAUSE)
