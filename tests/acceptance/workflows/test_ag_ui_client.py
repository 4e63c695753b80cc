"""The protocol's own client with the whole system: reload, resume, failure, abort, ten at once."""

import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.fixtures.gateway.ag_ui_conversation import ClientRun, conversation
from tests.fixtures.systems.command_line import PATIENT
from tests.fixtures.systems.system import System, running

pytestmark = pytest.mark.usefixtures("npm_packages")

PROMPT = "写一篇杭州春游攻略，给带孩子的家长看，语气亲切"
NOTE = {"workflow": "note", "pictureCount": 1, "seed": 7}
SMALL = {"size": "128x128", "seed": 7}
# Takes longer than a note continues without its reader.
SEVERAL = {"pictureCount": 3, "autoConfirm": True}
ABANDON_SECONDS = 2
MOST_QUESTIONS = 8
LONGEST_WAIT = 120.0
PAUSE = 0.2


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """A system that stops a note soon after its reader has left."""
    settings = PATIENT | {"REFLOW_ABANDON_SECONDS": str(ABANDON_SECONDS)}
    with running(tmp_path_factory.mktemp("impatient"), **settings) as system:
        yield system


def eventually(read: Callable[[], Any], expected: Any) -> None:
    """Wait until *read* returns *expected*."""
    deadline = time.monotonic() + LONGEST_WAIT
    while (value := read()) != expected:
        assert time.monotonic() < deadline, value
        time.sleep(PAUSE)


def url(system: System) -> str:
    return f"{system.url}/ag-ui"


def decide(run: ClientRun) -> list[dict[str, Any]]:
    """Return the entry of resume that approves, or chooses the first option."""
    (interrupt,) = run.interrupts
    question = interrupt["metadata"]["reflow"]
    payload: dict[str, Any] = {"decision": "approve"}
    if question["options"]:
        payload = {"decision": "choose", "chosen": [question["options"][0]["id"]]}
    return [{"interruptId": interrupt["id"], "status": "resolved", "payload": payload}]


def test_a_reload_at_every_question_loses_nothing_and_the_thread_is_enough_to_finish_the_note(
    system: System,
) -> None:
    thread = str(uuid.uuid4())
    with conversation(url(system), thread, "zh") as talk:
        run = talk.run(text=PROMPT, forwardedProps=NOTE)
    questions = 0
    while run.interrupts and questions < MOST_QUESTIONS:
        with conversation(url(system), thread, "zh") as reloaded:
            restored = reloaded.run()
            assert (restored.interrupts, restored.state) == (run.interrupts, run.state)
            assert [one["content"] for one in restored.messages("user")] == [PROMPT]
            assert all(one["name"] for one in restored.messages("assistant"))
            run = reloaded.run(resume=decide(restored))
        questions += 1
    assert questions >= 2 and run.state["status"] == "succeeded"
    (image,) = run.report["result"]["images"]
    assert system.http.get(image["url"]).headers["content-type"] == "image/png"
    assert any(f"]({image['url']})" in one["content"] for one in run.messages("assistant"))


def test_progress_of_images_moves_between_0_and_1_and_never_falls(system: System) -> None:
    with conversation(url(system), str(uuid.uuid4()), "zh") as talk:
        run = talk.run(text=PROMPT, forwardedProps=NOTE | SEVERAL)
    shares: dict[str, list[float]] = {}
    for event in run.report["events"]:
        if event["type"] == "ACTIVITY_SNAPSHOT" and event["activityType"] == "image":
            shares.setdefault(event["messageId"], []).append(event["content"]["progress"])
        if event["type"] == "ACTIVITY_DELTA" and event["messageId"] in shares:
            changed = [one["value"] for one in event["patch"] if one["path"] == "/progress"]
            shares[event["messageId"]] += changed
    assert len(shares) >= 3
    assert all(course == sorted(course) and course[-1] == 1 for course in shares.values())
    assert all(any(0 < share < 1 for share in course) for course in shares.values())


def test_an_aborted_note_is_stopped_after_its_grace_period_and_can_be_restored(impatient: System) -> None:
    thread = str(uuid.uuid4())
    with conversation(url(impatient), thread, "zh") as talk:
        aborted = talk.send(text=PROMPT, forwardedProps=NOTE | SEVERAL, abortAt="STEP_STARTED")
    assert "RUN_FINISHED" not in aborted.types

    def read_statuses() -> list[str]:
        listed = impatient.http.get("/api/creatives", params={"threadId": thread}).json()["creatives"]
        return [creative["status"] for creative in listed]

    eventually(read_statuses, ["aborted"])
    with conversation(url(impatient), thread, "zh") as reloaded:
        restored = reloaded.run()
    assert restored.report["events"][-1]["outcome"] == {"type": "cancelled"}
    assert restored.state["status"] == "cancelled"


def test_an_aborted_image_chat_continues_and_its_image_is_present_after_a_reload(system: System) -> None:
    thread = str(uuid.uuid4())
    with conversation(url(system), thread) as talk:
        talk.send(text="a watercolour cat", forwardedProps=SMALL, abortAt="STEP_STARTED")
    with conversation(url(system), thread) as reloaded:
        restored = reloaded.run()
    assert restored.state["status"] == "succeeded"
    assert f"]({restored.report['result']['imageUrl']})" in restored.messages("assistant")[-1]["content"]


def test_ten_clients_at_once_each_receive_their_own_complete_run(system: System) -> None:
    prompts = [f"a watercolour {animal}" for animal in
               ("cat", "dog", "fox", "owl", "hen", "cow", "bee", "ant", "pig", "bat")]  # fmt: skip

    def run(prompt: str) -> ClientRun:
        with conversation(url(system), str(uuid.uuid4())) as talk:
            return talk.run(text=prompt, forwardedProps=SMALL)

    with ThreadPoolExecutor(len(prompts)) as pool:
        runs = list(pool.map(run, prompts))
    assert [run.state["status"] for run in runs] == ["succeeded"] * len(prompts)
    assert [run.state["intent"]["subject"] for run in runs] == [prompt.rpartition(" ")[2] for prompt in prompts]
    assert len({run.state["runId"] for run in runs}) == len(prompts)
