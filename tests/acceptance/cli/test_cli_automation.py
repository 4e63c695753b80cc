"""`reflow webhooks`, `reflow schedules` and their HTTP interface, on a running system."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures.network.webhook_receiver import WebhookReceiver, webhook_receiver
from tests.fixtures.systems.command_line import PATIENT, CommandLine
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.system import System, running


@pytest.fixture(scope="module")
def up(data: Path) -> Iterator[System]:
    """System that may call receivers on this machine."""
    with running(data, **PATIENT, REFLOW_WEBHOOK_ALLOW='["127.0.0.1"]', REFLOW_WEBHOOK_BACKOFF="[0.1]") as system:
        yield system


@pytest.fixture(scope="module")
def receiver() -> Iterator[WebhookReceiver]:
    """A receiver; each test has its own path."""
    with webhook_receiver() as receiver:
        yield receiver


async def test_a_webhook_is_added_tested_called_retried_and_removed(
    joined: CommandLine, up: System, receiver: WebhookReceiver
) -> None:
    (added,) = joined.reflow("webhooks", "add", receiver.url("/cli"), "--event", "ended", "--json").events
    webhook_id = added["webhookId"]
    assert (added["events"], added["secret"][:6]) == (["ended"], "whsec_")
    (listed,) = joined.reflow("webhooks", "list", "--json").events
    assert (listed["webhookId"], "secret" in listed) == (webhook_id, False)
    receiver.statuses["/cli"] = [500, 204, 500, 500]
    failed = joined.reflow("webhooks", "test", webhook_id)
    assert (failed.status, failed.out) == (1, []) and "HTTP 500" in failed.err[0]
    assert joined.reflow("webhooks", "test", webhook_id).out == ["接收方返回 HTTP 204。"]
    up.chat({"text": "a cat", "width": 64, "height": 64})
    path = f"/api/webhooks/deliveries?state=dead&webhookId={webhook_id}"
    (dead,) = await eventually(lambda: up.http.get(path).json()["deliveries"], timeout=60)
    assert (dead["type"], dead["attempts"], dead["lastError"]) == ("run.succeeded", 2, "HTTP 500")
    (shown,) = joined.reflow("webhooks", "deliveries", "--state", "dead", "--json").events
    assert shown["deliveryId"] == dead["deliveryId"]
    (retried,) = joined.reflow("webhooks", "retry", dead["deliveryId"], "--json").events
    assert retried["state"] == "pending"
    await eventually(lambda: not up.http.get(path).json()["deliveries"], timeout=60)
    assert receiver.received("/cli")[-1].is_signed(added["secret"])
    assert joined.reflow("webhooks", "remove", webhook_id).status == 0
    unknown = joined.reflow("webhooks", "remove", webhook_id, "--lang", "en")
    assert (unknown.status, unknown.out) == (2, []) and "reflow webhooks list" in unknown.err[0]


def test_a_webhook_is_registered_over_http_and_its_secret_returned_once(up: System, receiver: WebhookReceiver) -> None:
    headers = {"Idempotency-Key": "one"}
    first, again = (
        up.http.post("/api/webhooks", json={"url": receiver.url("/http")}, headers=headers) for _ in range(2)
    )
    assert (first.status_code, first.json()["events"], again.json()["secret"]) == (201, ["ended", "waiting"], None)
    assert first.json()["secret"].startswith("whsec_")
    rejected = up.http.post("/api/webhooks", json={"url": "http://10.0.0.1/"})
    assert (rejected.status_code, rejected.json()["error"]["metadata"]["field"]) == (400, "url")
    assert up.http.delete(f"/api/webhooks/{first.json()['webhookId']}").status_code == 204
    assert up.http.get("/api/webhooks").json() == {"webhooks": []}


async def test_a_schedule_is_added_fires_is_paused_resumed_and_removed(joined: CommandLine) -> None:
    (added,) = joined.reflow("schedules", "add", "* * * * * *", "画一只水墨猫", "--missed", "run-once", "--json").events
    schedule_id = added["scheduleId"]
    assert (added["missed"], added["workflow"], len(added["nextFireTimes"])) == ("run_once", "image_chat", 5)

    def find_started() -> list[str]:
        (shown,) = joined.reflow("schedules", "show", schedule_id, "--json").events
        return [firing["runId"] for firing in shown["firings"] if firing["outcome"] == "started"]

    started = await eventually(find_started, timeout=60)
    (paused,) = joined.reflow("schedules", "pause", schedule_id, "--json").events
    assert paused["pausedAt"] and paused["nextFireTimes"] == []
    assert started[-1] in "".join(joined.reflow("runs", "show", started[-1]).out)
    (resumed,) = joined.reflow("schedules", "resume", schedule_id, "--json").events
    assert resumed["pausedAt"] is None
    assert joined.reflow("schedules", "remove", schedule_id).status == 0
    assert joined.reflow("schedules", "list").out == ["还没有定时任务。"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"cron": "x", "text": "a cat"}, "cron"),
        ({"cron": "0 9 * * *", "timezone": "Mars/Phobos", "text": "a cat"}, "timezone"),
        ({"cron": "0 9 * * *", "text": "x" * 9_999}, "text"),
        ({"cron": "0 9 * * *", "text": "a note", "workflow": "note", "width": 64, "height": 64}, "size"),
        ({"cron": "0 9 * * *", "text": "a cat", "missed": "never"}, "missed"),
    ],
)
def test_an_invalid_schedule_is_rejected_with_the_name_of_the_field(
    up: System, body: dict[str, object], field: str
) -> None:
    response = up.http.post("/api/schedules", json=body)
    assert (response.status_code, response.json()["error"]["metadata"]["field"]) == (400, field)


def test_a_schedule_over_http_has_its_fire_times_in_its_time_zone(up: System) -> None:
    body = {"cron": "0 9 * * *", "timezone": "Asia/Shanghai", "text": "写一篇春游攻略", "workflow": "note"}
    created = up.http.post("/api/schedules", json=body)
    assert created.status_code == 201
    assert {time // 3_600_000 % 24 for time in created.json()["nextFireTimes"]} == {1}
    url = f"/api/schedules/{created.json()['scheduleId']}"
    assert up.http.get(url).json()["workflow"] == "note"
    assert up.http.post(f"{url}/pause").json()["nextFireTimes"] == []
    assert len(up.http.post(f"{url}/resume").json()["nextFireTimes"]) == 5
    assert up.http.delete(url).status_code == 204
    assert up.http.get(url).status_code == 404
