"""Options that several commands have, and groups of commands."""

from pathlib import Path
from typing import Annotated

import typer

from services.common.text.language import Language

Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="数据文件夹。 Data folder.")]
Lang = Annotated[Language | None, typer.Option(help="语言。 Language.")]
JsonLines = Annotated[bool, typer.Option("--json", help="每行一个，可再导入。 One per line, as for import.")]


def command_group(help_text: str) -> typer.Typer:
    """Return a group of commands that prints its help if no command is given."""
    group = typer.Typer(help=help_text)

    @group.callback(invoke_without_command=True)
    def print_help(context: typer.Context) -> None:
        """Print the help of the group."""
        if context.invoked_subcommand is None:
            print(context.get_help())

    return group
