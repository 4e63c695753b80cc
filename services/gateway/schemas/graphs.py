"""Bodies of the graph assistant."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from services.common.contract.graphs.graph import GraphAssistantInput
from services.common.contract.input_validation import validate_text
from services.common.limits import Limits
from services.gateway.json_mapper.values import encode_json
from services.gateway.rejections import reject_field
from services.gateway.schemas.base import MAX_SEED, Body, SessionId, compute_digest, parse_body

MAX_REVISION = 2**53 - 1

MAX_GRAPH_ID_LENGTH = 64

GraphId = Annotated[str, StringConstraints(min_length=1, max_length=MAX_GRAPH_ID_LENGTH)]
NodeIds = Annotated[list[Annotated[str, StringConstraints(max_length=128)]], Field(max_length=1_000)]
Format = Literal["reflow", "comfyui", "comfyui-api", "vueflow"]


class GraphChatBody(Body):
    """A request to change a graph: a stored one (graphId), or one that comes along and is stored (graph)."""

    text: str = Field(description="What the graph should become: at most 1,000 characters.")
    graph_id: GraphId | None = Field(None, description="A stored graph.")
    revision: int | None = Field(
        None, ge=1, le=MAX_REVISION, description="The revision that the user sees; left out, the current one."
    )
    graph: dict[str, Any] | None = Field(None, description="A graph to store, in place of graphId.")
    format: Format | None = Field(None, description="The form of graph; left out, it is detected.")
    selected_node_ids: NodeIds | None = Field(None, description="The nodes that are selected on the canvas.")
    session_id: SessionId | None = Field(None, description="Left out, a new session is opened.")
    seed: int | None = Field(None, ge=0, le=MAX_SEED)
    fresh: bool | None = Field(None, description="Bypass the cache of model answers.")


@dataclass(frozen=True, slots=True)
class GraphChatRequest:
    """A validated request. `content` is the JSON of a graph to store, empty for a stored one; `digest` of the body."""

    input: GraphAssistantInput
    content: bytes
    format: str
    session_id: str
    digest: str


class GraphRunBody(Body):
    """A request to execute a stored graph."""

    revision: int | None = Field(None, ge=1, le=MAX_REVISION, description="Left out, the current one.")
    server: str | None = Field(
        None,
        min_length=1,
        max_length=64,
        description='The image engine of kind "comfyui" that executes the whole graph; "comfyui" for the only one. '
        "Left out, the nodes are executed here.",
    )
    session_id: SessionId | None = Field(None, description="Left out, a new session is opened.")


@dataclass(frozen=True, slots=True)
class GraphRunRequest:
    """A validated request to execute a graph; `digest` of the body."""

    revision: int
    server: str
    session_id: str
    digest: str


def parse_graph_run(body: bytes, _: Limits) -> GraphRunRequest:
    """Return the request in *body*. Raises INVALID_INPUT_FORMAT that names the field and what is expected."""
    run = parse_body(GraphRunBody, body)
    return GraphRunRequest(run.revision or 0, run.server or "", run.session_id or "", compute_digest(run))


def parse_graph_chat(body: bytes, limits: Limits) -> GraphChatRequest:
    """Return the request in *body*. Raises INVALID_INPUT_FORMAT that names the field and what is expected."""
    chat = parse_body(GraphChatBody, body)
    if (chat.graph is None) == (chat.graph_id is None):
        raise reject_field("graphId", "请给出 graphId 或 graph，只能给一个。", "Give either graphId or graph.")
    return GraphChatRequest(
        input=GraphAssistantInput(
            text=validate_text(chat.text, limits.text_length, "text"),
            graph_id=chat.graph_id or "",
            revision=chat.revision or 0,
            selected_node_ids=tuple(chat.selected_node_ids or ()),
            seed=chat.seed,
            fresh=chat.fresh or False,
        ),
        content=b"" if chat.graph is None else encode_json(chat.graph),
        format=chat.format or "",
        session_id=chat.session_id or "",
        digest=compute_digest(chat),
    )
