"""The input of a run as a client of AG-UI sends it. Pure, so that a large one can be read in a process of its own."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ag_ui.core import ImagePart, ResumeEntry, RunAgentInput, TextPart, UrlSource, UserMessage
from ag_ui.core.types import DataSource
from pydantic import ConfigDict, Field, ValidationError

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.gateway import spelling
from services.gateway.ag_ui import wording
from services.gateway.bodies import LARGEST_SEED, LONGEST_NAME, Body, parse_body
from services.gateway.intake import decoded, trimmed
from services.gateway.refusing import field_refused, malformed
from services.gateway.spelling import Json

Workflow = Literal["image_chat", "note"]

LONGEST_ID = 256
MOST_PICTURES = 9
# The metadata of an image part that says what it is for; without it, it is a picture.
PURPOSE, MASK = "purpose", "mask"
CHAT_PROPS = ("size", "width", "height", "seed", "preferredModel", "fresh")


class Props(Body):
    """What forwardedProps can say here; the channel is the application's, so anything else in it is let be."""

    model_config = ConfigDict(extra="ignore")

    workflow: Workflow | None = None
    background: bool | None = None
    auto_confirm: bool | None = None
    layout_preference: str | None = Field(None, max_length=1_000)
    picture_count: int | None = Field(None, ge=0, le=MOST_PICTURES)
    preferred_model: str | None = Field(None, max_length=LONGEST_NAME)
    seed: int | None = Field(None, ge=0, le=LARGEST_SEED)
    fresh: bool | None = None


@dataclass(frozen=True, slots=True)
class Attached:
    """A picture of the last message: a URL, or its bytes. *field* is where it stands in the input."""

    field: str
    url: str = ""
    picture: bytes = b""
    is_mask: bool = False


@dataclass(frozen=True, slots=True)
class Answering:
    """An answer to an interrupt; *abandoned* without one."""

    field: str
    interrupt_id: str
    abandoned: bool
    payload: Any


@dataclass(frozen=True, slots=True)
class Asked:
    """What a client asks: a wish, or answers to interrupts.

    *speaks*: the conversation ends with words of the user. *known*: the ids of what the client has already.
    *unused*: how many attachments are of no use here.
    """

    thread_id: str
    run_id: str
    text: str
    attached: tuple[Attached, ...]
    unused: int
    speaks: bool
    props: Props
    chat_props: Json
    answers: tuple[Answering, ...]
    known: frozenset[str]

    @property
    def request_id(self) -> str:
        """The name under which the run is started once."""
        return _name("run", self.thread_id, self.run_id)

    def answer_id(self, answer: Answering) -> str:
        """Return the name under which *answer* is given once, whichever run of the client's carries it."""
        return _name("answer", self.thread_id, answer.interrupt_id, spelling.dump(answer.payload).decode())


def read_asked(body: bytes, limits: Limits) -> Asked:
    """Return what *body*, a RunAgentInput, asks. Raises INVALID_INPUT_FORMAT, naming the field and what would do."""
    try:
        given = RunAgentInput.model_validate_json(body)
    except ValidationError as error:
        raise _malformed(error) from None
    _check_id(given.thread_id, "threadId", LONGEST_NAME)
    _check_id(given.run_id, "runId", LONGEST_ID)
    place, message = _last_user(given)
    parts = [] if message is None or isinstance(message.content, str) else message.content
    attached = [
        _attached(part, f"messages[{place}].content[{number}]", limits)
        for number, part in enumerate(parts)
        if isinstance(part, ImagePart) and isinstance(part.source, (UrlSource, DataSource))
    ]
    return Asked(
        thread_id=given.thread_id,
        run_id=given.run_id,
        text=trimmed(_text(message), limits.text_length, "messages"),
        attached=tuple(attached),
        unused=sum(not isinstance(part, TextPart) for part in parts) - len(attached),
        speaks=bool(given.messages) and given.messages[-1] is message,
        props=_props(given.forwarded_props),
        chat_props=_chat_props(given.forwarded_props),
        answers=tuple(_answering(entry, number) for number, entry in enumerate(given.resume or ())),
        known=_known(given),
    )


def _malformed(error: ValidationError) -> ReflowError:
    problem = error.errors(include_url=False, include_context=True)[0]
    if not problem["loc"] and problem["type"] != "json_invalid":
        return field_refused(
            "body",
            "请求体应为 AG-UI 的 RunAgentInput：至少要有 threadId、runId 和 messages。",
            "The body must be a RunAgentInput of AG-UI: threadId, runId and messages at least.",
        )
    return malformed(problem, ())


def _check_id(written: str, field: str, most: int) -> None:
    if not written or len(written) > most:
        raise field_refused(field, f"{field} 应为 1 到 {most} 个字符。", f"{field} must have 1 to {most} characters.")


def _last_user(given: RunAgentInput) -> tuple[int, UserMessage | None]:
    for place in range(len(given.messages) - 1, -1, -1):
        message = given.messages[place]
        if isinstance(message, UserMessage):
            return place, message
    return -1, None


def _text(message: UserMessage | None) -> str:
    if message is None:
        return ""
    if isinstance(message.content, str):
        return message.content
    return "\n".join(part.text for part in message.content if isinstance(part, TextPart))


def _attached(part: ImagePart, field: str, limits: Limits) -> Attached:
    is_mask = isinstance(part.metadata, dict) and part.metadata.get(PURPOSE) == MASK
    if isinstance(part.source, UrlSource):
        return Attached(field, url=part.source.value, is_mask=is_mask)
    return Attached(field, picture=decoded(part.source.value, limits, field), is_mask=is_mask)


def _props(given: Any) -> Props:
    try:
        return parse_body(Props, spelling.dump(given if isinstance(given, dict) else {}))
    except ReflowError as error:
        error.field = f"forwardedProps.{error.field}" if error.field else "forwardedProps"
        raise


def _chat_props(given: Any) -> Json:
    return {name: given[name] for name in CHAT_PROPS if name in given} if isinstance(given, dict) else {}


def _answering(entry: ResumeEntry, number: int) -> Answering:
    return Answering(f"resume[{number}]", entry.interrupt_id, entry.status == "cancelled", entry.payload)


def _known(given: RunAgentInput) -> frozenset[str]:
    calls = (call.id for message in given.messages for call in getattr(message, "tool_calls", None) or ())
    return frozenset([*(message.id for message in given.messages), *calls])


def _name(*parts: str) -> str:
    """Return a name for *parts*, whatever they hold, that fits where names are kept."""
    return f"ag-ui-{hashlib.sha256(spelling.dump(parts)).hexdigest()}"


def chosen_workflow(named: Workflow | None, props: Props) -> Workflow:
    """Return the workflow that the address or the props name. Raises INVALID_INPUT_FORMAT where they differ."""
    if named and props.workflow and named != props.workflow:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, wording.TWO_WORKFLOWS, field="workflow")
    return props.workflow or named or "image_chat"


def pictures(attached: Sequence[Attached], most: int) -> list[Attached]:
    """Return the first *most* of the pictures among *attached*."""
    return [picture for picture in attached if not picture.is_mask][:most]
