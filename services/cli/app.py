"""The commands of `reflow`: what can be typed. What a command needs is loaded when it is run."""

import logging
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import TyperException

from services.cli import fake_providers_commands, overlay_commands
from services.cli.notes_commands import notes_app
from services.cli.prompts_commands import prompts_app
from services.cli.runs_commands import runs_app
from services.cli.styles_commands import Data, styles_app
from services.cli.templates_commands import templates_app
from services.cli.workflow import Workflow
from services.common.language import Language

NAME = "reflow"
Lang = Annotated[Language | None, typer.Option(help="语言。Language.")]
HELP = "用文字画图、改图、写图文笔记。Pictures and illustrated notes from words."
app = typer.Typer(help=HELP, add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
app.add_typer(styles_app, name="styles")
app.add_typer(notes_app, name="notes")
app.add_typer(prompts_app, name="prompts")
app.add_typer(templates_app, name="templates")
app.add_typer(runs_app, name="runs")


def run_app(argv: Sequence[str]) -> int:
    """Run the command line *argv* and return its exit status."""
    _prepare_process()
    try:
        status = app(args=list(argv), prog_name=NAME, standalone_mode=False)
    except TyperException as error:
        return _told_usage(error)
    return status if isinstance(status, int) else 0


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="显示版本。Show the version.")] = False,
) -> None:
    """Tell the version, or what there is to type."""
    if version:
        print_version()
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command(
    "run",
    help="画一张图、改一张图，或写一篇图文笔记。Make a picture, change one, or write a note with pictures.",
    short_help="画图、改图、写笔记。Make or change a picture, or write a note.",
)
def run_command(
    text: Annotated[
        str | None, typer.Argument(help="想画什么；- 表示从标准输入读取。What to make; - reads stdin.")
    ] = None,
    image: Annotated[Path | None, typer.Option(metavar="F", help="要修改的图片。The picture to change.")] = None,
    mask: Annotated[Path | None, typer.Option(metavar="F", help="遮罩，白色处重绘。Mask: white is repainted.")] = None,
    model: Annotated[str, typer.Option(metavar="M", help="图像模型。Image model.")] = "",
    session: Annotated[str, typer.Option(metavar="S", help="接着哪个会话。Session to go on with.")] = "",
    size: Annotated[str, typer.Option(metavar="WxH", help="尺寸，如 1024x768。Size in pixels.")] = "",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="随机种子，相同则图相同。Same seed, same picture.")
    ] = None,
    workflow: Annotated[Workflow, typer.Option(help="做什么：图片，或笔记。What to make.")] = Workflow.IMAGE_CHAT,
    yes: Annotated[bool, typer.Option("--yes", help="笔记：什么都不问。Note: ask nothing.")] = False,
    reference: Annotated[
        list[Path] | None, typer.Option(metavar="F", help="笔记：参考图，可重复，最多 9 张。Note: a reference picture.")
    ] = None,
    layout: Annotated[str, typer.Option(metavar="TEXT", help="笔记：想要的版式。Note: the page you want.")] = "",
    pictures: Annotated[
        int | None, typer.Option(metavar="N", help="笔记：几张配图，1 到 9。Note: how many pictures.")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="成品存放处。Where the result goes.")] = Path("out"),
    as_json: Annotated[bool, typer.Option("--json", help="每行输出一个事件。Print one event a line.")] = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Carry out one wish."""
    from services.cli.asking import Arguments
    from services.cli.execution import execute, spoken
    from services.cli.run import run

    references = tuple(reference or ())
    arguments = Arguments(
        text, image, mask, model, session, size, seed, out, data, workflow, references, layout, pictures, yes
    )
    language = spoken(lang)
    return execute(lambda: run(arguments, language, as_json=as_json), language)


@app.command("up", help="启动整个系统，直到 Ctrl-C。Start the whole system, until Ctrl-C.")
def up_command(
    port: Annotated[int, typer.Option(min=0, max=65_535, help="端口，0 为任意。Port, 0 for any.")] = 8080,
    host: Annotated[str, typer.Option(help="监听地址。Address to listen on.")] = "127.0.0.1",
    processes: Annotated[
        bool, typer.Option("--processes", help="每个服务一个进程。A process for each service.")
    ] = False,
    orchestrators: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=4, help="编排进程数，默认 2。How many orchestrators; 2.")
    ] = None,
    replicas: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=4, help="其余服务各几个，默认 1。How many of each role; 1.")
    ] = None,
    data: Data = None,
) -> int:
    """Run everything until told to stop."""
    from services.cli.execution import execute, spoken
    from services.cli.up import scale_of, up

    language = spoken()
    return execute(lambda: up(data, host, port, language, scale_of(processes, orchestrators, replicas)), language)


@app.command("doctor", help="检查模型配置、密钥与连接。Check models: configuration, keys, connections.")
def doctor_command(data: Data = None, lang: Lang = None) -> int:
    """Tell what is configured and what works."""
    from services.cli.doctor import doctor
    from services.cli.execution import execute, spoken

    language = spoken(lang)
    return execute(lambda: doctor(data, language), language)


app.command("fake-providers", help=fake_providers_commands.HELP, short_help=fake_providers_commands.SHORT_HELP)(
    fake_providers_commands.fake_providers_command
)

app.command("overlay", help=overlay_commands.HELP, short_help=overlay_commands.SHORT_HELP)(
    overlay_commands.overlay_command
)


@app.command("version", help="显示版本。Show the version.")
def print_version() -> None:
    """Print name and version."""
    from importlib.metadata import version

    print(f"{NAME} {version(NAME)}")


def _prepare_process() -> None:
    """UTF-8 whatever the locale says, and no library's log lines in between."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    logging.getLogger().addHandler(logging.NullHandler())
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")


def _told_usage(error: TyperException) -> int:
    """Tell on one line what was typed wrongly."""
    from services.cli.execution import complain, spoken
    from services.cli.failing import one_line
    from services.common.language import Text

    told = one_line(error.format_message())
    complain(Text(f"命令写法不对：{told}（用 --help 查看用法）", f"{told} (see --help)").pick(spoken()))
    return error.exit_code
