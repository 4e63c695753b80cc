"""The AG-UI endpoint of the whole system, called by the protocol's own client in Node."""

import uuid
from typing import Any

import pytest

from tests.fixtures.gateway.ag_ui_conversation import ClientRun, conversation
from tests.fixtures.services.sample_images import base64_of, encode_mask
from tests.fixtures.systems.system import System

pytestmark = pytest.mark.usefixtures("npm_packages")

SMALL = {"size": "128x128", "seed": 7}
NOTE = {"workflow": "note", "pictureCount": 1, "seed": 7}
PROMPT = "写一篇杭州春游攻略，给带孩子的家长看，语气亲切"
OWN = {
    "title": "杭州春游｜带娃一日慢慢逛",
    "body": "周末带孩子来杭州春游，怎么安排才不累？我们走了三回，留下这条最轻松的路线。\n\n"
    "上午九点到断桥，沿白堤走到平湖秋月，大约四十分钟，孩子可以一路看桃花和垂柳，记得带水和防晒帽。\n\n"
    "中午在孤山附近吃片儿川，提前十分钟排队就有位子，人均三十五元左右，老人孩子都吃得惯。\n\n"
    "下午坐公交到太子湾公园看郁金香，草坪上铺一块垫子，让孩子跑一跑，四点前回程就不会堵车。收藏这一篇，照着走就行！",
    "tags": ["杭州春游", "亲子游", "西湖", "遛娃", "周末去哪儿"],
}
# Questions before the text is shown, if the prompt leaves anything open, and the two approvals.
MOST_QUESTIONS = 6


def thread() -> str:
    return str(uuid.uuid4())


def url(system: System) -> str:
    return f"{system.url}/ag-ui"


def answered(run: ClientRun, **payload: Any) -> list[dict[str, Any]]:
    """Return the resume entry that answers the question with which *run* ended."""
    (interrupt,) = run.interrupts
    return [{"interruptId": interrupt["id"], "status": "resolved", "payload": payload}]


def requested_about(run: ClientRun) -> str:
    """Return the kind of the question with which *run* ended, "" for none."""
    return str(run.interrupts[0]["metadata"]["reflow"]["kind"]) if run.interrupts else ""


# Image chat


def test_a_prompt_becomes_an_image_and_the_next_prompt_changes_it(system: System) -> None:
    with conversation(url(system), thread()) as talk:
        first = talk.run(text="画一只赛博朋克风格的猫", forwardedProps=SMALL)
        second = talk.run(text="再亮一点")
    assert (first.types[0], first.types[-1]) == ("RUN_STARTED", "RUN_FINISHED")
    assert first.state["status"] == "succeeded" and first.state["intent"]["subject"] == "猫"
    created = first.report["result"]
    assert first.messages("assistant")[-1]["content"] == f"Here is your image.\n\n![猫]({created['imageUrl']})"
    assert system.http.get(created["imageUrl"]).headers["content-type"] == "image/png"
    assert second.report["result"]["metadata"]["parentUrl"] == created["imageUrl"]
    (shown,) = [message for message in first.messages("activity") if message["activityType"] == "image"]
    assert (shown["content"]["status"], shown["content"]["url"]) == ("done", created["imageUrl"])


def test_a_masked_area_is_repainted(system: System) -> None:
    area = {"type": "data", "value": base64_of(encode_mask(128, 128, (40, 40, 88, 88))), "mimeType": "image/png"}
    with conversation(url(system), thread()) as talk:
        talk.run(text="画一座房子", forwardedProps=SMALL)
        parts = [
            {"type": "text", "text": "改成一只猫"},
            {"type": "image", "source": area, "metadata": {"purpose": "mask"}},
        ]
        assert talk.run(text=parts).report["result"]["taskType"] == "inpainting"


def test_a_prompt_that_is_not_understood_gets_a_helpful_message_and_its_run_succeeds(system: System) -> None:
    with conversation(url(system), thread()) as talk:
        run = talk.run(text="？？？")
    assert run.types[-1] == "RUN_FINISHED"
    assert "watercolor cat" in run.messages("assistant")[-1]["content"]


def test_the_same_run_sent_again_starts_nothing_and_reports_nothing_twice(system: System) -> None:
    name = thread()
    with conversation(url(system), name) as talk:
        first = talk.run(text="a cat", runId="one", forwardedProps=SMALL)
        again = talk.run(runId="one", forwardedProps=SMALL)
    runs = system.http.get("/api/runs", params={"sessionId": name}).json()["runs"]
    assert len(runs) == 1 and again.report["result"] == first.report["result"]
    assert again.report["messages"] == first.report["messages"]


def test_a_request_rejected_before_the_run_reaches_the_client_with_its_status_and_body(system: System) -> None:
    with conversation(url(system), thread()) as talk:
        failure = talk.send(text="长" * 1_001).report["failure"]
    assert (failure["status"], failure["payload"]["error"]["code"]) == (400, "INVALID_INPUT_FORMAT")


# Notes


def test_a_note_without_questions_is_delivered_with_text_and_images(system: System) -> None:
    with conversation(url(system), thread(), "zh") as talk:
        run = talk.run(text=PROMPT, forwardedProps=NOTE | {"autoConfirm": True})
    note = run.report["result"]
    assert note["title"] and note["body"] and note["tags"] and len(note["images"]) == 1
    assert note["title"] in run.messages("assistant")[-1]["content"]
    assert system.http.get(note["images"][0]["url"]).headers["content-type"] == "image/png"
    state = run.state
    assert state["status"] == "succeeded" and state["brief"]["topic"] and state["layout"]["sections"]
    assert state["content"]["title"] == note["title"] and state["quality"]["dimensions"]
    assert run.messages("tool"), "the calls of tools are visible"


def test_a_note_is_approved_step_by_step_and_the_users_own_text_is_delivered(system: System) -> None:
    kinds: list[str] = []
    with conversation(url(system), thread(), "zh") as talk:
        run = talk.run(text=PROMPT, forwardedProps=NOTE)
        while run.interrupts and len(kinds) < MOST_QUESTIONS:
            kinds.append(requested_about(run))
            rejected = talk.send(text="另写一篇", forwardedProps=NOTE).report["failure"]
            assert "pending interrupt" in rejected["message"]  # the client itself stores a thread that waits
            run = talk.run(resume=_answer(run, kinds))
    # Rejected once, then rewritten by the user; a review may send the plans back, and they are shown again.
    approvals = [kind for kind in kinds if kind in ("content", "image_plans")]
    assert approvals[:3] == ["content", "content", "image_plans"] and "content" not in approvals[3:]
    assert run.state["status"] == "succeeded"
    note = run.report["result"]
    assert (note["title"], note["body"]) == (OWN["title"], OWN["body"])


def _answer(run: ClientRun, kinds: list[str]) -> list[dict[str, Any]]:
    """Reject the first text, replace the second by OWN, approve the plans, and leave other questions open."""
    match kinds[-1], kinds.count("content"):
        case "content", 1:
            return answered(run, decision="reject", feedback="标题再活泼一点")
        case "content", _:
            return answered(run, decision="modify", content=OWN)
        case "image_plans", _:
            return answered(run, decision="approve")
        case _:
            option = run.interrupts[0]["metadata"]["reflow"]["options"][0]
            return answered(run, decision="choose", chosen=[option["id"]])


def test_a_rejected_answer_leaves_a_note_answerable_and_an_abandoned_question_ends_it(system: System) -> None:
    with conversation(url(system), thread(), "zh") as talk:
        run = talk.run(text=PROMPT, forwardedProps=NOTE)
        (interrupt,) = run.interrupts
        run_id, _, key = interrupt["id"].split(":", 2)
        entry = {"interruptId": interrupt["id"], "status": "resolved"}
        malformed = talk.send(resume=[entry | {"payload": {"decision": "perhaps"}}])
        assert malformed.report["failure"]["status"] == 400 and malformed.interrupts == [interrupt]
        stale = {"interruptId": f"{run_id}:{'0' * 64}:{key}", "status": "resolved", "payload": {"decision": "approve"}}
        # The client requires an answer to every interrupt, so the test sends the stale answer without the client.
        rejected = system.http.post("/ag-ui", json=_input(run, [stale]))
        assert (rejected.status_code, rejected.json()["error"]["code"]) == (409, "ANSWER_STALE")
        ended = talk.run(resume=[{"interruptId": interrupt["id"], "status": "cancelled"}])
    assert ended.report["events"][-1]["outcome"] == {"type": "cancelled"} and ended.interrupts == []
    assert ended.state["status"] == "cancelled"


def _input(run: ClientRun, resume: list[dict[str, Any]]) -> dict[str, Any]:
    return {"threadId": run.state["threadId"], "runId": thread(), "messages": [], "resume": resume}
