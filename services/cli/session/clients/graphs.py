"""Client of the stored graphs."""

from collections.abc import Sequence

from reflow.v1 import graphs_pb2, graphs_pb2_grpc

from services.cli.session.calls import CALL_SECONDS, IMPORT_SECONDS, Caller, collect_pages

PAGE_SIZE = 100


class GraphClient:
    """Stored graphs of a running system. All calls raise ReflowError."""

    def __init__(self, graphs: "graphs_pb2_grpc.GraphServiceAsyncStub", caller: Caller) -> None:
        self._graphs = graphs
        self._caller = caller

    async def create(self, title: str, content: bytes, request_id: str) -> graphs_pb2.Graph:
        """Store a graph in our JSON format; the same *request_id* stores nothing twice. Raises GRAPH_INVALID."""
        request = graphs_pb2.CreateGraphRequest(request_id=request_id, title=title, content=content, format="reflow")
        return (await self._caller.call(self._graphs.CreateGraph, request, IMPORT_SECONDS)).graph

    async def get(self, graph_id: str, revision: int = 0) -> graphs_pb2.Graph:
        """Return a graph, at a revision unless that is 0. Raises GRAPH_UNKNOWN."""
        request = graphs_pb2.GetGraphRequest(graph_id=graph_id, revision=revision)
        return (await self._caller.call(self._graphs.GetGraph, request, CALL_SECONDS)).graph

    async def list_all(self) -> list[graphs_pb2.Graph]:
        """Return every graph, most recently changed first, without content."""

        async def fetch(token: str) -> tuple[Sequence[graphs_pb2.Graph], str]:
            request = graphs_pb2.ListGraphsRequest(page_size=PAGE_SIZE, page_token=token)
            page = await self._caller.call(self._graphs.ListGraphs, request, CALL_SECONDS)
            return page.graphs, page.next_page_token

        return await collect_pages(fetch)

    async def list_revisions(self, graph_id: str) -> list[graphs_pb2.GraphRevision]:
        """Return the last revisions of a graph, newest first. Raises GRAPH_UNKNOWN."""
        request = graphs_pb2.ListGraphRevisionsRequest(graph_id=graph_id, page_size=PAGE_SIZE)
        return list((await self._caller.call(self._graphs.ListGraphRevisions, request, CALL_SECONDS)).revisions)

    async def undo(self, graph_id: str, request_id: str) -> graphs_pb2.GraphRevision:
        """Undo the last change of a graph. Raises NOTHING_TO_UNDO."""
        request = graphs_pb2.UndoGraphRequest(graph_id=graph_id, request_id=request_id)
        return (await self._caller.call(self._graphs.UndoGraph, request, CALL_SECONDS)).revision

    async def redo(self, graph_id: str, request_id: str) -> graphs_pb2.GraphRevision:
        """Repeat the last undone change of a graph. Raises NOTHING_TO_UNDO."""
        request = graphs_pb2.RedoGraphRequest(graph_id=graph_id, request_id=request_id)
        return (await self._caller.call(self._graphs.RedoGraph, request, CALL_SECONDS)).revision
