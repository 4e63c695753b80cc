"""Commands of `reflow schedules`. A command imports its implementation when it runs."""

from enum import StrEnum
from typing import Annotated

import typer

from services.cli.commands.options import Data, Lang, command_group
from services.cli.workflow import Workflow

ScheduleId = Annotated[str, typer.Argument(metavar="ID", help="定时任务的 id。 The id of the schedule.")]
AsJson = Annotated[bool, typer.Option("--json", help="输出 JSON。 Print JSON.")]


class Missed(StrEnum):
    """Policies for missed fire times, by their names on the command line."""

    SKIP = "skip"
    RUN_ONCE = "run-once"
    RUN_ALL = "run-all"


schedules_app = command_group("定时开始运行。 Runs that start at the times of a cron expression.")


@schedules_app.command("add", help="新建定时任务。 Create a schedule.")
def add_command(
    cron: Annotated[str, typer.Argument(help="分 时 日 月 周，如 '0 9 * * 1-5'。 Minute, hour, day, month, weekday.")],
    text: Annotated[str, typer.Argument(help="每次画什么或写什么。 The prompt of each run.")],
    workflow: Annotated[Workflow, typer.Option(help="工作流：图片或笔记。 The workflow.")] = Workflow.IMAGE_CHAT,
    timezone: Annotated[str, typer.Option(metavar="TZ", help="时区，如 Asia/Shanghai。 Time zone.")] = "UTC",
    missed: Annotated[Missed, typer.Option(help="错过的时间怎么办。 What to do about missed times.")] = Missed.SKIP,
    title: Annotated[str, typer.Option(help="名称。 A name.")] = "",
    session: Annotated[str, typer.Option(metavar="S", help="所有运行的会话。 The session of all runs.")] = "",
    model: Annotated[str, typer.Option(metavar="M", help="图像模型。 Image model.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="随机种子。 Seed of every run.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="笔记：不提问，全部同意。 Note: no questions.")] = False,
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Create a schedule."""
    from services.cli.execution import execute
    from services.cli.resources.schedules import ScheduleArguments, Schedules

    arguments = ScheduleArguments(cron, text, workflow, timezone, missed.value, title, session, model, seed, yes)
    return execute(lambda language: Schedules(data, language).add(arguments, as_json=as_json), lang)


@schedules_app.command("list", help="列出定时任务。 List the schedules.")
def list_command(as_json: AsJson = False, data: Data = None, lang: Lang = None) -> int:
    """Print every schedule."""
    from services.cli.execution import execute
    from services.cli.resources.schedules import Schedules

    return execute(lambda language: Schedules(data, language).list_all(as_json=as_json), lang)


@schedules_app.command("show", help="查看下次时间和最近的运行。 Show next fire times and the last runs.")
def show_command(schedule_id: ScheduleId, as_json: AsJson = False, data: Data = None, lang: Lang = None) -> int:
    """Print one schedule."""
    from services.cli.execution import execute
    from services.cli.resources.schedules import Schedules

    return execute(lambda language: Schedules(data, language).show(schedule_id, as_json=as_json), lang)


@schedules_app.command("pause", help="暂停定时任务。 Pause a schedule.")
def pause_command(schedule_id: ScheduleId, as_json: AsJson = False, data: Data = None, lang: Lang = None) -> int:
    """Pause a schedule."""
    from services.cli.execution import execute
    from services.cli.resources.schedules import Schedules

    return execute(lambda language: Schedules(data, language).pause(schedule_id, as_json=as_json), lang)


@schedules_app.command("resume", help="恢复定时任务，从现在开始。 Resume a schedule from now on.")
def resume_command(schedule_id: ScheduleId, as_json: AsJson = False, data: Data = None, lang: Lang = None) -> int:
    """Resume a schedule."""
    from services.cli.execution import execute
    from services.cli.resources.schedules import Schedules

    return execute(lambda language: Schedules(data, language).resume(schedule_id, as_json=as_json), lang)


@schedules_app.command("remove", help="删除定时任务。 Remove a schedule.")
def remove_command(schedule_id: ScheduleId, data: Data = None, lang: Lang = None) -> int:
    """Remove a schedule."""
    from services.cli.execution import execute
    from services.cli.resources.schedules import Schedules

    return execute(lambda language: Schedules(data, language).remove(schedule_id), lang)
