"""The protocol's own client with scripted runs: the loop of docs/ag-ui.md, a failure, a reload, a conflict."""

import asyncio
import json
import re
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from reflow.v1 import events_pb2

from scripts.npm_packages import NODE
from services.common.telemetry import Telemetry
from tests.fixtures.gateway.ag_ui_conversation import ROOT, Conversation, conversation
from tests.fixtures.gateway.ag_ui_endpoint import NOTE, THREAD, Endpoint, open_endpoint
from tests.fixtures.gateway.ag_ui_events import question_asked, run_ended
from tests.fixtures.gateway.interrupt_orchestrator import InterruptScript

pytestmark = pytest.mark.usefixtures("npm_packages")

FAILED = run_ended(events_pb2.RUN_STATUS_FAILED, code="EXECUTION_TIMEOUT", message="超时了")
# The note fails after its question is answered.
FAILING = [*NOTE[: NOTE.index(question_asked()) + 1], FAILED]
PROMPT, OTHER_PROMPT = "写一篇春游攻略", "写一篇露营笔记"
LOOP_SECONDS = 60.0


@pytest.fixture
async def endpoint(telemetry: Telemetry, short_folder: Path) -> AsyncIterator[Endpoint]:
    async with (
        httpx.AsyncClient(timeout=60, trust_env=False) as http,
        open_endpoint(InterruptScript(events=NOTE), telemetry, short_folder, http) as endpoint,
    ):
        yield endpoint


def url(endpoint: Endpoint) -> str:
    return f"{str(endpoint.http.base_url).rstrip('/')}/ag-ui?workflow=note"


async def converse(endpoint: Endpoint, *requests: dict[str, Any]) -> list[Any]:
    """Return the runs of *requests* in one new client that has only the thread."""

    def talk() -> list[Any]:
        with conversation(url(endpoint), THREAD, "zh") as conversing:
            return [send(conversing, request) for request in requests]

    return await asyncio.to_thread(talk)


def send(conversing: Conversation, request: dict[str, Any]) -> Any:
    return conversing.send(**request)


async def run_documented(endpoint: Endpoint, number: int, preamble: str = "") -> str:
    """Run the program *number* of docs/ag-ui.md against *endpoint* and return its output."""
    program = re.findall(r"```js\n(.*?)```", (ROOT / "docs" / "ag-ui.md").read_text(), re.DOTALL)[number]
    program = re.sub(r"http://localhost:8080/ag-ui(\?workflow=note)?", url(endpoint), preamble + program)
    command = [str(NODE), "--input-type=module", "-e", program]

    def execute() -> str:
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=LOOP_SECONDS, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return await asyncio.to_thread(execute)


async def test_the_documented_loop_ends_with_the_note(endpoint: Endpoint) -> None:
    assert "\nsucceeded {" in await run_documented(endpoint, 0)
    assert len(endpoint.script.answers) == 1


async def test_the_documented_loop_ends_when_the_run_fails_after_an_answer(endpoint: Endpoint) -> None:
    endpoint.script.events = FAILING
    assert "\nfailed {" in await run_documented(endpoint, 0)
    assert len(endpoint.script.answers) == 1


async def test_the_documented_reload_shows_the_open_question(endpoint: Endpoint) -> None:
    await converse(endpoint, {"text": PROMPT})
    preamble = f'import {{ HttpAgent }} from "@ag-ui/client";\nconst threadId = {json.dumps(THREAD)};\n'
    output = await run_documented(endpoint, 1, preamble)
    assert PROMPT in output and "paused" in output and "这样写可以吗？" in output


async def test_a_failed_run_reports_its_error_and_the_thread_takes_the_next_prompt(endpoint: Endpoint) -> None:
    endpoint.script.events = FAILING
    (first,) = await converse(endpoint, {"text": PROMPT})
    cancelled = {"interruptId": first.interrupts[0]["id"], "status": "cancelled"}
    answer = cancelled | {"status": "resolved", "payload": {"decision": "approve"}}
    _, failed, following = await converse(
        endpoint, {}, {"resume": [answer]}, {"text": OTHER_PROMPT, "resume": [cancelled]}
    )
    last = failed.report["events"][-1]
    assert (last["type"], last["code"], last["message"]) == ("RUN_ERROR", "EXECUTION_TIMEOUT", "超时了")
    assert (failed.state["status"], failed.state["question"]) == ("failed", None)
    assert following.report["failure"] is None and following.types[-1] == "RUN_FINISHED"
    assert [request.note.text for request in endpoint.script.started] == [PROMPT, OTHER_PROMPT]
    assert endpoint.script.cancelled == []


async def test_after_a_reload_the_thread_alone_restores_messages_state_and_question(endpoint: Endpoint) -> None:
    (before,) = await converse(endpoint, {"text": PROMPT})
    (after,) = await converse(endpoint, {})
    assert after.report["failure"] is None and after.report["warnings"] == []
    assert (after.interrupts, after.state) == (before.interrupts, before.state)
    assert [one["content"] for one in after.messages("user")] == [PROMPT]
    assert after.messages("assistant") == before.messages("assistant")
    assert all(message["name"] for message in after.messages("assistant"))
    assert len(endpoint.script.started) == 1


async def test_the_question_of_a_reloaded_thread_can_be_answered(endpoint: Endpoint) -> None:
    (before,) = await converse(endpoint, {"text": PROMPT})
    answer = {"interruptId": before.interrupts[0]["id"], "status": "resolved", "payload": {"decision": "approve"}}
    _, done = await converse(endpoint, {}, {"resume": [answer]})
    assert (done.state["status"], done.interrupts) == ("succeeded", [])
    assert done.report["result"]["title"] == "春游攻略"


async def test_a_reload_continues_after_answered_questions_to_the_open_one(endpoint: Endpoint) -> None:
    second = question_asked("plans-1", "image_plans")
    at = NOTE.index(question_asked()) + 1
    endpoint.script.events = [*NOTE[:at], second, *NOTE[at:]]
    (before,) = await converse(endpoint, {"text": PROMPT})
    answer = {"interruptId": before.interrupts[0]["id"], "status": "resolved", "payload": {"decision": "approve"}}
    (_, answered) = await converse(endpoint, {}, {"resume": [answer]})
    (after,) = await converse(endpoint, {})
    assert (after.interrupts, after.state) == (answered.interrupts, answered.state)
    assert after.interrupts[0]["metadata"]["reflow"]["kind"] == "image_plans"


async def test_a_finished_thread_is_restored_with_its_result(endpoint: Endpoint) -> None:
    endpoint.script.events = [event for event in NOTE if not event.HasField("question_asked")]
    await converse(endpoint, {"text": PROMPT})
    (after,) = await converse(endpoint, {})
    assert (after.state["status"], after.report["result"]["title"]) == ("succeeded", "春游攻略")


async def test_a_prompt_on_a_waiting_thread_is_rejected_with_the_open_interrupt(endpoint: Endpoint) -> None:
    (before,) = await converse(endpoint, {"text": PROMPT})
    (rejected,) = await converse(endpoint, {"text": OTHER_PROMPT})
    failure = rejected.report["failure"]
    assert (failure["status"], failure["payload"]["error"]["code"]) == (409, "THREAD_WAITING")
    assert failure["payload"]["interrupts"] == before.interrupts


async def test_a_stale_answer_is_rejected_with_the_interrupt_that_is_open_now(endpoint: Endpoint) -> None:
    (before,) = await converse(endpoint, {"text": PROMPT})
    run_id, _, key = before.interrupts[0]["id"].split(":", 2)
    response = await endpoint.answer(f"{run_id}:{'0' * 64}:{key}", {"decision": "approve"})
    assert (response.status_code, response.json()["error"]["code"]) == (409, "ANSWER_STALE")
    assert response.json()["interrupts"] == before.interrupts


async def test_urls_of_images_are_absolute_in_result_state_and_text(endpoint: Endpoint) -> None:
    endpoint.script.events = [event for event in NOTE if not event.HasField("question_asked")]
    (done,) = await converse(endpoint, {"text": PROMPT})
    image = f"{str(endpoint.http.base_url).rstrip('/')}/api/assets/{'a' * 64}"
    assert done.report["result"]["images"][0]["url"] == done.state["images"][0]["url"] == image
    assert f"]({image})" in done.messages("assistant")[-1]["content"]
