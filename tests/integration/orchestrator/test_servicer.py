"""The endpoints of the orchestrator: rejections, lists, and the memory of a session."""

from dataclasses import replace
from datetime import timedelta

import pytest
from google.protobuf.duration_pb2 import Duration
from reflow.v1 import note_workflow_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.common.text.language import Language
from services.orchestrator.adapters.memory_log import MemoryLog
from tests.fixtures.runs.orchestrator import Orchestrator, expect_error, fast_limits, run_orchestrator, unwrap_error
from tests.fixtures.runs.roles.scripted_roles import Hang, Roles
from tests.fixtures.systems.eventually import eventually

IDLE = timedelta(seconds=1_801)


def grow_old(log: MemoryLog) -> None:
    """Set the last use of the sessions and runs of *log* to a little over half an hour ago."""
    log.sessions = {session: at - IDLE for session, at in log.sessions.items()}
    for stored in log.runs.values():
        stored.row = replace(stored.row, updated_at=stored.row.updated_at - IDLE)


async def list_runs(at: Orchestrator, **requested: object) -> orchestrator_pb2.ListRunsResponse:
    """Return a page of runs."""
    response: orchestrator_pb2.ListRunsResponse = await unwrap_error(
        at.stub.ListRuns(orchestrator_pb2.ListRunsRequest(**requested))  # type: ignore[arg-type]
    )
    return response


@pytest.mark.parametrize(
    ("requested", "code", "field"),
    [
        ({"text": ""}, Code.INVALID_INPUT_EMPTY, "text"),
        ({"text": "猫" * 1_001}, Code.INVALID_INPUT_FORMAT, "text"),
        ({"text": "a\0b"}, Code.INVALID_INPUT_FORMAT, "image_chat.text"),
        ({"width": 63}, Code.INVALID_INPUT_FORMAT, "width"),
        ({"seed": 2**53}, Code.INVALID_INPUT_FORMAT, "image_chat.seed"),
        ({"request_id": "r" * 129}, Code.INVALID_INPUT_FORMAT, "request_id"),
        ({"request_id": "a\0b"}, Code.INVALID_INPUT_FORMAT, "request_id"),
        ({"session": "nobody"}, Code.SESSION_UNKNOWN, "session_id"),
    ],
)
async def test_a_run_is_rejected_by_field_and_nothing_is_stored(
    requested: dict[str, object], code: Code, field: str
) -> None:
    log = MemoryLog()
    async with run_orchestrator(log, Roles()) as at:
        error = await expect_error(at.start(**requested))  # type: ignore[arg-type]
    assert (error.code, error.field) == (code, field)
    assert log.runs == {} and log.sessions == {}


async def test_a_request_without_an_input_is_empty() -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        error = await expect_error(unwrap_error(at.stub.StartRun(orchestrator_pb2.StartRunRequest())))
    assert error.code is Code.INVALID_INPUT_EMPTY


async def test_a_run_is_in_the_requested_language_else_in_that_of_the_call() -> None:
    log, note = MemoryLog(), note_workflow_pb2.NoteInput(text="写一篇春游攻略")
    english = (("accept-language", "en"),)
    async with run_orchestrator(log, Roles()) as at:
        for locale in ("zh", ""):
            request = orchestrator_pb2.StartRunRequest(note=note, locale=locale)
            started = await unwrap_error(at.stub.StartRun(request, metadata=english))
            run = (await unwrap_error(at.stub.GetRun(orchestrator_pb2.GetRunRequest(run_id=started.run_id)))).run
            assert run.locale == (locale or "en")
        unknown = orchestrator_pb2.StartRunRequest(note=note, locale="fr")
        error = await expect_error(unwrap_error(at.stub.StartRun(unknown)))
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, "locale")


async def test_a_request_id_with_another_request_is_rejected_and_starts_nothing() -> None:
    note = note_workflow_pb2.NoteInput(text="画一只猫")
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        first = await at.start("画一只猫", request_id="r")
        assert await at.start("画一只猫", request_id="r") == first
        for other in (
            at.start("画一只狗", request_id="r"),
            at.start("画一只猫", request_id="r", seed=1),
            unwrap_error(at.stub.StartRun(orchestrator_pb2.StartRunRequest(request_id="r", note=note))),
        ):
            error = await expect_error(other)
            assert (error.code, error.field) == (Code.IDEMPOTENCY_KEY_REUSED, "request_id")
        listed = await unwrap_error(at.stub.ListRuns(orchestrator_pb2.ListRunsRequest()))
    assert [run.run_id for run in listed.runs] == [first]


async def test_a_session_that_was_idle_too_long_has_expired() -> None:
    log = MemoryLog()
    async with run_orchestrator(log, Roles()) as at:
        session = await at.open_session("s")
        await at.run(session=session)
        grow_old(log)
        assert (await expect_error(at.start(session=session))).code is Code.SESSION_EXPIRED


async def test_a_session_with_an_unfinished_run_does_not_expire() -> None:
    log = MemoryLog()
    async with run_orchestrator(log, Roles({"planner": [Hang()]})) as at:
        session = await at.open_session("s")
        await at.start(session=session)
        grow_old(log)
        await at.start(session=session)


async def test_an_expired_session_cannot_be_opened_again() -> None:
    log = MemoryLog()
    async with run_orchestrator(log, Roles()) as at:
        session = await at.open_session("s")
        grow_old(log)
        assert (await expect_error(at.open_session(session))).code is Code.SESSION_EXPIRED


async def test_a_session_reports_its_messages_and_its_last_image() -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        session = await at.open_session("s")
        await at.run("画一只猫", session=session)
        reported = await unwrap_error(at.stub.GetSession(orchestrator_pb2.GetSessionRequest(session_id=session)))
    assert [message.role for message in reported.messages] == ["user", "assistant"]
    assert reported.last_result.asset_id == "executor-1"


async def test_a_cancelled_run_leaves_no_image_to_follow_up_on() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"critic": [Hang()]})) as at:
        session = await at.open_session("s")
        run_id = await at.start(session=session)
        await eventually(lambda: at.roles.attempts("critic-1"))
        await at.cancel(run_id)
        reported = await unwrap_error(at.stub.GetSession(orchestrator_pb2.GetSessionRequest(session_id=session)))
    assert not reported.HasField("last_result")


async def test_runs_are_listed_page_by_page_to_the_last() -> None:
    async with run_orchestrator(MemoryLog(), Roles(), fast_limits(running=10)) as at:
        runs = [await at.start() for _ in range(5)]
        seen, token = list[str](), ""
        while True:
            page = await list_runs(at, page_size=2, page_token=token)
            seen += [run.run_id for run in page.runs]
            token = page.next_page_token
            if not token:
                break
    assert seen == runs[::-1]


async def test_an_invalid_page_token_is_rejected() -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        error = await expect_error(list_runs(at, page_token="nonsense"))
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, "page_token")


@pytest.mark.parametrize("run_id", ["nobody", "00000000-0000-0000-0000-000000000000"])
async def test_an_unknown_run_can_be_neither_read_nor_cancelled(run_id: str) -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        errors = [await expect_error(at.get(run_id)), await expect_error(at.cancel(run_id))]
    assert {error.code for error in errors} == {Code.RUN_UNKNOWN}


async def test_errors_are_counted_once_for_each_attempt() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"executor": [ReflowError(Code.EXECUTION_FAILED)]})) as at:
        await at.run()
        reported = await unwrap_error(at.stub.GetErrorStatistics(orchestrator_pb2.GetErrorStatisticsRequest()))
    assert [(rate.code, rate.node, rate.count) for rate in reported.rates] == [("EXECUTION_FAILED", "executor", 4)]
    assert reported.window.seconds == 3_600


async def test_errors_of_other_processes_are_included_and_the_report_can_be_limited_to_one_code() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"executor": [ReflowError(Code.EXECUTION_FAILED)]})) as at:
        await at.run()
        report = orchestrator_pb2.ReportErrorsRequest(process_id="critic")
        report.counts.add(code="LLM_TIMEOUT", node="critic", count=2).time.GetCurrentTime()
        await unwrap_error(at.stub.ReportErrors(report))
        await unwrap_error(at.stub.ReportErrors(report))
        whole = await unwrap_error(at.stub.GetErrorStatistics(orchestrator_pb2.GetErrorStatisticsRequest()))
        request = orchestrator_pb2.GetErrorStatisticsRequest(code="LLM_TIMEOUT")
        one = await unwrap_error(at.stub.GetErrorStatistics(request))
        unknown = orchestrator_pb2.GetErrorStatisticsRequest(code="NOPE")
        rejected = await expect_error(unwrap_error(at.stub.GetErrorStatistics(unknown)))
    assert (whole.count, whole.total, whole.per_minute) == (6, 6, 6 / 60)
    assert [(rate.code, rate.node, rate.total) for rate in one.rates] == [("LLM_TIMEOUT", "critic", 2)]
    assert (rejected.code, rejected.field) == (Code.INVALID_INPUT_FORMAT, "code")


async def test_a_report_about_the_future_is_rejected() -> None:
    report = orchestrator_pb2.ReportErrorsRequest(process_id="critic")
    report.counts.add(code="LLM_TIMEOUT", count=1).time.FromSeconds(2**33)
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        assert (await expect_error(unwrap_error(at.stub.ReportErrors(report)))).field == "counts[0].time"


@pytest.mark.parametrize(
    "window",
    [Duration(seconds=0), Duration(seconds=7 * 86_400 + 1), Duration(seconds=300_000_000_000), Duration(nanos=1)],
)
async def test_a_window_out_of_range_is_rejected(window: Duration) -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        request = orchestrator_pb2.GetErrorStatisticsRequest(window=window)
        assert (await expect_error(unwrap_error(at.stub.GetErrorStatistics(request)))).field == "window"


async def test_a_finished_run_reports_its_whole_state() -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        run_id = await at.start("画一只猫", seed=5)
        events = await at.events(run_id)
        run = await at.get(run_id)
    assert (run.last_sequence, run.current_node, run.retry_count) == (len(events), "", 0)
    state = run.image_chat
    assert (state.input.seed, state.intent.subject, state.quality_check.score) == (5, "猫", 0.9)
    assert state.execution_result.asset.asset_id == "executor-1" and len(state.ui_components) == 3


async def test_a_rejection_is_in_the_requested_language() -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        error = await expect_error(at.started("", language="en"))
    assert "Describe what you would like" in error.message(Language.ENGLISH)
