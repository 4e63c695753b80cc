"""Clients of webhooks and schedules."""

from collections.abc import Sequence

from reflow.v1 import orchestrator_pb2, schedules_pb2, schedules_pb2_grpc, webhooks_pb2, webhooks_pb2_grpc

from services.cli.session.calls import CALL_SECONDS, IMPORT_SECONDS, Caller
from services.common.contract.proto_mapper import set_oneof
from services.common.contract.proto_values.enums import enum_number
from services.common.contract.results import WorkflowInput
from services.common.ids import new_id

PAGE_SIZE = 100


class WebhookClient:
    """Webhooks of a running system. All calls raise ReflowError."""

    def __init__(self, webhooks: "webhooks_pb2_grpc.WebhookServiceAsyncStub", caller: Caller) -> None:
        self._webhooks = webhooks
        self._caller = caller

    async def create(self, url: str, events: Sequence[str]) -> webhooks_pb2.CreateWebhookResponse:
        """Register a webhook for *events* ("ended", "waiting"; none for both)."""
        numbers = [enum_number(webhooks_pb2.WebhookEvent.DESCRIPTOR, event) for event in events]
        request = webhooks_pb2.CreateWebhookRequest(request_id=new_id(), url=url, events=numbers)
        return await self._caller.call(self._webhooks.CreateWebhook, request, CALL_SECONDS)

    async def list_all(self) -> Sequence[webhooks_pb2.Webhook]:
        """Return all webhooks, oldest first."""
        request = webhooks_pb2.ListWebhooksRequest()
        return (await self._caller.call(self._webhooks.ListWebhooks, request, CALL_SECONDS)).webhooks

    async def remove(self, webhook_id: str) -> None:
        """Remove a webhook. Raises WEBHOOK_UNKNOWN."""
        request = webhooks_pb2.DeleteWebhookRequest(webhook_id=webhook_id)
        await self._caller.call(self._webhooks.DeleteWebhook, request, CALL_SECONDS)

    async def test(self, webhook_id: str) -> webhooks_pb2.TestWebhookResponse:
        """Send a test request and return the response. Raises WEBHOOK_UNKNOWN."""
        request = webhooks_pb2.TestWebhookRequest(webhook_id=webhook_id)
        return await self._caller.call(self._webhooks.TestWebhook, request, IMPORT_SECONDS)

    async def list_deliveries(self, webhook_id: str, state: str) -> Sequence[webhooks_pb2.WebhookDelivery]:
        """Return the last deliveries, newest first; "" for any webhook, any state."""
        request = webhooks_pb2.ListWebhookDeliveriesRequest(webhook_id=webhook_id, page_size=PAGE_SIZE)
        if state:
            request.state = enum_number(webhooks_pb2.DeliveryState.DESCRIPTOR, state)
        return (await self._caller.call(self._webhooks.ListWebhookDeliveries, request, CALL_SECONDS)).deliveries

    async def retry(self, delivery_id: str) -> webhooks_pb2.WebhookDelivery:
        """Deliver again. Raises DELIVERY_UNKNOWN."""
        request = webhooks_pb2.RetryWebhookDeliveryRequest(delivery_id=delivery_id)
        return (await self._caller.call(self._webhooks.RetryWebhookDelivery, request, CALL_SECONDS)).delivery


class ScheduleClient:
    """Schedules of a running system. All calls raise ReflowError."""

    def __init__(self, schedules: "schedules_pb2_grpc.ScheduleServiceAsyncStub", caller: Caller) -> None:
        self._schedules = schedules
        self._caller = caller

    async def create(
        self, request: schedules_pb2.CreateScheduleRequest, run_input: WorkflowInput, session_id: str
    ) -> schedules_pb2.Schedule:
        """Create the schedule of *request*, whose runs have *run_input*. Raises INVALID_INPUT_*."""
        request.request_id = new_id()
        run = orchestrator_pb2.StartRunRequest(session_id=session_id)
        set_oneof(run, "input", run_input)
        request.run.CopyFrom(run)
        return (await self._caller.call(self._schedules.CreateSchedule, request, CALL_SECONDS)).schedule

    async def list_all(self) -> Sequence[schedules_pb2.Schedule]:
        """Return all schedules, oldest first, without firings."""
        request = schedules_pb2.ListSchedulesRequest()
        return (await self._caller.call(self._schedules.ListSchedules, request, CALL_SECONDS)).schedules

    async def get(self, schedule_id: str) -> schedules_pb2.Schedule:
        """Return a schedule with its firings. Raises SCHEDULE_UNKNOWN."""
        request = schedules_pb2.GetScheduleRequest(schedule_id=schedule_id)
        return (await self._caller.call(self._schedules.GetSchedule, request, CALL_SECONDS)).schedule

    async def pause(self, schedule_id: str) -> schedules_pb2.Schedule:
        """Pause a schedule. Raises SCHEDULE_UNKNOWN."""
        request = schedules_pb2.PauseScheduleRequest(schedule_id=schedule_id)
        return (await self._caller.call(self._schedules.PauseSchedule, request, CALL_SECONDS)).schedule

    async def resume(self, schedule_id: str) -> schedules_pb2.Schedule:
        """Resume a schedule. Raises SCHEDULE_UNKNOWN."""
        request = schedules_pb2.ResumeScheduleRequest(schedule_id=schedule_id)
        return (await self._caller.call(self._schedules.ResumeSchedule, request, CALL_SECONDS)).schedule

    async def remove(self, schedule_id: str) -> None:
        """Remove a schedule. Raises SCHEDULE_UNKNOWN."""
        request = schedules_pb2.DeleteScheduleRequest(schedule_id=schedule_id)
        await self._caller.call(self._schedules.DeleteSchedule, request, CALL_SECONDS)
