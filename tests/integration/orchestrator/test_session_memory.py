"""Sessions in a run log: their usage, their messages and their last image, in memory and on PostgreSQL."""

from dataclasses import replace
from datetime import timedelta

from services.common.contract.image_chat import Restore
from services.common.contract.session import LastResult
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.domain.workflow import Summary
from services.orchestrator.engine.run_log import RunLog
from tests.fixtures.runs.log_entries import BEGINNING, appending, end, starting

IMAGE = LastResult("asset", "画一只猫", "猫", "水墨", 2**53 - 1, 64, 64, {"brightness": 0.5})


# Sessions


async def test_an_unknown_session_is_not_found(run_log: RunLog) -> None:
    assert await run_log.find_session("nobody") is None
    assert await run_log.load_session("nobody", 50) == ((), None)


async def test_a_session_is_opened_once(run_log: RunLog) -> None:
    await run_log.open_session("s", BEGINNING)
    await run_log.open_session("s", BEGINNING + timedelta(hours=1))
    session = await run_log.find_session("s")
    assert session is not None and session.last_used_at == BEGINNING and not session.has_unfinished_run


async def test_a_session_with_a_run_that_has_not_ended_is_unfinished(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    before = await run_log.find_session("s")
    await end(run_log, row, "a", "b")
    after = await run_log.find_session("s")
    assert before is not None and before.has_unfinished_run
    assert after is not None and not after.has_unfinished_run


async def test_the_last_use_of_a_session_is_the_last_change_of_its_runs(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    await run_log.append(appending(row, "a", seconds=300))
    session = await run_log.find_session("s")
    assert session is not None and session.last_used_at == row.created_at + timedelta(seconds=300)


async def test_a_session_remembers_the_messages_of_both_sides(run_log: RunLog) -> None:
    for number in (1, 2):
        await end(run_log, await run_log.start(starting(number)), f"ask {number}", f"answer {number}")
    messages, _ = await run_log.load_session("s", 50)
    text = [("user", "ask 1"), ("assistant", "answer 1"), ("user", "ask 2"), ("assistant", "answer 2")]
    assert [(message.role, message.content) for message in messages] == text


async def test_a_message_has_its_time(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    await end(run_log, row, "ask", "answer")
    (requested, answered), _ = await run_log.load_session("s", 50)
    ended = await run_log.find(row.run_id)
    assert ended is not None
    assert (requested.at, answered.at) == (ended.created_at, ended.updated_at)


async def test_an_empty_text_is_not_a_message(run_log: RunLog) -> None:
    await end(run_log, await run_log.start(starting()), "", "done")
    messages, _ = await run_log.load_session("s", 50)
    assert [(message.role, message.content) for message in messages] == [("assistant", "done")]


async def test_fifty_messages_are_remembered_and_the_oldest_dropped(run_log: RunLog) -> None:
    for number in range(1, 28):
        await end(run_log, await run_log.start(starting(number)), f"ask {number}", f"answer {number}")
    messages, _ = await run_log.load_session("s", 50)
    assert len(messages) == 50 and messages[0].content == "ask 3" and messages[-1].content == "answer 27"


async def test_the_last_image_is_remembered_with_all_its_fields(run_log: RunLog) -> None:
    await end(run_log, await run_log.start(starting()), "ask", "answer", IMAGE)
    assert (await run_log.load_session("s", 50))[1] == IMAGE


async def test_the_last_image_is_found_even_when_it_is_older_than_the_messages(run_log: RunLog) -> None:
    await end(run_log, await run_log.start(starting(1)), "ask", "answer", IMAGE)
    for number in range(2, 5):
        await end(run_log, await run_log.start(starting(number)), "ask", "answer")
    messages, image = await run_log.load_session("s", 2)
    assert len(messages) == 2 and image == IMAGE


async def test_a_session_remembers_nothing_from_another_session(run_log: RunLog) -> None:
    await end(run_log, await run_log.start(starting(1, session="a")), "ask", "answer", IMAGE)
    await run_log.start(starting(2, session="b"))
    assert await run_log.load_session("b", 50) == ((), None)


async def test_a_nul_character_from_a_model_does_not_break_the_log(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    await end(run_log, row, "ask", "an\0swer")
    assert (await run_log.load_session("s", 50))[0][1].content.replace("\0", "") == "answer"


async def test_the_first_and_the_newest_images_are_loaded_with_their_numbers(run_log: RunLog) -> None:
    for number in range(1, 6):
        row = await run_log.start(starting(number))
        restores = Restore.UNDO if number == 3 else Restore.UNSPECIFIED
        summary = Summary("ask", "answer", replace(IMAGE, asset_id=f"a{number}"), restores, "s" if number == 2 else "")
        await run_log.append(appending(row, "end", status=RunStatus.SUCCEEDED, summary=summary))
    images = await run_log.load_images("s", 3)
    assert [(image.image.asset_id, image.number, image.restores) for image in images] == [
        ("a1", 1, ""), ("a3", 2, "undo"), ("a4", 3, ""), ("a5", 4, "")]  # fmt: skip
    assert (await run_log.load_images("s", 4))[1].source_asset_id == "s"


# Deletion


async def test_the_memory_of_a_session_is_deleted_once_it_has_been_idle_too_long(run_log: RunLog) -> None:
    await end(run_log, await run_log.start(starting()), "ask", "answer")
    assert await run_log.delete_session_memory(BEGINNING + timedelta(days=1)) == 1
    assert await run_log.load_session("s", 50) == ((), None)
    assert await run_log.delete_session_memory(BEGINNING + timedelta(days=1)) == 0


async def test_a_session_in_use_keeps_its_memory(run_log: RunLog) -> None:
    await end(run_log, await run_log.start(starting(1)), "ask", "answer")
    await run_log.start(starting(2))
    assert await run_log.delete_session_memory(BEGINNING + timedelta(days=1)) == 0
    assert len((await run_log.load_session("s", 50))[0]) == 2
