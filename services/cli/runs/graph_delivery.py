"""Delivery of a changed graph: the difference, the graph in the format of its source, and its drawing."""

import asyncio
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from reflow.v1 import graphs_pb2

from engines.graph.diff import Kind, compare_graphs
from engines.graph.drawing.png import render_png
from engines.graph.drawing.svg import draw_svg
from engines.graph.formats import Format, Imported
from engines.graph.graph import Graph
from engines.graph.json_form import parse_graph
from engines.graph.node_types.core_types import load_core_types
from engines.graph.node_types.json_form import load_types
from engines.graph.node_types.node_type import NodeTypes
from services.cli.graphs.files import GraphFile, export_file, read_graph, write_files
from services.common.errors import Code, ReflowError
from services.common.text.language import Language

if TYPE_CHECKING:
    from services.cli.session.client import Client

DRAWINGS = Path("out")


async def save_graph(
    client: "Client", revision: graphs_pb2.GraphRevision, source: Path | None, out: Path, language: Language
) -> tuple[Path, list[str]]:
    """Save the graph after *revision* and its drawing; return the path of the graph, and the lines of the difference.

    *out* is a file for the graph (its drawing goes to the folder `out`), or a folder for all. The graph has the format
    of *source*, the file of the graph before the change.
    """
    before = await client.libraries.graphs.get(revision.graph_id, revision.revision - 1)
    after = await client.libraries.graphs.get(revision.graph_id, revision.revision)
    # In a thread: the embedded system runs in this process.
    old, new = await asyncio.to_thread(lambda: (parse_graph(before.content), parse_graph(after.content)))
    types = await _load_types(client, {node.type for node in (*old.nodes.values(), *new.nodes.values())})
    return await asyncio.to_thread(_save, old, new, after.revision, types, source, out, language)


async def _load_types(client: "Client", names: Collection[str]) -> NodeTypes:
    """Return the core types, and those of *names* that the node knowledge has: an export needs them."""
    types = dict(load_core_types())
    for name in sorted(set(names) - set(types)):
        try:
            record = await client.libraries.nodes.get(name)
        except ReflowError as error:
            if error.code is not Code.NODE_TYPE_UNKNOWN:
                raise
            continue
        types |= load_types(b"[" + record.definition + b"]")
    return types


def _save(
    old: Graph, new: Graph, revision: int, types: NodeTypes, source: Path | None, out: Path, language: Language
) -> tuple[Path, list[str]]:
    differences = compare_graphs(old, new, types)
    file = read_graph(source, types) if source else GraphFile(Path("graph.json"), Imported(new, Format.REFLOW))
    text = export_file(file, new, file.imported.format, types, language)
    name = f"{file.path.stem}-{revision}"
    target = out if out.suffix else out / f"{name}.json"
    drawings = DRAWINGS if out.suffix else out
    write_files(target.parent, {target.name: text})
    added = [one.id for one in differences if one.table == "nodes" and one.kind is Kind.ADDED]
    changed = [one.id for one in differences if one.table == "nodes" and one.kind is Kind.CHANGED]
    write_files(drawings, draw_files(target.stem, new, types, language, added, changed))
    return target, [one.format(language) for one in differences]


def draw_files(
    name: str,
    graph: Graph,
    types: NodeTypes,
    language: Language,
    added: list[str] | None = None,
    changed: list[str] | None = None,
) -> dict[str, str | bytes]:
    """Return the drawings of *graph*, SVG and PNG, by file name."""
    svg = draw_svg(graph, types, language, added=added or (), changed=changed or ())
    return {f"{name}.svg": svg, f"{name}.png": render_png(svg)}
