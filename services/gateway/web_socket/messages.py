"""Messages of a WebSocket, from and to a client."""

from typing import Literal

from pydantic import Field
from reflow.v1 import graphs_pb2

from services.common.errors import ReflowError
from services.common.text.language import Text
from services.gateway.dialects.chat_sse.dialect import ServerEvent
from services.gateway.graphs.json_text import UPDATE, splice, update_payload
from services.gateway.json_mapper.values import Json, encode_json
from services.gateway.rejections import reject_field
from services.gateway.schemas.base import Body, parse_body

MAX_SEQUENCE = 2**53 - 1


class ClientMessage(Body):
    """A message of a client. A subscription names a graph or a run, and the last revision or event it has received."""

    type: Literal["subscribe", "unsubscribe", "ping"]
    graph_id: str | None = Field(None, min_length=1, max_length=64)
    after_revision: int | None = Field(None, ge=0, le=MAX_SEQUENCE, description="Left out, the current one follows.")
    run_id: str | None = Field(None, min_length=1, max_length=64)
    after_sequence: int | None = Field(None, ge=0, le=MAX_SEQUENCE, description="Left out, all events follow.")

    @property
    def topic(self) -> Json:
        """The graph or the run."""
        return {"graphId": self.graph_id} if self.graph_id else {"runId": self.run_id}


def parse_message(text: str) -> ClientMessage:
    """Return the message in *text*. Raises INVALID_INPUT_FORMAT that names the field and what is expected."""
    try:
        message = parse_body(ClientMessage, text.encode())
    except ReflowError as error:
        if error.field:
            raise
        expected = Text(
            '消息应为 JSON 对象，例如 {"type": "ping"}。', 'A message must be a JSON object, such as {"type": "ping"}.'
        )
        raise ReflowError(error.code, expected, details=error.details) from error
    if message.type != "ping" and (message.graph_id is None) == (message.run_id is None):
        raise reject_field("graphId", "请给出 graphId 或 runId，只能给一个。", "Give either graphId or runId.")
    return message


def plain_message(kind: str, **fields: object) -> str:
    """Return a message of the gateway itself."""
    return encode_json({"type": kind, **fields}).decode()


def update_message(pushed: graphs_pb2.WatchGraphResponse) -> str:
    """Return the message that pushes a changed graph."""
    return splice({"type": UPDATE}, payload=update_payload(pushed)).decode()


def run_message(event: ServerEvent) -> str:
    """Return an event of a run, as its server-sent event has it."""
    return plain_message(
        event.type,
        sequence=event.sequence,
        timestamp=event.timestamp,
        sessionId=event.session_id,
        runId=event.run_id,
        data=event.data,
    )
