"""Graph files and catalogs of node types named on the command line."""

import itertools
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.graph.errors import GraphInvalid
from engines.graph.formats import Format, Imported, export_graph, import_graph
from engines.graph.graph import Graph
from engines.graph.json_values import load_json
from engines.graph.limits import DEFAULT_LIMITS
from engines.graph.node_types.catalog import parse_catalog
from engines.graph.node_types.catalog_error import CatalogError
from engines.graph.node_types.core_types import load_core_types
from engines.graph.node_types.node_type import NodeTypes
from services.cli.errors import CommandFailed, bad_input
from services.cli.execution import print_error
from services.cli.files import read_bytes
from services.cli.umask import user_umask
from services.common.errors import ReflowError
from services.common.text.language import Language, Text

MAX_CATALOG_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class GraphFile:
    """A parsed graph file."""

    path: Path
    imported: Imported

    @property
    def graph(self) -> Graph:
        """The graph."""
        return self.imported.graph


def read_types(catalog: Path | None) -> NodeTypes:
    """Return the core types and those of the file *catalog*. Raises INVALID_INPUT_FORMAT naming the file."""
    if catalog is None:
        return load_core_types()
    content = read_bytes(catalog, MAX_CATALOG_BYTES)
    if len(content) > MAX_CATALOG_BYTES:
        raise _too_large(catalog, MAX_CATALOG_BYTES)
    try:
        types = parse_catalog(content)
    except CatalogError as error:
        raise _invalid_file(catalog, error.field, error.text) from None
    return {**load_core_types(), **{node_type.full_name: node_type for node_type in types}}


def read_graph(path: Path, types: NodeTypes) -> GraphFile:
    """Return the graph of the file at *path*. Raises INVALID_INPUT_FORMAT naming the file and the place in it."""
    content = read_bytes(path, DEFAULT_LIMITS.document_bytes)
    if len(content) > DEFAULT_LIMITS.document_bytes:
        raise _too_large(path, DEFAULT_LIMITS.document_bytes)
    try:
        return GraphFile(path, import_graph(content, types=types))
    except GraphInvalid as error:
        raise _invalid_file(path, error.field, error.text) from None


def read_operations(path: Path) -> list[Any]:
    """Return the operations of a JSON Patch file. Raises INVALID_INPUT_FORMAT naming the file."""
    try:
        value = load_json(read_bytes(path, DEFAULT_LIMITS.document_bytes))
    except GraphInvalid as error:
        raise _invalid_file(path, error.field, error.text) from None
    if not isinstance(value, list):
        raise bad_input(f"{path} 应是操作的 JSON 数组。", f"{path} should be a JSON array of operations.")
    return value


def export_file(file: GraphFile, graph: Graph, form: Format, types: NodeTypes, language: Language) -> str:
    """Return *graph* as text in the format, and report the parts that the format cannot express."""
    text, notes = format_graph(file, graph, form, types)
    for note in notes:
        print_error(f"{file.path}: {note.pick(language)}")
    return text


def format_graph(file: GraphFile, graph: Graph, form: Format, types: NodeTypes) -> tuple[str, Sequence[Text]]:
    """Return *graph* as text in the format, and notes on the parts that the format cannot express."""
    try:
        exported = export_graph(graph, form, types)
    except GraphInvalid as error:
        raise _invalid_file(file.path, error.field, error.text) from None
    return json.dumps(exported.document, ensure_ascii=False, indent=2, default=dict) + "\n", exported.notes


def write_files(folder: Path, contents: Mapping[str, str | bytes], sources: Sequence[Path] = ()) -> list[Path]:
    """Write all *contents* under their names in *folder*. Raises before a file is written over a source."""
    paths = {folder / name: content for name, content in contents.items()}
    reject_overwrite(paths, sources)
    try:
        with user_umask():
            folder.mkdir(parents=True, exist_ok=True)
            for path, content in paths.items():
                _write_atomically(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        reason = error.strerror
        raise CommandFailed(Text(f"无法写入 {folder}（{reason}）。", f"Cannot write to {folder} ({reason}).")) from None
    return list(paths)


def reject_overwrite(paths: Iterable[Path], sources: Sequence[Path]) -> None:
    """Raise INVALID_INPUT_FORMAT if one of *paths* is one of *sources*."""
    originals = {source.resolve() for source in sources}
    for path in paths:
        if path.resolve() in originals:
            raise bad_input(
                f"{path} 会覆盖原文件；请用 --out 指定另一个位置。",
                f"{path} would overwrite the original; choose another place with --out.",
                field="out",
            )


def number_ids(graph: Graph) -> Callable[[], str]:
    """Return a source of ids for new nodes and links: consecutive numbers, so that files stay readable."""
    keys = (*graph.nodes, *graph.edges, *graph.groups)
    highest = max((int(key) for key in keys if key.isascii() and key.isdecimal() and len(key) < 16), default=0)
    numbers = itertools.count(highest + 1)
    return lambda: str(next(numbers))


def _write_atomically(path: Path, content: bytes) -> None:
    temporary = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _too_large(path: Path, limit: int) -> ReflowError:
    return bad_input(f"{path} 超过 {limit} 字节。", f"{path} exceeds {limit} bytes.")


def _invalid_file(path: Path, pointer: str, text: Text) -> ReflowError:
    place = f" {pointer}" if pointer else ""
    return bad_input(f"{path}{place}：{text.zh}", f"{path}{place}: {text.en}")
