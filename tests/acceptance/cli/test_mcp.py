"""`reflow mcp` and POST /mcp with the official client: real processes, both transports."""

import asyncio
import base64
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, ImageContent
from PIL import Image, ImageDraw, ImageFont

from tests.fixtures.systems.command_line import CommandLine, command_environment
from tests.fixtures.systems.system import System

FONT = Path(__file__).parents[3] / "engines" / "typesetting" / "fonts" / "NotoSansSC-Bold.ttf"
ENDED = ("succeeded", "failed", "cancelled")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The user's folder with a screenshot of one text, and a file outside of the folder."""
    root = tmp_path / "mine"
    root.mkdir()
    image = Image.new("RGB", (480, 160), "white")
    font = ImageFont.truetype(str(FONT), 36)
    ImageDraw.Draw(image).text((40, 50), "Save changes", font=font, fill="black")
    image.save(root / "shot.png")
    image.save(tmp_path / "outside.png")
    (root / "link.png").symlink_to(tmp_path / "outside.png")
    return root


@asynccontextmanager
async def stdio(data: Path, *arguments: str) -> AsyncIterator[Client]:
    """Yield a client of `reflow mcp` in a separate process."""
    command = ["-m", "services.cli", "mcp", "--data", str(data), *arguments]
    parameters = StdioServerParameters(command=sys.executable, args=command, env=command_environment())
    async with Client(stdio_client(parameters)) as client:
        yield client


@asynccontextmanager
async def http(system: System) -> AsyncIterator[Client]:
    """Yield a client of the gateway."""
    async with Client(streamable_http_client(f"{system.http.base_url}/mcp")) as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the result of a tool that succeeds."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    value: dict[str, Any] = result.structured_content
    assert json.loads(_text(result)) == value  # the same for clients that read no structured content
    return value


async def call_error(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the error object of a tool that fails."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    error: dict[str, Any] = result.structured_content["error"]
    return error


async def watch(client: Client, run_id: str) -> tuple[dict[str, Any], list[int]]:
    """Watch a run to its end or to a question; return its last state and the sequences of all its entries."""
    after, sequences = 0, list[int]()
    while True:
        state = await call(client, "watch_run", runId=run_id, after=after, waitSeconds=20)
        sequences += [event["sequence"] for event in state["events"]]
        after = state["lastSequence"]
        if state["status"] in (*ENDED, "paused"):
            return state, sequences


def read_size(content: bytes) -> tuple[int, int]:
    """Return the size of an image."""
    with Image.open(BytesIO(content)) as image:
        return image.size


def _text(result: CallToolResult) -> str:
    (content,) = result.content
    assert content.type == "text"
    return content.text


async def test_an_assistant_runs_a_task_on_stdin_and_stdout(up: System, data: Path, folder: Path) -> None:
    async with stdio(data, "--folder", str(folder), "--lang", "en") as client:
        reported = list[str]()

        async def report(progress: float, total: float | None, message: str | None) -> None:
            reported.append(message or "")

        started = await call(client, "start_team_task", text="mark the text in the image", images=["shot.png"])
        first = await client.call_tool(
            "watch_run", {"runId": started["runId"], "waitSeconds": 20}, progress_callback=report
        )
        assert reported and not first.is_error
        state, sequences = await watch(client, started["runId"])
        assert state["status"] == "succeeded"
        assert sequences == sorted(set(sequences))  # each once
        (region,) = state["stages"][0]["structuredData"][0]["textRegions"]
        assert region["text"] == "Save changes"
        (drawn,) = state["stages"][1]["generatedFiles"]
        preview = await client.call_tool("read_file", {"runId": started["runId"], "path": drawn["path"]})
        assert isinstance(preview.content[0], ImageContent)
        assert read_size(base64.b64decode(preview.content[0].data)) == (480, 160)
        saved = await call(client, "save_files", runId=started["runId"])
        assert read_size((Path(saved["folder"]) / drawn["path"]).read_bytes()) == (480, 160)
        assert Path(saved["folder"]).parent == folder
        again = await call_error(client, "save_files", runId=started["runId"])
        assert again["message"] == f"The files are saved in {saved['folder']} already."


@pytest.mark.parametrize("path", ["../outside.png", "link.png", "/etc/passwd", "missing.png", "."])
async def test_files_outside_of_the_folder_are_not_read(up: System, data: Path, folder: Path, path: str) -> None:
    async with stdio(data, "--folder", str(folder), "--lang", "en") as client:
        error = await call_error(client, "start_team_task", text="read the text", images=[path])
    assert error["code"] == "INVALID_INPUT_FORMAT"
    assert error["metadata"]["field"] == "images[0]"


async def test_without_a_folder_no_file_of_this_machine_is_read_or_written(up: System, data: Path) -> None:
    async with stdio(data) as client:
        assert "save_files" not in {tool.name for tool in (await client.list_tools()).tools}
        error = await call_error(client, "start_team_task", text="read the text", images=["/etc/passwd"])
    assert error["metadata"]["field"] == "images[0]"


async def test_an_assistant_answers_the_questions_of_a_note_over_http(up: System) -> None:
    async with http(up) as client:
        started = await call(client, "start_note", message="写一篇春游攻略", pictureCount=1, seed=1)
        for _ in range(4):
            state, _sequences = await watch(client, started["runId"])
            if state["status"] != "paused":
                break
            question = state["pending"]
            stale = await call_error(client, "answer_run", runId=started["runId"], decision="approve", digest="0" * 64)
            assert stale["code"] == "ANSWER_STALE"
            answered = {"key": question["key"], "digest": question["digest"], "decision": "approve"}
            await call(client, "answer_run", runId=started["runId"], **answered)
    assert state["status"] == "succeeded"


async def test_agents_and_templates_are_listed_in_the_language_of_the_client(up: System) -> None:
    async with (
        httpx2_client({"Accept-Language": "en"}) as english,
        Client(streamable_http_client(f"{up.http.base_url}/mcp", http_client=english)) as client,
    ):
        agents = {agent["id"]: agent for agent in (await call(client, "list_agents"))["agents"]}
        templates = {one["id"]: one for one in (await call(client, "list_templates"))["templates"]}
    assert agents["vision-annotator"]["tools"] == ["image_annotate"]
    assert agents["coder"]["name"] == "Coder"
    assert [stage["id"] for stage in templates["code-review-and-fix"]["stages"]] == ["review", "fix", "verify"]


async def test_errors_are_those_of_the_gateway(up: System) -> None:
    async with http(up) as client:
        unknown = await call_error(client, "watch_run", runId="nothing")
        misspelt = await call_error(client, "start_team_task", text="x", imges=[])
        empty = await call_error(client, "start_image", text=" ")
        tool = await call_error(client, "delete_everything")
        private = await call_error(client, "start_image", text="a cat", imageUrl="http://169.254.169.254/x.png")
    assert unknown["code"] == "RUN_UNKNOWN"
    assert misspelt["message"] == "There is no field imges; did you mean images?"
    assert empty["code"] == "INVALID_INPUT_EMPTY"
    assert tool["metadata"]["field"] == "name"
    assert private["code"] == "INVALID_INPUT_FORMAT"


async def test_a_repeated_start_with_the_same_request_id_starts_one_run(up: System) -> None:
    async with http(up) as client:
        request = {"text": "a cat", "requestId": "mcp-once"}
        first, second = await asyncio.gather(*(call(client, "start_image", **request) for _ in range(2)))
        other = await call_error(client, "start_image", **request | {"text": "a dog"})
        await call(client, "cancel_run", runId=first["runId"])
    assert first == second
    assert other["code"] == "IDEMPOTENCY_KEY_REUSED"


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"Origin": "https://evil.example"}, b"{}", 403),
        ({"Host": "evil.example"}, b"{}", 421),
        ({"Content-Type": "text/plain"}, b"{}", 415),
        ({}, b" " * (5 * 1024 * 1024), 413),
    ],
)
def test_http_requests_are_validated_like_those_of_other_routes(
    up: System, headers: dict[str, str], body: bytes, status: int
) -> None:
    json_headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    response = up.http.post("/mcp", headers=json_headers | headers, content=body)
    assert response.status_code == status
    assert response.json()["error"]["message"]


def test_only_post_is_accepted(up: System) -> None:
    response = up.http.get("/mcp", headers={"Accept": "text/event-stream"})
    assert response.status_code == 405


async def test_a_large_state_is_shortened_and_its_values_are_read_in_slices(up: System) -> None:
    async with http(up) as client:
        finder = "def find_{0}(key=None):\n    if key == None:\n        return 1\n    return 2\n\n\n"
        source = "".join(map(finder.format, range(300)))
        files = [{"path": "a.py", "text": source}]
        started = await call(
            client, "start_team_task", text="review the code", template="code-review-and-fix", files=files
        )
        state, _ = await watch(client, started["runId"])
        assert len(json.dumps(state, ensure_ascii=False)) < 100_000
        pointer = "/stages/0/structuredData/findings"
        assert pointer in state["shortened"]
        whole, offset = "", 0
        while offset is not None:
            part = await call(client, "read_value", runId=started["runId"], pointer=pointer, offset=offset)
            whole, offset = whole + part["text"], part["nextOffset"]
        assert len(json.loads(whole)) == 300
        fixed = await call(client, "read_file", runId=started["runId"], path="a.py")
        assert "key is None" in fixed["text"]


async def test_reflow_mcp_serves_http_on_a_running_system(up: System, data: Path, joined: CommandLine) -> None:
    process = joined.start("mcp", "--http", "--port", "0")
    try:
        assert process.stdout is not None
        url = (await asyncio.to_thread(process.stdout.readline)).strip()
        assert url.endswith("/mcp")
        async with Client(streamable_http_client(url)) as client:
            assert len((await client.list_tools()).tools) == 11
    finally:
        process.terminate()
        await asyncio.to_thread(process.communicate, timeout=60)
    assert process.returncode == 0


def test_a_folder_is_not_opened_over_http(joined: CommandLine, tmp_path: Path) -> None:
    ended = joined.reflow("mcp", "--http", "--folder", str(tmp_path))
    assert (ended.status, len(ended.err)) == (2, 1)


def httpx2_client(headers: dict[str, str]) -> Any:
    """Return the HTTP client of the library with additional headers."""
    import httpx2

    return httpx2.AsyncClient(headers=headers, timeout=httpx.Timeout(60).read)
