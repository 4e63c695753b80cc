"""Client of the node knowledge."""

from collections.abc import AsyncIterator, Sequence

from reflow.v1 import nodes_pb2, nodes_pb2_grpc

from services.cli.session.calls import CALL_SECONDS, IMPORT_SECONDS, Caller, collect_pages, reflow_errors
from services.common.limits import MEGABYTE

PAGE_SIZE = 500
CHUNK_BYTES = MEGABYTE


class NodeClient:
    """Types of nodes of a running system. All calls raise ReflowError."""

    def __init__(self, nodes: "nodes_pb2_grpc.NodeServiceAsyncStub", caller: Caller) -> None:
        self._nodes = nodes
        self._caller = caller

    async def list_all(self, namespace: str) -> list[nodes_pb2.NodeRecord]:
        """Return every type (of *namespace*, "" for all), by name."""

        async def fetch(token: str) -> tuple[Sequence[nodes_pb2.NodeRecord], str]:
            request = nodes_pb2.ListNodesRequest(page_size=PAGE_SIZE, page_token=token, namespace=namespace)
            page = await self._caller.call(self._nodes.ListNodes, request, CALL_SECONDS)
            return page.types, page.next_page_token

        return await collect_pages(fetch)

    async def get(self, name: str) -> nodes_pb2.NodeRecord:
        """Return the type *name*. Raises NODE_TYPE_UNKNOWN."""
        request = nodes_pb2.GetNodeRequest(type=name)
        return (await self._caller.call(self._nodes.GetNode, request, CALL_SECONDS)).type

    async def find(self, text: str, limit: int) -> nodes_pb2.FindNodesResponse:
        """Return the types that *text* describes or names, best first."""
        request = nodes_pb2.FindNodesRequest(text=text, limit=limit)
        return await self._caller.call(self._nodes.FindNodes, request, CALL_SECONDS)

    async def import_catalog(self, data: bytes, url: str, namespace: str) -> nodes_pb2.ImportNodesResponse:
        """Import the catalog in *data*, or the object_info of the ComfyUI server at *url*: all of it or nothing."""

        async def requests() -> AsyncIterator[nodes_pb2.ImportNodesRequest]:
            if url:
                yield nodes_pb2.ImportNodesRequest(url=url, namespace=namespace)
            for start in range(0, 0 if url else max(len(data), 1), CHUNK_BYTES):
                chunk = data[start : start + CHUNK_BYTES]
                yield nodes_pb2.ImportNodesRequest(chunk=chunk, namespace=namespace)

        with reflow_errors():
            call = self._nodes.ImportNodes(requests(), metadata=self._caller.metadata, timeout=IMPORT_SECONDS)
            return await call

    async def remove(self, names: Sequence[str]) -> None:
        """Remove types, all or none. Raises NODE_TYPE_UNKNOWN."""
        await self._caller.call(self._nodes.RemoveNodes, nodes_pb2.RemoveNodesRequest(types=names), CALL_SECONDS)
