"""What a ComfyUI server answers, as values. Pure; whatever it says is checked, not trusted.

Shapes: `PromptQueue` and `handle_execution_error` of https://github.com/Comfy-Org/ComfyUI/blob/master/execution.py
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

MOST_DETAILS = 500
MOST_ENTRIES = 1_000


@dataclass(frozen=True, slots=True)
class Queued:
    """The work waits; *ahead* others come first."""

    ahead: int


@dataclass(frozen=True, slots=True)
class Running:
    """The work is being done."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A picture on the server, as GET /view wants it named; *kind* is output, temp or input."""

    name: str
    subfolder: str
    kind: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The work is done, and this is its picture."""

    picture: StoredFile


@dataclass(frozen=True, slots=True)
class Broken:
    """The work ended without a picture; *details* say why, for engineers."""

    details: str


State = Queued | Running | Finished | Broken


def queue_state(answer: object, prompt_id: str) -> Queued | Running | None:
    """Return where the work is in what GET /queue answered: items are [number, prompt id, ...], least number first."""
    running, pending = _items(answer, "queue_running"), _items(answer, "queue_pending")
    if any(item[1] == prompt_id for item in running):
        return Running()
    ours = next((item for item in pending if item[1] == prompt_id), None)
    if ours is None:
        return None
    return Queued(ahead=len(running) + sum(item[0] < ours[0] for item in pending))


def history_state(answer: object, prompt_id: str, picture_node: str | None) -> Finished | Broken | None:
    """Return how the work ended by what GET /history/{prompt_id} answered, None where it has not."""
    entry = answer.get(prompt_id) if isinstance(answer, Mapping) else None
    if not isinstance(entry, Mapping):
        return None
    status = _mapping(entry.get("status"))
    if status.get("status_str") == "error":
        return Broken(_why(status.get("messages")))
    stored = _picture(_mapping(entry.get("outputs")), picture_node)
    return Broken("the graph made no picture") if stored is None else Finished(stored)


def stored_file(answer: object) -> StoredFile | None:
    """Return a file by what POST /upload/image or a node's output says of it: name or filename, subfolder, type."""
    given = _mapping(answer)
    name = given.get("filename", given.get("name"))
    subfolder, kind = given.get("subfolder", ""), given.get("type", "")
    if isinstance(name, str) and name and isinstance(subfolder, str) and isinstance(kind, str):
        return StoredFile(name, subfolder, kind)
    return None


def annotated(file: StoredFile) -> str:
    """Return *file* as LoadImage wants it named: "folder/name [type]"."""
    path = f"{file.subfolder}/{file.name}" if file.subfolder else file.name
    return f"{path} [{file.kind}]" if file.kind else path


def refusal(answer: object) -> str:
    """Return, for engineers, why POST /prompt refused a graph: {error: {message, details}, node_errors: {id: ...}}."""
    error = _mapping(_mapping(answer).get("error"))
    parts = [f"{error.get('message', 'refused')}: {error.get('details', '')}"]
    for node_id, node in list(_mapping(_mapping(answer).get("node_errors")).items())[:10]:
        reasons = _mapping(node).get("errors")
        for reason in reasons[:10] if isinstance(reasons, list) else ():
            said = _mapping(reason)
            parts.append(f"{_mapping(node).get('class_type')} {node_id}: {said.get('message')}: {said.get('details')}")
    return "; ".join(parts)[:MOST_DETAILS]


def _items(answer: object, name: str) -> list[list[Any]]:
    items = _mapping(answer).get(name)
    if not isinstance(items, list):
        return []
    return [item for item in items if isinstance(item, list) and len(item) >= 2 and isinstance(item[0], int | float)]


def _picture(outputs: Mapping[str, Any], picture_node: str | None) -> StoredFile | None:
    """Return the marked node's first picture, else the first saved one, else the first shown one."""
    if picture_node is not None:
        return next(_pictures(outputs.get(picture_node)), None)
    pictures = [picture for output in list(outputs.values())[:MOST_ENTRIES] for picture in _pictures(output)]
    return next((picture for picture in pictures if picture.kind == "output"), pictures[0] if pictures else None)


def _pictures(output: object) -> Iterator[StoredFile]:
    images = _mapping(output).get("images")
    for image in images[:MOST_ENTRIES] if isinstance(images, list) else ():
        stored = stored_file(image)
        if stored is not None:
            yield stored


def _why(messages: object) -> str:
    """Return what a failed execution says of itself; never its inputs or traceback, which show people's words."""
    for message in messages if isinstance(messages, list) else ():
        match message:
            case ["execution_error", dict() as data]:
                said = f"{data.get('node_type')} {data.get('node_id')}: {data.get('exception_type')}: "
                return (said + str(data.get("exception_message", "")).strip())[:MOST_DETAILS]
            case ["execution_interrupted", _]:
                return "it was interrupted on the server"
    return "the server says only that it failed"


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
