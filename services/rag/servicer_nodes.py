"""NodeService: list, find, import and remove types of nodes."""

from collections.abc import AsyncIterator, Awaitable, Callable

from reflow.v1 import nodes_pb2, nodes_pb2_grpc

from engines.graph.node_types.node_type import CORE
from services.common.contract.activity import Usage
from services.common.errors import Code, ReflowError
from services.common.rpc import Context
from services.common.rpc.deadlines import MODEL_SHARE, step_deadline
from services.common.text.language import Text
from services.rag.adapters.nodes.store import NodeStore, StoredNodeType
from services.rag.application.nodes.import_nodes import ImportNodes
from services.rag.application.nodes.retrieval import NodeRetrieval
from services.rag.application.style_search import map_store_errors

DEFAULT_PAGE = 100
DEFAULT_FOUND = 10
MAX_PAGE_BYTES = 2 * 1024 * 1024
"""Maximum bytes of the types on a page; a gRPC message may have twice as many."""


class NodeServicer(nodes_pb2_grpc.NodeServiceServicer):
    """Manages the types of nodes of *scope*; the core types are visible too."""

    def __init__(
        self,
        store: NodeStore,
        retrieval: NodeRetrieval,
        import_nodes: ImportNodes,
        scope: str,
        *,
        wait_for_seed: Callable[[], Awaitable[None]],
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """Give a remote embedding model *seconds* on *clock*."""
        self._store = store
        self._retrieval = retrieval
        self._import_nodes = import_nodes
        self._scope = scope
        self._wait_for_seed = wait_for_seed
        self._seconds = seconds
        self._clock = clock

    async def ListNodes(self, request: nodes_pb2.ListNodesRequest, context: Context) -> nodes_pb2.ListNodesResponse:
        await self._wait_for_seed()
        size, namespace = request.page_size or DEFAULT_PAGE, request.namespace or None
        async with map_store_errors():
            page = await self._store.list_page(
                self._scope, after=request.page_token, limit=size + 1, namespace=namespace
            )
            summary = await self._store.summarize(self._scope, namespace)
        records = _take_page([to_record(stored) for stored in page[:size]])
        token = records[-1].type if len(records) < len(page) else ""
        return nodes_pb2.ListNodesResponse(
            types=records, next_page_token=token, revision=summary.revision, total=summary.types
        )

    async def GetNode(self, request: nodes_pb2.GetNodeRequest, context: Context) -> nodes_pb2.GetNodeResponse:
        await self._wait_for_seed()
        async with map_store_errors():
            stored = await self._store.get(self._scope, request.type)
        return nodes_pb2.GetNodeResponse(type=to_record(stored))

    async def FindNodes(self, request: nodes_pb2.FindNodesRequest, context: Context) -> nodes_pb2.FindNodesResponse:
        deadline = step_deadline(context, self._seconds, self._clock, share=MODEL_SHARE)
        response = nodes_pb2.FindNodesResponse()
        async for event in self._retrieval.find(request.text, request.limit or DEFAULT_FOUND, deadline=deadline):
            if isinstance(event, Usage):
                continue
            response.by_name = event.by_name
            response.matches.extend(
                nodes_pb2.NodeMatch(type=to_record(match.stored), similarity=match.similarity)
                for match in event.matches
            )
        return response

    async def ImportNodes(
        self, requests: AsyncIterator[nodes_pb2.ImportNodesRequest], context: Context
    ) -> nodes_pb2.ImportNodesResponse:
        await self._wait_for_seed()
        data, url, namespace = bytearray(), "", ""
        async for request in requests:
            namespace = namespace or request.namespace
            if request.WhichOneof("content") == "url":
                url = request.url
                break
            data += request.chunk
            if len(data) > self._import_nodes.max_bytes:
                break  # the import rejects data over the limit
        deadline = step_deadline(context, self._seconds, self._clock)
        count = await self._import_nodes(bytes(data), url, namespace, deadline)
        async with map_store_errors():
            summary = await self._store.summarize(self._scope)
        return nodes_pb2.ImportNodesResponse(count=count, revision=summary.revision)

    async def RemoveNodes(
        self, request: nodes_pb2.RemoveNodesRequest, context: Context
    ) -> nodes_pb2.RemoveNodesResponse:
        core = [name for name in request.types if name.startswith(f"{CORE}:")]
        if core:
            text = Text(
                f"{core[0]} 是 reflow 自带的节点，不能删除。没有删除任何节点。",
                f"{core[0]} is a core type and cannot be removed. Nothing was removed.",
            )
            raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="types")
        await self._wait_for_seed()
        async with map_store_errors():
            await self._store.remove_many(self._scope, request.types)
        return nodes_pb2.RemoveNodesResponse()


def to_record(stored: StoredNodeType) -> nodes_pb2.NodeRecord:
    """Return *stored* as a message."""
    return nodes_pb2.NodeRecord(type=stored.key, definition=stored.definition, revision=stored.revision)


def _take_page(records: list[nodes_pb2.NodeRecord]) -> list[nodes_pb2.NodeRecord]:
    """Return the first of *records*, at least one of them, that fit in a message."""
    page: list[nodes_pb2.NodeRecord] = []
    size = 0
    for record in records:
        size += len(record.definition)
        if page and size > MAX_PAGE_BYTES:
            break
        page.append(record)
    return page
