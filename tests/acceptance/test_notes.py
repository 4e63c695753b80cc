"""Notes through the public doors of the whole system as it ships: asked for, answered, cut, killed, kept."""

import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from PIL import Image

from tests.fixtures.command_line import PATIENT
from tests.fixtures.note_client import CONFIRM, STREAM, NoteEvent, Thread, Told, small_plans
from tests.fixtures.note_order import check_ids, check_order
from tests.fixtures.system import System, running

WISH = "写一篇杭州春游攻略，给带孩子的家长看，语气亲切"
OWN = {
    "title": "杭州春游｜带娃一日慢慢逛",
    "body": "周末带孩子来杭州春游，怎么安排才不累？我们走了三回，留下这条最轻松的路线。\n\n"
    "上午九点到断桥，沿白堤走到平湖秋月，大约四十分钟，孩子可以一路看桃花和垂柳，记得带水和防晒帽。\n\n"
    "中午在孤山附近吃片儿川，提前十分钟排队就有位子，人均三十五元左右，老人孩子都吃得惯。\n\n"
    "下午坐公交到太子湾公园看郁金香，草坪上铺一块垫子，让孩子跑一跑，四点前回程就不会堵车。收藏这一篇，照着走就行！",
    "tags": ["杭州春游", "亲子游", "西湖", "遛娃", "周末去哪儿"],
}
SIDE = 256
# Reads so many events of the last stream, then is cut, and comes back for the rest.
READ_AT_ONCE = 7


def pictures(thread: Thread, image_urls: list[str]) -> list[tuple[int, int]]:
    """Download pictures and return their sizes."""
    sizes = []
    for url in image_urls:
        response = thread.http.get(url)
        assert (response.status_code, response.headers["content-type"]) == (200, "image/png")
        with Image.open(io.BytesIO(response.content)) as image:
            image.load()
            sizes.append(image.size)
    return sizes


def confirmed_in_pieces(thread: Thread, body: dict[str, Any]) -> int:
    """Answer, and read what follows a few events at a time, coming back for each; return how often it was cut."""
    cuts = 0
    with thread.reading(CONFIRM, body) as events:
        _some(events)
    while not thread.told.done:
        cuts += 1
        with thread.resumed(thread.told.last.id) as events:
            _some(events)
    return cuts


def _some(events: Iterator[NoteEvent]) -> None:
    for number, _ in enumerate(events, start=1):
        if number == READ_AT_ONCE:
            return


@pytest.fixture(scope="module")
def course(system: System) -> tuple[Thread, int]:
    """A note whose text was sent back, then written by the person, whose plans were changed; the last stream cut."""
    thread = Thread(system.http)
    thread.ask(WISH, pictureCount=2, seed=7)
    thread.answer("reject", feedback="标题再短一点")
    thread.answer("modify", content=OWN)
    plans = small_plans(thread.told.asked["shown"], SIDE)
    return thread, confirmed_in_pieces(thread, thread.answering("modify", content=plans))


@pytest.fixture(scope="module")
def told(course: tuple[Thread, int]) -> Told:
    return course[0].told


def test_every_event_of_a_note_with_a_rejection_and_changes_is_of_the_form_that_is_served(
    course: tuple[Thread, int],
) -> None:
    thread, _ = course
    schema = thread.http.get("/api/agent/events/schema").json()
    validator = jsonschema.Draft202012Validator(schema)
    for event in thread.told.events:
        validator.validate(dict(event.data))
    assert len(thread.told.streams) == 4


def test_the_events_of_a_note_come_in_the_order_that_is_documented(told: Told) -> None:
    check_order(told.streams)


def test_cut_again_and_again_while_it_paints_a_note_tells_each_event_exactly_once(course: tuple[Thread, int]) -> None:
    thread, cuts = course
    assert cuts > 3
    assert thread.retold() == thread.told.events
    assert Counter(event.id for event in thread.told.events).most_common(1)[0][1] == 1


def test_a_note_that_is_done_is_taken_up_behind_any_of_its_events(course: tuple[Thread, int]) -> None:
    thread, _ = course
    events = thread.told.events
    for cut in (1, 2, 9, len(events) // 2, len(events) - 1, len(events)):
        assert thread.retold(events[cut - 1].id) == events[cut:]


def test_what_the_person_wrote_is_what_is_delivered_word_for_word(told: Told) -> None:
    done = told.last.data
    assert (done["title"], done["body"], done["tags"]) == (OWN["title"], OWN["body"], OWN["tags"])
    assert not any("草稿" in remark for remark in done["remarks"])


def test_a_rejected_text_is_written_again_and_shown_again_under_another_digest(told: Told) -> None:
    first, second, _ = (dict(event.data["context"]) for event in told.of("ask_user"))
    assert first["shown"]["title"] != second["shown"]["title"]
    assert first["digest"] != second["digest"]
    assert [event.agent for event in told.of("agent_start")].count("writer_agent") == 2


def test_a_system_killed_while_a_note_waits_takes_the_answer_after_it_was_started_again_and_delivers(
    tmp_path: Path,
) -> None:
    with running(tmp_path, **PATIENT) as system:
        thread = Thread(system.http)
        thread.ask(WISH, pictureCount=2, seed=7)
        system.kill()
    with running(tmp_path, **PATIENT) as system:
        thread.http = system.http
        waiting = thread.creative()
        assert (waiting["status"], waiting["pending"]["digest"]) == ("paused", thread.told.asked["digest"])
        thread.answer("approve")
        thread.answer("modify", content=small_plans(thread.told.asked["shown"], SIDE))
        done, made = thread.told.last.data, thread.creative()
        assert pictures(thread, [image["url"] for image in made["note"]["images"]]) == [(SIDE, SIDE)] * 2
        assert thread.retold() == thread.told.events
    assert (made["status"], made["pending"], made["error"]) == ("complete", None, None)
    assert (made["note"]["title"], made["note"]["body"]) == (done["title"], done["body"])
    assert thread.told.streams[0][-2].data["context"]["shown"]["body"] == done["body"]
    assert [image["assetId"] for image in made["note"]["images"]] == done["imageAssetIds"]
    check_order(thread.told.streams)


ANSWERING = """
import httpx, json, sys
url, body = sys.argv[1:]
with httpx.Client(base_url=url, timeout=60, trust_env=False) as http:
    http.get("/health")
    print("ready", flush=True)
    sys.stdin.readline()
    answer = http.post("/api/agent/confirm", json=json.loads(body))
    print(json.dumps([answer.status_code, answer.text]))
"""


def test_of_two_answers_given_at_once_by_two_processes_one_counts_and_the_other_is_told_so(system: System) -> None:
    thread = Thread(system.http)
    thread.ask(WISH, pictureCount=1, seed=7, approvals=["image_plans"])
    plans = thread.told.asked["shown"]
    bodies = [thread.answering("modify", content=small_plans(plans, side)) for side in (SIDE, 2 * SIDE)]
    given = [
        subprocess.Popen(
            [sys.executable, "-c", ANSWERING, system.url, json.dumps(body)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for body in bodies
    ]
    for process in given:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in given:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    answers = [json.loads(process.communicate(timeout=60)[0]) for process in given]
    assert sorted(status for status, _ in answers) == [200, 409]
    (lost,) = [json.loads(text)["error"]["code"] for status, text in answers if status == 409]
    winner = (SIDE, 2 * SIDE)[[status for status, _ in answers].index(200)]
    events = thread.retold()
    check_ids(events)
    assert (lost, events[-1].type) == ("ANSWER_CONFLICT", "workflow_complete")
    assert len(_answers(events)) == 1
    (image,) = events[-1].data["images"]
    assert pictures(thread, [image["url"]]) == [(winner, winner)]


def _answers(events: list[NoteEvent]) -> list[NoteEvent]:
    return [event for event in events if event.type == "tool_result" and event.data["tool"] == "askUser"]


def test_an_answer_that_is_refused_changes_nothing_and_the_note_can_still_be_answered(system: System) -> None:
    thread = Thread(system.http)
    thread.ask(WISH, pictureCount=1, seed=7)
    first, key = thread.answering("approve"), thread.told.asked["key"]
    assert thread.refused(CONFIRM, {**first, "digest": "0" * 64}) == (409, "ANSWER_STALE")
    assert thread.refused(CONFIRM, {**first, "threadId": "nobody"}) == (404, "SESSION_UNKNOWN")
    assert thread.refused(CONFIRM, {**first, "key": "content-9"}) == (404, "QUESTION_UNKNOWN")
    assert thread.refused(CONFIRM, {**first, "decision": "modify", "content": {"title": ""}})[0] == 400
    assert thread.refused(STREAM, {"message": "写一篇露营笔记", "threadId": thread.id}) == (409, "THREAD_WAITING")
    assert thread.retold() == thread.told.events
    thread.answer("approve")
    assert thread.told.asked["kind"] == "image_plans"
    assert thread.refused(CONFIRM, {**first, "key": key}) == (409, "ANSWER_CONFLICT")
    assert thread.creative()["status"] == "paused"
    assert thread.retold() == thread.told.events
    thread.cancel()
    made = thread.creative()
    assert (made["status"], bool(made["note"]["body"])) == ("aborted", True)
