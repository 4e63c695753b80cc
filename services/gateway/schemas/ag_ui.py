"""The RunAgentInput of AG-UI clients. Pure, so that a large one can be parsed in a worker process."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from ag_ui.core import ImagePart, ResumeEntry, RunAgentInput, TextPart, UrlSource, UserMessage
from ag_ui.core.types import DataSource
from pydantic import ConfigDict, Field, ValidationError

from services.common.contract.agent_team.team import MAX_ATTACHMENTS as MAX_TEAM_FILES
from services.common.contract.input_validation import validate_text
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.gateway.dialects.ag_ui import texts
from services.gateway.json_mapper.values import Json, encode_json
from services.gateway.rejections import reject_field, validation_rejection
from services.gateway.schemas.answers import is_small
from services.gateway.schemas.base import MAX_NAME_LENGTH, MAX_SEED, MAX_SIDE, Body, validate_body
from services.gateway.schemas.graphs import MAX_GRAPH_ID_LENGTH, MAX_REVISION, Format, GraphId, NodeIds
from services.gateway.schemas.notes import MAX_IMAGES, MAX_PREFERENCE_LENGTH
from services.gateway.schemas.team import TeamAttachment, TeamFileBody, TemplateId, parse_attachments
from services.gateway.uploads import ImageUpload, decode_image, validate_mask

Workflow = Literal["image_chat", "note", "graph", "team"]
WORKFLOWS = get_args(Workflow)

MAX_ID_LENGTH = 256
MAX_MESSAGES = 10_000
# Each entry of `resume` may cost a query of its run; normally there is one.
MAX_RESPONSES = 20
# More than any run can use.
MAX_ATTACHMENTS = 32
# All values of the props of an image chat, as JSON.
MAX_CHAT_PROPS_LENGTH = 4_096
# The metadata of an image part that marks it as a mask.
PURPOSE, MASK = "purpose", "mask"
CHAT_PROPS = ("size", "width", "height", "seed", "preferredModel", "fresh")


class ForwardedProps(Body):
    """The known forwardedProps. Clients may add members of their own, which are ignored."""

    model_config = ConfigDict(extra="ignore")

    workflow: Workflow | None = None
    language: Literal["zh", "en"] | None = None
    background: bool | None = None
    auto_confirm: bool | None = None
    layout_preference: str | None = Field(None, max_length=MAX_PREFERENCE_LENGTH)
    content_type: str | None = Field(None, max_length=MAX_NAME_LENGTH)
    max_iterations: int | None = Field(None, ge=0, le=MAX_SIDE)
    image_count: int | None = Field(None, alias="pictureCount", ge=0, le=MAX_IMAGES)
    preferred_model: str | None = Field(None, max_length=MAX_NAME_LENGTH)
    seed: int | None = Field(None, ge=0, le=MAX_SEED)
    fresh: bool | None = None
    graph_id: GraphId | None = None
    revision: int | None = Field(None, ge=1, le=MAX_REVISION)
    graph: dict[str, Any] | None = None
    format: Format | None = None
    selected_node_ids: NodeIds | None = None
    template: TemplateId | None = None
    files: list[TeamFileBody] | None = Field(None, max_length=MAX_TEAM_FILES)
    archive: str | None = None


@dataclass(frozen=True, slots=True)
class Attachment:
    """An image of the last user message. *field* is its path in the input."""

    field: str
    image: ImageUpload
    is_mask: bool = False


@dataclass(frozen=True, slots=True)
class InterruptResponse:
    """The client's response to an interrupt: a payload, or *cancelled*."""

    field: str
    interrupt_id: str
    cancelled: bool
    payload: Any

    def is_same(self, other: "InterruptResponse") -> bool:
        """Return whether *other* states the same, in another entry of the input."""
        return replace(other, field=self.field) == self


@dataclass(frozen=True, slots=True)
class RunInput:
    """A validated RunAgentInput: a prompt, or responses to interrupts.

    *ends_with_user_message*: the conversation ends with a message of the user. *known_ids*: messages and calls that
    the client already has. *state_graph_id*: the graph in the client's state. *unused_count*: attachments that reflow
    cannot use. *team_files*: the files of a task, without those of the message. *digest*: of what a run is started
    with. *is_reload*: the client has no messages, for example because its page was reloaded: it has only the thread id.
    """

    thread_id: str
    run_id: str
    text: str
    attachments: tuple[Attachment, ...]
    unused_count: int
    ends_with_user_message: bool
    props: ForwardedProps
    chat_props: Json
    responses: tuple[InterruptResponse, ...]
    known_ids: frozenset[str]
    state_graph_id: str
    team_files: tuple[TeamAttachment, ...]
    digest: str
    is_reload: bool

    @property
    def request_id(self) -> str:
        """The id under which the run is started once."""
        return _hash_id("run", self.thread_id, self.run_id)

    @property
    def masks(self) -> list[Attachment]:
        """The attachments that are masks."""
        return [attachment for attachment in self.attachments if attachment.is_mask]

    def images(self, max_count: int) -> list[Attachment]:
        """Return the first *max_count* attachments that are not masks."""
        return [attachment for attachment in self.attachments if not attachment.is_mask][:max_count]

    def answer_id(self, response: InterruptResponse) -> str:
        """Return the id under which *response* is given once, whichever run of the client carries it."""
        return _hash_id("answer", self.thread_id, response.interrupt_id, encode_json(response.payload).decode())


def parse_run_input(body: bytes, limits: Limits) -> RunInput:
    """Return the RunAgentInput in *body*. Raises INVALID_INPUT_FORMAT that names the field and what is expected."""
    try:
        agent_input = RunAgentInput.model_validate_json(body)
    except ValidationError as error:
        raise _reject_input(error) from None
    _validate_id(agent_input.thread_id, "threadId", MAX_NAME_LENGTH)
    _validate_id(agent_input.run_id, "runId", MAX_ID_LENGTH)
    _validate_count(agent_input.messages, "messages", MAX_MESSAGES)
    _validate_count(agent_input.resume or (), "resume", MAX_RESPONSES)
    index, message = _last_user_message(agent_input)
    parts = [] if message is None or isinstance(message.content, str) else message.content
    images = [
        (number, part)
        for number, part in enumerate(parts)
        if isinstance(part, ImagePart) and isinstance(part.source, (UrlSource, DataSource))
    ]
    attachments = [
        _attachment(part, f"messages[{index}].content[{number}]", limits) for number, part in images[:MAX_ATTACHMENTS]
    ]
    text = validate_text(_text(message), limits.text_length, "messages")
    props = _add_state_graph(_forwarded_props(agent_input.forwarded_props), agent_input.state)
    chat_props = _chat_props(agent_input.forwarded_props)
    return RunInput(
        thread_id=agent_input.thread_id,
        run_id=agent_input.run_id,
        text=text,
        attachments=tuple(attachments),
        unused_count=sum(not isinstance(part, TextPart) for part in parts) - len(attachments),
        ends_with_user_message=bool(agent_input.messages) and agent_input.messages[-1] is message,
        props=props,
        chat_props=chat_props,
        responses=_responses(agent_input.resume or ()),
        known_ids=_known_ids(agent_input),
        state_graph_id=_find_graph_id(agent_input.state),
        team_files=_team_files(props, limits),
        digest=_compute_digest(text, attachments, props, chat_props),
        is_reload=not agent_input.messages and not agent_input.resume,
    )


def choose_workflow(requested: Workflow | None, props: ForwardedProps) -> Workflow:
    """Return the workflow of the query or of the props. Raises INVALID_INPUT_FORMAT where they differ."""
    if requested and props.workflow and requested != props.workflow:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, texts.TWO_WORKFLOWS, field="workflow")
    return props.workflow or requested or "image_chat"


def _reject_input(error: ValidationError) -> ReflowError:
    problem = error.errors(include_url=False, include_context=True)[0]
    if not problem["loc"] and problem["type"] != "json_invalid":
        return reject_field(
            "body",
            "请求体应为 AG-UI 的 RunAgentInput：至少要有 threadId、runId 和 messages。",
            "The body must be a RunAgentInput of AG-UI: threadId, runId and messages at least.",
        )
    return validation_rejection(problem, ())


def _validate_id(value: str, field: str, max_length: int) -> None:
    if not value or len(value) > max_length:
        raise reject_field(
            field, f"{field} 应为 1 到 {max_length} 个字符。", f"{field} must have 1 to {max_length} characters."
        )


def _last_user_message(agent_input: RunAgentInput) -> tuple[int, UserMessage | None]:
    for index in range(len(agent_input.messages) - 1, -1, -1):
        message = agent_input.messages[index]
        if isinstance(message, UserMessage):
            return index, message
    return -1, None


def _text(message: UserMessage | None) -> str:
    if message is None:
        return ""
    if isinstance(message.content, str):
        return message.content
    return "\n".join(part.text for part in message.content if isinstance(part, TextPart))


def _attachment(part: ImagePart, field: str, limits: Limits) -> Attachment:
    is_mask = isinstance(part.metadata, dict) and part.metadata.get(PURPOSE) == MASK
    if isinstance(part.source, UrlSource):
        return Attachment(field, ImageUpload(url=part.source.value), is_mask)
    data = decode_image(part.source.value, limits, field)
    return Attachment(field, ImageUpload(data=validate_mask(data, limits, field) if is_mask else data), is_mask)


def _forwarded_props(props: Any) -> ForwardedProps:
    try:
        return validate_body(ForwardedProps, props if isinstance(props, dict) else {})
    except ReflowError as error:
        error.field = f"forwardedProps.{error.field}" if error.field else "forwardedProps"
        raise


def _team_files(props: ForwardedProps, limits: Limits) -> tuple[TeamAttachment, ...]:
    try:
        return parse_attachments(None, props.files, props.archive, limits)
    except ReflowError as error:
        error.field = f"forwardedProps.{error.field}"
        raise


def _chat_props(props: Any) -> Json:
    known = {name: props[name] for name in CHAT_PROPS if name in props} if isinstance(props, dict) else {}
    if len(encode_json(known)) > MAX_CHAT_PROPS_LENGTH:
        raise reject_field("forwardedProps", "forwardedProps 太大。", "forwardedProps is too large.")
    return known


def _responses(entries: Sequence[ResumeEntry]) -> tuple[InterruptResponse, ...]:
    """Return the responses of *entries*, each once."""
    responses = list[InterruptResponse]()
    for number, entry in enumerate(entries):
        field = f"resume[{number}]"
        if not is_small(entry.payload):
            raise reject_field(f"{field}.payload", f"{field}.payload 太大。", f"{field}.payload is too large.")
        response = InterruptResponse(field, entry.interrupt_id, entry.status == "cancelled", entry.payload)
        if not any(response.is_same(other) for other in responses):
            responses.append(response)
    return tuple(responses)


def _validate_count(entries: Sequence[object], field: str, max_count: int) -> None:
    if len(entries) > max_count:
        raise reject_field(
            field,
            f"{field} 最多 {max_count} 项，收到 {len(entries)} 项。",
            f"{field} has too many items: at most {max_count}, got {len(entries)}.",
        )


def _known_ids(agent_input: RunAgentInput) -> frozenset[str]:
    messages = agent_input.messages
    calls = (call.id for message in messages for call in getattr(message, "tool_calls", None) or ())
    return frozenset([*(message.id for message in messages), *calls])


def _find_graph_id(state: Any) -> str:
    """Return the graph of the thread's last run, as the client's state names it; "" for none."""
    graph_id = state.get("graphId") if isinstance(state, dict) else None
    return graph_id if isinstance(graph_id, str) and len(graph_id) <= MAX_GRAPH_ID_LENGTH else ""


def _add_state_graph(props: ForwardedProps, state: Any) -> ForwardedProps:
    """Return *props* with the graph of the client's state, where nothing else names a graph.

    Otherwise a client that shares its graph as state would have an empty graph changed, without any error.
    """
    graph = state.get("graph") if isinstance(state, dict) else None
    if not isinstance(graph, dict) or not graph or props.graph is not None or props.graph_id or _find_graph_id(state):
        return props
    return props.model_copy(update={"graph": graph})


def _compute_digest(text: str, attachments: Sequence[Attachment], props: ForwardedProps, chat_props: Json) -> str:
    images = [(one.image.url, hashlib.sha256(one.image.data).hexdigest(), one.is_mask) for one in attachments]
    stated = [text, images, props.model_dump(exclude_none=True), chat_props]
    return hashlib.sha256(encode_json(stated)).hexdigest()


def _hash_id(*parts: str) -> str:
    """Return an id for *parts* of any content that fits the limits of the contract."""
    return f"ag-ui-{hashlib.sha256(encode_json(parts)).hexdigest()}"
