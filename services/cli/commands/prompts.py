"""Commands of `reflow prompts`. A command imports its implementation when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.options import Data, Lang, command_group

Name = Annotated[str, typer.Argument(help="提示词的名称，如 note-writer。 The prompt's name.")]

prompts_app = command_group("提示词：查看、保存、切换版本。 The prompts of the agents.")


@prompts_app.command("list", help="列出提示词和正在使用的版本。 List prompts and the version in use.")
def list_command(
    as_json: Annotated[bool, typer.Option("--json", help="每行一个。 One a line.")] = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print every prompt."""
    from services.cli.execution import execute
    from services.cli.resources.prompts import Prompts

    return execute(lambda language: Prompts(data, language).list_all(as_json=as_json), lang)


@prompts_app.command("show", help="查看一个提示词的所有版本。 Show a prompt with its versions.")
def show_command(
    name: Name,
    version: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="只输出这一版的文字。 Only the text of this version.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。 Print JSON.")] = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print one prompt."""
    from services.cli.execution import execute
    from services.cli.resources.prompts import Prompts

    return execute(lambda language: Prompts(data, language).get(name, version, as_json=as_json), lang)


@prompts_app.command("save", help="保存新的一版并启用。 Save a new version and use it.")
def save_command(
    name: Name,
    text: Annotated[str, typer.Option(help="提示词的文字。 Its text.")] = "",
    file: Annotated[Path | None, typer.Option(metavar="F", help="从文件读取；- 为标准输入。 Read a file.")] = None,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Save a text as the next version."""
    from services.cli.execution import execute
    from services.cli.resources.prompts import Prompts

    return execute(lambda language: Prompts(data, language).save(name, text, file), lang)


@prompts_app.command("use", help="启用某一版；0 为智能体自带。 Use a version; 0 for the agent's own.")
def use_command(
    name: Name,
    version: Annotated[
        int, typer.Argument(min=0, max=2**32 - 1, help="第几版；0 为智能体自带的文字。 Version; 0 for its own.")
    ],
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Activate a version."""
    from services.cli.execution import execute
    from services.cli.resources.prompts import Prompts

    return execute(lambda language: Prompts(data, language).activate(name, version), lang)
