"""The commands of `reflow runs`: what can be typed. What a command needs is loaded when it is run."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.styles_commands import Data
from services.common.language import Language

runs_app = typer.Typer(help="运行记录：查看、回放、回答。Runs: list, replay, answer.")


@runs_app.callback(invoke_without_command=True)
def runs(context: typer.Context) -> None:
    """Tell what there is to type."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@runs_app.command("list", help="列出最近的运行。List the last runs.")
def list_command(
    count: Annotated[int, typer.Option(min=1, max=200, help="最多几次。At most so many.")] = 20,
    data: Data = None,
) -> int:
    """Print the last runs."""
    from services.cli.execution import execute, spoken
    from services.cli.runs import list_runs

    language = spoken()
    return execute(lambda: list_runs(data, count, language), language)


@runs_app.command("show", help="回放一次运行。Replay one run.")
def show_command(
    run_id: Annotated[str, typer.Argument(metavar="RUN", help="运行的编号。The run's id.")],
    as_json: Annotated[bool, typer.Option("--json", help="每行输出一个事件。Print one event a line.")] = False,
    data: Data = None,
) -> int:
    """Print what happened in one run."""
    from services.cli.execution import execute, spoken
    from services.cli.runs import show_run

    language = spoken()
    return execute(lambda: show_run(data, run_id, language, as_json=as_json), language)


@runs_app.command(
    "answer", help="回答一次等待中的运行，接着做完。Answer a waiting run, and go on.", short_help="回答。Answer."
)
def answer_command(
    run_id: Annotated[str, typer.Argument(metavar="RUN", help="运行的编号。The run's id.")],
    approve: Annotated[bool, typer.Option("--approve", help="就这样，继续。Go on with what is shown.")] = False,
    reject: Annotated[
        str | None, typer.Option(metavar="TEXT", help="退回重做，说明要怎么改。Have it made again: what to change.")
    ] = None,
    modify: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="换成自己的：正文用 Markdown，配图计划用 JSON。Your own: Markdown or JSON."),
    ] = None,
    choose: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="选哪一项，可重复。An option, repeatable.")
    ] = None,
    custom: Annotated[str, typer.Option(metavar="TEXT", help="自己的话。Words of your own.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="之后不再问，都同意。Approve whatever is asked next.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="成品存放处。Where the result goes.")] = Path("out"),
    data: Data = None,
    lang: Annotated[Language | None, typer.Option(help="语言。Language.")] = None,
) -> int:
    """Answer what a run waits for; without an answer given, ask at the terminal."""
    from services.cli.execution import execute, spoken
    from services.cli.runs_answer import Given, answer_run

    language = spoken(lang)
    given = Given(run_id, approve, reject, modify, tuple(choose or ()), custom, yes, out, data)
    return execute(lambda: answer_run(given, language), language)
