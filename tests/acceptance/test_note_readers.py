"""Who reads a note: one that leaves for good, one that comes back in time, and none at all."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.fixtures.command_line import PATIENT
from tests.fixtures.eventually import eventually
from tests.fixtures.note_client import CONFIRM, STREAM, Thread, small_plans
from tests.fixtures.system import System, running

WISH = "写一篇杭州春游攻略"
GRACE = timedelta(seconds=2)
# So large and so many that they are not painted within the grace period.
LARGE, MANY = 2048, 9
SEVERAL = 5
PATIENCE = 240.0


@pytest.fixture(scope="module")
def brief_system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """A system that stops a note two seconds after its last reader has left."""
    data = tmp_path_factory.mktemp("readers")
    settings = {"REFLOW_ABANDON_SECONDS": str(GRACE.seconds), "REFLOW_LIMITS__RUN_SECONDS": str(PATIENCE)}
    with running(data, **{**PATIENT, **settings}) as system:
        yield system


def planned(system: System) -> Thread:
    """Return a note that waits before its pictures are painted."""
    thread = Thread(system.http)
    thread.ask(WISH, pictureCount=MANY, seed=7, approvals=["image_plans"])
    return thread


def left_while_painting(thread: Thread) -> None:
    """Have large pictures painted, and leave as soon as one is begun."""
    body = thread.answering("modify", content=small_plans(thread.told.asked["shown"], LARGE))
    with thread.reading(CONFIRM, body) as events:
        next(event for event in events if event.data.get("status") == "generating")


async def test_a_note_whose_reader_left_for_good_is_aborted_and_keeps_its_text(brief_system: System) -> None:
    thread = planned(brief_system)
    left_while_painting(thread)
    assert thread.creative()["status"] == "running"
    await eventually(lambda: thread.creative()["status"] != "running", timeout=PATIENCE, pause=0.1)
    made, (written,) = thread.creative(), thread.told.of("content_update")
    assert (made["status"], made["note"]["body"]) == ("aborted", written.data["body"])
    assert len(made["note"]["images"]) < MANY
    ended = thread.retold()[-1]
    assert (ended.type, ended.data["status"]) == ("state_update", "aborted")


async def test_a_note_whose_reader_comes_back_in_time_goes_on_where_it_was_cut(brief_system: System) -> None:
    thread = planned(brief_system)
    left_while_painting(thread)
    left_at = thread.told.last.data["timestamp"]
    with thread.resumed(thread.told.last.id) as events:
        grace = GRACE.total_seconds() * 1_000
        later = next(event for event in events if event.data["timestamp"] > left_at + 1.5 * grace)
    assert thread.creative()["status"] == "running"
    assert later.type != "error"
    thread.cancel()
    assert thread.retold()[: len(thread.told.events)] == thread.told.events


async def test_a_note_in_the_background_is_finished_without_a_reader(brief_system: System) -> None:
    thread = Thread(brief_system.http)
    wish = {"message": WISH, "threadId": thread.id, "pictureCount": SEVERAL, "seed": 7, "autoConfirm": True}
    with thread.reading(STREAM, {**wish, "background": True}) as events:
        next(events)
    await eventually(lambda: thread.creative()["status"] != "running", timeout=PATIENCE, pause=0.1)
    made = thread.creative()
    assert (made["status"], len(made["note"]["images"])) == ("complete", SEVERAL)
    # It was not merely done before anybody would have missed its reader.
    assert made["updatedAt"] - made["createdAt"] > GRACE.total_seconds() * 1_000
