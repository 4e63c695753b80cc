"""Responses of a ComfyUI server as values. Pure; nothing in them is trusted.

Shapes: `PromptQueue` and `handle_execution_error` of https://github.com/Comfy-Org/ComfyUI/blob/master/execution.py
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

MAX_DETAILS = 500
MAX_ENTRIES = 1_000


@dataclass(frozen=True, slots=True)
class Queued:
    """The task waits behind *ahead* others."""

    ahead: int


@dataclass(frozen=True, slots=True)
class Executing:
    """The task is executing."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """An image on the server, as named by GET /view; *kind* is output, temp or input."""

    name: str
    subfolder: str
    kind: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The task is finished, with its image."""

    image: StoredFile


@dataclass(frozen=True, slots=True)
class Failed:
    """The task ended without an image; *details* give the reason, for engineers."""

    details: str


State = Queued | Executing | Finished | Failed


def parse_queue_state(response: object, prompt_id: str) -> Queued | Executing | None:
    """Parse the state of the task from GET /queue: items are [number, prompt id, ...], lowest number first."""
    running, pending = _parse_items(response, "queue_running"), _parse_items(response, "queue_pending")
    if any(item[1] == prompt_id for item in running):
        return Executing()
    ours = next((item for item in pending if item[1] == prompt_id), None)
    if ours is None:
        return None
    return Queued(ahead=len(running) + sum(item[0] < ours[0] for item in pending))


def parse_history_state(response: object, prompt_id: str, result_node: str | None) -> Finished | Failed | None:
    """Parse the outcome of the task from GET /history/{prompt_id}, None if it has not ended."""
    entry = response.get(prompt_id) if isinstance(response, Mapping) else None
    if not isinstance(entry, Mapping):
        return None
    status = _to_mapping(entry.get("status"))
    if status.get("status_str") == "error":
        return Failed(_format_failure(status.get("messages")))
    stored = _choose_image(_to_mapping(entry.get("outputs")), result_node)
    return Failed("the graph generated no image") if stored is None else Finished(stored)


def parse_images(response: object, prompt_id: str) -> list[tuple[str, StoredFile]]:
    """Parse the images of a finished task with their nodes: saved ones; previews of nodes that saved none."""
    outputs = _to_mapping(_to_mapping(_to_mapping(response).get(prompt_id)).get("outputs"))
    found = list[tuple[str, StoredFile]]()
    for node, output in list(outputs.items())[:MAX_ENTRIES]:
        images = list(_parse_images(output))
        saved = [image for image in images if image.kind == "output"]
        found += [(str(node), image) for image in saved or images]
    return found[:MAX_ENTRIES]


def parse_stored_file(response: object) -> StoredFile | None:
    """Parse a file of POST /upload/image or of a node's output: name or filename, subfolder, type."""
    given = _to_mapping(response)
    name = given.get("filename", given.get("name"))
    subfolder, kind = given.get("subfolder", ""), given.get("type", "")
    if isinstance(name, str) and name and isinstance(subfolder, str) and isinstance(kind, str):
        return StoredFile(name, subfolder, kind)
    return None


def format_file_name(file: StoredFile) -> str:
    """Return the name of *file* for LoadImage: "folder/name [type]"."""
    path = f"{file.subfolder}/{file.name}" if file.subfolder else file.name
    return f"{path} [{file.kind}]" if file.kind else path


def format_rejection(response: object) -> str:
    """Return the reason why POST /prompt rejected a graph: {error: {message, details}, node_errors: {id: ...}}."""
    error = _to_mapping(_to_mapping(response).get("error"))
    parts = [f"{error.get('message', 'rejected')}: {error.get('details', '')}"]
    for node_id, node in list(_to_mapping(_to_mapping(response).get("node_errors")).items())[:10]:
        reasons = _to_mapping(node).get("errors")
        for reason in reasons[:10] if isinstance(reasons, list) else ():
            error = _to_mapping(reason)
            parts.append(
                f"{_to_mapping(node).get('class_type')} {node_id}: {error.get('message')}: {error.get('details')}"
            )
    return "; ".join(parts)[:MAX_DETAILS]


def _parse_items(response: object, name: str) -> list[list[Any]]:
    items = _to_mapping(response).get(name)
    if not isinstance(items, list):
        return []
    return [item for item in items if isinstance(item, list) and len(item) >= 2 and isinstance(item[0], int | float)]


def _choose_image(outputs: Mapping[str, Any], result_node: str | None) -> StoredFile | None:
    """Return the result node's first image, else the first saved one, else the first preview."""
    if result_node is not None:
        return next(_parse_images(outputs.get(result_node)), None)
    images = [image for output in list(outputs.values())[:MAX_ENTRIES] for image in _parse_images(output)]
    return next((image for image in images if image.kind == "output"), images[0] if images else None)


def _parse_images(output: object) -> Iterator[StoredFile]:
    images = _to_mapping(output).get("images")
    for image in images[:MAX_ENTRIES] if isinstance(images, list) else ():
        stored = parse_stored_file(image)
        if stored is not None:
            yield stored


def _format_failure(messages: object) -> str:
    """Return the reason of a failed execution without its inputs and traceback, which contain prompts."""
    for message in messages if isinstance(messages, list) else ():
        match message:
            case ["execution_error", dict() as data]:
                error = f"{data.get('node_type')} {data.get('node_id')}: {data.get('exception_type')}: "
                return (error + str(data.get("exception_message", "")).strip())[:MAX_DETAILS]
            case ["execution_interrupted", _]:
                return "it was interrupted on the server"
    return "the server gives no reason"


def _to_mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
