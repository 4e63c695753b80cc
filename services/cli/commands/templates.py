"""Commands of `reflow templates`. A command imports its implementation when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.options import Data, JsonLines, Lang, command_group

Key = Annotated[str, typer.Argument(help="模板的名称，如 guide-route。 The template's key.")]
Locale = Annotated[str, typer.Option(metavar="zh|en", help="模板的语言。 The template's language.")]

templates_app = command_group("笔记模板：查看、添加、导入、推荐。 Templates of notes.")


@templates_app.command("list", help="列出模板。 List templates.")
def list_command(
    locale: Locale = "",
    as_json: JsonLines = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print templates, by key."""
    from services.cli.execution import execute
    from services.cli.resources.templates import Templates

    return execute(lambda language: Templates(data, language).list_in(locale, as_json=as_json), lang)


@templates_app.command("show", help="查看一个模板。 Show one template.")
def show_command(key: Key, locale: Locale = "", data: Data = None, lang: Lang = None) -> int:
    """Print one template."""
    from services.cli.execution import execute
    from services.cli.resources.templates import Templates

    return execute(lambda language: Templates(data, language).get_in(key, locale), lang)


@templates_app.command("add", help="添加或修改一个模板。 Add a template, or change it.")
def add_command(
    file: Annotated[Path, typer.Argument(help="JSON 文件；- 为标准输入。 A JSON file; - for stdin.")],
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Store the template that a file describes."""
    from services.cli.execution import execute
    from services.cli.resources.templates import Templates

    return execute(lambda language: Templates(data, language).put_file(file), lang)


@templates_app.command("import", help="从 JSON Lines 文件导入。 Import a JSON Lines file.")
def import_command(
    file: Annotated[Path, typer.Argument(help="每行一个模板；- 为标准输入。 One template per line; - for stdin.")],
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Store all templates of a file."""
    from services.cli.execution import execute
    from services.cli.resources.templates import Templates

    return execute(lambda language: Templates(data, language).import_file(file), lang)


@templates_app.command("remove", help="删除一个模板。 Remove a template.")
def remove_command(key: Key, locale: Locale = "", data: Data = None, lang: Lang = None) -> int:
    """Remove one template."""
    from services.cli.execution import execute
    from services.cli.resources.templates import Templates

    return execute(lambda language: Templates(data, language).remove(key, locale), lang)


@templates_app.command("recommend", help="适合某个主题的模板。 The templates that fit a topic.")
def recommend_command(
    topic: Annotated[str, typer.Argument(help="笔记的主题，如 春游。 The topic of the note.")],
    content_type: Annotated[
        str,
        typer.Option("--type", metavar="T", help="guide, review, tutorial, list, story, recommendation。"),
    ] = "",
    locale: Locale = "",
    count: Annotated[int, typer.Option(min=1, max=5, help="最多几个。 Maximum number.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="每行一个。 One a line.")] = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print the templates that match, best first."""
    from services.cli.execution import execute
    from services.cli.resources.templates import Templates

    return execute(
        lambda language: Templates(data, language).recommend(topic, content_type, locale, count, as_json=as_json), lang
    )
