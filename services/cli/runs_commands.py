"""The commands of `reflow runs`: what can be typed. What a command needs is loaded when it is run."""

from typing import Annotated

import typer

from services.cli.styles_commands import Data

runs_app = typer.Typer(help="运行记录：查看、回放。Past runs: list, replay.")


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
