"""Clients that watch a note: one that never returns, one that returns in time, and none at all."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.fixtures.gateway.note_client import CONFIRM, STREAM, Thread, small_plans
from tests.fixtures.systems.command_line import PATIENT
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.system import System, running

PROMPT = "写一篇杭州春游攻略"
GRACE = timedelta(seconds=2)
# Too large and too many to be painted within the grace period.
LARGE, MANY = 2048, 9
SEVERAL = 5
TIMEOUT = 240.0


@pytest.fixture(scope="module")
def brief_system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """A system that cancels a note two seconds after its last reader has disconnected."""
    data = tmp_path_factory.mktemp("readers")
    settings = {"REFLOW_ABANDON_SECONDS": str(GRACE.seconds), "REFLOW_LIMITS__RUN_SECONDS": str(TIMEOUT)}
    with running(data, **{**PATIENT, **settings}) as system:
        yield system


def planned(system: System) -> Thread:
    """Return a note that waits for the approval of its image plans."""
    thread = Thread(system.http)
    thread.request_note(PROMPT, pictureCount=MANY, seed=7, approvals=["image_plans"])
    return thread


def left_while_painting(thread: Thread) -> None:
    """Request large images, and disconnect as soon as one is started."""
    body = thread.answer_body("modify", content=small_plans(thread.transcript.question["shown"], LARGE))
    with thread.open_stream(CONFIRM, body) as events:
        next(event for event in events if event.data.get("status") == "generating")


async def test_a_note_whose_reader_does_not_return_is_cancelled_and_its_text_is_stored(brief_system: System) -> None:
    thread = planned(brief_system)
    left_while_painting(thread)
    assert thread.creative()["status"] == "running"
    await eventually(lambda: thread.creative()["status"] != "running", timeout=TIMEOUT, pause=0.1)
    created, (written,) = thread.creative(), thread.transcript.of("content_update")
    assert (created["status"], created["note"]["body"]) == ("aborted", written.data["body"])
    assert len(created["note"]["images"]) < MANY
    ended = thread.replay()[-1]
    assert (ended.type, ended.data["status"]) == ("state_update", "aborted")


async def test_a_note_whose_reader_returns_in_time_continues_where_the_stream_was_cut(brief_system: System) -> None:
    thread = planned(brief_system)
    left_while_painting(thread)
    left_at = thread.transcript.last.data["timestamp"]
    with thread.resume_stream(thread.transcript.last.id) as events:
        grace = GRACE.total_seconds() * 1_000
        later = next(event for event in events if event.data["timestamp"] > left_at + 1.5 * grace)
    assert thread.creative()["status"] == "running"
    assert later.type != "error"
    thread.cancel()
    assert thread.replay()[: len(thread.transcript.events)] == thread.transcript.events


async def test_a_note_in_the_background_is_finished_without_a_reader(brief_system: System) -> None:
    thread = Thread(brief_system.http)
    prompt = {"message": PROMPT, "threadId": thread.id, "pictureCount": SEVERAL, "seed": 7, "autoConfirm": True}
    with thread.open_stream(STREAM, {**prompt, "background": True}) as events:
        next(events)
    await eventually(lambda: thread.creative()["status"] != "running", timeout=TIMEOUT, pause=0.1)
    created = thread.creative()
    assert (created["status"], len(created["note"]["images"])) == ("complete", SEVERAL)
    # It took longer than the grace period, so it did not succeed merely by ending before that.
    assert created["updatedAt"] - created["createdAt"] > GRACE.total_seconds() * 1_000
