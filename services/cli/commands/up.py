"""Command `reflow up`. It imports its implementation when it runs."""

from typing import Annotated

import typer

from services.cli.commands.options import Data, Lang

HELP = "启动整个系统，直到 Ctrl-C。 Start the whole system, until Ctrl-C."


def up_command(
    port: Annotated[int, typer.Option(min=0, max=65_535, help="端口，0 为任意。 Port, 0 for any.")] = 8080,
    host: Annotated[str, typer.Option(help="监听地址。 Address to listen on.")] = "127.0.0.1",
    processes: Annotated[
        bool, typer.Option("--processes", help="每个服务一个进程。 A process for each service.")
    ] = False,
    orchestrators: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=4, help="orchestrator 的进程数，默认 2。 Number of orchestrators; 2."),
    ] = None,
    replicas: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=4, help="其余每个服务的进程数，默认 1。 Number of each role; 1."),
    ] = None,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Run the system until a signal stops it."""
    from services.cli.execution import execute
    from services.cli.session.up import parse_scale, up

    return execute(
        lambda language: up(data, host, port, language, parse_scale(processes, orchestrators, replicas)), lang
    )
