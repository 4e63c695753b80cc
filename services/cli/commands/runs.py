"""Commands of `reflow runs`. A command imports its implementation when it runs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.options import Data, Lang, command_group
from services.cli.given_options import DEFAULT_OUT, GivenOptions
from services.cli.workflow import Workflow

RunId = Annotated[
    str,
    typer.Argument(metavar="RUN", help="运行的编号，或开头、结尾几位。 The run's id, or its first or last characters."),
]
AsJson = Annotated[bool, typer.Option("--json", help="输出 JSON，每行一个。 Print JSON, one per line.")]
# The maximum sequence number of the contract and the log.
LAST_SEQUENCE = 2**63 - 1


class ListedWorkflow(StrEnum):
    """A workflow of runs: by its name in the contract, which the list prints, or by that of `reflow run`."""

    IMAGE = Workflow.IMAGE_CHAT.value
    IMAGE_CHAT = "image_chat"
    NOTE = "note"
    GRAPH = "graph"
    GRAPH_EXECUTION = "graph_execution"
    TEAM = "team"

    @property
    def contract_name(self) -> str:
        """The name in the contract."""
        return (ListedWorkflow.IMAGE_CHAT if self is ListedWorkflow.IMAGE else self).value


class Status(StrEnum):
    """Keyword of a run's status."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


runs_app = command_group("运行：列表、状态、回放、回答、取消。 Runs: list, show, replay, answer, cancel.")


@runs_app.command("list", help="列出运行，新的在前。 List runs, newest first.")
def list_command(
    count: Annotated[int, typer.Option("-n", "--count", min=1, max=100_000, help="最多几次。 Maximum number.")] = 20,
    workflow: Annotated[ListedWorkflow | None, typer.Option(help="只看这种工作流的。 Only of this workflow.")] = None,
    session: Annotated[str, typer.Option(metavar="S", help="只看这个会话的。 Only this session's.")] = "",
    status: Annotated[
        list[Status] | None, typer.Option(help="只看这些状态的，可重复。 Only in this state, repeatable.")
    ] = None,
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print runs."""
    from services.cli.execution import execute
    from services.cli.runs.run_list import RunQuery, list_runs

    kind = workflow.contract_name if workflow else ""
    query = RunQuery(count, session, kind, frozenset(one.value for one in status or ()))
    return execute(lambda language: list_runs(data, query, language, as_json=as_json), lang)


@runs_app.command("show", help="一次运行的当前状态。 The current state of a run.")
def show_command(run_id: RunId, as_json: AsJson = False, data: Data = None, lang: Lang = None) -> int:
    """Print the state of a run."""
    from services.cli.execution import execute
    from services.cli.runs.details import show_run

    return execute(lambda language: show_run(GivenOptions(data, None, lang), run_id, language, as_json=as_json), lang)


@runs_app.command(
    "replay",
    help="回放一次运行的事件；--at 看某个事件之后的状态。 The events of a run; --at: its state after one.",
    short_help="回放。 Replay.",
)
def replay_command(
    run_id: RunId,
    at: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=LAST_SEQUENCE, help="第 N 个事件之后的状态。 The state after event N."),
    ] = None,
    first: Annotated[
        int | None,
        typer.Option("--from", metavar="N", min=1, max=LAST_SEQUENCE, help="从第 N 个事件开始。 Start with event N."),
    ] = None,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="一直看到运行结束。 Watch until the run ends.")
    ] = False,
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print the timeline of a run."""
    from services.cli.execution import execute
    from services.cli.runs.replay import ReplayArguments, replay_run

    arguments = ReplayArguments(run_id, at, first, follow, as_json, data, lang)
    return execute(lambda language: replay_run(arguments, language), lang)


@runs_app.command("cancel", help="取消一次运行，包括正在进行的调用。 Cancel a run with its calls in progress.")
def cancel_command(run_id: RunId, data: Data = None, lang: Lang = None) -> int:
    """Cancel a run."""
    from services.cli.execution import execute
    from services.cli.runs.cancellation import cancel_run

    return execute(lambda language: cancel_run(data, run_id, language), lang)


@runs_app.command(
    "answer", help="回答一次等待中的运行，并继续执行。 Answer a waiting run and resume it.", short_help="回答。 Answer."
)
def answer_command(
    run_id: RunId,
    approve: Annotated[bool, typer.Option("--approve", help="同意，继续。 Approve what is displayed.")] = False,
    reject: Annotated[
        str | None, typer.Option(metavar="TEXT", help="退回重做，并说明如何修改。 Reject: what to change.")
    ] = None,
    modify: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="换成自己的内容：正文用 Markdown，配图计划用 JSON。 Your own: Markdown or JSON."
        ),
    ] = None,
    choose: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="选择的选项，可重复。 An option, repeatable.")
    ] = None,
    custom: Annotated[str, typer.Option(metavar="TEXT", help="自定义的回答。 An answer of your own.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="之后的问题全部同意。 Approve all later questions.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="结果的保存位置。 Output folder.")] = DEFAULT_OUT,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Answer the pending question of a run; without an answer, ask at the terminal."""
    from services.cli.execution import execute
    from services.cli.runs.answer import AnswerArguments, answer_run

    arguments = AnswerArguments(run_id, approve, reject, modify, tuple(choose or ()), custom, yes, out, data, lang)
    return execute(lambda language: answer_run(arguments, language), lang)
