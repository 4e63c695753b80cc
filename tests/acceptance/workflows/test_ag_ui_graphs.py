"""The graph assistant at the AG-UI endpoint, called by the protocol's own client in Node."""

import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from tests.fixtures.gateway.ag_ui_conversation import Conversation, conversation
from tests.fixtures.systems.system import System

pytestmark = pytest.mark.usefixtures("npm_packages")

GRAPH = {"workflow": "graph"}
TWO_SAMPLERS = {"nodes": {name: {"type": "core:Sampler", "data": {}} for name in ("a", "b")}, "edges": {}}


@pytest.fixture
def talk(system: System) -> Iterator[Conversation]:
    """A new thread."""
    with conversation(f"{system.url}/ag-ui", str(uuid.uuid4()), "zh") as talk:
        yield talk


def load(system: System, graph_id: str) -> Any:
    return system.http.get(f"/api/graphs/{graph_id}").json()


def test_the_state_of_the_client_follows_the_graph_and_the_next_run_continues_with_it(
    system: System, talk: Conversation
) -> None:
    first = talk.run(text="加一个加载模型和采样器并连起来", forwardedProps=GRAPH)
    (snapshot,) = [event["snapshot"] for event in first.report["events"] if event["type"] == "STATE_SNAPSHOT"]
    assert (snapshot["revision"], snapshot["graph"]["nodes"]) == (1, {})
    deltas = [one for event in first.report["events"] if event["type"] == "STATE_DELTA" for one in event["delta"]]
    assert any(one["path"].startswith("/graph/nodes/") and one["op"] == "add" for one in deltas)
    assert first.report["result"]["patch"][0]["op"] == "add"
    second = talk.run(text="把采样器的步数改成 33", forwardedProps=GRAPH)
    stored = load(system, first.state["graphId"])
    assert (second.state["graphId"], second.state["revision"]) == (stored["graphId"], 3)
    assert second.state["graph"] == stored["graph"] != first.state["graph"]
    assert second.state["plan"]["engine"] == "builtin"
    assert "第 3 版" in second.messages("assistant")[-1]["content"]


def test_the_state_includes_what_others_have_changed_meanwhile(system: System, talk: Conversation) -> None:
    first = talk.run(text="加一个加载模型", forwardedProps=GRAPH)
    graph_id = first.state["graphId"]
    added = [{"op": "add", "path": "/nodes/mine", "value": {"type": "core:Blur", "data": {}}}]
    headers = {"Content-Type": "application/json-patch+json", "If-Match": "2"}
    assert system.http.patch(f"/api/graphs/{graph_id}", content=json.dumps(added), headers=headers).status_code == 200
    seen = GRAPH | {"graphId": graph_id, "revision": 2}
    second = talk.run(text="加一个采样器", forwardedProps=seen)
    assert (second.state["change"]["rebasedFrom"], second.state["revision"]) == (2, 4)
    assert second.state["graph"] == load(system, graph_id)["graph"]
    assert "mine" in second.state["graph"]["nodes"]


def test_a_graph_in_the_state_is_the_one_that_is_changed(system: System) -> None:
    body = {
        "threadId": str(uuid.uuid4()),
        "runId": str(uuid.uuid4()),
        "state": {"graph": {"nodes": {"a": {"type": "core:LoadImage", "data": {}}}, "edges": {}}},
        "messages": [{"id": "m", "role": "user", "content": "加一个保存图像"}],
        "tools": [],
        "context": [],
        "forwardedProps": {},
    }
    lines = system.http.post("/ag-ui?workflow=graph", json=body).text.splitlines()
    events = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    (snapshot,) = [event["snapshot"] for event in events if event["type"] == "STATE_SNAPSHOT"]
    assert set(snapshot["graph"]["nodes"]) == {"a"}


def test_a_question_is_an_interrupt_and_its_answer_changes_the_graph(system: System, talk: Conversation) -> None:
    paused = talk.run(text="删除采样器", forwardedProps=GRAPH | {"graph": TWO_SAMPLERS})
    (interrupt,) = paused.interrupts
    question = interrupt["metadata"]["reflow"]
    assert (question["kind"], paused.state["status"], set(paused.state["graph"]["nodes"])) == (
        "graph",
        "paused",
        {"a", "b"},
    )
    payload = {"decision": "choose", "chosen": [question["options"][1]["id"]]}
    answered = talk.run(resume=[{"interruptId": interrupt["id"], "status": "resolved", "payload": payload}])
    assert answered.state["status"] == "succeeded"
    assert set(answered.state["graph"]["nodes"]) == {"a"}
    assert answered.state["graph"] == load(system, paused.state["graphId"])["graph"]


@pytest.mark.parametrize(
    ("props", "status", "code", "field"),
    [
        ({"graphId": "nothing"}, 404, "GRAPH_UNKNOWN", "forwardedProps.graphId"),
        ({"graph": {"nodes": 5}}, 400, "GRAPH_INVALID", None),
        ({"graph": {}, "graphId": "x"}, 400, "INVALID_INPUT_FORMAT", "forwardedProps.graphId"),
        ({"graphId": ""}, 400, "INVALID_INPUT_FORMAT", "forwardedProps.graphId"),
    ],
)
def test_an_unusable_graph_is_rejected_before_the_run(
    talk: Conversation, props: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    failure = talk.send(text="加一个采样器", forwardedProps=GRAPH | props).report["failure"]
    assert (failure["status"], failure["payload"]["error"]["code"]) == (status, code)
    assert field is None or failure["payload"]["error"]["metadata"]["field"] == field
