"""`reflow styles`: the style library."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from google.protobuf.json_format import MessageToDict
from reflow.v1 import knowledge_pb2
from rich.console import RenderableType

from services.cli.resources.resource import EditableResource, ResourceTexts
from services.cli.resources.style_table import plain_style, style_page, style_table
from services.common.errors import Code
from services.common.text.language import Text
from services.rag.records import parse_style, parse_styles

if TYPE_CHECKING:
    from services.cli.session.client import Libraries
    from services.cli.session.clients.styles import StyleClient


class Styles(EditableResource[knowledge_pb2.Style]):
    """The style library."""

    unknown_code = Code.STYLE_UNKNOWN
    texts = ResourceTexts(
        stored=Text("已保存风格 {key}（第 {revision} 版）。", "Stored the style {key} (revision {revision})."),
        imported=Text("已导入 {count} 个风格。", "Imported {count} styles."),
        removed=Text("已删除风格 {key}。", "Removed the style {key}."),
        unknown=Text(
            "没有风格“{key}”，请用 reflow styles list 查看有哪些。", 'No style "{key}": see `reflow styles list`.'
        ),
    )

    def store(self, libraries: "Libraries") -> "StyleClient":
        return libraries.styles

    def table(self, records: Sequence[knowledge_pb2.Style], width: int) -> RenderableType:
        return style_table(records, width, self.language)

    def row(self, record: knowledge_pb2.Style) -> str:
        return plain_style(record)

    def page(self, record: knowledge_pb2.Style) -> RenderableType:
        return style_page(record, self.language)

    def parse(self, fields: Mapping[str, object]) -> knowledge_pb2.Style:
        return parse_style(fields)

    def parse_lines(self, lines: Iterable[str]) -> Sequence[knowledge_pb2.Style]:
        return parse_styles(lines)

    def to_json(self, record: knowledge_pb2.Style) -> Mapping[str, object]:
        fields: dict[str, object] = MessageToDict(record, preserving_proto_field_name=True)
        look = fields.pop("look", {})
        fields.pop("revision", None)
        return {**fields, **look} if isinstance(look, dict) else fields

    async def remove(self, key: str) -> None:
        """Remove the style *key*. Raises STYLE_UNKNOWN."""
        async with self.open() as libraries, self.known(key):
            await libraries.styles.remove(key)
        self.print_text(self.texts.removed, key=key)
