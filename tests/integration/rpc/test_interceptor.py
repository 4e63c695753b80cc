"""Features of the interceptor of every service: limits, language, errors, traces, health, reflection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc
import pytest
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, LocalizedMessage
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_status import rpc_status
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from reflow.v1 import orchestrator_pb2, orchestrator_pb2_grpc, planner_pb2, planner_pb2_grpc, steps_pb2
from structlog.testing import capture_logs

from services.common.errors import CATALOG, Code, ReflowError
from services.common.errors.grpc_status import STATUSES
from services.common.errors.wire import from_rpc_error
from services.common.rpc import Context, Server, ServiceInterceptor, current_language, open_channel, serve
from services.common.telemetry import Telemetry, start_telemetry
from services.common.text.language import Language, Text
from tests.fixtures.network.sockets import socket_address
from tests.fixtures.services.recorded_errors import recorded_errors
from tests.fixtures.systems.eventually import eventually

PLANNER = planner_pb2.DESCRIPTOR.services_by_name["PlannerService"].full_name
TRACE = "0af7651916cd43dd8448eb211c80319c"
STEP = steps_pb2.StepContext(run_id="r", step="planner-1", idempotency_key="r/planner-1")


class Failing(orchestrator_pb2_grpc.OrchestratorServiceServicer, planner_pb2_grpc.PlannerServiceServicer):
    """Answers GetSession and ParseIntent with *error*, or successfully when there is none."""

    def __init__(self) -> None:
        self.error: Exception | None = None

    async def GetSession(self, request: Any, context: Context) -> Any:
        if self.error is not None:
            raise self.error
        text = current_language.get().value
        return orchestrator_pb2.GetSessionResponse(messages=[planner_pb2.ChatMessage(role="user", content=text)])

    async def ParseIntent(self, request: Any, context: Context) -> AsyncIterator[Any]:
        yield planner_pb2.ParseIntentResponse()
        if self.error is not None:
            raise self.error


@dataclass
class Served:
    """A server with the interceptor, its channel and its telemetry."""

    servicer: Failing
    server: Server
    channel: grpc.aio.Channel
    telemetry: Telemetry
    spans: InMemorySpanExporter

    @property
    def stub(self) -> Any:
        return orchestrator_pb2_grpc.OrchestratorServiceStub(self.channel)

    async def failure(self, error: Exception | None, *, language: str = "zh", **requested: Any) -> grpc.aio.AioRpcError:
        """Return the error of a call whose servicer raises *error*."""
        self.servicer.error = error
        request = orchestrator_pb2.GetSessionRequest(**{"session_id": "s"} | requested)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await self.stub.GetSession(request, metadata=(("accept-language", language),), timeout=60)
        return caught.value

    async def step(self, error: Exception | None) -> None:
        """Call a step whose servicer raises *error*."""
        self.servicer.error = error
        planner: Any = planner_pb2_grpc.PlannerServiceStub(self.channel)
        async for _ in planner.ParseIntent(planner_pb2.ParseIntentRequest(context=STEP), timeout=60):
            pass


@asynccontextmanager
async def served(*, expose_details: bool = True) -> AsyncIterator[Served]:
    """Serve Failing."""
    spans = InMemorySpanExporter()
    telemetry = start_telemetry("test", development=expose_details, span_processor=SimpleSpanProcessor(spans))
    servicer = Failing()  # type: ignore[abstract]  # no other method is called

    def add(server: grpc.aio.Server) -> None:
        orchestrator_pb2_grpc.add_OrchestratorServiceServicer_to_server(servicer, server)
        planner_pb2_grpc.add_PlannerServiceServicer_to_server(servicer, server)

    interceptor = ServiceInterceptor("test", telemetry, expose_details=expose_details)
    with socket_address() as address:
        server = await serve(address, [PLANNER], add, interceptor, max_connection_age=300)
        channel = open_channel(server.address)
        try:
            yield Served(servicer, server, channel, telemetry, spans)
        finally:
            await channel.close()
            await server.stop(0)


def detail(error: grpc.aio.AioRpcError, kind: Any) -> Any:
    """Return the detail of one kind that *error* carries."""
    status = rpc_status.from_call(error)  # type: ignore[arg-type]
    for packed in status.details:
        unpacked = kind()
        if packed.Unpack(unpacked):
            return unpacked
    raise AssertionError(f"no {kind.__name__}")


async def test_a_missing_field_is_rejected_by_name() -> None:
    async with served() as at:
        error = await at.failure(None, session_id="")
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert [violation.field for violation in detail(error, BadRequest).field_violations] == ["session_id"]


async def test_bytes_that_are_not_a_message_are_rejected_as_invalid_input() -> None:
    async with served() as at:
        session: Any = at.channel.unary_unary("/reflow.v1.OrchestratorService/GetSession")
        intent: Any = at.channel.unary_stream("/reflow.v1.PlannerService/ParseIntent")
        for call in (session(b"\x0a\xff", timeout=60), intent(b"\xff" * 100_000, timeout=60)):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await call.read() if hasattr(call, "read") else await call
            assert from_rpc_error(caught.value).code is Code.INVALID_INPUT_FORMAT
            assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


async def test_a_field_at_its_limit_is_accepted() -> None:
    async with served() as at:
        await at.stub.GetSession(orchestrator_pb2.GetSessionRequest(session_id="猫" * 128))


async def test_a_field_beyond_its_limit_is_rejected_with_its_name_and_the_limit() -> None:
    async with served() as at:
        error = from_rpc_error(await at.failure(None, session_id="猫" * 129, language="en"))
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, "session_id")
    assert "128" in error.message(Language.ENGLISH) and "129" in error.message(Language.ENGLISH)


async def test_a_nul_character_in_an_id_is_rejected_by_name() -> None:
    async with served() as at:
        error = from_rpc_error(await at.failure(None, session_id="a\0b"))
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, "session_id")


async def test_a_nested_field_is_rejected_by_its_path() -> None:
    async with served() as at:
        planner: Any = planner_pb2_grpc.PlannerServiceStub(at.channel)
        request = planner_pb2.ParseIntentRequest(context=STEP, messages=[planner_pb2.ChatMessage(role="x" * 17)])
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await planner.ParseIntent(request).read()
    assert from_rpc_error(caught.value).field == "messages[0].role"


@pytest.mark.parametrize(
    ("header", "language"), [("en-GB,en;q=0.9", "en"), ("zh-CN", "zh"), ("fr", "zh"), ("de,en;q=0.5,zh;q=0.4", "en")]
)
async def test_the_language_is_that_of_the_metadata(header: str, language: str) -> None:
    async with served() as at:
        request = orchestrator_pb2.GetSessionRequest(session_id="s")
        response = await at.stub.GetSession(request, metadata=(("accept-language", header),))
    assert response.messages[0].content == language


async def test_without_metadata_the_language_is_chinese_again_after_an_english_call() -> None:
    async with served() as at:
        request = orchestrator_pb2.GetSessionRequest(session_id="s")
        await at.stub.GetSession(request, metadata=(("accept-language", "en"),))
        response = await at.stub.GetSession(request)
    assert response.messages[0].content == "zh"


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("language", Language)
async def test_every_code_arrives_in_full_in_the_requested_language(code: Code, language: Language) -> None:
    async with served() as at:
        error = await at.failure(ReflowError(code, details="d", node="rag"), language=language.value)
    kind, arrived = CATALOG[code], from_rpc_error(error)
    sent = detail(error, LocalizedMessage).message
    assert error.code() is STATUSES[code]
    assert (arrived.code, arrived.details, arrived.node) == (code, "d", "rag")
    assert arrived.message(language) == sent == ReflowError(code).message(language)
    assert arrived.retry_after == kind.retry_after


async def test_the_metadata_and_field_of_an_error_arrive() -> None:
    async with served() as at:
        error = await at.failure(ReflowError(Code.ANSWER_STALE, field="digest", metadata={"after_sequence": "7"}))
    arrived = from_rpc_error(error)
    assert (arrived.field, arrived.metadata) == ("digest", {"after_sequence": "7"})


@pytest.mark.parametrize("development", [True, False])
async def test_the_stack_arrives_only_in_development(development: bool) -> None:
    async with served(expose_details=development) as at:
        error = await at.failure(ZeroDivisionError("secret"))
    stack = from_rpc_error(error).stack
    assert ("ZeroDivisionError: secret" in stack and "GetSession" in stack) == development
    assert development or "Traceback" not in str(error.trailing_metadata())


async def test_the_largest_error_fits_into_the_metadata_that_peers_accept() -> None:
    long = ReflowError(
        Code.QUEUE_FULL, Text("长" * 9_000, "long"), details="细" * 9_000, field="f", metadata={"a": "b" * 9_000}
    )
    long.stack = "栈\n" * 9_000
    async with served() as at:
        error = await at.failure(long)
    arrived = from_rpc_error(error)
    assert arrived.code is Code.QUEUE_FULL and arrived.stack and arrived.details


async def test_the_record_of_an_error_is_complete() -> None:
    async with served() as at:
        with capture_logs() as records:
            call = at.stub.GetSession(
                orchestrator_pb2.GetSessionRequest(),
                metadata=(
                    ("traceparent", f"00-{TRACE}-b7ad6b7169203331-01"),
                    ("baggage", "http.request.method=POST,url.path=%2Fapi%2Fchat"),
                ),
            )
            with pytest.raises(grpc.aio.AioRpcError):
                await call
    (record,) = [record for record in records if record["event"] == "error"]
    names = {"code", "category", "message", "node", "recoverable", "retryable", "run_id", "session_id", "details"}
    assert names <= record.keys()
    assert (record["log_level"], record["trace_id"]) == ("warning", TRACE)
    assert (record["http_method"], record["http_path"]) == ("POST", "/api/chat")
    assert record["message"] == "Field session_id must not be empty."


@pytest.mark.parametrize("code", Code)
async def test_in_production_no_details_leave_the_service(code: Code) -> None:
    async with served(expose_details=False) as at:
        error = await at.failure(ReflowError(code, details="secret"))
    assert "secret" not in str(error.trailing_metadata()) and from_rpc_error(error).details == ""


async def test_an_unexpected_exception_is_an_unknown_error_without_details_in_production() -> None:
    async with served(expose_details=False) as at:
        error = await at.failure(ZeroDivisionError("secret"))
    assert from_rpc_error(error).code is Code.UNKNOWN_ERROR
    assert "secret" not in str(error.trailing_metadata()) and "secret" not in (error.details() or "")


async def test_in_development_the_details_name_the_exception() -> None:
    async with served() as at:
        error = from_rpc_error(await at.failure(ZeroDivisionError("why")))
    assert error.details == "ZeroDivisionError: why"


@pytest.mark.parametrize("character", ["猫", "a", "😀"])
async def test_a_long_message_is_truncated_rather_than_lost(character: str) -> None:
    long = character * 100_000
    async with served() as at:
        error = ReflowError(Code.MASK_DATA_INVALID, Text(long, long), details=long, field="mask")
        arrived = from_rpc_error(await at.failure(error))
    assert (arrived.code, arrived.field) == (Code.MASK_DATA_INVALID, "mask")
    assert arrived.message(Language.CHINESE).startswith(character * 100)


async def test_every_error_has_the_id_of_its_trace() -> None:
    async with served() as at:
        error = await at.failure(ReflowError(Code.RUN_UNKNOWN))
        (span,) = await eventually(
            lambda: [span for span in at.spans.get_finished_spans() if "GetSession" in span.name]
        )
    assert detail(error, ErrorInfo).metadata["trace_id"] == format(span.context.trace_id, "032x")


async def test_the_trace_continues_that_of_the_caller() -> None:
    async with served() as at:
        request = orchestrator_pb2.GetSessionRequest(session_id="s")
        await at.stub.GetSession(request, metadata=(("traceparent", f"00-{TRACE}-b7ad6b7169203331-01"),))
        (span,) = await eventually(at.spans.get_finished_spans)
    assert format(span.context.trace_id, "032x") == TRACE
    assert span.parent is not None and format(span.parent.span_id, "016x") == "b7ad6b7169203331"


async def test_an_error_is_counted_once() -> None:
    async with served() as at:
        await at.failure(ReflowError(Code.RUN_UNKNOWN))
        counted = recorded_errors(at.telemetry)
    assert counted == {(Code.RUN_UNKNOWN, ""): 1}


async def test_an_error_of_a_step_is_counted_only_by_the_engine() -> None:
    async with served() as at:
        with pytest.raises(grpc.aio.AioRpcError):
            await at.step(ReflowError(Code.LLM_TIMEOUT))
        assert recorded_errors(at.telemetry) == {}


async def test_a_call_that_its_caller_cancelled_is_not_an_error() -> None:
    async with served() as at:
        planner: Any = planner_pb2_grpc.PlannerServiceStub(at.channel)
        call = planner.ParseIntent(planner_pb2.ParseIntentRequest(context=STEP))
        await call.read()
        call.cancel()
        await asyncio.gather(at.step(None))
        assert recorded_errors(at.telemetry) == {}


@pytest.mark.parametrize("service", ["", PLANNER])
async def test_health_is_reported_for_the_server_and_each_service(service: str) -> None:
    async with served() as at:
        health: Any = health_pb2_grpc.HealthStub(at.channel)
        answer = await health.Check(health_pb2.HealthCheckRequest(service=service))
    assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_the_health_of_an_unknown_service_is_not_found() -> None:
    async with served() as at:
        health: Any = health_pb2_grpc.HealthStub(at.channel)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await health.Check(health_pb2.HealthCheckRequest(service="nobody"))
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND


async def test_reflection_lists_the_services() -> None:
    async with served() as at:
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(at.channel)  # type: ignore[arg-type]  # typed for sync
        call = stub.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
        answer = await call.read()
    names = {service.name for service in answer.list_services_response.service}
    assert {PLANNER, "grpc.health.v1.Health"} <= names


async def test_health_and_reflection_leave_no_spans() -> None:
    async with served() as at:
        health: Any = health_pb2_grpc.HealthStub(at.channel)
        await health.Check(health_pb2.HealthCheckRequest())
        assert at.spans.get_finished_spans() == ()
