"""`reflow styles`: the style library of a running system, or of one started for it."""

import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from google.protobuf.json_format import MessageToDict
from reflow.v1 import knowledge_pb2, rag_pb2
from rich.console import Console

from services.cli.display import Waiting
from services.cli.failing import bad_input
from services.cli.interrupting import interruption
from services.cli.opening import data_folder, open_client
from services.cli.reading import read_text
from services.cli.styles_table import plain_row, style_page, style_table
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.rag.domain.style import Style, parse_style, parse_styles

if TYPE_CHECKING:
    from services.cli.client import Client

_STORED = Text("已保存风格 {key}（第 {revision} 版）。", "Stored the style {key} (revision {revision}).")
_IMPORTED = Text("已导入 {count} 个风格。", "Imported {count} styles.")
_REMOVED = Text("已删除风格 {key}。", "Removed the style {key}.")


@dataclass(frozen=True, slots=True)
class Library:
    """The style library of the system on *folder* (None for the usual one), spoken about in *language*."""

    folder: Path | None
    language: Language

    async def list(self, *, as_json: bool) -> None:
        """Print every style: a table, plain lines where stdout is no terminal, or JSON Lines that `import` reads."""
        async with self._open() as client:
            styles = await client.list_styles()
        if as_json:
            for style in styles:
                print(json.dumps(_record(style), ensure_ascii=False))
        elif sys.stdout.isatty():
            console = Console()
            console.print(style_table(styles, console.width, self.language))
        else:
            for style in styles:
                print(plain_row(style))

    async def show(self, key: str) -> None:
        """Print the style *key*. Raises STYLE_UNKNOWN naming what comes close."""
        async with self._open() as client:
            styles = await client.list_styles()
        found = next((style for style in styles if style.key == key), None)
        if found is None:
            raise _unknown(key)
        Console(highlight=False).print(style_page(found, self.language))

    async def add(self, described: Mapping[str, object], file: Path | None) -> None:
        """Add the style that *file* describes, else *described*; or change the one of its key."""
        style = _read_style(file) if file else parse_style(described)
        async with self._open() as client:
            stored = await client.put_style(_message(style))
        print(_STORED.pick(self.language).format(key=stored.key, revision=stored.revision))

    async def import_file(self, file: Path) -> None:
        """Add or change all styles of a JSON Lines file ('-' for stdin), or none."""
        styles = parse_styles(read_text(file).splitlines())
        async with self._open() as client:
            count = await client.import_styles([_message(style) for style in styles])
        print(_IMPORTED.pick(self.language).format(count=count))

    async def remove(self, key: str) -> None:
        """Remove the style *key*. Raises STYLE_UNKNOWN."""
        async with self._open() as client:
            try:
                await client.remove_style(key)
            except ReflowError as error:
                raise (_unknown(key) if error.code is Code.STYLE_UNKNOWN else error) from None
        print(_REMOVED.pick(self.language).format(key=key))

    @asynccontextmanager
    async def _open(self) -> AsyncIterator["Client"]:
        waiting = Waiting(self.language)
        with interruption(), waiting:
            async with open_client(data_folder(self.folder), waiting.starting, self.language) as client:
                yield client


def _read_style(path: Path) -> Style:
    """Return the style that a JSON file describes, '-' for stdin. Raises INVALID_INPUT_FORMAT naming the field."""
    try:
        described = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise bad_input(f"{path} 不是 JSON（{error}）。", f"{path} is not JSON ({error}).") from None
    if not isinstance(described, dict):
        raise bad_input(f"{path} 应是一个 JSON 对象。", f"{path} should be a JSON object.")
    return parse_style(described)


def _message(style: Style) -> knowledge_pb2.Style:
    return knowledge_pb2.Style(
        key=style.key,
        name_zh=style.name_zh,
        name_en=style.name_en,
        aliases=style.aliases,
        prompt=style.prompt,
        prompt_zh=style.prompt_zh,
        look=rag_pb2.Look(medium=style.medium.value, palette=style.palette),
        tags=style.tags,
    )


def _record(style: knowledge_pb2.Style) -> dict[str, object]:
    """Return *style* as `reflow styles import` reads it."""
    fields: dict[str, object] = MessageToDict(style, preserving_proto_field_name=True)
    look = fields.pop("look", {})
    fields.pop("revision", None)
    return {**fields, **look} if isinstance(look, dict) else fields


def _unknown(key: str) -> ReflowError:
    text = Text(
        f"没有风格“{key}”，请用 reflow styles list 查看有哪些。", f'No style "{key}": see `reflow styles list`.'
    )
    return ReflowError(Code.STYLE_UNKNOWN, text, field="key")
