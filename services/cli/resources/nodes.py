"""`reflow nodes`: the node knowledge."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reflow.v1 import nodes_pb2
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from services.cli.files import STDIN, read_bytes, read_stdin
from services.cli.resources.resource import Resource, print_json
from services.common.limits import Limits
from services.common.text.choices import list_names
from services.common.text.language import Text

_TYPE = Text("节点", "Type")
_TITLE = Text("名称", "Title")
_CATEGORY = Text("分类", "Category")
_COUNT = Text("{count} 种节点", "{count} node types")
_IMPORTED = Text("已导入 {count} 种节点。", "Imported {count} node types.")
_REMOVED = Text("已删除 {names}。", "Removed {names}.")
_NOT_FOUND = Text("没有找到匹配的节点。", "No node type matches.")
_BY_NAME = Text(
    "检索模型没有可用的回答，只按名称查找。", "The embedding model is not available; only names were searched."
)
_SECTIONS = (
    ("inputs", Text("输入", "Inputs")),
    ("parameters", Text("参数", "Parameters")),
    ("outputs", Text("输出", "Outputs")),
)
_MAX_SHOWN_CHOICES = 12


class Nodes(Resource[nodes_pb2.NodeRecord]):
    """The types of nodes."""

    def table(self, records: Sequence[nodes_pb2.NodeRecord], width: int) -> RenderableType:
        table = Table(box=None, pad_edge=False, header_style="dim", caption_justify="left")
        table.caption = _COUNT.pick(self.language).format(count=len(records))
        table.add_column(_TYPE.pick(self.language), style="bold", no_wrap=True)
        for label in (_TITLE, _CATEGORY):
            table.add_column(label.pick(self.language), no_wrap=True, overflow="ellipsis")
        for record in records:
            table.add_row(*map(Styled, self._fields(record)))
        return table

    def row(self, record: nodes_pb2.NodeRecord) -> str:
        return "\t".join(self._fields(record))

    def to_json(self, record: nodes_pb2.NodeRecord) -> Mapping[str, object]:
        return {**json.loads(record.definition), "revision": record.revision}

    async def list_all(self, namespace: str, *, as_json: bool) -> None:
        """Print every type (of *namespace*); as JSON Lines they are input of `import`."""
        async with self.open() as libraries:
            records = await libraries.nodes.list_all(namespace)
        self.print_records(records, as_json=as_json)

    async def search(self, text: str, limit: int, *, as_json: bool) -> None:
        """Print the types that *text* describes or names, best first."""
        async with self.open() as libraries:
            found = await libraries.nodes.find(text, limit)
        if as_json:
            for match in found.matches:
                print_json({**self.to_json(match.type), "similarity": round(match.similarity, 4)})
            return
        if found.by_name:
            print(_BY_NAME.pick(self.language))
        if not found.matches:
            print(_NOT_FOUND.pick(self.language))
            return
        self.print_records([match.type for match in found.matches], as_json=False)

    async def show(self, name: str, *, as_json: bool) -> None:
        """Print one type. Raises NODE_TYPE_UNKNOWN."""
        async with self.open() as libraries:
            record = await libraries.nodes.get(name)
        if as_json:
            print_json(self.to_json(record))
        else:
            Console(highlight=False).print(self._page(self.to_json(record)))

    async def import_source(self, source: str, namespace: str, *, as_json: bool) -> None:
        """Import a file ('-' for stdin), or the object_info of the ComfyUI server at a URL."""
        url = source if source.startswith(("http://", "https://")) else ""
        data = b"" if url else _read_source(source)
        async with self.open() as libraries:
            imported = await libraries.nodes.import_catalog(data, url, namespace)
        if as_json:
            print_json({"count": imported.count, "revision": imported.revision})
        else:
            print(_IMPORTED.pick(self.language).format(count=imported.count))

    async def remove(self, names: Sequence[str], *, as_json: bool) -> None:
        """Remove types, all or none. Raises NODE_TYPE_UNKNOWN."""
        async with self.open() as libraries:
            await libraries.nodes.remove(names)
        if as_json:
            print_json({"removed": list(names)})
        else:
            print(_REMOVED.pick(self.language).format(names=list_names(names).pick(self.language)))

    def _fields(self, record: nodes_pb2.NodeRecord) -> tuple[str, str, str]:
        fields = self.to_json(record)
        return record.type, self._pick(fields.get("titles")), str(fields.get("category", ""))

    def _pick(self, texts: Any) -> str:
        """Return the text in the language of the command, or else the other one."""
        if not isinstance(texts, dict):
            return ""
        return str(texts.get(self.language.value) or next(iter(texts.values()), ""))

    def _page(self, fields: Mapping[str, Any]) -> Table:
        page = Table.grid(padding=(0, 2))
        page.add_column(style="dim", no_wrap=True)
        page.add_column(overflow="fold")
        page.add_row(_TYPE.pick(self.language), Styled(fields["type"], "bold"))
        page.add_row(_TITLE.pick(self.language), Styled(self._pick(fields.get("titles"))))
        page.add_row("", Styled(self._pick(fields.get("descriptions"))))
        page.add_row(_CATEGORY.pick(self.language), Styled(fields.get("category", "")))
        for key, label in _SECTIONS:
            for index, slot in enumerate(fields.get(key, ())):
                page.add_row("" if index else label.pick(self.language), Styled(self._describe(slot)))
        return page

    def _describe(self, slot: Mapping[str, Any]) -> str:
        """Return a slot or parameter as one line: name, title, types or kind, range, choices, default."""
        parts = [slot["name"], self._pick(slot.get("titles")), slot.get("kind") or ""]
        parts.append(slot.get("type") or ",".join(slot.get("types", ())))
        if "minimum" in slot or "maximum" in slot:
            parts.append(f"{slot.get('minimum', '')}…{slot.get('maximum', '')}")
        choices = slot.get("choices", ())
        if choices:
            rest = "|…" if len(choices) > _MAX_SHOWN_CHOICES else ""
            parts.append("|".join(map(str, choices[:_MAX_SHOWN_CHOICES])) + rest)
        if "default" in slot:
            parts.append(f"= {slot['default']}")
        return "  ".join(part for part in parts if part)


def _read_source(source: str) -> bytes:
    """Return the content of a file; the import rejects one over the limit. Raises INVALID_INPUT_FORMAT."""
    if source == STDIN:
        return read_stdin().encode()
    return read_bytes(Path(source), int(Limits.model_fields["node_catalog_bytes"].default))
