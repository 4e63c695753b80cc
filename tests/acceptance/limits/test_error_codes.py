"""Every code of the catalog, provoked from outside, as users and programs receive it.

Codes of models, of the knowledge store and of broken engines are raised by role services that follow the prompt;
all others come from the default system. Tested elsewhere: the gateway ends a broken stream with
SSE_CONNECTION_ERROR (tests/integration/gateway/test_streams.py), and every code passes through gRPC unchanged
(tests/integration/rpc/test_interceptor.py).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
import httpx
import pytest
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage
from grpc_status import rpc_status
from reflow.v1 import knowledge_pb2, knowledge_pb2_grpc, notes_pb2, notes_pb2_grpc, prompts_pb2, prompts_pb2_grpc

from services.cli.session.announcement import find_running
from services.common.errors import CATALOG, Code
from tests.fixtures.gateway.note_client import CONFIRM, STREAM, Thread
from tests.fixtures.runs.roles.prompted_roles import SECRET
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.prompted_system import PromptedSystem, gateway
from tests.fixtures.systems.system import Endpoint, System, read_events

LANGUAGES = ("zh", "en")
NOT_A_IMAGE = "bm90IGEgcGljdHVyZQ=="
CHINESE = re.compile("[\u4e00-\u9fff]")
SMALL = {"width": 64, "height": 64}
ADVICE = {"zh": "请在 {seconds} 秒后再试。", "en": "Try again in {seconds} s."}


@dataclass(frozen=True)
class Reported:
    """A reported error: the JSON object, and the headers where it was an HTTP response."""

    error: Mapping[str, Any]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


Provoke = Callable[[pytest.FixtureRequest, str], Reported]


def answer(method: str, path: str, **sent: Any) -> Provoke:
    """Return a function that provokes an error response of the default system."""

    def provoke(request: pytest.FixtureRequest, language: str) -> Reported:
        system: System = request.getfixturevalue("system")
        return rejected(system.http.request(method, path, headers={"Accept-Language": language}, **sent))

    return provoke


def prompt(text: str, fixture: str = "prompted", **more: Any) -> Provoke:
    """Return a function that provokes an `error` event of a run that fails."""

    def provoke(request: pytest.FixtureRequest, language: str) -> Reported:
        endpoint: Endpoint = request.getfixturevalue(fixture)
        events = endpoint.chat({"text": text, **SMALL, **more}, {"Accept-Language": language})
        (error,) = [event for event in events if event.type == "error"]
        assert events[-1].type == "stream_end" and events[-1].data["status"] == "failed"
        assert {**events[-1].data["error"], "timestamp": 0} == {**error.data, "timestamp": 0}
        return Reported(error.data)

    return provoke


def warning(text: str, fixture: str = "prompted") -> Provoke:
    """Return a function that provokes a warning in the log of a run that continues."""

    def provoke(request: pytest.FixtureRequest, language: str) -> Reported:
        endpoint: Endpoint = request.getfixturevalue(fixture)
        events = endpoint.chat({"text": text, **SMALL}, {"Accept-Language": language})
        (shown,) = [event.data for event in events if event.data.get("level") == "warning"]
        assert events[-1].data["status"] == "succeeded"
        return Reported(shown["error"])

    return provoke


def full_queue(request: pytest.FixtureRequest, language: str) -> Reported:
    prompted: PromptedSystem = request.getfixturevalue("prompted")
    body, headers = {"text": "executor=waiting,hang"}, {"Accept-Language": language}
    with ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(prompted.started(body))
        return rejected(prompted.http.post("/api/agent/chat", json=body, headers=headers))


def unasked(request: pytest.FixtureRequest, language: str) -> Reported:
    system: System = request.getfixturevalue("system")
    path = f"{system.chat({'text': 'a cat', **SMALL})[0].data['runUrl']}/answer"
    return rejected(system.http.post(path, json={"decision": "approve"}, headers={"Accept-Language": language}))


def reused_key(request: pytest.FixtureRequest, language: str) -> Reported:
    system: System = request.getfixturevalue("system")
    headers = {"Accept-Language": language, "Idempotency-Key": f"reused-{language}"}
    system.chat({"text": "a cat", **SMALL}, headers)
    return rejected(system.http.post("/api/agent/chat", json={"text": "a dog", **SMALL}, headers=headers))


@contextmanager
def waiting_note(system: System, language: str) -> Iterator[Thread]:
    """Yield a note that waits for the approval of its text, and cancel it at the end."""
    thread = Thread(system.http, language)
    thread.request_note("写一篇杭州春游攻略", seed=7)
    try:
        yield thread
    finally:
        thread.cancel()


def answered_twice(request: pytest.FixtureRequest, language: str) -> Reported:
    with waiting_note(request.getfixturevalue("system"), language) as thread:
        same = thread.answer_body("approve", key=thread.transcript.question["key"])
        thread.answer("approve")
        return rejected(thread.http.post(CONFIRM, json=same, headers={"Accept-Language": language}))


def answered_late(request: pytest.FixtureRequest, language: str) -> Reported:
    with waiting_note(request.getfixturevalue("system"), language) as thread:
        stale = thread.answer_body("approve") | {"digest": "0" * 64}
        return rejected(thread.http.post(CONFIRM, json=stale, headers={"Accept-Language": language}))


def requested_meanwhile(request: pytest.FixtureRequest, language: str) -> Reported:
    with waiting_note(request.getfixturevalue("system"), language) as thread:
        other = {"message": "写一篇露营笔记", "threadId": thread.id}
        return rejected(thread.http.post(STREAM, json=other, headers={"Accept-Language": language}))


async def expired_session(prompted: PromptedSystem, language: str) -> Reported:
    prompted.http.post("/api/sessions", json={"sessionId": f"old-{language}"})
    path, headers = f"/api/sessions/old-{language}", {"Accept-Language": language}
    await eventually(lambda: prompted.http.get(path).status_code != 200, timeout=60, pause=0.2)
    body = {"text": "a", "sessionId": f"old-{language}"}
    return rejected(prompted.http.post("/api/agent/chat", json=body, headers=headers))


def no_orchestrator(request: pytest.FixtureRequest, language: str) -> Reported:
    lonely: httpx.Client = request.getfixturevalue("lonely")
    return rejected(lonely.post("/api/agent/chat", json={"text": "a cat"}, headers={"Accept-Language": language}))


def rejected(response: httpx.Response) -> Reported:
    """Return the error of *response*, which may also contain the pending question."""
    assert set(response.json()) - {"pending", "interrupts"} == {"error"}, response.text
    return Reported(response.json()["error"], response.status_code, response.headers)


def graph_changes(*requests: tuple[str, str, str, Any]) -> Provoke:
    """Return a function that sends *requests* about a new graph: method, path below the graph, If-Match, and JSON."""

    def provoke(request: pytest.FixtureRequest, language: str) -> Reported:
        system: System = request.getfixturevalue("system")
        graph = system.http.post("/api/graphs", json={"nodes": {"n1": {"type": "core:TextToImage"}}, "edges": {}})
        assert graph.status_code == 201, graph.text
        for method, path, seen, content in requests:
            headers = {"Accept-Language": language, "Content-Type": "application/json-patch+json", "If-Match": seen}
            url = f"/api/graphs/{graph.json()['graphId']}{path}"
            response = system.http.request(method, url, json=content, headers=headers)
        return Reported(response.json()["error"], response.status_code, response.headers)

    return provoke


def executed_graph(request: pytest.FixtureRequest, language: str) -> Reported:
    """Execute a graph without an output."""
    system: System = request.getfixturevalue("system")
    graph = system.http.post("/api/graphs", json={"nodes": {"n1": {"type": "core:TextToImage"}}, "edges": {}})
    url, headers = f"/api/graphs/{graph.json()['graphId']}/run", {"Accept-Language": language}
    with system.http.stream("POST", url, json={}, headers=headers) as response:
        (error,) = [event for event in read_events(response.iter_lines()) if event.type == "error"]
    return Reported(error.data)


def rename(title: str) -> tuple[str, str, str, Any]:
    """Return a request to rename the node of a new graph."""
    return "PATCH", "", '"1"', [{"op": "add", "path": "/nodes/n1/title", "value": title}]


# By code. SESSION_EXPIRED takes longer, and an unknown library entry has no HTTP endpoint: both are tested below.
PROVOKED: Mapping[Code, Provoke] = {
    Code.LLM_API_ERROR: prompt("planner=LLM_API_ERROR"),
    Code.LLM_RATE_LIMIT: prompt("executor=LLM_RATE_LIMIT"),
    Code.LLM_TIMEOUT: prompt("planner=LLM_TIMEOUT"),
    Code.LLM_REFUSED: prompt("executor=LLM_REFUSED"),
    Code.CONTENT_REFUSED: prompt("planner=CONTENT_REFUSED"),
    Code.OUTCOME_UNKNOWN: prompt("executor=OUTCOME_UNKNOWN"),
    Code.IMAGE_UNUSABLE: prompt("executor=IMAGE_UNUSABLE"),
    Code.BUDGET_EXCEEDED: prompt("executor=BUDGET_EXCEEDED"),
    Code.INVALID_INPUT_EMPTY: answer("POST", "/api/agent/chat", json={}),
    Code.INVALID_INPUT_FORMAT: answer("POST", "/api/agent/chat", json={"text": "a" * 1_001}),
    Code.MASK_DATA_MISSING: prompt("局部重绘", "system"),
    Code.MASK_DATA_INVALID: answer(
        "POST", "/api/agent/chat", json={"text": "a", "maskData": {"base64": NOT_A_IMAGE, "imageUrl": "/x"}}
    ),
    Code.INTENT_UNKNOWN: warning("😀", "system"),
    Code.EXECUTION_FAILED: prompt("executor=EXECUTION_FAILED"),
    Code.EXECUTION_TIMEOUT: prompt("executor=EXECUTION_TIMEOUT"),
    Code.VECTOR_DB_ERROR: warning("rag=VECTOR_DB_ERROR"),
    Code.VECTOR_DB_TIMEOUT: warning("rag=VECTOR_DB_TIMEOUT"),
    Code.WORKFLOW_ERROR: prompt("executor=thoughts:200:1000"),
    Code.SSE_CONNECTION_ERROR: no_orchestrator,
    Code.SESSION_UNKNOWN: answer("POST", "/api/agent/chat", json={"text": "a", "sessionId": "nobody"}),
    Code.RUN_UNKNOWN: answer("GET", "/api/runs/00000000-0000-0000-0000-000000000000"),
    Code.NODE_TYPE_UNKNOWN: answer("GET", "/api/nodes/core:Missing"),
    Code.ASSET_UNKNOWN: answer("GET", f"/api/assets/{'0' * 64}"),
    Code.MODEL_UNKNOWN: prompt("a cat", "system", preferredModel="nope"),
    Code.QUESTION_UNKNOWN: unasked,
    Code.ANSWER_CONFLICT: answered_twice,
    Code.ANSWER_STALE: answered_late,
    Code.THREAD_WAITING: requested_meanwhile,
    Code.CREATIVE_UNKNOWN: answer("GET", "/api/creatives/00000000-0000-0000-0000-000000000000"),
    Code.QUEUE_FULL: full_queue,
    Code.STORAGE_FULL: prompt("executor=STORAGE_FULL"),
    Code.IDEMPOTENCY_KEY_REUSED: reused_key,
    Code.WEBHOOK_UNKNOWN: answer("POST", "/api/webhooks/none/test"),
    Code.DELIVERY_UNKNOWN: answer("POST", "/api/webhooks/deliveries/none/retry"),
    Code.SCHEDULE_UNKNOWN: answer("GET", "/api/schedules/none"),
    Code.GRAPH_UNKNOWN: answer("GET", "/api/graphs/00000000-0000-0000-0000-000000000000"),
    Code.GRAPH_INVALID: answer("POST", "/api/graphs", json={"nodes": 1}),
    Code.GRAPH_CONFLICT: graph_changes(rename("one"), rename("another")),
    Code.PATCH_REJECTED: graph_changes(("PATCH", "", '"1"', [{"op": "remove", "path": "/nodes/missing"}])),
    Code.GRAPH_NOT_EXECUTABLE: executed_graph,
    Code.NOTHING_TO_UNDO: graph_changes(("POST", "/undo", '"1"', None)),
    Code.UNKNOWN_ERROR: prompt("executor=break"),
}
# A tool that fails leaves a gap in the evidence; it is only in the log and in the statistics (cli/test_processes.py).
STATISTICS_ALONE = {Code.TOOL_FAILED}
OVER_GRPC = {Code.STYLE_UNKNOWN, Code.NOTE_UNKNOWN, Code.PROMPT_UNKNOWN, Code.TEMPLATE_UNKNOWN}
BY_THEMSELVES = {Code.SESSION_EXPIRED, *OVER_GRPC, *STATISTICS_ALONE, Code.PERMISSION_DENIED}


@pytest.fixture(scope="module")
def lonely(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A gateway whose services are all unavailable."""
    folder = tmp_path_factory.mktemp("lonely")
    away = {f"REFLOW_{service}_ADDRESS": "unix:/nowhere" for service in ("ORCHESTRATOR", "EXECUTOR", "RAG")}
    with gateway(folder, away) as url, httpx.Client(base_url=url) as client:
        yield client


def test_every_code_of_the_catalog_is_provoked_in_this_file() -> None:
    assert set(PROVOKED) | BY_THEMSELVES == set(CATALOG)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", PROVOKED)
def test_an_error_is_reported_in_full_in_the_requested_language_and_without_internals(
    code: Code, language: str, request: pytest.FixtureRequest
) -> None:
    check(PROVOKED[code](request, language), code, language)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_expired_session_is_reported_in_full_in_the_requested_language(
    prompted: PromptedSystem, language: str
) -> None:
    check(await expired_session(prompted, language), Code.SESSION_EXPIRED, language)


def remove_style(channel: grpc.Channel, metadata: tuple[tuple[str, str]]) -> None:
    request = knowledge_pb2.RemoveStyleRequest(key="nothing")
    knowledge_pb2_grpc.KnowledgeServiceStub(channel).RemoveStyle(request, metadata=metadata, timeout=60)


def remove_note(channel: grpc.Channel, metadata: tuple[tuple[str, str]]) -> None:
    request = notes_pb2.RemoveNoteRequest(key="nothing")
    notes_pb2_grpc.NoteServiceStub(channel).RemoveNote(request, metadata=metadata, timeout=60)


def get_prompt(channel: grpc.Channel, metadata: tuple[tuple[str, str]]) -> None:
    request = prompts_pb2.GetPromptRequest(name="nothing")
    prompts_pb2_grpc.PromptServiceStub(channel).GetPrompt(request, metadata=metadata, timeout=60)


def remove_template(channel: grpc.Channel, metadata: tuple[tuple[str, str]]) -> None:
    request = prompts_pb2.RemoveTemplateRequest(key="nothing", locale="zh")
    prompts_pb2_grpc.PromptServiceStub(channel).RemoveTemplate(request, metadata=metadata, timeout=60)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("call", "code"),
    [
        (remove_style, Code.STYLE_UNKNOWN),
        (remove_note, Code.NOTE_UNKNOWN),
        (get_prompt, Code.PROMPT_UNKNOWN),
        (remove_template, Code.TEMPLATE_UNKNOWN),
    ],
)
def test_an_unknown_library_entry_is_reported_over_grpc_in_full_in_the_requested_language(
    system: System, call: Callable[[grpc.Channel, tuple[tuple[str, str]]], None], code: Code, language: str
) -> None:
    addresses = find_running(system.data)
    assert addresses is not None
    with grpc.insecure_channel(addresses.rag) as channel, pytest.raises(grpc.RpcError) as caught:
        call(channel, (("accept-language", language),))
    rejection = caught.value
    assert isinstance(rejection, grpc.Call) and rejection.code() is grpc.StatusCode.NOT_FOUND
    status = rpc_status.from_call(rejection)
    info, localized = detail(status, ErrorInfo()), detail(status, LocalizedMessage())
    assert (info.reason, info.domain) == (code, "reflow")
    assert re.fullmatch("[0-9a-f]{32}", info.metadata["trace_id"])
    assert (localized.locale, bool(CHINESE.search(localized.message))) == (language, language == "zh")


def check(reported: Reported, code: Code, language: str) -> None:
    """Assert that *reported* has all fields of *code* in the catalog, and exposes no internals."""
    error, kind = reported.error, CATALOG[code]
    text = (error["code"], error["category"], error["level"], error["recoverable"], error["retryable"])
    assert text == (code, kind.category, kind.level, kind.recoverable, kind.retryable)
    assert error["maxRetries"] == kind.max_retries
    # The catalog describes a stream that is resumed at once; here the service itself is unavailable.
    assert error["retryAfter"] == (2.0 if code is Code.SSE_CONNECTION_ERROR else kind.retry_after)
    if error["retryAfter"] is not None:
        assert error["message"].endswith(ADVICE[language].format(seconds=f"{error['retryAfter']:g}"))
    assert error["message"] and bool(CHINESE.search(error["message"])) == (language == "zh")
    assert re.fullmatch("(?!0+$)[0-9a-f]{32}", error["metadata"]["traceId"])
    assert not {"stack", "details"} & set(error) and SECRET not in str(error) and "Traceback" not in str(error)
    if reported.status != httpx.codes.OK:
        assert reported.status == kind.http_status
        assert ("Retry-After" in reported.headers) == (kind.retryable and kind.retry_after is not None)
        assert reported.headers["X-Trace-Id"] == error["metadata"]["traceId"]


def detail(status: Any, kind: Any) -> Any:
    """Return the detail of *kind* in a google.rpc.Status."""
    assert isinstance(kind, Message)
    next(packed for packed in status.details if packed.Is(kind.DESCRIPTOR)).Unpack(kind)
    return kind
