"""Every code of the catalogue, provoked from outside and seen as a person or a program sees it.

Codes of models, of the knowledge store and of broken engines are raised by role services that do what the wish says;
all others come from the system as it ships. Beside these: that the gateway ends a broken stream with
SSE_CONNECTION_ERROR stands in tests/integration/gateway/test_streams.py, that every code crosses gRPC whole in
tests/integration/serving/test_interceptor.py.
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

from services.cli.joining import find_running
from services.common.errors import CATALOGUE, Code
from tests.fixtures.eventually import eventually
from tests.fixtures.note_client import CONFIRM, STREAM, Thread
from tests.fixtures.system import Door, System
from tests.fixtures.told_roles import SECRET
from tests.fixtures.told_system import ToldSystem, gateway

LANGUAGES = ("zh", "en")
NOT_A_PICTURE = "bm90IGEgcGljdHVyZQ=="
CHINESE = re.compile("[\u4e00-\u9fff]")
SMALL = {"width": 64, "height": 64}


@dataclass(frozen=True)
class Told:
    """An error as it was told: the object, and the answer's headers where it was an answer."""

    error: Mapping[str, Any]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


Provoke = Callable[[pytest.FixtureRequest, str], Told]


def answer(method: str, path: str, **sent: Any) -> Provoke:
    """Return what provokes an answer that is an error, from the system as it ships."""

    def provoke(request: pytest.FixtureRequest, language: str) -> Told:
        system: System = request.getfixturevalue("system")
        return refused(system.http.request(method, path, headers={"Accept-Language": language}, **sent))

    return provoke


def wish(text: str, fixture: str = "told", **more: Any) -> Provoke:
    """Return what provokes an `error` event of a run that then fails."""

    def provoke(request: pytest.FixtureRequest, language: str) -> Told:
        door: Door = request.getfixturevalue(fixture)
        events = door.chat({"text": text, **SMALL, **more}, {"Accept-Language": language})
        (error,) = [event for event in events if event.type == "error"]
        assert events[-1].type == "stream_end" and events[-1].data["status"] == "failed"
        assert {**events[-1].data["error"], "timestamp": 0} == {**error.data, "timestamp": 0}
        return Told(error.data)

    return provoke


def warning(text: str) -> Provoke:
    """Return what provokes a warning in the log of a run that goes on."""

    def provoke(request: pytest.FixtureRequest, language: str) -> Told:
        told: ToldSystem = request.getfixturevalue("told")
        events = told.chat({"text": text, **SMALL}, {"Accept-Language": language})
        (shown,) = [event.data for event in events if event.data.get("level") == "warning"]
        assert events[-1].data["status"] == "succeeded"
        return Told(shown["error"])

    return provoke


def full_queue(request: pytest.FixtureRequest, language: str) -> Told:
    told: ToldSystem = request.getfixturevalue("told")
    body, headers = {"text": "executor=waiting,hang"}, {"Accept-Language": language}
    with ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(told.started(body))
        return refused(told.http.post("/api/agent/chat", json=body, headers=headers))


def unasked(request: pytest.FixtureRequest, language: str) -> Told:
    system: System = request.getfixturevalue("system")
    path = f"{system.chat({'text': 'a cat', **SMALL})[0].data['runUrl']}/answer"
    return refused(system.http.post(path, json={"decision": "approve"}, headers={"Accept-Language": language}))


@contextmanager
def waiting_note(system: System, language: str) -> Iterator[Thread]:
    """Yield a note that waits for its text to be approved, and stop it at the end."""
    thread = Thread(system.http, language)
    thread.ask("写一篇杭州春游攻略", seed=7)
    try:
        yield thread
    finally:
        thread.cancel()


def answered_twice(request: pytest.FixtureRequest, language: str) -> Told:
    with waiting_note(request.getfixturevalue("system"), language) as thread:
        same = thread.answering("approve", key=thread.told.asked["key"])
        thread.answer("approve")
        return refused(thread.http.post(CONFIRM, json=same, headers={"Accept-Language": language}))


def answered_late(request: pytest.FixtureRequest, language: str) -> Told:
    with waiting_note(request.getfixturevalue("system"), language) as thread:
        stale = thread.answering("approve") | {"digest": "0" * 64}
        return refused(thread.http.post(CONFIRM, json=stale, headers={"Accept-Language": language}))


def asked_meanwhile(request: pytest.FixtureRequest, language: str) -> Told:
    with waiting_note(request.getfixturevalue("system"), language) as thread:
        other = {"message": "写一篇露营笔记", "threadId": thread.id}
        return refused(thread.http.post(STREAM, json=other, headers={"Accept-Language": language}))


async def expired_session(told: ToldSystem, language: str) -> Told:
    told.http.post("/api/sessions", json={"sessionId": f"old-{language}"})
    path, headers = f"/api/sessions/old-{language}", {"Accept-Language": language}
    await eventually(lambda: told.http.get(path).status_code != 200, timeout=30, pause=0.2)
    body = {"text": "a", "sessionId": f"old-{language}"}
    return refused(told.http.post("/api/agent/chat", json=body, headers=headers))


def no_orchestrator(request: pytest.FixtureRequest, language: str) -> Told:
    lonely: httpx.Client = request.getfixturevalue("lonely")
    return refused(lonely.post("/api/agent/chat", json={"text": "a cat"}, headers={"Accept-Language": language}))


def refused(response: httpx.Response) -> Told:
    """Return the error that a request was answered with."""
    assert set(response.json()) == {"error"}, response.text
    return Told(response.json()["error"], response.status_code, response.headers)


# By code. SESSION_EXPIRED takes its time, what the library does not know has no HTTP door: each is tested below.
PROVOKED: Mapping[Code, Provoke] = {
    Code.LLM_API_ERROR: wish("planner=LLM_API_ERROR"),
    Code.LLM_RATE_LIMIT: wish("executor=LLM_RATE_LIMIT"),
    Code.LLM_TIMEOUT: wish("planner=LLM_TIMEOUT"),
    Code.LLM_REFUSED: wish("executor=LLM_REFUSED"),
    Code.CONTENT_REFUSED: wish("planner=CONTENT_REFUSED"),
    Code.OUTCOME_UNKNOWN: wish("executor=OUTCOME_UNKNOWN"),
    Code.BUDGET_EXCEEDED: wish("executor=BUDGET_EXCEEDED"),
    Code.INVALID_INPUT_EMPTY: answer("POST", "/api/agent/chat", json={}),
    Code.INVALID_INPUT_FORMAT: answer("POST", "/api/agent/chat", json={"text": "a" * 1_001}),
    Code.MASK_DATA_MISSING: wish("局部重绘", "system"),
    Code.MASK_DATA_INVALID: answer(
        "POST", "/api/agent/chat", json={"text": "a", "maskData": {"base64": NOT_A_PICTURE, "imageUrl": "/x"}}
    ),
    Code.INTENT_UNKNOWN: wish("😀", "system"),
    Code.EXECUTION_FAILED: wish("executor=EXECUTION_FAILED"),
    Code.EXECUTION_TIMEOUT: wish("executor=EXECUTION_TIMEOUT"),
    Code.VECTOR_DB_ERROR: warning("rag=VECTOR_DB_ERROR"),
    Code.VECTOR_DB_TIMEOUT: warning("rag=VECTOR_DB_TIMEOUT"),
    Code.WORKFLOW_ERROR: wish("executor=thoughts:200:1000"),
    Code.SSE_CONNECTION_ERROR: no_orchestrator,
    Code.SESSION_UNKNOWN: answer("POST", "/api/agent/chat", json={"text": "a", "sessionId": "nobody"}),
    Code.RUN_UNKNOWN: answer("GET", "/api/runs/00000000-0000-0000-0000-000000000000"),
    Code.ASSET_UNKNOWN: answer("GET", f"/api/assets/{'0' * 64}"),
    Code.MODEL_UNKNOWN: wish("a cat", "system", preferredModel="nope"),
    Code.QUESTION_UNKNOWN: unasked,
    Code.ANSWER_CONFLICT: answered_twice,
    Code.ANSWER_STALE: answered_late,
    Code.THREAD_WAITING: asked_meanwhile,
    Code.CREATIVE_UNKNOWN: answer("GET", "/api/creatives/00000000-0000-0000-0000-000000000000"),
    Code.QUEUE_FULL: full_queue,
    Code.UNKNOWN_ERROR: wish("executor=break"),
}
OVER_GRPC = {Code.STYLE_UNKNOWN, Code.NOTE_UNKNOWN, Code.PROMPT_UNKNOWN, Code.TEMPLATE_UNKNOWN}
BY_THEMSELVES = {Code.SESSION_EXPIRED, *OVER_GRPC}


@pytest.fixture(scope="module")
def lonely(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A gateway whose services are all away."""
    folder = tmp_path_factory.mktemp("lonely")
    away = {f"REFLOW_{service}_ADDRESS": "unix:/nowhere" for service in ("ORCHESTRATOR", "EXECUTOR", "RAG")}
    with gateway(folder, away) as url, httpx.Client(base_url=url) as client:
        yield client


def test_every_code_of_the_catalogue_is_provoked_here() -> None:
    assert set(PROVOKED) | BY_THEMSELVES == set(CATALOGUE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", PROVOKED)
def test_an_error_is_told_whole_in_the_language_asked_for_and_nothing_inner_with_it(
    code: Code, language: str, request: pytest.FixtureRequest
) -> None:
    check(PROVOKED[code](request, language), code, language)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_expired_session_is_told_whole_in_the_language_asked_for(told: ToldSystem, language: str) -> None:
    check(await expired_session(told, language), Code.SESSION_EXPIRED, language)


def remove_style(channel: grpc.Channel, metadata: tuple[tuple[str, str]]) -> None:
    request = knowledge_pb2.RemoveStyleRequest(key="nothing")
    knowledge_pb2_grpc.KnowledgeServiceStub(channel).RemoveStyle(request, metadata=metadata, timeout=10)


def remove_note(channel: grpc.Channel, metadata: tuple[tuple[str, str]]) -> None:
    request = notes_pb2.RemoveNoteRequest(key="nothing")
    notes_pb2_grpc.NoteServiceStub(channel).RemoveNote(request, metadata=metadata, timeout=10)


def get_prompt(channel: grpc.Channel, metadata: tuple[tuple[str, str]]) -> None:
    request = prompts_pb2.GetPromptRequest(name="nothing")
    prompts_pb2_grpc.PromptServiceStub(channel).GetPrompt(request, metadata=metadata, timeout=10)


def remove_template(channel: grpc.Channel, metadata: tuple[tuple[str, str]]) -> None:
    request = prompts_pb2.RemoveTemplateRequest(key="nothing", locale="zh")
    prompts_pb2_grpc.PromptServiceStub(channel).RemoveTemplate(request, metadata=metadata, timeout=10)


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
def test_what_the_library_does_not_know_is_told_over_grpc_whole_in_the_language_asked_for(
    system: System, call: Callable[[grpc.Channel, tuple[tuple[str, str]]], None], code: Code, language: str
) -> None:
    addresses = find_running(system.data)
    assert addresses is not None
    with grpc.insecure_channel(addresses.rag) as channel, pytest.raises(grpc.RpcError) as caught:
        call(channel, (("accept-language", language),))
    refusal = caught.value
    assert isinstance(refusal, grpc.Call) and refusal.code() is grpc.StatusCode.NOT_FOUND
    status = rpc_status.from_call(refusal)
    info, localized = detail(status, ErrorInfo()), detail(status, LocalizedMessage())
    assert (info.reason, info.domain) == (code, "reflow")
    assert re.fullmatch("[0-9a-f]{32}", info.metadata["trace_id"])
    assert (localized.locale, bool(CHINESE.search(localized.message))) == (language, language == "zh")


def check(told: Told, code: Code, language: str) -> None:
    """Assert that *told* is all that the catalogue says of *code*, and nothing for engineers."""
    error, kind = told.error, CATALOGUE[code]
    said = (error["code"], error["category"], error["level"], error["recoverable"], error["retryable"])
    assert said == (code, kind.category, kind.level, kind.recoverable, kind.retryable)
    assert error["maxRetries"] == kind.max_retries
    # The catalogue speaks of a stream, taken up again at once; here the service itself is away.
    assert error["retryAfter"] == (2.0 if code is Code.SSE_CONNECTION_ERROR else kind.retry_after)
    assert error["message"] and bool(CHINESE.search(error["message"])) == (language == "zh")
    assert re.fullmatch("(?!0+$)[0-9a-f]{32}", error["metadata"]["traceId"])
    assert not {"stack", "details"} & set(error) and SECRET not in str(error) and "Traceback" not in str(error)
    if told.status != httpx.codes.OK:
        assert told.status == kind.http_status
        assert ("Retry-After" in told.headers) == (kind.retryable and kind.retry_after is not None)
        assert told.headers["X-Trace-Id"] == error["metadata"]["traceId"]


def detail(status: Any, kind: Any) -> Any:
    """Return the detail of *kind* in a google.rpc.Status."""
    assert isinstance(kind, Message)
    next(packed for packed in status.details if packed.Is(kind.DESCRIPTOR)).Unpack(kind)
    return kind
