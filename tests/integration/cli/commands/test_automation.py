"""`reflow schedules` and `reflow webhooks`: their requests and their output."""

import json

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from reflow.v1 import schedules_pb2, webhooks_pb2

from services.common.errors import Code, ReflowError
from tests.fixtures.services.scripted_system import Reflow

NINE = Timestamp(seconds=1_767_258_000)
DAILY = schedules_pb2.Schedule(
    schedule_id="s1", cron="0 9 * * *", timezone="UTC", missed=schedules_pb2.MISSED_POLICY_RUN_ONCE,
    workflow="image_chat", title="早安\n图", next_fire_times=[NINE],
)  # fmt: skip
HOOK = webhooks_pb2.Webhook(webhook_id="w1", url="https://a.example/hook", events=[webhooks_pb2.WEBHOOK_EVENT_ENDED])
DEAD = webhooks_pb2.WebhookDelivery(
    delivery_id="d1", type="run.ended", run_id="r1", attempts=5, state=webhooks_pb2.DELIVERY_STATE_DEAD,
    occurred_at=NINE, last_error="HTTP 500\nbody",
)  # fmt: skip


def test_a_schedule_of_images_is_created_with_its_input(reflow: Reflow) -> None:
    reflow.script("CreateSchedule", schedules_pb2.CreateScheduleResponse(schedule=DAILY))
    ended = reflow.run("schedules", "add", "0 9 * * *", "早安", "--missed", "run-once", "--seed", 7, "--json")
    (request,) = reflow.requests
    assert isinstance(request, schedules_pb2.CreateScheduleRequest)
    assert (request.run.image_chat.text, request.run.image_chat.seed) == ("早安", 7)
    assert request.missed == schedules_pb2.MISSED_POLICY_RUN_ONCE and request.request_id
    described = json.loads(ended.out)
    assert (described["scheduleId"], described["missed"], described["title"]) == ("s1", "run_once", "早安 图")


def test_a_schedule_of_notes_asks_nothing_with_yes(reflow: Reflow) -> None:
    reflow.run("schedules", "add", "0 9 * * *", "春游", "--workflow", "note", "--yes")
    (request,) = reflow.requests
    assert isinstance(request, schedules_pb2.CreateScheduleRequest)
    note = request.run.note
    assert note.skip_content_approval and note.skip_image_plans_approval and note.skip_clarification


@pytest.mark.parametrize("workflow", ["graph", "team"])
def test_a_schedule_of_another_workflow_is_rejected_before_a_request(reflow: Reflow, workflow: str) -> None:
    ended = reflow.run("schedules", "add", "0 9 * * *", "x", "--workflow", workflow)
    assert (ended.status, reflow.requests) == (2, []) and "--workflow image or note" in ended.err


def test_schedules_are_listed_on_one_line_each(reflow: Reflow) -> None:
    reflow.script("ListSchedules", schedules_pb2.ListSchedulesResponse(schedules=[DAILY]))
    (line,) = reflow.run("schedules", "list").lines
    fields = line.split("\t")
    assert fields[:6] == ["s1", "0 9 * * *", "UTC", "run_once", "image_chat", ""] and fields[-1] == "早安 图"


@pytest.mark.parametrize(("command", "text"), [("schedules", "no schedules"), ("webhooks", "no webhooks")])
def test_an_empty_list_is_reported_and_prints_no_json_lines(reflow: Reflow, command: str, text: str) -> None:
    assert text in reflow.run(command, "list").out and reflow.run(command, "list", "--json").out == ""


FIRINGS = schedules_pb2.Schedule(
    schedule_id="s1",
    firings=[
        schedules_pb2.Firing(time=NINE, outcome=schedules_pb2.FIRING_OUTCOME_STARTED, run_id="r1"),
        schedules_pb2.Firing(time=NINE, outcome=schedules_pb2.FIRING_OUTCOME_REJECTED, error_code="QUEUE_FULL"),
    ],
)


def test_a_schedule_is_shown_with_its_firings(reflow: Reflow) -> None:
    response = schedules_pb2.GetScheduleResponse(schedule=FIRINGS)
    reflow.script("GetSchedule", response, response)
    lines = reflow.run("schedules", "show", "s1").lines
    assert [line.split("\t")[1:4] for line in lines[1:]] == [["started", "r1", ""], ["rejected", "", "QUEUE_FULL"]]
    firings = json.loads(reflow.run("schedules", "show", "s1", "--json").out)["firings"]
    assert [one["runId"] for one in firings] == ["r1", None]


@pytest.mark.parametrize(("command", "method"), [("pause", "PauseSchedule"), ("resume", "ResumeSchedule")])
def test_a_schedule_is_paused_and_resumed_by_its_id(reflow: Reflow, command: str, method: str) -> None:
    ended = reflow.run("schedules", command, "s1", "--json")
    assert (ended.status, reflow.system.methods) == (0, [method])
    assert getattr(reflow.requests[0], "schedule_id", "") == "s1"


def test_a_removed_schedule_leaves_its_runs(reflow: Reflow) -> None:
    ended = reflow.run("schedules", "remove", "s1")
    assert (ended.out, reflow.system.methods) == ("Removed. Its runs stay.\n", ["DeleteSchedule"])


def test_an_unknown_schedule_ends_the_command_with_the_error_of_the_service(reflow: Reflow) -> None:
    reflow.script("DeleteSchedule", ReflowError(Code.SCHEDULE_UNKNOWN, field="schedule_id"))
    ended = reflow.run("schedules", "remove", "s2")
    assert ended.status != 0 and ended.out == "" and ended.err.count("\n") == 1


CREATED = webhooks_pb2.CreateWebhookResponse(webhook=HOOK, secret="whsec_1")


def test_a_new_webhook_shows_its_secret_once(reflow: Reflow) -> None:
    reflow.script("CreateWebhook", CREATED, CREATED)
    ended = reflow.run("webhooks", "add", HOOK.url, "--event", "ended")
    (request,) = reflow.requests
    assert isinstance(request, webhooks_pb2.CreateWebhookRequest)
    assert list(request.events) == [webhooks_pb2.WEBHOOK_EVENT_ENDED]
    assert ended.lines[0] == f"w1\tended\t\t{HOOK.url}" and ended.lines[1].endswith("whsec_1")
    assert json.loads(reflow.run("webhooks", "add", HOOK.url, "--json").out)["secret"] == "whsec_1"


def test_webhooks_are_listed_without_a_secret(reflow: Reflow) -> None:
    disabled = webhooks_pb2.Webhook(webhook_id="w2", disabled_at=NINE)
    reflow.script("ListWebhooks", webhooks_pb2.ListWebhooksResponse(webhooks=[HOOK, disabled]))
    lines = [json.loads(line) for line in reflow.run("webhooks", "list", "--json").lines]
    assert [line["disabledAt"] is None for line in lines] == [True, False] and "secret" not in lines[0]


def test_a_webhook_is_removed_by_its_id(reflow: Reflow) -> None:
    assert reflow.run("webhooks", "remove", "w1").out == "Removed.\n"
    assert getattr(reflow.requests[0], "webhook_id", "") == "w1"


def test_a_test_request_that_is_accepted_prints_the_status(reflow: Reflow) -> None:
    reflow.script("TestWebhook", webhooks_pb2.TestWebhookResponse(accepted=True, status=204))
    assert reflow.run("webhooks", "test", "w1").out == "The receiver returned HTTP 204.\n"


def test_a_test_request_that_is_not_accepted_fails_with_the_reason_on_one_line(reflow: Reflow) -> None:
    reflow.script("TestWebhook", webhooks_pb2.TestWebhookResponse(error="HTTP 500\nbody"))
    ended = reflow.run("webhooks", "test", "w1")
    assert (ended.status, ended.out, ended.err) == (1, "", "The receiver did not accept it: HTTP 500 body\n")


def test_deliveries_are_listed_by_webhook_and_state(reflow: Reflow) -> None:
    reflow.script("ListWebhookDeliveries", webhooks_pb2.ListWebhookDeliveriesResponse(deliveries=[DEAD]))
    (line,) = reflow.run("webhooks", "deliveries", "--webhook", "w1", "--state", "dead").lines
    (request,) = reflow.requests
    assert isinstance(request, webhooks_pb2.ListWebhookDeliveriesRequest)
    assert (request.webhook_id, request.state) == ("w1", webhooks_pb2.DELIVERY_STATE_DEAD)
    fields = line.split("\t")
    assert fields[:5] == ["d1", "dead", "run.ended", "r1", "5"] and fields[-2:] == ["", "HTTP 500 body"]


def test_a_repeated_delivery_shows_its_next_attempt(reflow: Reflow) -> None:
    pending = webhooks_pb2.WebhookDelivery(
        delivery_id="d1", state=webhooks_pb2.DELIVERY_STATE_PENDING, next_attempt_at=NINE
    )
    reflow.script("RetryWebhookDelivery", webhooks_pb2.RetryWebhookDeliveryResponse(delivery=pending))
    described = json.loads(reflow.run("webhooks", "retry", "d1", "--json").out)
    assert described["state"] == "pending" and described["nextAttemptAt"] and described["lastError"] is None
