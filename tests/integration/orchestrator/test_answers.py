"""Runs with questions to the user: paused, answered, expired, cancelled, in one process and in several."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from reflow.v1 import events_pb2, questions_pb2

from services.common.contract.questions import Answer, Decision, Question
from services.common.errors import Code, ReflowError
from services.orchestrator import bootstrap
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.run_log import RunLog
from services.orchestrator.engine_parts import utc_now
from tests.fixtures.runs.drafts import (
    APPROVE,
    CHOOSE,
    COLOR,
    DRAFT,
    MODIFY,
    REJECT,
    Drafts,
    another_log,
    answer,
    paused,
)
from tests.fixtures.runs.orchestrator import (
    expect_error,
    fast_limits,
    final_status,
    kinds,
    run_orchestrator,
    step_attempts,
)
from tests.fixtures.runs.roles.scripted_roles import Gate, Hang, Roles, image
from tests.fixtures.systems.eventually import eventually

Wire = Callable[[Drafts], None]


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Replace the image chat by drafts; return a function that replaces it by other drafts."""

    def put(workflow: Drafts) -> None:
        monkeypatch.setattr(bootstrap, "ImageChat", lambda *_: workflow)

    put(Drafts())
    return put


async def test_a_run_asks_pauses_and_continues_with_the_answer(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, before = await paused(at)
        row = await run_log.find(run_id)
        assert row is not None and row.status is RunStatus.PAUSED
        taken = await answer(at, run_id, REJECT, feedback="再亮一点", key="draft-1")
        after = await at.events(run_id, before[-1].sequence)
        assert taken.sequence == after[0].sequence
        assert kinds(after)[0] == "question_answered" and after[0].question_answered.answer.feedback == "再亮一点"
        assert final_status(after) == ("SUCCEEDED", "")
        assert at.roles.calls == [("executor-1", 1), ("executor-2", 1)]
        assert "再亮一点" in str(at.roles.requests["executor-2", 1].prompt)


async def test_a_question_is_reported_in_full(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        _, seen = await paused(at)
        requested = seen[-1].question_asked.question
        assert (requested.key, requested.kind, requested.text) == ("draft-1", "content", "这样可以吗？")
        assert list(requested.decisions) == [APPROVE, REJECT, MODIFY] and requested.shown["title"] == "猫"
        assert len(requested.digest) == 64 and not seen[-1].question_asked.HasField("expires_at")


async def test_a_watch_ends_at_the_question_and_continues_after_the_answer_without_gap_or_duplicate(
    run_log: RunLog,
) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, before = await paused(at)
        assert kinds(await at.events(run_id, before[-1].sequence)) == []
        await answer(at, run_id)
        after = await at.events(run_id, before[-1].sequence)
        whole = [event.sequence for event in await at.events(run_id)]
        assert [event.sequence for event in (*before, *after)] == whole == list(range(1, len(whole) + 1))
        for cut in range(len(whole)):
            assert [event.sequence for event in await at.events(run_id, cut)] == whole[cut:]


async def test_a_paused_run_survives_a_restart_and_does_not_repeat_its_question(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, before = await paused(at)
    async with run_orchestrator(run_log, Roles()) as at:
        assert await at.events(run_id) == before
        await answer(at, run_id)
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")
        assert kinds(await at.events(run_id)).count("question_asked") == 1
        assert at.roles.calls == []


async def test_a_run_answered_and_executed_by_another_process_is_seen_by_the_first(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as first, run_orchestrator(run_log, Roles()) as second:
        run_id, before = await paused(first)
        await answer(second, run_id, REJECT)
        assert final_status(await first.events(run_id, before[-1].sequence)) == ("SUCCEEDED", "")
        assert (first.roles.calls, second.roles.calls) == ([("executor-1", 1)], [("executor-2", 1)])


async def test_a_thousand_paused_runs_leave_no_task_no_tail_and_no_connection(run_log: RunLog, wire: Wire) -> None:
    wire(Drafts(at_once=True))
    async with run_orchestrator(run_log, Roles(), fast_limits(waiting=2_000)) as at:
        await paused(at)
        before = len(asyncio.all_tasks())
        await asyncio.gather(*(at.start() for _ in range(999)))

        async def all_paused() -> bool:
            rows = await run_log.list_runs("", "", None, 2_000)
            return len(rows) == 1_000 and all(row.status is RunStatus.PAUSED for row in rows)

        await eventually(all_paused, timeout=30, pause=0.1)
        await eventually(lambda: len(asyncio.all_tasks()) <= before)
        left = (
            at.scheduler._tasks,
            at.scheduler._executors,
            at.scheduler._rows,
            at.scheduler._run_locks._locks,
            at.engine.tails._tails,
        )
        assert [len(limited) for limited in left] == [0] * 5
        if isinstance(run_log, PostgresLog):
            stats = run_log._database._pool.get_stats()
            assert stats["pool_size"] <= 4 and stats["pool_available"] == stats["pool_size"]


async def test_of_concurrent_answers_of_two_processes_one_wins_and_the_other_is_rejected(
    postgres_log: PostgresLog, log_database_url: str, wire: Wire
) -> None:
    wire(Drafts(at_once=True))
    async with (
        another_log(log_database_url) as log,
        run_orchestrator(postgres_log, Roles()) as a,
        run_orchestrator(log, Roles()) as b,
    ):
        for _ in range(20):
            run_id, before = await paused(a)
            reported = await asyncio.gather(answer(a, run_id), answer(b, run_id, MODIFY, content={"title": "狗"}),
                                        return_exceptions=True)  # fmt: skip
            rejected = [error for error in reported if isinstance(error, ReflowError)]
            assert [error.code for error in rejected] == [Code.ANSWER_CONFLICT], reported
            after = await a.events(run_id, before[-1].sequence)
            assert kinds(after).count("question_answered") == 1 and final_status(after) == ("SUCCEEDED", "")
            won = APPROVE if isinstance(reported[1], ReflowError) else MODIFY
            assert after[0].question_answered.answer.decision == won


async def test_of_fifty_concurrent_answers_one_wins(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, _ = await paused(at)
        reported = await asyncio.gather(*(answer(at, run_id) for _ in range(50)), return_exceptions=True)
        rejected = [error.code for error in reported if isinstance(error, ReflowError)]
        assert rejected == [Code.ANSWER_CONFLICT] * 49
        assert kinds(await at.events(run_id)).count("question_answered") == 1


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"digest": "0" * 64}, Code.ANSWER_STALE, "digest"),
        ({"key": "nothing"}, Code.QUESTION_UNKNOWN, "key"),
        ({"decision": CHOOSE, "chosen": ["red"]}, Code.INVALID_INPUT_FORMAT, "answer.decision"),
        ({"decision": questions_pb2.DECISION_UNSPECIFIED}, Code.INVALID_INPUT_FORMAT, "answer.decision"),
        ({"decision": MODIFY}, Code.INVALID_INPUT_FORMAT, "answer.content"),
        ({"decision": MODIFY, "content": {"body": "x"}}, Code.INVALID_INPUT_FORMAT, "answer.content"),
        ({"decision": MODIFY, "content": {"title": float("nan")}}, Code.INVALID_INPUT_FORMAT, "answer.content"),
        ({"feedback": "x" * 4_001}, Code.INVALID_INPUT_FORMAT, "answer.feedback"),
    ],
)
async def test_an_invalid_answer_is_rejected_changes_nothing_and_leaves_the_run_answerable(
    given: dict[str, Any], code: Code, field: str
) -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        run_id, before = await paused(at)
        error = await expect_error(answer(at, run_id, **given))
        assert (error.code, error.field) == (code, field)
        assert await at.events(run_id) == before
        await answer(at, run_id, digest=before[-1].question_asked.question.digest)
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


@pytest.mark.parametrize(
    ("given", "fits"),
    [
        ({"chosen": ["red"]}, True),
        ({"chosen": ["第二个"]}, True),
        ({"feedback": "绿"}, True),
        ({}, False),
        ({"feedback": "  "}, False),
        ({"chosen": ["green"]}, False),
        ({"chosen": ["red", "blue"]}, False),
        ({"chosen": ["red", "red"]}, False),
    ],
)
async def test_a_choice_is_one_of_the_options_or_a_custom_answer_where_that_is_allowed(
    given: dict[str, Any], fits: bool, wire: Wire
) -> None:
    wire(Drafts(COLOR))
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        run_id, _ = await paused(at)
        if fits:
            await answer(at, run_id, CHOOSE, **given)
        else:
            assert (await expect_error(answer(at, run_id, CHOOSE, **given))).field == "answer.chosen"


async def test_a_choice_by_its_place_is_recorded_as_the_option_also_when_the_request_is_repeated(wire: Wire) -> None:
    wire(Drafts(COLOR))
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        run_id, _ = await paused(at)
        first = await answer(at, run_id, CHOOSE, chosen=["the second one"], request_id="r")
        answered = [event.question_answered for event in await at.events(run_id) if event.HasField("question_answered")]
        assert [list(one.answer.chosen) for one in answered] == [["blue"]]
        again = await answer(at, run_id, CHOOSE, chosen=["the second one"], request_id="r")
        assert again.sequence == first.sequence


async def test_a_second_answer_is_rejected_while_the_run_continues_and_once_it_has_ended(run_log: RunLog) -> None:
    gate = asyncio.Event()
    async with run_orchestrator(run_log, Roles({"executor-2": [Gate(gate), image()]})) as at:
        run_id, _ = await paused(at)
        await answer(at, run_id, REJECT)
        for given in ({}, {"key": "draft-1"}):
            assert (await expect_error(answer(at, run_id, **given))).code is Code.ANSWER_CONFLICT
        gate.set()
        events = await at.events(run_id)
        assert final_status(events) == ("SUCCEEDED", "") and at.roles.calls == [("executor-1", 1), ("executor-2", 1)]
        assert (await expect_error(answer(at, run_id))).code is Code.ANSWER_CONFLICT
        assert await at.events(run_id) == events


async def test_the_same_request_id_is_one_answer_also_concurrently(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, _ = await paused(at)
        taken = await asyncio.gather(*(answer(at, run_id, request_id="r") for _ in range(5)))
        events = await at.events(run_id)
        again = await answer(at, run_id, request_id="r")
        assert {each.sequence for each in (*taken, again)} == {taken[0].sequence}
        assert again.status == events_pb2.RUN_STATUS_SUCCEEDED and kinds(events).count("question_answered") == 1


async def test_the_same_request_id_with_another_answer_is_rejected_and_changes_nothing(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, _ = await paused(at)
        await answer(at, run_id, request_id="r")
        error = await expect_error(answer(at, run_id, REJECT, request_id="r"))
        assert (error.code, error.field) == (Code.IDEMPOTENCY_KEY_REUSED, "request_id")
        assert kinds(await at.events(run_id)).count("question_answered") == 1


async def test_a_run_without_a_question_and_an_unknown_run_cannot_be_answered() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"executor": [Hang()]})) as at:
        run_id = await at.start()
        assert (await expect_error(answer(at, run_id))).code is Code.QUESTION_UNKNOWN
        assert (await expect_error(answer(at, "00000000-0000-0000-0000-000000000000"))).code is Code.RUN_UNKNOWN
        assert (await expect_error(answer(at, "none"))).code is Code.RUN_UNKNOWN


async def test_an_expired_question_is_answered_by_its_default(run_log: RunLog, wire: Wire) -> None:
    wire(Drafts(replace(DRAFT, expires_in=0.001, default=Answer(Decision.REJECT, "默认"))))
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, before = await paused(at)
        assert before[-1].question_asked.HasField("expires_at")
        await eventually(at.engine.answers.expire)
        after = await at.events(run_id, before[-1].sequence)
        taken = after[0].question_answered
        assert (taken.expired, taken.answer.feedback, final_status(after)) == (True, "默认", ("SUCCEEDED", ""))
        assert (await expect_error(answer(at, run_id))).code is Code.ANSWER_CONFLICT
        assert await at.engine.answers.expire() == 0


async def test_a_question_that_has_not_expired_waits(run_log: RunLog, wire: Wire) -> None:
    wire(Drafts(replace(DRAFT, expires_in=3_600, default=Answer(Decision.APPROVE))))
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, before = await paused(at)
        assert await at.engine.answers.expire() == 0
        assert await at.events(run_id) == before


async def test_time_paused_does_not_count_against_the_clock_of_the_run(
    run_log: RunLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = timedelta()
    monkeypatch.setattr(bootstrap, "utc_now", lambda: utc_now() + passed)
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, _ = await paused(at)
        passed = timedelta(days=3)
        await answer(at, run_id, REJECT)
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


async def test_a_paused_run_is_cancelled_and_then_waits_for_no_answer(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, before = await paused(at)
        stopped = await asyncio.gather(*(at.cancel(run_id) for _ in range(3)))
        assert {(each.status, each.reached_call) for each in stopped} == {(events_pb2.RUN_STATUS_CANCELLED, False)}
        assert kinds(await at.events(run_id, before[-1].sequence)) == ["run_ended"]
        assert (await expect_error(answer(at, run_id))).code is Code.QUESTION_UNKNOWN


async def test_a_concurrent_cancel_and_answer_never_leave_a_run_that_nobody_executes(
    run_log: RunLog,
) -> None:
    async with run_orchestrator(run_log, Roles({"executor-2": [Hang()]})) as at:
        for _ in range(10):
            run_id, _ = await paused(at)
            await asyncio.gather(answer(at, run_id, REJECT), at.cancel(run_id), return_exceptions=True)
            assert final_status(await at.events(run_id))[0] == "CANCELLED"
        await eventually(lambda: not at.scheduler._tasks)


async def test_a_question_with_a_repeated_key_ends_the_run_as_broken(run_log: RunLog, wire: Wire) -> None:
    wire(Drafts(forgetful=True))
    async with run_orchestrator(run_log, Roles()) as at:
        run_id, _ = await paused(at)
        await answer(at, run_id)
        events = await at.events(run_id)
        assert final_status(events) == ("FAILED", "WORKFLOW_ERROR") and kinds(events).count("question_asked") == 1


@pytest.mark.parametrize(
    "question", [replace(DRAFT, expires_in=1.0), replace(DRAFT, expires_in=1.0, default=Answer(Decision.CHOOSE))]
)
async def test_a_question_with_an_invalid_default_ends_the_run_as_broken(question: Question, wire: Wire) -> None:
    wire(Drafts(question))
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        assert final_status(await at.run()) == ("FAILED", "WORKFLOW_ERROR")


async def test_an_answer_is_not_rejected_while_the_queue_is_full(run_log: RunLog) -> None:
    gate = asyncio.Event()
    async with run_orchestrator(run_log, Roles({"executor-1": [image()]}), fast_limits(running=1, waiting=0)) as at:
        run_id, _ = await paused(at)
        at.roles.scripts["executor-1"] = [Gate(gate), image()]
        await at.start()
        await eventually(lambda: at.roles.attempts("executor-1") == 2)
        assert (await expect_error(at.start())).code is Code.QUEUE_FULL
        taken = await answer(at, run_id)
        assert taken.status == events_pb2.RUN_STATUS_WAITING
        gate.set()
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


async def test_a_run_whose_answer_was_recorded_before_a_crash_is_resumed_at_the_next_start(
    run_log: RunLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(run_id: str) -> None:
        raise ConnectionAbortedError("scripted")

    async with run_orchestrator(run_log, Roles()) as at:
        run_id, _ = await paused(at)
        monkeypatch.setattr(at.scheduler, "resume", crash)
        await expect_error(answer(at, run_id, REJECT))
    async with run_orchestrator(run_log, Roles()) as at:
        events = await at.events(run_id)
        assert final_status(events) == ("SUCCEEDED", "") and step_attempts(events, "step_finished")[-1] == (
            "executor-2",
            1,
        )
        assert kinds(events).count("question_answered") == 1 and at.roles.calls == [("executor-2", 1)]


async def test_a_run_that_waited_in_its_session_runs_while_the_one_before_waits_for_a_user(run_log: RunLog) -> None:
    gate = asyncio.Event()
    async with run_orchestrator(run_log, Roles({("executor-1", 1): [Gate(gate), image()]})) as at:
        session = await at.open_session("s")
        runs = [await at.start(session=session) for _ in range(2)]
        gate.set()
        for each in runs:
            assert kinds(await at.events(each))[-1] == "question_asked"
        for each in reversed(runs):
            await answer(at, each)
            assert final_status(await at.events(each)) == ("SUCCEEDED", "")
