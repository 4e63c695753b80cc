"""Commands of `reflow agents`. A command imports its implementation when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.options import Data, JsonLines, Lang, command_group

Folder = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        envvar="REFLOW_AGENTS_FOLDER",
        help="自己的 agents/ 和 templates/ 所在的文件夹。 Folder with your agents/ and templates/.",
    ),
]
Id = Annotated[str, typer.Argument(help="智能体或模板的 id。 The id of an agent or a template.")]

agents_app = command_group("团队的智能体和模板：查看、检查、添加。 Agents and templates of the team.")


@agents_app.command("list", help="列出智能体和模板。 List agents and templates.")
def list_command(folder: Folder = None, as_json: JsonLines = False, data: Data = None, lang: Lang = None) -> int:
    """Print agents and templates."""
    from services.cli.execution import execute
    from services.cli.resources.agents import Agents

    return execute(lambda language: Agents(_find_folder(folder, data), language).list_all(as_json=as_json), lang)


@agents_app.command("show", help="查看一个智能体或模板。 Show an agent or a template.")
def show_command(entry_id: Id, folder: Folder = None, data: Data = None, lang: Lang = None) -> int:
    """Print one agent or template as JSON."""
    from services.cli.execution import execute
    from services.cli.resources.agents import Agents

    return execute(lambda language: Agents(_find_folder(folder, data), language).show(entry_id), lang)


@agents_app.command("check", help="检查定义，列出每处错误的行。 Check the definitions; list the line of each mistake.")
def check_command(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="只检查这个文件。 Check only this file.")
    ] = None,
    folder: Folder = None,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Validate all definitions, or one file."""
    from services.cli.execution import execute
    from services.cli.resources.agents import Agents

    return execute(lambda language: Agents(_find_folder(folder, data), language).check(file), lang)


@agents_app.command("add", help="添加自己的智能体或模板。 Add an agent or a template of your own.")
def add_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="YAML 文件。 A YAML file.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="替换已有的同 id 定义。 Replace the definition with this id.")
    ] = False,
    folder: Folder = None,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Validate a definition and copy it to the user's folder."""
    from services.cli.execution import execute
    from services.cli.resources.agents import Agents
    from services.cli.session.data_folder import TEAM, find_data_folder

    existing = _find_folder(folder, data)
    target = existing or find_data_folder(data) / TEAM
    return execute(lambda language: Agents(existing, language).add(file, target, replace=replace), lang)


def _find_folder(folder: Path | None, data: Path | None) -> Path | None:
    """Return the folder of the user's definitions: the argument, else that of the data folder, if there is one."""
    from services.cli.session.data_folder import find_agents_folder, find_data_folder

    return folder or find_agents_folder(find_data_folder(data))
