"""Command `reflow mcp`. It imports its implementation when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.options import Data, Lang

HELP = (
    "让 AI 助手通过 MCP 使用 reflow：默认走标准输入输出；加 --http 提供网址。 "
    "Serve reflow to assistants by MCP: on stdin and stdout, or by HTTP."
)
SHORT_HELP = "供 AI 助手使用（MCP）。 Serve reflow to assistants (MCP)."


def mcp_command(
    http: Annotated[bool, typer.Option("--http", help="通过 HTTP 提供。 Serve by HTTP.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="端口，0 为任意。 Port, 0 for any.")] = 8090,
    host: Annotated[str, typer.Option(help="监听地址。 Address to listen on.")] = "127.0.0.1",
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="助手可以读写的文件夹，默认没有。 Folder that assistants may read and write; none by default.",
        ),
    ] = None,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Serve assistants until their input ends, or a signal stops it."""
    from services.cli.execution import execute
    from services.cli.mcp_server import serve_http, serve_stdio

    if http:
        return execute(lambda language: serve_http(data, host, port, folder, language), lang)
    return execute(lambda language: serve_stdio(data, folder, language), lang)
