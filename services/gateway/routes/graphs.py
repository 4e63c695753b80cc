"""/api/graphs: stored graphs, their changes and revisions; /api/agent/graph: the graph assistant."""

import hashlib
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.sse import format_sse_event
from reflow.v1 import graphs_pb2

from services.common.contract.graphs.graph import MAX_GRAPH_BYTES, MAX_OPERATIONS_BYTES
from services.common.contract.graphs.graph_execution import GraphExecutionInput
from services.common.errors import CATALOG, Code, ReflowError
from services.common.rpc import current_language
from services.common.text.language import Text
from services.gateway import texts
from services.gateway.dependencies import Dependencies, Deps
from services.gateway.dialects.chat_sse.dialect import ChatSse
from services.gateway.errors import http_status
from services.gateway.graphs import json_text
from services.gateway.graphs.graph_watcher import watch_graph
from services.gateway.graphs.preconditions import parse_if_match, parse_revision, require_if_match
from services.gateway.json_mapper.graphs import operation_error_to_json
from services.gateway.json_mapper.values import encode_json
from services.gateway.openapi import describe_body, failures
from services.gateway.rejections import reject_field
from services.gateway.requests.body import (
    JSON,
    IdempotencyKey,
    get_content_type,
    has_body,
    parsed_body,
    read_body,
    reject_media_type,
)
from services.gateway.requests.etags import matches_etag
from services.gateway.responses import JsonResponse, record_error
from services.gateway.runs.queries import build_start_request, start_and_watch_run
from services.gateway.schemas.graphs import (
    MAX_REVISION,
    Format,
    GraphChatBody,
    GraphChatRequest,
    GraphRunBody,
    GraphRunRequest,
    parse_graph_chat,
    parse_graph_run,
)
from services.gateway.sse import KEEP_ALIVE, EventStream, Signal, stream_started, with_keep_alive

JSON_PATCH = "application/json-patch+json"
CREATED = 201
NOT_MODIFIED = 304
MAX_PAGE_SIZE = 100
# Maximum number of operation errors that the message lists.
MAX_REASONS = 3
_EXAMPLE = {"text": "加一个加载模型和采样器并连起来", "graphId": "0f8fad5b-d9cb-469f-a165-70867728950e"}
_PATCH_EXAMPLE = [{"op": "replace", "path": "/nodes/n1/data/steps", "value": 30}]
_PATCH_BODY = {
    "requestBody": {
        "required": True,
        "content": {JSON_PATCH: {"schema": {"type": "array", "items": {"type": "object"}}, "example": _PATCH_EXAMPLE}},
    }
}
_GRAPH_BODY = {
    "requestBody": {"content": {JSON: {"schema": {"type": "object"}, "example": {"nodes": {}, "edges": {}}}}}
}

router = APIRouter(tags=["graphs"])


@router.post(
    "/api/agent/graph",
    summary="Change a graph in plain language",
    response_class=EventStream,
    responses=failures(400, 404, 410, 413, 422, 429, 503),
    openapi_extra=describe_body(GraphChatBody, _EXAMPLE),
)
async def chat(
    deps: Deps,
    key: IdempotencyKey,
    body: Annotated[GraphChatRequest, parsed_body(parse_graph_chat)],
) -> EventStream:
    """Start a run of the graph assistant and stream its events until it ends, or asks a question.

    A question is answered with `POST /api/runs/{runId}/answer`. The changed graph itself arrives by
    `GET /api/graphs/{graphId}/events` or the WebSocket. The header `X-Graph-Id` names the graph. `Idempotency-Key`
    makes repeating the request safe.
    """
    graph_input = body.input
    if body.content:
        create = graphs_pb2.CreateGraphRequest(request_id=key, content=body.content, format=body.format)
        created = await deps.clients.call_graphs(deps.clients.graphs.CreateGraph, create)
        graph_input = replace(graph_input, graph_id=created.graph.graph_id)
    start = build_start_request(graph_input, request_id=key, session_id=body.session_id, digest=body.digest)
    started = await start_and_watch_run(start, deps)
    dialect = ChatSse(started.run_id, started.session_id, current_language.get(), deps.expose_details)
    stream = stream_started(deps, dialect, started)
    stream.headers["X-Graph-Id"] = graph_input.graph_id
    return stream


@router.post(
    "/api/graphs",
    summary="Store a graph",
    status_code=CREATED,
    responses=failures(400, 413, 415, 422),
    openapi_extra=_GRAPH_BODY,
)
async def create(
    request: Request,
    deps: Deps,
    key: IdempotencyKey,
    title: Annotated[str, Query(max_length=200)] = "",
    form: Annotated[Format | None, Query(alias="format", description="Left out, it is detected.")] = None,
) -> Response:
    """Store the graph in the body (an empty one without a body) as revision 1.

    `Idempotency-Key` makes repeating the request safe.
    """
    if has_body(request) and get_content_type(request) != JSON:
        raise reject_media_type(get_content_type(request), JSON)
    content = await read_body(request, deps, max_bytes=MAX_GRAPH_BYTES)
    message = graphs_pb2.CreateGraphRequest(request_id=key, title=title, content=content, format=form or "")
    graph = (await deps.clients.call_graphs(deps.clients.graphs.CreateGraph, message)).graph
    response = _to_response(json_text.graph_to_json(graph), graph.revision, CREATED)
    response.headers["Location"] = f"/api/graphs/{graph.graph_id}"
    return response


@router.get("/api/graphs", summary="List graphs, the last changed first")
async def list_graphs(
    deps: Deps,
    page_size: int = Query(20, alias="pageSize", ge=1, le=MAX_PAGE_SIZE),
    page_token: str = Query("", alias="pageToken", max_length=256, description="nextPageToken of the last page."),
) -> Response:
    """Return `{graphs, nextPageToken}`, without the graphs' content."""
    message = graphs_pb2.ListGraphsRequest(page_size=page_size, page_token=page_token)
    page = await deps.clients.call_graphs(deps.clients.graphs.ListGraphs, message)
    graphs = [encode_json(json_text.describe_graph(graph)) for graph in page.graphs]
    return _to_response(json_text.join_list(graphs, "graphs", nextPageToken=page.next_page_token or None))


@router.get(
    "/api/graphs/{graph_id}",
    summary="A graph",
    responses={304: {"description": "Unchanged."}, **failures(400, 404)},
)
async def get_graph(
    graph_id: str,
    request: Request,
    deps: Deps,
    revision: int = Query(0, ge=0, le=MAX_REVISION, description="0 for the current one."),
    form: Annotated[Format, Query(alias="format")] = "reflow",
) -> Response:
    """Return `{graphId, title, revision, graph, canUndo, canRedo, ...}`; the ETag is the revision.

    With If-None-Match the graph is sent only if it has another revision.
    """
    message = graphs_pb2.GetGraphRequest(graph_id=graph_id, revision=revision, format=form)
    graph = (await deps.clients.call_graphs(deps.clients.graphs.GetGraph, message)).graph
    etag = f'"{graph.revision}"'
    if matches_etag(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=NOT_MODIFIED, headers={"ETag": etag})
    return _to_response(json_text.graph_to_json(graph), graph.revision)


@router.get("/api/graphs/{graph_id}/revisions", summary="The changes of a graph, newest first", responses=failures(404))
async def list_revisions(
    graph_id: str,
    deps: Deps,
    page_size: int = Query(20, alias="pageSize", ge=1, le=MAX_PAGE_SIZE),
    before: int = Query(0, ge=0, le=MAX_REVISION, description="Only revisions before this one; 0 for the newest."),
) -> Response:
    """Return `{revisions}`, each with its patch, the inverse, and the run that created it."""
    message = graphs_pb2.ListGraphRevisionsRequest(graph_id=graph_id, page_size=page_size, before_revision=before)
    page = await deps.clients.call_graphs(deps.clients.graphs.ListGraphRevisions, message)
    revisions = [json_text.revision_to_json(revision) for revision in page.revisions]
    return _to_response(json_text.join_list(revisions, "revisions"))


@router.patch(
    "/api/graphs/{graph_id}",
    summary="Change a graph by JSON Patch",
    responses=failures(400, 404, 409, 413, 415, 422, 428),
    openapi_extra=_PATCH_BODY,
)
async def patch(
    graph_id: str, request: Request, deps: Deps, key: IdempotencyKey, seen: Annotated[int, Depends(require_if_match)]
) -> Response:
    """Apply the operations in the body, all or none, as the next revision.

    `If-Match` names the revision that they are based on. If the graph has changed since, they are rebased unless they
    conflict with these changes, and rejected otherwise (409 GRAPH_CONFLICT). 422 PATCH_REJECTED lists the operations at
    fault in `operationErrors`, next to `error`. If the operations change nothing, the graph is returned unchanged.
    """
    if get_content_type(request) != JSON_PATCH:
        raise reject_media_type(get_content_type(request), JSON_PATCH)
    operations = await read_body(request, deps, max_bytes=MAX_OPERATIONS_BYTES)
    message = graphs_pb2.PatchGraphRequest(request_id=key, graph_id=graph_id, revision=seen, operations=operations)
    changed = await deps.clients.call_graphs(deps.clients.graphs.PatchGraph, message)
    if changed.errors:
        return _reject_patch(changed.errors, deps)
    return _respond_changed(changed)


@router.post(
    "/api/graphs/{graph_id}/run",
    summary="Execute a graph",
    response_class=EventStream,
    responses=failures(400, 404, 413, 422, 429, 503),
    openapi_extra=describe_body(GraphRunBody, {"server": "comfyui"}, required=False),
)
async def run(
    graph_id: str,
    deps: Deps,
    key: IdempotencyKey,
    body: Annotated[GraphRunRequest, parsed_body(parse_graph_run)],
) -> EventStream:
    """Start a run that executes the graph, and stream its events until it ends.

    The first step plans: a graph with nodes that cannot be executed fails with GRAPH_NOT_EXECUTABLE, and `rejected` of
    its `executionPlan` lists them. Then each node is a step. With `server` a ComfyUI server executes the whole graph.
    The results are `graphOutputs`. `Idempotency-Key` makes repeating the request safe.
    """
    run_input = GraphExecutionInput(graph_id, body.revision, body.server)
    digest = hashlib.sha256(f"{graph_id}/{body.digest}".encode()).hexdigest()
    start = build_start_request(run_input, request_id=key, session_id=body.session_id, digest=digest)
    started = await start_and_watch_run(start, deps)
    dialect = ChatSse(started.run_id, started.session_id, current_language.get(), deps.expose_details)
    return stream_started(deps, dialect, started)


@router.post("/api/graphs/{graph_id}/layout", summary="Place the nodes of a graph", responses=failures(404, 409))
async def layout(
    graph_id: str,
    deps: Deps,
    key: IdempotencyKey,
    seen: Annotated[int, Depends(parse_if_match)],
    everything: Annotated[bool, Query(alias="all", description="Every node; otherwise those without a place.")] = False,
) -> Response:
    """Place nodes, layered from left to right, as the next revision; with `If-Match` only at that revision.

    Without `all` a node that has a position does not move. If no node moves, the graph is returned unchanged.
    """
    message = graphs_pb2.LayoutGraphRequest(request_id=key, graph_id=graph_id, revision=seen, all=everything)
    changed = await deps.clients.call_graphs(deps.clients.graphs.LayoutGraph, message)
    return _respond_changed(changed)


@router.post("/api/graphs/{graph_id}/undo", summary="Undo the last change", responses=failures(404, 409))
async def undo(
    graph_id: str, deps: Deps, key: IdempotencyKey, seen: Annotated[int, Depends(parse_if_match)]
) -> Response:
    """Undo the last change that is not undone, as the next revision; with `If-Match` only at that revision."""
    message = graphs_pb2.UndoGraphRequest(request_id=key, graph_id=graph_id, revision=seen)
    changed = await deps.clients.call_graphs(deps.clients.graphs.UndoGraph, message)
    return _to_response(json_text.change_to_json(changed.revision, changed.graph), changed.graph.revision)


@router.post("/api/graphs/{graph_id}/redo", summary="Repeat the last undone change", responses=failures(404, 409))
async def redo(
    graph_id: str, deps: Deps, key: IdempotencyKey, seen: Annotated[int, Depends(parse_if_match)]
) -> Response:
    """Repeat the last change that was undone, as the next revision; with `If-Match` only at that revision."""
    message = graphs_pb2.RedoGraphRequest(request_id=key, graph_id=graph_id, revision=seen)
    changed = await deps.clients.call_graphs(deps.clients.graphs.RedoGraph, message)
    return _to_response(json_text.change_to_json(changed.revision, changed.graph), changed.graph.revision)


@router.get(
    "/api/graphs/{graph_id}/events",
    summary="The changes of a graph as they happen",
    response_class=EventStream,
    responses=failures(400, 404),
)
async def events(
    graph_id: str,
    request: Request,
    deps: Deps,
    last_event_id: str | None = Query(None, alias="lastEventId", description="Instead of the header."),
) -> EventStream:
    """Stream the revisions after `Last-Event-ID` (only the current one without it), and every later one.

    Each is the event UPDATE_WORKFLOW_STATE_FROM_AGENT with the revision as its id: the whole graph, its revision, the
    patch, its inverse, and the run.
    """
    message = graphs_pb2.GetGraphRequest(graph_id=graph_id)
    current = (await deps.clients.call_graphs(deps.clients.graphs.GetGraph, message)).graph.revision
    after = _parse_last_event_id(request.headers.get("last-event-id", last_event_id), current)
    return EventStream(
        _stream_updates(deps, graph_id, after), headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    )


async def _stream_updates(deps: Dependencies, graph_id: str, after: int) -> AsyncGenerator[bytes, None]:
    pushed = watch_graph(deps.clients, graph_id, after, deps.settings.watch_retries)
    try:
        async with aclosing(with_keep_alive(pushed, deps.settings.comment_seconds, deps.stopping)) as items:
            async for item in items:
                match item:
                    case Signal.IDLE:
                        yield KEEP_ALIVE
                    case Signal.STOPPING:
                        yield format_sse_event(comment=texts.STOPPING)
                        return
                    case update:
                        data = json_text.update_payload(update).decode()
                        yield format_sse_event(event=json_text.UPDATE, id=str(update.revision.revision), data_str=data)
    except ReflowError as error:
        yield format_sse_event(event="error", data_str=encode_json(record_error(error, deps)).decode())


def _respond_changed(changed: graphs_pb2.PatchGraphResponse | graphs_pb2.LayoutGraphResponse) -> Response:
    """Return the new revision and its graph, or the graph alone where nothing changed."""
    if not changed.HasField("revision"):
        return _to_response(json_text.graph_to_json(changed.graph), changed.graph.revision)
    return _to_response(json_text.change_to_json(changed.revision, changed.graph), changed.graph.revision)


def _reject_patch(errors: Sequence[graphs_pb2.OperationError], deps: Dependencies) -> Response:
    """Return the response to a patch whose operations are at fault."""
    reasons = " ".join(error.message for error in errors[:MAX_REASONS])
    text = Text(f"{CATALOG[Code.PATCH_REJECTED].text.zh}{reasons}", f"{CATALOG[Code.PATCH_REJECTED].text.en} {reasons}")
    error = ReflowError(Code.PATCH_REJECTED, text, field=f"[{errors[0].index}]")
    body = {"error": record_error(error, deps), "operationErrors": list(map(operation_error_to_json, errors))}
    return JsonResponse(body, http_status(error))


def _parse_last_event_id(header: str | None, current: int) -> int:
    """Return the revision after which the stream starts. Raises INVALID_INPUT_FORMAT for one that does not exist."""
    if header is None:
        return current - 1
    revision = parse_revision(header)
    if revision is None or revision > current:
        raise reject_field(
            "Last-Event-ID",
            f"Last-Event-ID 应为收到的最后一个版本号，现在是第 {current} 版。",
            f"Last-Event-ID must be the last revision that was received; the graph is at revision {current}.",
        )
    return revision


def _to_response(body: bytes, revision: int = 0, status: int = 200) -> Response:
    """Return the JSON text *body*, with the revision as its ETag."""
    headers = {"ETag": f'"{revision}"'} if revision else {}
    return Response(body, status, headers, media_type=JSON)
