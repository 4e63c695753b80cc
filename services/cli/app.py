"""The command line `reflow`. A command imports its implementation when it runs."""

import logging
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated

import typer
from typer.exceptions import TyperException

from services.cli.commands import doctor, engines, fake_providers, mcp, overlay, run, stored_graphs, up
from services.cli.commands.agents import agents_app
from services.cli.commands.graphs import graphs_app
from services.cli.commands.nodes import nodes_app
from services.cli.commands.notes import notes_app
from services.cli.commands.prompts import prompts_app
from services.cli.commands.runs import runs_app
from services.cli.commands.schedules import schedules_app
from services.cli.commands.styles import styles_app
from services.cli.commands.templates import templates_app
from services.cli.commands.webhooks import webhooks_app

NAME = "reflow"
HELP = "用文字画图、改图、写图文笔记。 Images and illustrated notes from words."
# Without rich: it cuts lines of Chinese and English instead of breaking them.
app = typer.Typer(help=HELP, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.add_typer(styles_app, name="styles")
app.add_typer(nodes_app, name="nodes")
app.add_typer(notes_app, name="notes")
app.add_typer(prompts_app, name="prompts")
app.add_typer(templates_app, name="templates")
app.add_typer(runs_app, name="runs")
app.add_typer(schedules_app, name="schedules")
app.add_typer(webhooks_app, name="webhooks")
stored_graphs.add_commands(graphs_app)
app.add_typer(graphs_app, name="graphs")
app.add_typer(agents_app, name="agents")


def run_app(argv: Sequence[str]) -> int:
    """Run the command line *argv* and return its exit status."""
    _prepare_process()
    try:
        status = app(args=list(argv), prog_name=NAME, standalone_mode=False)
    except TyperException as error:
        return _report_usage_error(error, argv)
    return status if isinstance(status, int) else 0


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="显示版本。 Show the version.")] = False,
) -> None:
    """Print the version or the help."""
    if version:
        print_version()
    elif context.invoked_subcommand is None:
        print(context.get_help())


app.command("run", help=run.HELP, short_help=run.SHORT_HELP)(run.run_command)
app.command("up", help=up.HELP)(up.up_command)
app.command("mcp", help=mcp.HELP, short_help=mcp.SHORT_HELP)(mcp.mcp_command)
app.command("engines", help=engines.HELP)(engines.engines_command)
app.command("doctor", help=doctor.HELP, short_help=doctor.SHORT_HELP)(doctor.doctor_command)
app.command("fake-providers", help=fake_providers.HELP, short_help=fake_providers.SHORT_HELP)(
    fake_providers.fake_providers_command
)
app.command("overlay", help=overlay.HELP, short_help=overlay.SHORT_HELP)(overlay.overlay_command)


@app.command("version", help="显示版本。 Show the version.")
def print_version() -> None:
    """Print name and version."""
    from importlib.metadata import version

    print(f"{NAME} {version(NAME)}")


def _prepare_process() -> None:
    """Use UTF-8 in every locale, and discard the log records of libraries."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    logging.getLogger().addHandler(logging.NullHandler())
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")


def _report_usage_error(error: TyperException, argv: Sequence[str]) -> int:
    """Report a usage error in *argv* on one line and return its exit status."""
    from services.cli.execution import choose_language, print_error
    from services.cli.language import find_requested_language
    from services.cli.usage_errors import describe_usage_error
    from services.common.text.language import Text
    from services.common.text.sanitization import to_one_line

    message = describe_usage_error(to_one_line(error.format_message()))
    text = Text(f"命令有误：{message.zh}（用 --help 查看用法）", f"{message.en} (see --help)")
    print_error(text.pick(choose_language(find_requested_language(argv))))
    return error.exit_code
