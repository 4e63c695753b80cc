"""Commands of `reflow styles`. A command imports its implementation when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.options import Data, JsonLines, Lang, command_group

Key = Annotated[str, typer.Argument(help="风格的名称，如 ink_wash。 The style's key.")]

styles_app = command_group("风格库：查看、添加、导入、删除。 The style library.")


@styles_app.command("list", help="列出所有风格。 List all styles.")
def list_command(
    as_json: JsonLines = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print every style."""
    from services.cli.execution import execute
    from services.cli.resources.styles import Styles

    return execute(lambda language: Styles(data, language).list_all(as_json=as_json), lang)


@styles_app.command("show", help="查看一个风格。 Show one style.")
def show_command(key: Key, data: Data = None, lang: Lang = None) -> int:
    """Print one style."""
    from services.cli.execution import execute
    from services.cli.resources.styles import Styles

    return execute(lambda language: Styles(data, language).get(key), lang)


@styles_app.command("add", help="添加或修改一个风格。 Add a style, or change it.")
def add_command(
    key: Annotated[str, typer.Argument(help="名称：小写字母、数字、下划线。 Lower case, digits, _.")] = "",
    name_zh: Annotated[str, typer.Option(help="中文名。 Chinese name.")] = "",
    name_en: Annotated[str, typer.Option(help="英文名。 English name.")] = "",
    prompt: Annotated[str, typer.Option(help="提示词。 Prompt.")] = "",
    prompt_zh: Annotated[str, typer.Option(help="中文提示词。 Chinese prompt.")] = "",
    medium: Annotated[str, typer.Option(help="画法，如 ink_wash。 The medium.")] = "",
    palette: Annotated[str, typer.Option(metavar="#rrggbb,...", help="4 到 6 种颜色。4 to 6 colors.")] = "",
    alias: Annotated[list[str] | None, typer.Option(help="别名，可重复。 Another name, repeatable.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="标签，可重复。 A tag, repeatable.")] = None,
    file: Annotated[Path | None, typer.Option(metavar="F", help="改用 JSON 文件。 A JSON file instead.")] = None,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Store one style, described by options or by a file."""
    from services.cli.execution import execute
    from services.cli.resources.styles import Styles

    fields: dict[str, object] = {
        "key": key,
        "name_zh": name_zh,
        "name_en": name_en,
        "prompt": prompt,
        "prompt_zh": prompt_zh,
        "medium": medium,
        "palette": [color.strip() for color in palette.split(",") if color.strip()],
        "aliases": alias or [],
        "tags": tag or [],
    }
    return execute(
        lambda language: Styles(data, language).put_file(file) if file else Styles(data, language).put(fields), lang
    )


@styles_app.command("import", help="从 JSON Lines 文件导入。 Import a JSON Lines file.")
def import_command(
    file: Annotated[Path, typer.Argument(help="每行一个风格；- 为标准输入。 One style per line; - for stdin.")],
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Store all styles of a file, or none."""
    from services.cli.execution import execute
    from services.cli.resources.styles import Styles

    return execute(lambda language: Styles(data, language).import_file(file), lang)


@styles_app.command("remove", help="删除一个风格。 Remove a style.")
def remove_command(key: Key, data: Data = None, lang: Lang = None) -> int:
    """Remove one style."""
    from services.cli.execution import execute
    from services.cli.resources.styles import Styles

    return execute(lambda language: Styles(data, language).remove(key), lang)
