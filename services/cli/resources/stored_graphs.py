"""`reflow graphs list / get / revisions / undo / redo`: the graphs that a system stores."""

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reflow.v1 import graphs_pb2

from services.cli.rendering.display import Spinner
from services.cli.rendering.times import format_time
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.common.contract.proto_values.enums import enum_name
from services.common.ids import new_id
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

if TYPE_CHECKING:
    from services.cli.session.clients.graphs import GraphClient

_NONE = Text("还没有保存的图。", "There are no stored graphs.")


@dataclass(frozen=True, slots=True)
class StoredGraphs:
    """The stored graphs of the system on a data folder."""

    folder: Path | None
    language: Language

    async def list_all(self, *, as_json: bool) -> None:
        """Print every graph, the last changed first."""
        async with self._connect() as graphs:
            stored = await graphs.list_all()
        if not stored and not as_json:
            print(_NONE.pick(self.language))
        for graph in stored:
            changed = format_time(graph.updated_at)
            fields = {"graphId": graph.graph_id, "revision": graph.revision, "updatedAt": changed, "title": graph.title}
            _print(fields, as_json=as_json)

    async def get(self, graph_id: str, revision: int) -> None:
        """Print the JSON of a graph. Raises GRAPH_UNKNOWN."""
        async with self._connect() as graphs:
            graph = await graphs.get(graph_id, revision)
        sys.stdout.write(f"{graph.content.decode()}\n")

    async def list_revisions(self, graph_id: str, *, as_json: bool) -> None:
        """Print the last changes of a graph, newest first. Raises GRAPH_UNKNOWN."""
        async with self._connect() as graphs:
            for revision in await graphs.list_revisions(graph_id):
                _print(_describe(revision), as_json=as_json)

    async def undo(self, graph_id: str, *, as_json: bool) -> None:
        """Undo the last change of a graph. Raises NOTHING_TO_UNDO."""
        async with self._connect() as graphs:
            _print(_describe(await graphs.undo(graph_id, new_id())), as_json=as_json)

    async def redo(self, graph_id: str, *, as_json: bool) -> None:
        """Repeat the last undone change of a graph. Raises NOTHING_TO_UNDO."""
        async with self._connect() as graphs:
            _print(_describe(await graphs.redo(graph_id, new_id())), as_json=as_json)

    @asynccontextmanager
    async def _connect(self) -> "AsyncIterator[GraphClient]":
        spinner = Spinner(self.language)
        with handle_signals(), spinner:
            async with open_client(find_data_folder(self.folder), spinner.show_startup, self.language) as client:
                spinner.finish()
                yield client.libraries.graphs


def _describe(revision: graphs_pb2.GraphRevision) -> dict[str, object]:
    kind = enum_name(graphs_pb2.RevisionKind.DESCRIPTOR, revision.kind)
    return {
        "revision": revision.revision,
        "kind": kind,
        "time": format_time(revision.time),
        "target": revision.target or None,
        "runId": revision.run_id or None,
        "summary": revision.summary,
    }


def _print(fields: dict[str, object], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(fields, ensure_ascii=False))
    else:
        print("\t".join("" if value is None else to_one_line(str(value)) for value in fields.values()))
