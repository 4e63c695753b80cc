"""ScheduleService: creates schedules, and describes them."""

from collections.abc import Sequence
from datetime import datetime

from reflow.v1 import orchestrator_pb2, schedules_pb2, schedules_pb2_grpc

from services.common.contract.proto_mapper import set_fields
from services.common.contract.proto_values.enums import enum_number
from services.common.rpc.interceptor import Context, current_language
from services.common.text.language import Language
from services.orchestrator.adapters.request_values import parse_member
from services.orchestrator.domain.schedules import MissedPolicy, Timetable, format_request_id
from services.orchestrator.run_starter import RunStarter
from services.orchestrator.schedules.firings import StartScheduled
from services.orchestrator.schedules.registry import NewSchedule, ScheduleRegistry
from services.orchestrator.schedules.store import Firing, Schedule

DEFAULT_TIMEZONE = "UTC"
_POLICIES = schedules_pb2.MissedPolicy.DESCRIPTOR


class ScheduleServicer(schedules_pb2_grpc.ScheduleServiceServicer):
    """Creates and changes the schedules of *registry*."""

    def __init__(self, registry: ScheduleRegistry, starter: RunStarter) -> None:
        self._registry = registry
        self._starter = starter

    async def CreateSchedule(
        self, request: schedules_pb2.CreateScheduleRequest, context: Context
    ) -> schedules_pb2.CreateScheduleResponse:
        run = orchestrator_pb2.StartRunRequest.FromString(request.run.SerializeToString())
        run.ClearField("request_id")
        run.ClearField("request_digest")
        self._starter.validate(run)
        new = NewSchedule(
            title=request.title,
            timetable=Timetable(request.cron, request.timezone or DEFAULT_TIMEZONE),
            missed=parse_member(_POLICIES, request.missed, MissedPolicy, "missed")
            if request.missed
            else MissedPolicy.SKIP,
            workflow=run.WhichOneof("input") or "",
            request=run.SerializeToString(deterministic=True),
            locale=current_language.get().value,
        )
        schedule = await self._registry.create(new, request.request_id)
        return schedules_pb2.CreateScheduleResponse(schedule=self._to_proto(schedule))

    async def GetSchedule(
        self, request: schedules_pb2.GetScheduleRequest, context: Context
    ) -> schedules_pb2.GetScheduleResponse:
        schedule = await self._registry.find(request.schedule_id)
        firings = await self._registry.list_firings(schedule)
        return schedules_pb2.GetScheduleResponse(schedule=self._to_proto(schedule, firings))

    async def ListSchedules(
        self, request: schedules_pb2.ListSchedulesRequest, context: Context
    ) -> schedules_pb2.ListSchedulesResponse:
        schedules = await self._registry.store.list_schedules()
        return schedules_pb2.ListSchedulesResponse(schedules=[self._to_proto(schedule) for schedule in schedules])

    async def PauseSchedule(
        self, request: schedules_pb2.PauseScheduleRequest, context: Context
    ) -> schedules_pb2.PauseScheduleResponse:
        schedule = await self._registry.pause(request.schedule_id)
        return schedules_pb2.PauseScheduleResponse(schedule=self._to_proto(schedule))

    async def ResumeSchedule(
        self, request: schedules_pb2.ResumeScheduleRequest, context: Context
    ) -> schedules_pb2.ResumeScheduleResponse:
        schedule = await self._registry.resume(request.schedule_id)
        return schedules_pb2.ResumeScheduleResponse(schedule=self._to_proto(schedule))

    async def DeleteSchedule(
        self, request: schedules_pb2.DeleteScheduleRequest, context: Context
    ) -> schedules_pb2.DeleteScheduleResponse:
        await self._registry.delete(request.schedule_id)
        return schedules_pb2.DeleteScheduleResponse()

    def _to_proto(self, schedule: Schedule, firings: Sequence[Firing] = ()) -> schedules_pb2.Schedule:
        message = schedules_pb2.Schedule(
            schedule_id=schedule.schedule_id,
            title=schedule.title,
            cron=schedule.timetable.cron,
            timezone=schedule.timetable.timezone,
            missed=enum_number(_POLICIES, schedule.missed.name),
            workflow=schedule.workflow,
        )
        set_fields(
            message,
            firings=firings,
            created_at=schedule.created_at,
            paused_at=schedule.paused_at,
            next_fire_times=self._registry.list_next(schedule),
        )
        return message


def start_scheduled(starter: RunStarter) -> StartScheduled:
    """Return a function that starts the run of a fire time through *starter*, in the language of its schedule."""

    async def start(schedule: Schedule, time: datetime) -> str:
        request = orchestrator_pb2.StartRunRequest.FromString(schedule.request)
        request.request_id = format_request_id(schedule.schedule_id, time)
        token = current_language.set(Language(schedule.locale))
        try:
            return (await starter.start(request)).run_id
        finally:
            current_language.reset(token)

    return start
