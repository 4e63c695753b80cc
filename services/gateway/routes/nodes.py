"""/api/nodes: the types of nodes of graphs."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from reflow.v1 import nodes_pb2
from starlette.responses import Response

from services.gateway.dependencies import Deps
from services.gateway.json_mapper.values import encode_json
from services.gateway.openapi import failures
from services.gateway.requests.etags import matches_etag

MAX_PAGE_SIZE = 500
MAX_FOUND = 50

router = APIRouter(prefix="/api/nodes", tags=["graphs"])


@router.get(
    "", summary="List or search node types", responses={304: {"description": "Unchanged."}, **failures(400, 503)}
)
async def list_nodes(
    request: Request,
    deps: Deps,
    text: Annotated[
        str, Query(alias="q", max_length=2_000, description="What the node does, or its name: best first.")
    ] = "",
    namespace: Annotated[str, Query(max_length=64, description="Only this namespace's, in lists.")] = "",
    page_size: Annotated[int, Query(alias="pageSize", ge=1, le=MAX_PAGE_SIZE)] = 100,
    page_token: Annotated[
        str, Query(alias="pageToken", max_length=256, description="nextPageToken of the last page.")
    ] = "",
) -> Response:
    """Return `{types, nextPageToken, revision, total}`, by name, or with `q` `{matches, byName}`, best first.

    docs/nodes.md describes a type. A list has an ETag, the revision of all types: with If-None-Match it is sent only if
    a type has changed. A match is `{type, similarity}`; `byName` states that only names were looked up.
    """
    if text.strip():
        return await _search(deps, text, min(page_size, MAX_FOUND))
    page = await deps.clients.call(
        deps.clients.nodes.ListNodes,
        nodes_pb2.ListNodesRequest(page_size=page_size, page_token=page_token, namespace=namespace),
    )
    rest = {"nextPageToken": page.next_page_token or None, "revision": page.revision, "total": page.total}
    body = b'{"types":[' + b",".join(map(_to_json, page.types)) + b"]," + encode_json(rest)[1:]
    return _conditional(request, str(page.revision), body)


@router.get("/{node_type:path}", summary="A node type", responses={304: {"description": "Unchanged."}, **failures(404)})
async def get_node(
    request: Request, deps: Deps, node_type: Annotated[str, Path(max_length=200, description="namespace:Name")]
) -> Response:
    """Return the type, with its revision; its ETag is the revision."""
    response = await deps.clients.call(deps.clients.nodes.GetNode, nodes_pb2.GetNodeRequest(type=node_type))
    return _conditional(request, str(response.type.revision), _to_json(response.type))


async def _search(deps: Deps, text: str, limit: int) -> Response:
    found = await deps.clients.call(deps.clients.nodes.FindNodes, nodes_pb2.FindNodesRequest(text=text, limit=limit))
    matches = [
        b'{"similarity":' + encode_json(round(match.similarity, 4)) + b',"type":' + _to_json(match.type) + b"}"
        for match in found.matches
    ]
    rest = {"byName": found.by_name}
    return _respond(b'{"matches":[' + b",".join(matches) + b"]," + encode_json(rest)[1:])


def _to_json(record: nodes_pb2.NodeRecord) -> bytes:
    """Return the JSON form of a type with its revision: its bytes are JSON, which need not be parsed here."""
    return record.definition[:-1] + b',"revision":%d}' % record.revision


def _conditional(request: Request, revision: str, body: bytes) -> Response:
    headers = {"ETag": f'"{revision}"', "Cache-Control": "no-cache"}
    if matches_etag(request.headers.get("if-none-match", ""), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return _respond(body, headers)


def _respond(body: bytes, headers: dict[str, str] | None = None) -> Response:
    return Response(body, headers=headers, media_type="application/json")
