"""Commands of `reflow graphs` on the graphs that a system stores. A command imports its implementation when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.options import Data, Lang

GraphId = Annotated[str, typer.Argument(metavar="ID", help="已保存的图。 A stored graph.")]
AsJson = Annotated[bool, typer.Option("--json", help="输出 JSON。 Print JSON.")]


def list_command(as_json: AsJson = False, data: Data = None, lang: Lang = None) -> int:
    """Print the stored graphs."""
    from services.cli.execution import execute
    from services.cli.resources.stored_graphs import StoredGraphs

    return execute(lambda language: StoredGraphs(data, language).list_all(as_json=as_json), lang)


def get_command(
    graph_id: GraphId,
    revision: Annotated[int, typer.Option(metavar="N", min=0, help="版本，默认最新。 Its revision.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="总是 JSON。 The output is always JSON.")] = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Print a stored graph."""
    from services.cli.execution import execute
    from services.cli.resources.stored_graphs import StoredGraphs

    return execute(lambda language: StoredGraphs(data, language).get(graph_id, revision), lang)


def revisions_command(graph_id: GraphId, as_json: AsJson = False, data: Data = None, lang: Lang = None) -> int:
    """Print the changes of a stored graph."""
    from services.cli.execution import execute
    from services.cli.resources.stored_graphs import StoredGraphs

    return execute(lambda language: StoredGraphs(data, language).list_revisions(graph_id, as_json=as_json), lang)


def undo_command(graph_id: GraphId, as_json: AsJson = False, data: Data = None, lang: Lang = None) -> int:
    """Undo a change."""
    from services.cli.execution import execute
    from services.cli.resources.stored_graphs import StoredGraphs

    return execute(lambda language: StoredGraphs(data, language).undo(graph_id, as_json=as_json), lang)


def redo_command(graph_id: GraphId, as_json: AsJson = False, data: Data = None, lang: Lang = None) -> int:
    """Repeat an undone change."""
    from services.cli.execution import execute
    from services.cli.resources.stored_graphs import StoredGraphs

    return execute(lambda language: StoredGraphs(data, language).redo(graph_id, as_json=as_json), lang)


def run_command(
    graph: Annotated[
        str, typer.Argument(metavar="FILE|ID", help="图文件，或已保存的图。 A graph file or a stored graph.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="结果保存到这里。 Output folder.")] = Path("out"),
    server: Annotated[
        str,
        typer.Option("--on", metavar="ENGINE", help="交给 ComfyUI 服务器执行。 A ComfyUI server executes it."),
    ] = "",
    as_json: AsJson = False,
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Execute a graph."""
    from services.cli.execution import execute
    from services.cli.runs.graph_execution import ExecutionArguments, run_graph

    arguments = ExecutionArguments(graph, out, server, data, lang)
    return execute(lambda language: run_graph(arguments, language, as_json=as_json), lang)


def add_commands(group: typer.Typer) -> None:
    """Add the commands on stored graphs to *group*."""
    group.command("list", help="列出已保存的图。 List the stored graphs.")(list_command)
    group.command("get", help="输出一张已保存的图。 Print a stored graph as JSON.")(get_command)
    group.command("revisions", help="列出一张图的改动。 List the changes of a stored graph.")(revisions_command)
    group.command("run", help="执行一张图，保存结果。 Execute a graph and save its results.")(run_command)
    group.command("undo", help="撤销上一次改动。 Undo the last change of a stored graph.")(undo_command)
    group.command("redo", help="重做撤销的改动。 Repeat the last undone change of a stored graph.")(redo_command)
