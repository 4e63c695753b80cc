"""The agent team over HTTP: folders in, files out, and the AG-UI protocol."""

import base64
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from tests.fixtures.gateway.ag_ui_client import apply_patch
from tests.fixtures.systems.system import System, read_events

FONT = Path(__file__).parents[3] / "engines" / "typesetting" / "fonts" / "NotoSansSC-Bold.ttf"
TIMEOUT_SECONDS = 120.0
BROKEN = "def find(key=None):\n    if key == None:\n        return 1\n    return 2\n"


def draw_image(text: str) -> bytes:
    """Return a PNG with *text*."""
    image = Image.new("RGB", (480, 160), "white")
    ImageDraw.Draw(image).text((40, 50), text, font=ImageFont.truetype(str(FONT), 36), fill="black")
    encoded = io.BytesIO()
    image.save(encoded, "PNG")
    return encoded.getvalue()


def pack(files: Mapping[str, bytes]) -> str:
    """Return a zip of *files* in base64."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return base64.b64encode(buffer.getvalue()).decode()


def run_task(up: System, **body: Any) -> dict[str, Any]:
    """Run a task to its end and return the state of the run."""
    with up.http.stream("POST", "/api/agent/team", json=body, timeout=TIMEOUT_SECONDS) as response:
        assert response.status_code == 200, response.read()
        events = list(read_events(response.iter_lines()))
    state: dict[str, Any] = up.http.get(events[-1].data["runUrl"]).json()
    return state


def test_a_folder_is_uploaded_as_a_zip_and_its_result_downloaded(up: System) -> None:
    folder = {"pkg/a.py": BROKEN.encode(), ".git/config": b"\0\1", "pkg/__pycache__/a.pyc": b"\0\1", "readme.md": b"hi"}
    state = run_task(up, text="review the code", template="code-review-and-fix", archive=pack(folder))
    assert state["status"] == "succeeded"
    assert [file["path"] for file in state["userInput"]["attachments"]] == ["pkg/a.py", "readme.md"]
    fixed, difference = state["stages"][1]["generatedFiles"]
    response = up.http.get(fixed["url"])
    assert response.text == BROKEN.replace("==", "is")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.headers["content-disposition"] == "attachment; filename*=UTF-8''a.py"
    archive = zipfile.ZipFile(io.BytesIO(up.http.get(f"/api/runs/{state['runId']}/archive").content))
    assert archive.namelist() == ["pkg/a.py", difference["path"]]
    listed = up.http.get(f"/api/runs/{state['runId']}/files").json()["files"]
    assert {(file["path"], file["stageId"]) for file in listed} >= {("pkg/a.py", None), ("pkg/a.py", "fix")}
    original = next(file for file in listed if file["path"] == "pkg/a.py" and file["stageId"] is None)
    assert up.http.get(original["url"]).text == BROKEN


def test_an_image_of_the_folder_is_named_by_its_path(up: System) -> None:
    folder = {"shots/a.png": draw_image("Save changes"), "shots/b.png": draw_image("Sign out")}
    state = run_task(
        up, text="mark the text", images=["shots/b.png"], archive=pack(folder), template="image-ocr-annotate"
    )
    assert [file["path"] for file in state["userInput"]["attachments"]] == ["shots/b.png", "shots/a.png"]
    texts = [region["text"] for data in state["stages"][0]["structuredData"] for region in data["textRegions"]]
    assert texts == ["Sign out", "Save changes"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"archive": pack({"../a.py": b"x"})}, "archive"),
        ({"archive": pack({"a.bin": bytes(range(256))})}, "archive"),
        ({"archive": pack({f"{number}.py": b"x" for number in range(101)})}, "files"),
        ({"archive": pack({"a.txt": b"x" * 300_000})}, "archive"),
        ({"archive": pack({"a.txt": b"\0" * 40_000_000})[:1_000]}, "archive"),
        ({"archive": "????"}, "archive"),
        ({"files": [{"path": "../a.py", "text": "x"}]}, "files[0].path"),
        ({"files": [{"path": "a.py"}]}, "files[0]"),
        ({"files": [{"path": "a.py", "text": "x"}], "images": ["a.py"]}, "images[0]"),
        ({"files": [{"path": "a.py", "text": "x"}, {"path": "a.py", "text": "y"}]}, "files"),
    ],
)
def test_invalid_files_are_rejected_with_their_field(up: System, body: dict[str, Any], field: str) -> None:
    response = up.http.post("/api/agent/team", json={"text": "review the code"} | body)
    assert response.status_code == 400
    assert response.json()["error"]["metadata"]["field"] == field


def test_a_task_runs_over_the_ag_ui_protocol_with_the_status_of_each_stage(up: System) -> None:
    image = {
        "type": "image",
        "source": {"type": "data", "value": base64.b64encode(draw_image("Save")).decode(), "mimeType": "image/png"},
    }
    body = {
        "threadId": "team-1",
        "runId": "one",
        "messages": [{"id": "1", "role": "user", "content": [{"type": "text", "text": "mark the text"}, image]}],
        "forwardedProps": {"workflow": "team", "template": "image-ocr-annotate"},
        "tools": [], "context": [], "state": {},
    }  # fmt: skip
    with up.http.stream("POST", "/ag-ui", json=body, timeout=TIMEOUT_SECONDS, headers={"Accept-Language": "en"}) as got:
        assert got.status_code == 200, got.read()
        events = [json.loads(line.removeprefix("data: ")) for line in got.iter_lines() if line.startswith("data: ")]
    kinds = [event["type"] for event in events]
    assert kinds[0] == "RUN_STARTED"
    assert kinds[-1] == "RUN_FINISHED"
    assert {"STEP_STARTED", "STEP_FINISHED", "TEXT_MESSAGE_CONTENT", "TOOL_CALL_START", "TOOL_CALL_RESULT"} <= {*kinds}
    state, statuses = {}, list[str]()
    for event in events:
        if event["type"] == "STATE_SNAPSHOT":
            state = event["snapshot"]
        if event["type"] == "STATE_DELTA":
            state = apply_patch(state, event["delta"])
            statuses.append(state["stages"].get("read", {}).get("status", ""))
    assert [*dict.fromkeys(statuses)] == ["", "pending", "running", "done"]
    assert {stage["status"] for stage in state["stages"].values()} == {"done"}
    assert state["plan"]["template"] == "image-ocr-annotate"
    (drawn,) = events[-1]["result"]["stages"][1]["generatedFiles"]
    assert up.http.get(drawn["url"]).headers["content-type"] == "image/png"
