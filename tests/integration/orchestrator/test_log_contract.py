"""The guarantees of every run log, in memory and on PostgreSQL."""

import asyncio
import uuid
from dataclasses import replace
from datetime import timedelta

import pytest

from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.remote_tail import RemoteTails
from services.orchestrator.engine.run_log import NewRun, RunLog, RunMovedOn, RunRow
from services.orchestrator.engine.tail import Tails
from services.orchestrator.engine.watch import watch
from tests.fixtures.runs.log_entries import BEGINNING, appending, end, starting

# Starting


async def test_a_started_run_waits_with_one_event(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    assert (row.status, row.epoch, row.last_sequence) == (RunStatus.WAITING, 1, 1)
    assert await run_log.find(row.run_id) == row
    assert await run_log.read(row.run_id, 0, 10) == [b"1/1"]


async def test_the_same_request_id_starts_nothing_twice(run_log: RunLog) -> None:
    first = await run_log.start(starting(1, request_id="r"))
    assert await run_log.start(starting(2, request_id="r")) == first
    assert len(await run_log.list_runs("", "", None, 10)) == 1


async def test_the_same_request_id_at_the_same_moment_starts_one_run(run_log: RunLog) -> None:
    rows = await asyncio.gather(*(run_log.start(starting(n, session=f"s{n}", request_id="r")) for n in range(1, 6)))
    assert len({row.run_id for row in rows}) == 1
    assert len(await run_log.list_runs("", "", None, 10)) == 1


async def test_runs_without_a_request_id_are_different_runs(run_log: RunLog) -> None:
    rows = await asyncio.gather(*(run_log.start(starting(number)) for number in (1, 2)))
    assert len({row.run_id for row in rows}) == 2


@pytest.mark.parametrize("request_id", [None, "r"])
async def test_a_start_repeated_after_its_response_was_lost_is_recorded_once(
    run_log: RunLog, request_id: str | None
) -> None:
    first = await run_log.start(starting(request_id=request_id))
    assert await run_log.start(starting(request_id=request_id)) == first
    assert await run_log.read(first.run_id, 0, 10) == [b"1/1"]


async def test_a_rejected_start_opens_no_session(run_log: RunLog) -> None:
    await run_log.start(starting(1, request_id="r"))
    await run_log.start(starting(2, session="another", request_id="r"))
    assert await run_log.find_session("another") is None


async def test_a_run_is_found_by_its_request_id(run_log: RunLog) -> None:
    row = await run_log.start(starting(request_id="r"))
    assert await run_log.find_request("r") == row
    assert await run_log.find_request("other") is None


async def test_an_unknown_run_is_not_found(run_log: RunLog) -> None:
    assert await run_log.find(str(uuid.UUID(int=9))) is None
    assert await run_log.read(str(uuid.UUID(int=9)), 0, 10) == []


# Appending


async def test_appended_events_are_read_back_in_order_and_update_the_row(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    await run_log.append(appending(row, "a", "b"))
    found = await run_log.find(row.run_id)
    assert found is not None
    assert (found.last_sequence, found.status) == (3, RunStatus.RUNNING)
    assert found.updated_at == row.created_at + timedelta(seconds=60)
    assert await run_log.read(row.run_id, 1, 10) == [b"a", b"b"]


async def test_an_executor_of_an_earlier_epoch_is_rejected_and_stores_nothing(run_log: RunLog) -> None:
    stale = await run_log.start(starting())
    await run_log.claim(stale.run_id)
    with pytest.raises(RunMovedOn):
        await run_log.append(appending(stale, "stale"))
    assert await run_log.read(stale.run_id, 0, 10) == [b"1/1"]


async def test_a_stale_executor_is_rejected_when_it_appends_at_the_same_moment_as_the_new_one(run_log: RunLog) -> None:
    stale = await run_log.start(starting())
    fresh = await run_log.claim(stale.run_id)
    reported = await asyncio.gather(
        run_log.append(appending(stale, "stale", "stale")),
        run_log.append(appending(fresh, "fresh")),
        return_exceptions=True,
    )
    assert isinstance(reported[0], RunMovedOn) and reported[1] is None
    assert await run_log.read(stale.run_id, 0, 10) == [b"1/1", b"fresh"]


@pytest.mark.parametrize("first", [1, 3])
async def test_an_append_at_another_sequence_is_rejected_and_stores_nothing(run_log: RunLog, first: int) -> None:
    row = await run_log.start(starting())
    with pytest.raises(RunMovedOn):
        await run_log.append(appending(row, "x", "y", first=first))
    assert await run_log.read(row.run_id, 0, 10) == [b"1/1"]


async def test_an_append_repeated_after_its_answer_was_lost_is_accepted_once(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    for _ in range(2):
        await run_log.append(appending(row, "a", "b"))
    assert await run_log.read(row.run_id, 0, 10) == [b"1/1", b"a", b"b"]


async def test_an_append_to_an_unknown_run_is_rejected(run_log: RunLog) -> None:
    row = RunRow("nobody", "s", "image_chat", RunStatus.WAITING, 1, 1, "", BEGINNING, BEGINNING)
    with pytest.raises(RunMovedOn):
        await run_log.append(appending(row, "a"))


async def test_a_hundred_runs_append_at_once(run_log: RunLog) -> None:
    rows = await asyncio.gather(*(run_log.start(starting(number)) for number in range(1, 101)))

    async def executor(row: RunRow) -> None:
        for sequence in range(2, 7):
            await run_log.append(appending(row, f"{row.run_id}/{sequence}", first=sequence))

    await asyncio.gather(*map(executor, rows))
    for row in rows:
        stored = await run_log.read(row.run_id, 1, 10)
        assert stored == [f"{row.run_id}/{sequence}".encode() for sequence in range(2, 7)]


async def test_a_claim_increments_the_epoch_and_the_new_executor_appends(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    claimed = await run_log.claim(row.run_id)
    assert claimed.epoch == row.epoch + 1
    await run_log.append(appending(claimed, "a"))
    assert (await run_log.read(row.run_id, 1, 10)) == [b"a"]


async def test_claiming_an_unknown_run_is_rejected(run_log: RunLog) -> None:
    with pytest.raises(RunMovedOn):
        await run_log.claim(str(uuid.UUID(int=9)))


@pytest.mark.parametrize("status", [RunStatus.PAUSED, RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.CANCELLED])
async def test_a_run_that_is_not_to_be_executed_is_not_claimed_and_its_epoch_stays(
    run_log: RunLog, status: RunStatus
) -> None:
    row = await run_log.start(starting())
    await run_log.append(appending(row, "a", status=status))
    with pytest.raises(RunMovedOn):
        await run_log.claim(row.run_id)
    found = await run_log.find(row.run_id)
    assert found is not None and found.epoch == row.epoch


async def test_nothing_is_appended_after_the_end_except_the_same_end_again(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    for _ in range(2):
        await run_log.append(appending(row, "end", status=RunStatus.FAILED))
    with pytest.raises(RunMovedOn):
        await run_log.append(appending(row, "more", first=3))
    found = await run_log.find(row.run_id)
    assert found is not None and found.status is RunStatus.FAILED
    assert await run_log.read(row.run_id, 0, 10) == [b"1/1", b"end"]


# Waiting for a user


async def pause(log: RunLog, number: int = 1, *, expires: float | None = None, session: str = "s") -> RunRow:
    """Record a run that waits for a user, until *expires* seconds after the beginning; return its row."""
    row = await log.start(starting(number, session=session))
    requested = appending(row, "asked", status=RunStatus.PAUSED)
    at = None if expires is None else BEGINNING + timedelta(seconds=expires)
    await log.append(replace(requested, expires_at=at))
    found = await log.find(row.run_id)
    assert found is not None
    return found


async def test_of_concurrent_claims_of_a_paused_run_one_appends(run_log: RunLog) -> None:
    row = await pause(run_log)
    claimed = await asyncio.gather(*(run_log.claim_paused(row.run_id) for _ in range(4)))
    assert sorted(each.epoch for each in claimed if each) == [row.epoch + n for n in (1, 2, 3, 4)]
    reported = await asyncio.gather(
        *(
            run_log.append(appending(each, f"epoch {each.epoch}", first=3, status=RunStatus.WAITING))
            for each in claimed
            if each
        ),
        return_exceptions=True,
    )
    assert [isinstance(each, RunMovedOn) for each in reported].count(True) == 3
    assert await run_log.read(row.run_id, 2, 10) == [f"epoch {row.epoch + 4}".encode()]


async def test_a_run_that_is_not_paused_cannot_be_claimed_as_paused_and_its_executor_continues(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    assert await run_log.claim_paused(row.run_id) is None
    assert await run_log.claim_paused(str(uuid.UUID(int=9))) is None
    await run_log.append(appending(row, "a"))
    answered = await pause(run_log, 2)
    claimed = await run_log.claim_paused(answered.run_id)
    assert claimed is not None
    await run_log.append(appending(claimed, "answer", first=3, status=RunStatus.WAITING))
    assert await run_log.claim_paused(answered.run_id) is None


async def test_a_paused_run_cannot_be_executed_until_it_is_answered(run_log: RunLog) -> None:
    row = await pause(run_log)
    assert list(await run_log.list_unfinished()) == []
    claimed = await run_log.claim_paused(row.run_id)
    assert claimed is not None
    await run_log.append(appending(claimed, "answer", first=3, status=RunStatus.WAITING))
    assert [each.run_id for each in await run_log.list_unfinished()] == [row.run_id]


async def test_only_expired_runs_are_found_the_longest_expired_first(run_log: RunLog) -> None:
    late, soon = await pause(run_log, 1, expires=200), await pause(run_log, 2, expires=100)
    await pause(run_log, 3, expires=301)
    await pause(run_log, 4)
    now = BEGINNING + timedelta(seconds=300)
    assert [row.run_id for row in await run_log.list_expired(now, 10)] == [soon.run_id, late.run_id]
    assert [row.run_id for row in await run_log.list_expired(now, 1)] == [soon.run_id]
    claimed = await run_log.claim_paused(soon.run_id)
    assert claimed is not None
    await run_log.append(appending(claimed, "answer", first=3, status=RunStatus.WAITING))
    assert [row.run_id for row in await run_log.list_expired(now, 10)] == [late.run_id]


async def test_a_session_with_a_paused_run_is_in_use_and_keeps_its_memory(run_log: RunLog) -> None:
    await end(run_log, await run_log.start(starting(1)), "ask", "answer")
    await pause(run_log, 2)
    session = await run_log.find_session("s")
    assert session is not None and session.has_unfinished_run
    assert await run_log.delete_session_memory(BEGINNING + timedelta(days=9)) == 0


# Reading


async def test_pages_follow_each_other_without_gap_or_overlap(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    await run_log.append(appending(row, *(str(number) for number in range(2, 12))))
    pages = [await run_log.read(row.run_id, after, 4) for after in (0, 4, 8, 12)]
    assert [len(page) for page in pages] == [4, 4, 3, 0]
    assert [payload for page in pages for payload in page][1:] == [str(n).encode() for n in range(2, 12)]


async def test_a_tailing_reader_loses_no_event_in_any_order_of_commits(run_log: RunLog) -> None:
    early, late = [await run_log.start(starting(number)) for number in (1, 2)]
    tails, seen = Tails(), list[bytes]()

    async def tail(row: RunRow) -> None:
        async for batch in watch(row.run_id, 0, run_log, tails, RemoteTails(run_log, tails)):
            seen.extend(batch)

    async with asyncio.TaskGroup() as group:
        readers = [group.create_task(tail(row)) for row in (early, late)]
        # The run that started later commits first; the earlier run's events commit after the reader has passed them.
        await run_log.append(appending(late, "late 2", "late 3", status=RunStatus.SUCCEEDED))
        await readers[1]
        await run_log.append(appending(early, "early 2"))
        await run_log.append(appending(early, "early 3", first=3, status=RunStatus.SUCCEEDED))
    assert sorted(seen) == [b"1/1", b"2/1", b"early 2", b"early 3", b"late 2", b"late 3"]


async def test_runs_are_listed_newest_first_page_by_page(run_log: RunLog) -> None:
    rows = [await run_log.start(starting(number)) for number in range(1, 6)]
    first = await run_log.list_runs("", "", None, 3)
    second = await run_log.list_runs("", "", (first[-1].created_at, first[-1].run_id), 3)
    assert [*first, *second] == rows[::-1]


async def test_runs_of_the_same_moment_are_listed_once_each(run_log: RunLog) -> None:
    for number in range(1, 5):
        run = starting(number)
        await run_log.start(NewRun(run.run_id, None, "s", True, "image_chat", "", run.payload, BEGINNING))
    first = await run_log.list_runs("", "", None, 2)
    second = await run_log.list_runs("", "", (first[-1].created_at, first[-1].run_id), 2)
    assert len({row.run_id for row in (*first, *second)}) == 4


async def test_only_the_runs_of_the_requested_session_are_listed(run_log: RunLog) -> None:
    await run_log.start(starting(1, session="a"))
    row = await run_log.start(starting(2, session="b"))
    assert list(await run_log.list_runs("b", "", None, 10)) == [row]


async def test_unfinished_runs_come_oldest_first_without_those_that_ended(run_log: RunLog) -> None:
    rows = [await run_log.start(starting(number)) for number in (3, 1, 2)]
    await end(run_log, rows[2], "a", "b")
    assert [row.run_id for row in await run_log.list_unfinished()] == [rows[1].run_id, rows[0].run_id]
