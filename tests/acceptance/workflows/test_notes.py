"""Notes through the public endpoints of the whole default system: requested, answered, interrupted, killed, stored."""

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

from tests.fixtures.gateway.note_client import CONFIRM, STREAM, NoteEvent, Thread, Transcript, small_plans
from tests.fixtures.gateway.note_event_order import check_ids, check_order
from tests.fixtures.systems.command_line import PATIENT
from tests.fixtures.systems.system import System, running

PROMPT = "写一篇杭州春游攻略，给带孩子的家长看，语气亲切"
OWN = {
    "title": "杭州春游｜带娃一日慢慢逛",
    "body": "周末带孩子来杭州春游，怎么安排才不累？我们走了三回，留下这条最轻松的路线。\n\n"
    "上午九点到断桥，沿白堤走到平湖秋月，大约四十分钟，孩子可以一路看桃花和垂柳，记得带水和防晒帽。\n\n"
    "中午在孤山附近吃片儿川，提前十分钟排队就有位子，人均三十五元左右，老人孩子都吃得惯。\n\n"
    "下午坐公交到太子湾公园看郁金香，草坪上铺一块垫子，让孩子跑一跑，四点前回程就不会堵车。收藏这一篇，照着走就行！",
    "tags": ["杭州春游", "亲子游", "西湖", "遛娃", "周末去哪儿"],
}
SIDE = 256
# Number of events that are read from a stream before it is cut; a new stream delivers the rest.
READ_AT_ONCE = 7


def images(thread: Thread, image_urls: list[str]) -> list[tuple[int, int]]:
    """Download images and return their sizes."""
    sizes = []
    for url in image_urls:
        response = thread.http.get(url)
        assert (response.status_code, response.headers["content-type"]) == (200, "image/png")
        with Image.open(io.BytesIO(response.content)) as image:
            image.load()
            sizes.append(image.size)
    return sizes


def confirmed_in_chunks(thread: Thread, body: dict[str, Any]) -> int:
    """Answer, and read a few events at a time, each time from a new stream; return the number of streams."""
    cuts = 0
    with thread.open_stream(CONFIRM, body) as events:
        _some(events)
    while not thread.transcript.done:
        cuts += 1
        with thread.resume_stream(thread.transcript.last.id) as events:
            _some(events)
    return cuts


def _some(events: Iterator[NoteEvent]) -> None:
    for number, _ in enumerate(events, start=1):
        if number == READ_AT_ONCE:
            return


@pytest.fixture(scope="module")
def finished_note(system: System) -> tuple[Thread, int]:
    """A note with a rejected text, a text of the user and changed plans; its last stream is cut."""
    thread = Thread(system.http)
    thread.request_note(PROMPT, pictureCount=2, seed=7)
    thread.answer("reject", feedback="标题再短一点")
    thread.answer("modify", content=OWN)
    plans = small_plans(thread.transcript.question["shown"], SIDE)
    return thread, confirmed_in_chunks(thread, thread.answer_body("modify", content=plans))


@pytest.fixture(scope="module")
def reported(finished_note: tuple[Thread, int]) -> Transcript:
    return finished_note[0].transcript


def test_every_event_of_a_note_with_a_rejection_and_changes_conforms_to_the_served_schema(
    finished_note: tuple[Thread, int],
) -> None:
    thread, _ = finished_note
    schema = thread.http.get("/api/agent/events/schema").json()
    validator = jsonschema.Draft202012Validator(schema)
    for event in thread.transcript.events:
        validator.validate(dict(event.data))
    assert len(thread.transcript.streams) == 4


def test_the_events_of_a_note_come_in_the_documented_order(reported: Transcript) -> None:
    check_order(reported.streams)


def test_a_stream_cut_repeatedly_while_the_note_is_painted_delivers_each_event_exactly_once(
    finished_note: tuple[Thread, int],
) -> None:
    thread, cuts = finished_note
    assert cuts > 3
    assert thread.replay() == thread.transcript.events
    assert Counter(event.id for event in thread.transcript.events).most_common(1)[0][1] == 1


def test_a_finished_note_is_resumed_after_any_of_its_events(finished_note: tuple[Thread, int]) -> None:
    thread, _ = finished_note
    events = thread.transcript.events
    for cut in (1, 2, 9, len(events) // 2, len(events) - 1, len(events)):
        assert thread.replay(events[cut - 1].id) == events[cut:]


def test_the_users_own_text_is_delivered_word_for_word(reported: Transcript) -> None:
    done = reported.last.data
    assert (done["title"], done["body"], done["tags"]) == (OWN["title"], OWN["body"], OWN["tags"])
    assert not any("草稿" in remark for remark in done["remarks"])


def test_a_rejected_text_is_rewritten_and_displayed_under_another_digest(reported: Transcript) -> None:
    first, second, _ = (dict(event.data["context"]) for event in reported.of("ask_user"))
    assert first["shown"]["title"] != second["shown"]["title"]
    assert first["digest"] != second["digest"]
    assert [event.agent for event in reported.of("agent_start")].count("writer_agent") == 2


def test_a_system_killed_while_a_note_waits_accepts_the_answer_after_a_restart_and_delivers(
    tmp_path: Path,
) -> None:
    with running(tmp_path, **PATIENT) as system:
        thread = Thread(system.http)
        thread.request_note(PROMPT, pictureCount=2, seed=7)
        system.kill()
    with running(tmp_path, **PATIENT) as system:
        thread.http = system.http
        waiting = thread.creative()
        assert (waiting["status"], waiting["pending"]["digest"]) == ("paused", thread.transcript.question["digest"])
        thread.answer("approve")
        thread.answer("modify", content=small_plans(thread.transcript.question["shown"], SIDE))
        done, created = thread.transcript.last.data, thread.creative()
        assert images(thread, [image["url"] for image in created["note"]["images"]]) == [(SIDE, SIDE)] * 2
        assert thread.replay() == thread.transcript.events
    assert (created["status"], created["pending"], created["error"]) == ("complete", None, None)
    assert (created["note"]["title"], created["note"]["body"]) == (done["title"], done["body"])
    assert thread.transcript.streams[0][-2].data["context"]["shown"]["body"] == done["body"]
    assert [image["assetId"] for image in created["note"]["images"]] == done["imageAssetIds"]
    check_order(thread.transcript.streams)


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


def test_of_two_concurrent_answers_of_two_processes_one_counts_and_the_other_is_rejected(system: System) -> None:
    thread = Thread(system.http)
    thread.request_note(PROMPT, pictureCount=1, seed=7, approvals=["image_plans"])
    plans = thread.transcript.question["shown"]
    bodies = [thread.answer_body("modify", content=small_plans(plans, side)) for side in (SIDE, 2 * SIDE)]
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
    events = thread.replay()
    check_ids(events)
    assert (lost, events[-1].type) == ("ANSWER_CONFLICT", "workflow_complete")
    assert len(_answers(events)) == 1
    (image,) = events[-1].data["images"]
    assert images(thread, [image["url"]]) == [(winner, winner)]


def _answers(events: list[NoteEvent]) -> list[NoteEvent]:
    return [event for event in events if event.type == "tool_result" and event.data["tool"] == "askUser"]


def test_a_rejected_answer_changes_nothing_and_the_note_can_still_be_answered(system: System) -> None:
    thread = Thread(system.http)
    thread.request_note(PROMPT, pictureCount=1, seed=7)
    first, key = thread.answer_body("approve"), thread.transcript.question["key"]
    assert thread.post_rejected(CONFIRM, {**first, "digest": "0" * 64}) == (409, "ANSWER_STALE")
    assert thread.post_rejected(CONFIRM, {**first, "threadId": "nobody"}) == (404, "SESSION_UNKNOWN")
    assert thread.post_rejected(CONFIRM, {**first, "key": "content-9"}) == (404, "QUESTION_UNKNOWN")
    assert thread.post_rejected(CONFIRM, {**first, "decision": "modify", "content": {"title": ""}})[0] == 400
    assert thread.post_rejected(STREAM, {"message": "写一篇露营笔记", "threadId": thread.id}) == (409, "THREAD_WAITING")
    assert thread.replay() == thread.transcript.events
    thread.answer("approve")
    assert thread.transcript.question["kind"] == "image_plans"
    assert thread.post_rejected(CONFIRM, {**first, "key": key}) == (409, "ANSWER_CONFLICT")
    assert thread.creative()["status"] == "paused"
    assert thread.replay() == thread.transcript.events
    thread.cancel()
    created = thread.creative()
    assert (created["status"], bool(created["note"]["body"])) == ("aborted", True)
