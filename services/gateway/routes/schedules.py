"""/api/schedules: runs that start at the times of a cron expression."""

from typing import Annotated

from fastapi import APIRouter, Response
from reflow.v1 import schedules_pb2

from services.gateway.dependencies import Deps
from services.gateway.json_mapper.automation import schedule_to_json
from services.gateway.openapi import describe_body, failures
from services.gateway.requests.body import IdempotencyKey, parsed_body
from services.gateway.responses import JsonResponse
from services.gateway.schemas.schedules import ScheduleBody, parse_schedule

CREATED = 201
NO_CONTENT = 204
_EXAMPLE = {"cron": "0 9 * * 1-5", "timezone": "Asia/Shanghai", "text": "画一只水墨猫", "missed": "run_once"}

router = APIRouter(prefix="/api/schedules", tags=["schedules"])


@router.post(
    "",
    summary="Create a schedule",
    status_code=CREATED,
    responses=failures(400, 422),
    openapi_extra=describe_body(ScheduleBody, _EXAMPLE),
)
async def create(
    deps: Deps, key: IdempotencyKey, body: Annotated[schedules_pb2.CreateScheduleRequest, parsed_body(parse_schedule)]
) -> JsonResponse:
    """Return the schedule with its next fire times. `Idempotency-Key` makes repeating the request safe."""
    body.request_id = key
    created = await deps.clients.call(deps.clients.schedules.CreateSchedule, body)
    return JsonResponse(schedule_to_json(created.schedule), CREATED)


@router.get("", summary="List schedules, oldest first")
async def list_schedules(deps: Deps) -> JsonResponse:
    """Return `{schedules}`, without their firings."""
    page = await deps.clients.call(deps.clients.schedules.ListSchedules, schedules_pb2.ListSchedulesRequest())
    return JsonResponse({"schedules": [schedule_to_json(schedule) for schedule in page.schedules]})


@router.get("/{schedule_id}", summary="A schedule", responses=failures(400, 404))
async def get(schedule_id: str, deps: Deps) -> JsonResponse:
    """Return the schedule with its next fire times and its last firings, each with its run."""
    request = schedules_pb2.GetScheduleRequest(schedule_id=schedule_id)
    return JsonResponse(
        schedule_to_json((await deps.clients.call(deps.clients.schedules.GetSchedule, request)).schedule)
    )


@router.post("/{schedule_id}/pause", summary="Pause a schedule", responses=failures(400, 404))
async def pause(schedule_id: str, deps: Deps) -> JsonResponse:
    """Return the schedule. Fire times during the pause are skipped."""
    request = schedules_pb2.PauseScheduleRequest(schedule_id=schedule_id)
    paused = await deps.clients.call(deps.clients.schedules.PauseSchedule, request)
    return JsonResponse(schedule_to_json(paused.schedule))


@router.post("/{schedule_id}/resume", summary="Resume a schedule", responses=failures(400, 404))
async def resume(schedule_id: str, deps: Deps) -> JsonResponse:
    """Return the schedule, which fires again from now on."""
    request = schedules_pb2.ResumeScheduleRequest(schedule_id=schedule_id)
    resumed = await deps.clients.call(deps.clients.schedules.ResumeSchedule, request)
    return JsonResponse(schedule_to_json(resumed.schedule))


@router.delete("/{schedule_id}", summary="Remove a schedule", status_code=NO_CONTENT, responses=failures(400, 404))
async def delete(schedule_id: str, deps: Deps) -> Response:
    """Return nothing. The runs of the schedule are not deleted."""
    request = schedules_pb2.DeleteScheduleRequest(schedule_id=schedule_id)
    await deps.clients.call(deps.clients.schedules.DeleteSchedule, request)
    return Response(status_code=NO_CONTENT)
