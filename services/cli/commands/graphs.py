"""Commands of `reflow graphs`. A command imports its implementation when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from engines.graph.format import Format
from services.cli.commands.options import Lang, command_group

File = Annotated[Path, typer.Argument(metavar="FILE", help="图文件，自动识别格式。 A graph in any of the formats.")]
Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="图文件。 Graph files.")]
Out = Annotated[Path, typer.Option(metavar="DIR", help="保存到这里，文件名不变。 Output folder; file names stay.")]
Drawing = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="把图画成 SVG 和 PNG。 Draw the graph there as SVG and PNG.")
]
Types = Annotated[
    Path | None,
    typer.Option("--types", metavar="FILE", help="节点类型，如 ComfyUI 的 object_info。 Additional node types."),
]
AsJson = Annotated[bool, typer.Option("--json", help="输出 JSON。 Print JSON.")]
DEFAULT_OUT = Path("out")

graphs_app = command_group("节点图文件：转换、检查、查看、比较、布局、打补丁。 Node graphs.")


@graphs_app.command("convert", help="转换格式。 Convert graphs to another format.")
def convert_command(
    files: Files,
    to: Annotated[Format, typer.Option("--to", help="目标格式。 The format.")],
    out: Out = DEFAULT_OUT,
    types: Types = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Convert graph files."""
    from services.cli.execution import execute
    from services.cli.graphs.operations import convert

    return execute(lambda language: convert(files, to, out, types, as_json, language), lang)


@graphs_app.command("validate", help="检查节点、参数、连线和环。 Validate nodes, parameters, links and cycles.")
def validate_command(files: Files, types: Types = None, as_json: AsJson = False, lang: Lang = None) -> int:
    """Validate graph files."""
    from services.cli.execution import execute
    from services.cli.graphs.operations import validate

    return execute(lambda language: validate(files, types, as_json, language), lang)


@graphs_app.command("show", help="查看一张图，并可画出来。 Show a graph, and draw it.")
def show_command(
    file: File, out: Drawing = None, types: Types = None, as_json: AsJson = False, lang: Lang = None
) -> int:
    """Print a graph."""
    from services.cli.execution import execute
    from services.cli.graphs.operations import show

    return execute(lambda language: show(file, types, out, as_json, language), lang)


@graphs_app.command("diff", help="比较两张图。 Show the differences between two graphs.")
def diff_command(
    before: File, after: File, out: Drawing = None, types: Types = None, as_json: AsJson = False, lang: Lang = None
) -> int:
    """Print the differences of two graphs."""
    from services.cli.execution import execute
    from services.cli.graphs.operations import diff

    return execute(lambda language: diff(before, after, types, out, as_json, language), lang)


@graphs_app.command("layout", help="给没有位置的节点排位。 Place the nodes that have no position.")
def layout_command(
    file: File,
    everything: Annotated[bool, typer.Option("--all", help="全部重排。 Arrange every node.")] = False,
    out: Out = DEFAULT_OUT,
    types: Types = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Place the nodes of a graph."""
    from services.cli.execution import execute
    from services.cli.graphs.operations import layout

    return execute(lambda language: layout(file, everything, out, types, as_json, language), lang)


@graphs_app.command("patch", help="应用 JSON Patch 文件，全部应用或全不应用。 Apply a JSON Patch file.")
def patch_command(
    file: File,
    operations: Annotated[Path, typer.Argument(metavar="OPERATIONS", help="JSON Patch（RFC 6902）。 A JSON Patch.")],
    out: Out = DEFAULT_OUT,
    types: Types = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Apply a patch to a graph."""
    from services.cli.execution import execute
    from services.cli.graphs.operations import patch

    return execute(lambda language: patch(file, operations, out, types, as_json, language), lang)
