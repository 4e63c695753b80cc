"""The body of POST /api/schedules, and the runs it requests."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from reflow.v1 import orchestrator_pb2, schedules_pb2

from services.common.contract.input_validation import validate_input
from services.common.contract.note import NoteInput
from services.common.contract.proto_mapper import set_oneof
from services.common.contract.proto_values.enums import enum_number
from services.common.limits import Limits
from services.gateway.rejections import reject_field
from services.gateway.schemas.base import SessionId, parse_body
from services.gateway.schemas.chat import ImageOptions

_POLICIES = schedules_pb2.MissedPolicy.DESCRIPTOR


class ScheduleBody(ImageOptions):
    """A schedule to create, and the request of its runs."""

    cron: Annotated[str, StringConstraints(min_length=1, max_length=100)] = Field(
        description="Minute, hour, day of the month, month, day of the week, such as 0 9 * * 1-5."
    )
    timezone: Annotated[str, StringConstraints(max_length=64)] | None = Field(
        None, description="The IANA name, such as Asia/Shanghai; left out: UTC."
    )
    missed: Literal["skip", "run_once", "run_all"] | None = Field(
        None, description="What becomes of fire times that were missed; left out: skip."
    )
    title: Annotated[str, StringConstraints(max_length=200)] | None = Field(None, description="A name for users.")
    workflow: Literal["image_chat", "note"] | None = Field(None, description="Left out: image_chat.")
    text: str = Field(description="The prompt of each run: at most 1,000 characters.")
    auto_confirm: bool | None = Field(None, description="A note asks no questions.")
    session_id: SessionId | None = Field(None, description="Left out, each run has a session of its own.")


def parse_schedule(body: bytes, limits: Limits) -> schedules_pb2.CreateScheduleRequest:
    """Return the request in *body*. Raises INVALID_INPUT_* that names the field and what is expected."""
    schedule = parse_body(ScheduleBody, body)
    request = schedules_pb2.CreateScheduleRequest(
        title=schedule.title or "",
        cron=schedule.cron,
        timezone=schedule.timezone or "",
        missed=enum_number(_POLICIES, schedule.missed or "skip"),
        run=orchestrator_pb2.StartRunRequest(session_id=schedule.session_id or ""),
    )
    run_input = _to_note(schedule) if schedule.workflow == "note" else schedule.to_input(schedule.text)
    set_oneof(request.run, "input", validate_input(run_input, limits))
    return request


def _to_note(schedule: ScheduleBody) -> NoteInput:
    if schedule.width or schedule.height or schedule.size:
        raise reject_field("size", "笔记没有 size。", "A note has no size.")
    confirmed = schedule.auto_confirm or False
    return NoteInput(
        text=schedule.text,
        skip_content_approval=confirmed,
        skip_image_plans_approval=confirmed,
        skip_clarification=confirmed,
        preferred_model=schedule.preferred_model or "",
        seed=schedule.seed,
        fresh=schedule.fresh or False,
    )
