"""`reflow schedules add / list / show / pause / resume / remove`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reflow.v1 import schedules_pb2

from services.cli.errors import bad_input
from services.cli.rendering.display import Spinner
from services.cli.rendering.times import format_time
from services.cli.resources.fields import print_fields
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.cli.workflow import Workflow
from services.common.contract.image_chat import ImageChatInput
from services.common.contract.note import NoteInput
from services.common.contract.proto_values.enums import enum_name, enum_number
from services.common.contract.results import WorkflowInput
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

if TYPE_CHECKING:
    from services.cli.session.clients.automation import ScheduleClient

_NONE = Text("还没有定时任务。", "There are no schedules.")
_REMOVED = Text("已删除；它的运行还在。", "Removed. Its runs stay.")


@dataclass(frozen=True, slots=True)
class ScheduleArguments:
    """Arguments of `reflow schedules add`."""

    cron: str
    text: str
    workflow: Workflow
    timezone: str
    missed: str
    title: str
    session: str
    model: str
    seed: int | None
    yes: bool


@dataclass(frozen=True, slots=True)
class Schedules:
    """The schedules of the system on a data folder."""

    folder: Path | None
    language: Language

    async def add(self, arguments: ScheduleArguments, *, as_json: bool) -> None:
        """Create a schedule and print it. Raises INVALID_INPUT_*."""
        run_input = _to_input(arguments)
        request = schedules_pb2.CreateScheduleRequest(
            title=arguments.title,
            cron=arguments.cron,
            timezone=arguments.timezone,
            missed=enum_number(schedules_pb2.MissedPolicy.DESCRIPTOR, arguments.missed),
        )
        async with self._connect() as schedules:
            schedule = await schedules.create(request, run_input, arguments.session)
        print_fields(_describe(schedule), as_json=as_json)

    async def list_all(self, *, as_json: bool) -> None:
        """Print every schedule."""
        async with self._connect() as schedules:
            stored = await schedules.list_all()
        if not stored and not as_json:
            print(_NONE.pick(self.language))
        for schedule in stored:
            print_fields(_describe(schedule), as_json=as_json)

    async def show(self, schedule_id: str, *, as_json: bool) -> None:
        """Print a schedule, its next fire times and its last firings. Raises SCHEDULE_UNKNOWN."""
        async with self._connect() as schedules:
            schedule = await schedules.get(schedule_id)
        firings = [_describe_firing(firing) for firing in schedule.firings]
        if as_json:
            print_fields({**_describe(schedule), "firings": firings}, as_json=True)
            return
        print_fields(_describe(schedule), as_json=False)
        for firing in firings:
            print_fields(firing, as_json=False)

    async def pause(self, schedule_id: str, *, as_json: bool) -> None:
        """Pause a schedule. Raises SCHEDULE_UNKNOWN."""
        async with self._connect() as schedules:
            print_fields(_describe(await schedules.pause(schedule_id)), as_json=as_json)

    async def resume(self, schedule_id: str, *, as_json: bool) -> None:
        """Resume a schedule. Raises SCHEDULE_UNKNOWN."""
        async with self._connect() as schedules:
            print_fields(_describe(await schedules.resume(schedule_id)), as_json=as_json)

    async def remove(self, schedule_id: str) -> None:
        """Remove a schedule. Raises SCHEDULE_UNKNOWN."""
        async with self._connect() as schedules:
            await schedules.remove(schedule_id)
        print(_REMOVED.pick(self.language))

    @asynccontextmanager
    async def _connect(self) -> "AsyncIterator[ScheduleClient]":
        spinner = Spinner(self.language)
        with handle_signals(), spinner:
            async with open_client(find_data_folder(self.folder), spinner.show_startup, self.language) as client:
                spinner.finish()
                yield client.libraries.schedules


def _to_input(arguments: ScheduleArguments) -> WorkflowInput:
    match arguments.workflow:
        case Workflow.IMAGE_CHAT:
            return ImageChatInput(text=arguments.text, preferred_model=arguments.model, seed=arguments.seed)
        case Workflow.NOTE:
            return NoteInput(
                text=arguments.text,
                skip_content_approval=arguments.yes,
                skip_image_plans_approval=arguments.yes,
                skip_clarification=arguments.yes,
                preferred_model=arguments.model,
                seed=arguments.seed,
            )
        case Workflow.GRAPH | Workflow.TEAM:
            raise bad_input(
                "定时任务只能画图或写笔记：--workflow image 或 note。",
                "A schedule makes images or notes: --workflow image or note.",
                field="workflow",
            )


def _describe(schedule: schedules_pb2.Schedule) -> dict[str, object]:
    return {
        "scheduleId": schedule.schedule_id,
        "cron": to_one_line(schedule.cron),
        "timezone": schedule.timezone,
        "missed": enum_name(schedules_pb2.MissedPolicy.DESCRIPTOR, schedule.missed),
        "workflow": schedule.workflow,
        "pausedAt": format_time(schedule.paused_at) if schedule.HasField("paused_at") else None,
        "nextFireTimes": [format_time(time) for time in schedule.next_fire_times],
        "title": to_one_line(schedule.title),
    }


def _describe_firing(firing: schedules_pb2.Firing) -> dict[str, object]:
    return {
        "time": format_time(firing.time),
        "outcome": enum_name(schedules_pb2.FiringOutcome.DESCRIPTOR, firing.outcome),
        "runId": firing.run_id or None,
        "errorCode": firing.error_code or None,
        "skippedCount": firing.skipped_count or None,
    }
