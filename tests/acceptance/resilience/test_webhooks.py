"""Webhooks of real orchestrators when the receiver fails, hangs or is gone, or an orchestrator is killed."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import grpc
import psycopg
import pytest
from reflow.v1 import orchestrator_pb2, webhooks_pb2, webhooks_pb2_grpc

from tests.fixtures.network.webhook_receiver import HANG, WebhookReceiver, webhook_receiver
from tests.fixtures.postgres.database import empty_database
from tests.fixtures.runs.customer import NOTE
from tests.fixtures.runs.replicas import Cluster, ReplicaProcess, RolesProcess, replicas
from tests.fixtures.systems.eventually import eventually

SETTINGS = {"REFLOW_WEBHOOK_SECONDS": "3", "REFLOW_WEBHOOK_BACKOFF": "[0.2, 0.2]"}
PENDING = webhooks_pb2.DELIVERY_STATE_PENDING
DELIVERED = webhooks_pb2.DELIVERY_STATE_DELIVERED
DEAD = webhooks_pb2.DELIVERY_STATE_DEAD


@pytest.fixture(scope="module")
def receiver() -> Iterator[WebhookReceiver]:
    """A receiver; each test has its own path."""
    with webhook_receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def cluster(postgres_url: str, roles: list[RolesProcess]) -> Iterator[Cluster]:
    """Two orchestrators on one database."""
    with empty_database(postgres_url) as url, replicas(url, roles, SETTINGS, "dbos") as cluster:
        cluster.add()
        cluster.add()
        yield cluster


class Hooks:
    """Webhooks of an orchestrator."""

    def __init__(self, replica: ReplicaProcess) -> None:
        self.stub: Any = webhooks_pb2_grpc.WebhookServiceStub(replica.channel)

    def add(self, url: str, *events: int, request_id: str = "") -> Any:
        """Register a webhook and return the response."""
        request = webhooks_pb2.CreateWebhookRequest(url=url, events=events, request_id=request_id)  # type: ignore[arg-type]
        return self.stub.CreateWebhook(request, timeout=60)

    def remove(self, webhook_id: str) -> None:
        """Remove a webhook."""
        self.stub.DeleteWebhook(webhooks_pb2.DeleteWebhookRequest(webhook_id=webhook_id), timeout=60)

    def deliveries(self, webhook_id: str, state: int = 0) -> Any:
        """Return the deliveries of a webhook, newest first."""
        request = webhooks_pb2.ListWebhookDeliveriesRequest(webhook_id=webhook_id, state=state)  # type: ignore[arg-type]
        return self.stub.ListWebhookDeliveries(request, timeout=60).deliveries

    async def wait(self, webhook_id: str, state: int, count: int = 1) -> Any:
        """Return the deliveries in *state* once there are *count* of them."""
        found = await eventually(lambda: self._list(webhook_id, state, count), timeout=90, pause=0.1)
        assert len(found) == count
        return found

    def _list(self, webhook_id: str, state: int, count: int) -> Any:
        found = self.deliveries(webhook_id, state)
        return found if len(found) >= count else None


@pytest.fixture
def hooks(cluster: Cluster) -> Iterator[Hooks]:
    """The webhooks of the first orchestrator; those of the test are removed at its end."""
    hooks = Hooks(cluster.replicas[0])
    yield hooks
    for webhook in hooks.stub.ListWebhooks(webhooks_pb2.ListWebhooksRequest(), timeout=60).webhooks:
        hooks.remove(webhook.webhook_id)


def find_status(call: Any) -> str:
    """Return the status of the error that *call* raises."""
    with pytest.raises(grpc.RpcError) as raised:
        call()
    return str(raised.value.code().name)


async def test_each_ended_run_is_reported_once_by_one_of_two_orchestrators_with_a_valid_signature(
    cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver
) -> None:
    created = hooks.add(receiver.url("/once"))
    runs = {cluster.replicas[number % 2].start(request_id=f"once-{number}") for number in range(12)}
    await hooks.wait(created.webhook.webhook_id, DELIVERED, len(runs))
    requests = receiver.received("/once")
    assert Counter(request.json["data"]["runId"] for request in requests) == dict.fromkeys(runs, 1)
    assert all(request.is_signed(created.secret) for request in requests)
    assert {request.json["type"] for request in requests} == {"run.succeeded"}
    assert len({request.id for request in requests}) == len(runs)


async def test_a_waiting_run_is_reported_and_its_end_only_to_those_who_requested_it(
    cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver
) -> None:
    waiting = hooks.add(receiver.url("/waiting"), webhooks_pb2.WEBHOOK_EVENT_WAITING).webhook.webhook_id
    ended = hooks.add(receiver.url("/ended"), webhooks_pb2.WEBHOOK_EVENT_ENDED).webhook.webhook_id
    run_id = cluster.replicas[0].begin(orchestrator_pb2.StartRunRequest(note=NOTE.note))
    await hooks.wait(waiting, DELIVERED)
    cluster.replicas[0].cancel(run_id)
    await hooks.wait(ended, DELIVERED)
    assert [request.json["type"] for request in receiver.received("/waiting")] == ["run.waiting"]
    assert [request.json["type"] for request in receiver.received("/ended")] == ["run.cancelled"]


async def test_a_receiver_that_fails_and_hangs_gets_the_same_request_again_until_it_accepts(
    cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver
) -> None:
    created = hooks.add(receiver.url("/flaky"))
    receiver.statuses["/flaky"] = [500, HANG]
    cluster.replicas[0].start()
    (delivery,) = await hooks.wait(created.webhook.webhook_id, DELIVERED)
    requests = receiver.received("/flaky")
    assert delivery.attempts == len(requests) == 3
    assert {(request.id, request.body) for request in requests} == {(delivery.delivery_id, requests[0].body)}
    assert all(request.is_signed(created.secret) for request in requests)


async def test_a_receiver_that_requests_a_later_attempt_receives_none_before_then(
    cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver
) -> None:
    webhook_id = hooks.add(receiver.url("/busy")).webhook.webhook_id
    receiver.statuses["/busy"], receiver.headers["/busy"] = [503, 503], {"Retry-After": "3600"}
    cluster.replicas[0].start()
    # An attempt is counted when it begins, with a short lease; its end replaces the lease by the receiver's hour.
    await eventually(
        lambda: any(found.last_status == 503 for found in hooks.deliveries(webhook_id)), timeout=90, pause=0.1
    )
    (delivery,) = hooks.deliveries(webhook_id, PENDING)
    assert delivery.attempts == 1
    assert delivery.next_attempt_at.seconds - time.time() > 3_000


async def test_a_delivery_without_attempts_left_is_a_dead_letter_and_can_be_delivered_again(
    cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver
) -> None:
    webhook_id = hooks.add(receiver.url("/dead")).webhook.webhook_id
    receiver.statuses["/dead"] = [503, 503, 503]
    cluster.replicas[0].start()
    (dead,) = await hooks.wait(webhook_id, DEAD)
    assert (dead.attempts, dead.last_status, dead.last_error) == (3, 503, "HTTP 503")
    retry = webhooks_pb2.RetryWebhookDeliveryRequest(delivery_id=dead.delivery_id)
    assert hooks.stub.RetryWebhookDelivery(retry, timeout=60).delivery.state == PENDING
    await hooks.wait(webhook_id, DELIVERED)
    assert {request.id for request in receiver.received("/dead")} == {dead.delivery_id}
    assert len(receiver.received("/dead")) == 4


async def test_a_receiver_that_answers_410_is_disabled_until_a_delivery_is_repeated(
    cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver
) -> None:
    webhook_id = hooks.add(receiver.url("/gone")).webhook.webhook_id
    receiver.statuses["/gone"] = [410]
    cluster.replicas[0].start()
    (dead,) = await hooks.wait(webhook_id, DEAD)
    assert dead.attempts == 1
    await eventually(lambda: _listed(hooks, webhook_id).HasField("disabled_at"))
    run_id = cluster.replicas[0].start()
    await asyncio.to_thread(cluster.replicas[0].events, run_id)
    assert len(hooks.deliveries(webhook_id)) == 1
    hooks.stub.RetryWebhookDelivery(webhooks_pb2.RetryWebhookDeliveryRequest(delivery_id=dead.delivery_id), timeout=60)
    await hooks.wait(webhook_id, DELIVERED)
    assert not _listed(hooks, webhook_id).HasField("disabled_at")


def _listed(hooks: Hooks, webhook_id: str) -> Any:
    webhooks = hooks.stub.ListWebhooks(webhooks_pb2.ListWebhooksRequest(), timeout=60).webhooks
    return next(webhook for webhook in webhooks if webhook.webhook_id == webhook_id)


async def test_a_redirect_to_a_private_address_is_not_followed(
    cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver
) -> None:
    webhook_id = hooks.add(receiver.url("/moved")).webhook.webhook_id
    receiver.headers["/moved"] = {"Location": receiver.url("/internal")}
    receiver.statuses["/moved"] = [307, 307, 307]
    cluster.replicas[0].start()
    (dead,) = await hooks.wait(webhook_id, DEAD)
    assert dead.last_error == "HTTP 307: redirects are not followed"
    assert receiver.received("/internal") == []


@pytest.mark.parametrize("url", ["http://10.0.0.1/", "http://169.254.169.254/x", "http://[::1]/", "ftp://a.com/", "x"])
def test_a_url_that_does_not_lead_to_the_public_internet_is_rejected(hooks: Hooks, url: str) -> None:
    assert find_status(lambda: hooks.add(url)) == "INVALID_ARGUMENT"


def test_the_secret_is_returned_once_even_where_the_request_is_repeated(
    hooks: Hooks, receiver: WebhookReceiver
) -> None:
    first = hooks.add(receiver.url("/secret"), request_id="a")
    again = hooks.add(receiver.url("/secret"), request_id="a")
    assert first.secret.startswith("whsec_")
    assert (again.webhook, again.secret) == (first.webhook, "")
    assert find_status(lambda: hooks.add(receiver.url("/other"), request_id="a")) == "FAILED_PRECONDITION"


def test_no_log_has_the_secret(cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver) -> None:
    created = hooks.add(receiver.url("/logged"))
    hooks.stub.TestWebhook(webhooks_pb2.TestWebhookRequest(webhook_id=created.webhook.webhook_id), timeout=60)
    texts = [replica.log.read_text() for replica in cluster.replicas] + [one.log.read_text() for one in cluster.roles]
    assert not any(created.secret in text for text in texts)
    assert any("service ready" in text for text in texts)


def test_a_test_request_is_sent_at_once_and_its_response_returned(hooks: Hooks, receiver: WebhookReceiver) -> None:
    created = hooks.add(receiver.url("/test"))
    receiver.statuses["/test"] = [500]
    request = webhooks_pb2.TestWebhookRequest(webhook_id=created.webhook.webhook_id)
    failed, accepted = (hooks.stub.TestWebhook(request, timeout=60) for _ in range(2))
    assert (failed.accepted, failed.status, accepted.accepted, accepted.status) == (False, 500, True, 204)
    assert [one.json["type"] for one in receiver.received("/test")] == ["webhook.test"] * 2
    assert all(one.is_signed(created.secret) for one in receiver.received("/test"))


def test_unknown_webhooks_and_deliveries_are_reported(hooks: Hooks) -> None:
    assert find_status(lambda: hooks.remove("x")) == "NOT_FOUND"
    retry = webhooks_pb2.RetryWebhookDeliveryRequest(delivery_id="x")
    assert find_status(lambda: hooks.stub.RetryWebhookDelivery(retry, timeout=60)) == "NOT_FOUND"


async def test_a_hanging_receiver_does_not_delay_the_others(
    cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver
) -> None:
    hooks.add(receiver.url("/slow"))
    fast = hooks.add(receiver.url("/fast")).webhook.webhook_id
    receiver.statuses["/slow"] = [HANG] * 200
    runs = [cluster.replicas[0].start() for _ in range(20)]
    for run_id in runs:
        await asyncio.to_thread(cluster.replicas[0].events, run_id)
    started = time.monotonic()
    await hooks.wait(fast, DELIVERED, len(runs))
    assert time.monotonic() - started < 60


async def test_a_report_survives_a_kill_between_the_request_and_its_record(
    postgres_url: str, roles: list[RolesProcess], receiver: WebhookReceiver
) -> None:
    with empty_database(postgres_url) as url, replicas(url, roles, SETTINGS, "local") as cluster:
        doomed = await asyncio.to_thread(cluster.add, endpoint=1, crash_at="sent:1")
        webhook_id = Hooks(doomed).add(receiver.url("/killed")).webhook.webhook_id
        doomed.start()
        assert await asyncio.to_thread(doomed.process.wait, 60) == -signal.SIGKILL
        hooks = Hooks(await asyncio.to_thread(cluster.add, endpoint=2))
        (delivery,) = await hooks.wait(webhook_id, DELIVERED)
    requests = receiver.received("/killed")
    assert [request.id for request in requests] == [delivery.delivery_id] * 2
    assert delivery.attempts == 2


async def test_a_secret_is_replaced_by_a_second_webhook_with_the_same_url(
    cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver
) -> None:
    former, newer = hooks.add(receiver.url("/replaced")), hooks.add(receiver.url("/replaced"))
    assert former.secret != newer.secret
    run_id = cluster.replicas[0].start()
    for webhook in (former, newer):
        await hooks.wait(webhook.webhook.webhook_id, DELIVERED)
    requests = receiver.received("/replaced")
    assert [[request.is_signed(one.secret) for request in requests].count(True) for one in (former, newer)] == [1, 1]
    assert {request.json["data"]["runId"] for request in requests} == {run_id}
    hooks.remove(former.webhook.webhook_id)
    cluster.replicas[0].start()
    await hooks.wait(newer.webhook.webhook_id, DELIVERED, 2)
    assert receiver.received("/replaced")[-1].is_signed(newer.secret)


async def test_the_reports_of_a_removed_webhook_are_deleted_and_its_runs_still_end(
    cluster: Cluster, hooks: Hooks, receiver: WebhookReceiver
) -> None:
    webhook_id = hooks.add(receiver.url("/removed")).webhook.webhook_id
    receiver.statuses["/removed"] = [HANG] * 5
    run_id = cluster.replicas[0].start()
    await asyncio.to_thread(cluster.replicas[0].events, run_id)
    hooks.remove(webhook_id)
    with psycopg.connect(cluster.settings["REFLOW_DATABASE_URL"]) as connection:
        assert connection.execute(
            "SELECT count(*) FROM webhook_deliveries WHERE webhook_id = %s", (webhook_id,)
        ).fetchone() == (0,)
