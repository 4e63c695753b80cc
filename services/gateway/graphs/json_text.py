"""JSON texts of graphs and revisions: the graph and its patches are inserted unparsed."""

from typing import Any

from reflow.v1 import graphs_pb2

from services.common.contract.proto_values.enums import enum_name
from services.gateway.json_mapper.values import Json, encode_json

UPDATE = "UPDATE_WORKFLOW_STATE_FROM_AGENT"


def graph_to_json(graph: graphs_pb2.Graph) -> bytes:
    """Return *graph* with its content."""
    return splice(describe_graph(graph), graph=graph.content)


def describe_graph(graph: graphs_pb2.Graph) -> Json:
    """Return *graph* without its content, as a list contains it."""
    return {
        "graphId": graph.graph_id,
        "title": graph.title,
        "revision": graph.revision,
        "createdAt": graph.created_at.ToMilliseconds(),
        "updatedAt": graph.updated_at.ToMilliseconds(),
        "canUndo": graph.can_undo,
        "canRedo": graph.can_redo,
    }


def revision_to_json(revision: graphs_pb2.GraphRevision) -> bytes:
    """Return *revision* with its patch and the inverse of that."""
    return splice(describe_revision(revision), patch=revision.operations, inverse=revision.inverse)


def describe_revision(revision: graphs_pb2.GraphRevision) -> Json:
    """Return *revision* without its patch."""
    return {
        "graphId": revision.graph_id,
        "revision": revision.revision,
        "kind": enum_name(graphs_pb2.RevisionKind.DESCRIPTOR, revision.kind),
        "runId": revision.run_id or None,
        "summary": revision.summary,
        "target": revision.target or None,
        "rebasedFrom": revision.rebased_from or None,
        "createdNodeIds": list(revision.created_node_ids),
        "timestamp": revision.time.ToMilliseconds(),
    }


def change_to_json(revision: graphs_pb2.GraphRevision, graph: graphs_pb2.Graph) -> bytes:
    """Return the response to a change: the graph, and the revision with its patch."""
    return splice(describe_graph(graph), graph=graph.content, change=revision_to_json(revision))


def update_payload(pushed: graphs_pb2.WatchGraphResponse) -> bytes:
    """Return the payload of an UPDATE message: the revision, the whole graph, the patch and its inverse."""
    revision = pushed.revision
    return splice(
        describe_revision(revision), graph=pushed.content, patch=revision.operations, inverse=revision.inverse
    )


def splice(fields: Json, **texts: bytes) -> bytes:
    """Return the JSON object of *fields* with further members whose values are JSON texts."""
    members = [b'"%s":%s' % (name.encode(), text or b"null") for name, text in texts.items()]
    plain = encode_json(fields)[1:-1]
    return b"{" + b",".join([*members, plain] if plain else members) + b"}"


def join_list(texts: list[bytes], name: str, **fields: Any) -> bytes:
    """Return the JSON object of *fields* with the list of JSON *texts* under *name*."""
    return splice(fields, **{name: b"[" + b",".join(texts) + b"]"})
