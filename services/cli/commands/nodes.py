"""Commands of `reflow nodes`. A command imports its implementation when it runs."""

from typing import Annotated

import typer

from services.cli.commands.options import Data, JsonLines, Lang, command_group

Name = Annotated[str, typer.Argument(help="节点的全名，如 core:Sampler。 The full name of the type.")]

nodes_app = command_group("节点库：查看、查找、导入、删除。 The node types of graphs.")


@nodes_app.command("list", help="列出所有节点。 List all node types.")
def list_command(
    namespace: Annotated[str, typer.Option(help="只列出这个命名空间，如 core。 Only this namespace.")] = "",
    as_json: JsonLines = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print every type."""
    from services.cli.execution import execute
    from services.cli.resources.nodes import Nodes

    return execute(lambda language: Nodes(data, language).list_all(namespace, as_json=as_json), lang)


@nodes_app.command("search", help="按名称或用途查找节点。 Find node types by name or by what they do.")
def search_command(
    text: Annotated[str, typer.Argument(help="名称或用途，中英文均可。 A name, or what the node does.")],
    limit: Annotated[int, typer.Option(min=1, max=50, help="最多几种。 Maximum number of results.")] = 10,
    as_json: JsonLines = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print the matching types, best first."""
    from services.cli.execution import execute
    from services.cli.resources.nodes import Nodes

    return execute(lambda language: Nodes(data, language).search(text, limit, as_json=as_json), lang)


@nodes_app.command("show", help="查看一种节点。 Show one node type.")
def show_command(name: Name, as_json: JsonLines = False, data: Data = None, lang: Lang = None) -> int:
    """Print one type."""
    from services.cli.execution import execute
    from services.cli.resources.nodes import Nodes

    return execute(lambda language: Nodes(data, language).show(name, as_json=as_json), lang)


@nodes_app.command("import", help="导入 object_info 或节点目录。 Import ComfyUI's object_info, or a catalog.")
def import_command(
    source: Annotated[
        str,
        typer.Argument(help="JSON 文件、- 或 ComfyUI 服务器的网址。 A file, - for stdin, or a ComfyUI server's URL."),
    ],
    namespace: Annotated[str, typer.Option(help="命名空间，默认 comfy。 Of object_info; comfy by default.")] = "",
    as_json: JsonLines = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Store all types of a catalog, or none."""
    from services.cli.execution import execute
    from services.cli.resources.nodes import Nodes

    return execute(lambda language: Nodes(data, language).import_source(source, namespace, as_json=as_json), lang)


@nodes_app.command("remove", help="删除节点。 Remove node types.")
def remove_command(
    names: Annotated[list[str], typer.Argument(help="全名，可以有多个。 Full names.")],
    as_json: JsonLines = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Remove types, all or none."""
    from services.cli.execution import execute
    from services.cli.resources.nodes import Nodes

    return execute(lambda language: Nodes(data, language).remove(names, as_json=as_json), lang)
