"""GraphService: stored graphs, their changes and their watchers."""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

from reflow.v1 import graphs_pb2, graphs_pb2_grpc

from services.common.contract.graphs.graph import GraphRevision, RevisionKind
from services.common.contract.graphs.graph_requests import PatchGraph
from services.common.contract.proto_mapper import from_proto, to_proto
from services.common.rpc.interceptor import Context, current_language
from services.orchestrator.adapters.request_values import format_page_token, parse_page_token
from services.orchestrator.domain.graphs.history import History
from services.orchestrator.graphs.editor import GraphEditor, Origin
from services.orchestrator.graphs.errors import PatchRejected
from services.orchestrator.graphs.revision_watch import RevisionWatch
from services.orchestrator.graphs.store import GraphStore, StoredGraph

DEFAULT_PAGE_SIZE = 20
# Higher than every revision, for a page that starts at the newest one.
NEWEST = 2**62


class GraphServicer(graphs_pb2_grpc.GraphServiceServicer):
    """Creates, changes, reads and watches graphs."""

    def __init__(self, store: GraphStore, editor: GraphEditor, watch: RevisionWatch) -> None:
        self._store = store
        self._editor = editor
        self._watch = watch

    async def CreateGraph(
        self, request: graphs_pb2.CreateGraphRequest, context: Context
    ) -> graphs_pb2.CreateGraphResponse:
        graph = await self._editor.create(
            request.title, request.content, request.format, request.request_id, current_language.get()
        )
        return graphs_pb2.CreateGraphResponse(graph=await self._to_proto(graph))

    async def GetGraph(self, request: graphs_pb2.GetGraphRequest, context: Context) -> graphs_pb2.GetGraphResponse:
        graph = await self._editor.load(request.graph_id, request.revision)
        message = await self._to_proto(graph)
        if request.format not in ("", "reflow"):
            message.content = await self._editor.export(graph, request.format, current_language.get())
        return graphs_pb2.GetGraphResponse(graph=message)

    async def ListGraphs(
        self, request: graphs_pb2.ListGraphsRequest, context: Context
    ) -> graphs_pb2.ListGraphsResponse:
        size = request.page_size or DEFAULT_PAGE_SIZE
        graphs = await self._store.list_graphs(parse_page_token(request.page_token), size)
        return graphs_pb2.ListGraphsResponse(
            graphs=await self._to_protos(graphs),
            next_page_token=format_page_token([(graph.updated_at, graph.graph_id) for graph in graphs], size),
        )

    async def ListGraphRevisions(
        self, request: graphs_pb2.ListGraphRevisionsRequest, context: Context
    ) -> graphs_pb2.ListGraphRevisionsResponse:
        await self._editor.load(request.graph_id)
        size = request.page_size or DEFAULT_PAGE_SIZE
        revisions = await self._store.list_revisions(request.graph_id, request.before_revision or NEWEST, size)
        return graphs_pb2.ListGraphRevisionsResponse(revisions=[_revision_to_proto(one) for one in revisions])

    async def PatchGraph(
        self, request: graphs_pb2.PatchGraphRequest, context: Context
    ) -> graphs_pb2.PatchGraphResponse:
        change = from_proto(request, PatchGraph)
        try:
            revision = await self._editor.patch(change, Origin(current_language.get()))
        except PatchRejected as rejection:
            rejected = [to_proto(error, graphs_pb2.OperationError) for error in rejection.errors]
            return graphs_pb2.PatchGraphResponse(errors=rejected)
        if revision is None:
            return graphs_pb2.PatchGraphResponse(graph=await self._load_current(change.graph_id))
        return graphs_pb2.PatchGraphResponse(revision=_revision_to_proto(revision), graph=await self._load(revision))

    async def LayoutGraph(
        self, request: graphs_pb2.LayoutGraphRequest, context: Context
    ) -> graphs_pb2.LayoutGraphResponse:
        revision = await self._editor.lay_out(
            request.graph_id, request.revision, request.request_id, current_language.get(), everything=request.all
        )
        if revision is None:
            return graphs_pb2.LayoutGraphResponse(graph=await self._load_current(request.graph_id))
        return graphs_pb2.LayoutGraphResponse(revision=_revision_to_proto(revision), graph=await self._load(revision))

    async def UndoGraph(self, request: graphs_pb2.UndoGraphRequest, context: Context) -> graphs_pb2.UndoGraphResponse:
        revision = await self._editor.revert(request.graph_id, RevisionKind.UNDO, request.revision, request.request_id)
        return graphs_pb2.UndoGraphResponse(revision=_revision_to_proto(revision), graph=await self._load(revision))

    async def RedoGraph(self, request: graphs_pb2.RedoGraphRequest, context: Context) -> graphs_pb2.RedoGraphResponse:
        revision = await self._editor.revert(request.graph_id, RevisionKind.REDO, request.revision, request.request_id)
        return graphs_pb2.RedoGraphResponse(revision=_revision_to_proto(revision), graph=await self._load(revision))

    async def WatchGraph(
        self, request: graphs_pb2.WatchGraphRequest, context: Context
    ) -> AsyncIterator[graphs_pb2.WatchGraphResponse]:
        async with aclosing(self._watch.watch(request.graph_id, request.after_revision)) as revisions:
            async for stored in revisions:
                yield graphs_pb2.WatchGraphResponse(
                    revision=_revision_to_proto(stored.revision), content=stored.content
                )

    async def _load_current(self, graph_id: str) -> graphs_pb2.Graph:
        return await self._to_proto(await self._editor.load(graph_id))

    async def _load(self, revision: GraphRevision) -> graphs_pb2.Graph:
        return await self._to_proto(await self._editor.load(revision.graph_id, revision.revision))

    async def _to_proto(self, graph: StoredGraph) -> graphs_pb2.Graph:
        (message,) = await self._to_protos([graph])
        return message

    async def _to_protos(self, graphs: Sequence[StoredGraph]) -> list[graphs_pb2.Graph]:
        histories = await self._editor.load_histories([graph.graph_id for graph in graphs])
        return [_to_proto(graph, histories[graph.graph_id]) for graph in graphs]


def _to_proto(graph: StoredGraph, history: History) -> graphs_pb2.Graph:
    message = to_proto(graph, graphs_pb2.Graph)
    message.can_undo, message.can_redo = bool(history.undo), bool(history.redo)
    return message


def _revision_to_proto(revision: GraphRevision) -> graphs_pb2.GraphRevision:
    return to_proto(revision, graphs_pb2.GraphRevision)
