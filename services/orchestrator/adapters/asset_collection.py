"""Deletion of unused images: the executor learns which ones runs refer to."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, LiteralString

from grpc.aio import Channel
from reflow.v1 import assets_pb2, assets_pb2_grpc

from services.common.database.pool import Pool

# Runs whose events one statement reads.
BATCH_SIZE = 200
MAX_IDS = 10_000
TIMEOUT_SECONDS = 600.0
FIND_DEPLOYMENT: LiteralString = "SELECT deployment_id FROM deployment"
NEXT_RUNS: LiteralString = "SELECT run_id FROM runs WHERE run_id > %(after)s ORDER BY run_id LIMIT %(limit)s"
# Only the log refers to images. Their ids are SHA-256 in hexadecimal; other text of this form matches no image, so it
# retains none. The escaped form of other bytes contains no such text.
ASSET_IDS: LiteralString = """
SELECT DISTINCT found[1] AS asset_id
FROM run_events, regexp_matches(encode(payload, 'escape'), '[0-9a-f]{64}', 'g') AS found
WHERE run_id = ANY(%(run_ids)s)
"""


# Images that schedules refer to, for runs that have not started.
SCHEDULED_ASSET_IDS: LiteralString = """
SELECT DISTINCT found[1] AS asset_id
FROM schedules, regexp_matches(encode(request, 'escape'), '[0-9a-f]{64}', 'g') AS found
"""


class AssetCollection:
    """Has the executor behind *channel* delete the images that no run in the database of *pool* refers to."""

    def __init__(self, pool: Pool, channel: Channel) -> None:
        self._pool = pool
        self._stub = assets_pb2_grpc.AssetServiceStub(channel)

    async def register(self) -> None:
        """Register this deployment at the executor, once that is reachable: only one may delete images."""
        await self._call(self._register_requests())

    async def collect(self) -> int:
        """Delete unused images; return how many."""
        response = await self._call(self._collect_requests())
        return int(response.deleted_count)

    async def _call(self, requests: AsyncIterator[assets_pb2.CollectAssetsRequest]) -> Any:
        return await self._stub.CollectAssets(requests, timeout=TIMEOUT_SECONDS, wait_for_ready=True)

    async def _register_requests(self) -> AsyncIterator[assets_pb2.CollectAssetsRequest]:
        yield assets_pb2.CollectAssetsRequest(deployment_id=await self._find_deployment(), register_only=True)

    async def _collect_requests(self) -> AsyncIterator[assets_pb2.CollectAssetsRequest]:
        deployment_id = await self._find_deployment()
        yield assets_pb2.CollectAssetsRequest(deployment_id=deployment_id)
        async for asset_ids in self._list_referenced():
            yield assets_pb2.CollectAssetsRequest(deployment_id=deployment_id, referenced_asset_ids=asset_ids)

    async def _list_referenced(self) -> AsyncIterator[Sequence[str]]:
        """Yield the ids of images that schedules and runs refer to, run by run."""
        scheduled = await self._column(SCHEDULED_ASSET_IDS, {})
        for start in range(0, len(scheduled), MAX_IDS):
            yield scheduled[start : start + MAX_IDS]
        after = ""
        while run_ids := await self._column(NEXT_RUNS, {"after": after, "limit": BATCH_SIZE}):
            after = run_ids[-1]
            asset_ids = await self._column(ASSET_IDS, {"run_ids": run_ids})
            for start in range(0, len(asset_ids), MAX_IDS):
                yield asset_ids[start : start + MAX_IDS]

    async def _find_deployment(self) -> str:
        return (await self._column(FIND_DEPLOYMENT, {}))[0]

    async def _column(self, statement: LiteralString, parameters: dict[str, object]) -> list[str]:
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(statement, parameters)).fetchall()
        return [str(row[0]) for row in rows]
