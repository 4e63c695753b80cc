"""A rejected request leaves no stored image, whatever the reason, and removes no image of another run."""

import itertools
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.fixtures.services.sample_images import base64_of, encoded
from tests.fixtures.systems.system import System

TIMES = 3
BROKEN = "data:image/png;base64," + base64_of(b"\x89PNG\r\n\x1a\n no image")
_colors = itertools.count(1)


def new_image() -> str:
    """Return an image that nothing has stored yet, as a data URL."""
    color = next(_colors)
    return "data:image/png;base64," + base64_of(encoded(Image.new("RGB", (64, 64), (1, color // 256, color % 256))))


def blobs(system: System) -> set[Path]:
    return {path for path in (system.data / "blobs").rglob("*") if path.is_file()}


def note(*references: str) -> dict[str, Any]:
    return {"message": "写一篇春游攻略", "referenceImages": list(references)}


def ag_ui(thread_id: str, run_id: str, *attachments: str) -> dict[str, Any]:
    """Return the input of an AG-UI run: an image chat with an image and, if two are given, its mask."""
    content: list[dict[str, Any]] = [{"type": "text", "text": "a cat"}]
    for attachment in attachments:
        source = {"type": "data", "value": attachment.partition(",")[2], "mimeType": "image/png"}
        content.append({"type": "image", "source": source})
    messages = [{"id": "1", "role": "user", "content": content}]
    return {"threadId": thread_id, "runId": run_id, "messages": messages, "tools": [], "context": [], "state": {}}


def invalid(system: System) -> tuple[str, dict[str, Any], dict[str, str]]:
    return "/api/agent/stream", note(new_image(), BROKEN, new_image()), {}


def key_in_use(system: System) -> tuple[str, dict[str, Any], dict[str, str]]:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    system.chat({"text": "hello"}, key)
    return "/api/agent/stream", note(new_image(), new_image()), key


def run_id_in_use(system: System) -> tuple[str, dict[str, Any], dict[str, str]]:
    thread_id, run_id = str(uuid.uuid4()), str(uuid.uuid4())
    system.http.post(
        "/ag-ui", json=ag_ui(thread_id, run_id) | {"messages": [{"id": "1", "role": "user", "content": "hello"}]}
    )
    return "/ag-ui", ag_ui(thread_id, run_id, new_image()), {}


def mask_of_an_unknown_image(system: System) -> tuple[str, dict[str, Any], dict[str, str]]:
    mask = {"imageUrl": f"/api/assets/{'0' * 64}", "base64": new_image()}
    return "/api/agent/chat", {"text": "a cat", "maskData": mask}, {}


Rejected = Callable[[System], tuple[str, dict[str, Any], dict[str, str]]]
KINDS: Mapping[Rejected, tuple[int, str]] = {
    invalid: (400, "INVALID_INPUT_FORMAT"),
    key_in_use: (422, "IDEMPOTENCY_KEY_REUSED"),
    run_id_in_use: (422, "IDEMPOTENCY_KEY_REUSED"),
    mask_of_an_unknown_image: (400, "MASK_DATA_INVALID"),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_rejected_request_leaves_the_blob_store_as_it_was(system: System, kind: Rejected) -> None:
    path, body, headers = kind(system)
    before = blobs(system)
    for _ in range(TIMES):
        response = system.http.post(path, json=body, headers=headers)
        assert (response.status_code, response.json()["error"]["code"]) == KINDS[kind]
    assert blobs(system) == before


def test_an_image_that_another_request_has_stored_stays(system: System) -> None:
    image = new_image()
    asset = system.http.post("/api/assets", json={"base64": image}).json()["assetId"]
    before = blobs(system)
    assert system.http.post("/api/agent/stream", json=note(image, BROKEN)).is_client_error
    assert blobs(system) == before and system.http.get(f"/api/assets/{asset}").is_success
