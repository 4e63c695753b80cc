"""`reflow templates`: the templates of notes of a running system, or of one started for it."""

import json
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from google.protobuf.json_format import ParseDict
from reflow.v1 import creations_pb2, prompts_pb2
from rich.console import Console, RenderableType

from services.cli import templates_table as tables
from services.cli.display import Waiting
from services.cli.failing import bad_input
from services.cli.interrupting import interruption
from services.cli.opening import data_folder, open_client
from services.cli.reading import read_text
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.rag.domain.template import NoteTemplate, locale_of, parse_template, parse_templates, type_of

if TYPE_CHECKING:
    from services.cli.prompts_client import PromptsClient

_STORED = Text(
    "已保存模板 {key}（{locale}，第 {revision} 版）。", "Stored the template {key} ({locale}, revision {revision})."
)
_IMPORTED = Text("已导入 {count} 个模板。", "Imported {count} templates.")
_REMOVED = Text("已删除模板 {key}（{locale}）。", "Removed the template {key} ({locale}).")


@dataclass(frozen=True, slots=True)
class TemplateLibrary:
    """The templates of the system on *folder* (None for the usual one), spoken about in *language*.

    What it prints is a table, plain lines where stdout is no terminal, or JSON.
    """

    folder: Path | None
    language: Language

    async def list(self, locale: str, *, as_json: bool) -> None:
        """Print the templates in *locale*, of both languages for ""; as JSON Lines they are what `import` reads."""
        chosen = _locale(locale)
        async with self._open() as client:
            found = await client.templates(chosen)
        self._tell(found, as_json=as_json)

    async def show(self, key: str, locale: str) -> None:
        """Print the template *key* in *locale*, in whatever languages it has for "". Raises TEMPLATE_UNKNOWN."""
        chosen = _locale(locale)
        async with self._open() as client:
            found = [one for one in await client.templates(chosen) if one.key == key]
        if not found:
            raise _unknown(key)
        for one in found:
            Console(highlight=False).print(tables.template_page(one, self.language))

    async def recommend(self, request: prompts_pb2.RecommendTemplatesRequest, *, as_json: bool) -> None:
        """Print the templates that fit, best first."""
        locale_of(request.locale)
        type_of(request.content_type)
        async with self._open() as client:
            found = await client.recommend(request)
        self._tell(found, as_json=as_json)

    async def add(self, file: Path) -> None:
        """Add the template that a JSON file describes ('-' for stdin), or replace the one of its key and language."""
        template = _read(file)
        async with self._open() as client:
            stored = await client.put_template(_message(template))
        told = _STORED.pick(self.language)
        print(told.format(key=stored.key, locale=stored.locale, revision=stored.revision))

    async def import_file(self, file: Path) -> None:
        """Add or replace all templates of a JSON Lines file ('-' for stdin); none where a line is wrong."""
        read = parse_templates(read_text(file).splitlines())
        async with self._open() as client:
            for template in read:
                await client.put_template(_message(template))
        print(_IMPORTED.pick(self.language).format(count=len(read)))

    async def remove(self, key: str, locale: str) -> None:
        """Remove the template *key* in *locale*; "" will do where it has one language. Raises TEMPLATE_UNKNOWN."""
        chosen = _locale(locale)
        async with self._open() as client:
            locales = [one.locale for one in await client.templates(chosen) if one.key == key]
            if not locales:
                raise _unknown(key)
            if len(locales) > 1:
                raise bad_input(
                    f"模板“{key}”有两种语言，请用 --locale zh 或 --locale en 说明删哪一个。",
                    f'The template "{key}" exists in two languages: say which with --locale zh or --locale en.',
                    field="locale",
                )
            await client.remove_template(key, locales[0])
        print(_REMOVED.pick(self.language).format(key=key, locale=locales[0]))

    def _tell(self, found: Sequence[creations_pb2.NoteTemplate], *, as_json: bool) -> None:
        if as_json:
            for one in found:
                print(json.dumps(_record(one), ensure_ascii=False))
        else:
            self._print(
                lambda width: tables.template_table(found, width, self.language), map(tables.plain_template, found)
            )

    def _print(self, shown: Callable[[int], RenderableType], lines: Iterable[str]) -> None:
        if sys.stdout.isatty():
            console = Console(highlight=False)
            console.print(shown(console.width))
        else:
            for line in lines:
                print(line)

    @asynccontextmanager
    async def _open(self) -> AsyncIterator["PromptsClient"]:
        waiting = Waiting(self.language)
        with interruption(), waiting:
            async with open_client(data_folder(self.folder), waiting.starting, self.language) as client:
                yield client.prompts


def _locale(written: str) -> str:
    return locale_of(written) if written else ""


def _read(path: Path) -> NoteTemplate:
    """Return the template of a JSON file, '-' for stdin. Raises INVALID_INPUT_FORMAT naming the field."""
    try:
        described = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise bad_input(f"{path} 不是 JSON（{error}）。", f"{path} is not JSON ({error}).") from None
    if not isinstance(described, dict):
        raise bad_input(f"{path} 应是一个 JSON 对象。", f"{path} should be a JSON object.")
    return parse_template(described)


def _message(template: NoteTemplate) -> creations_pb2.NoteTemplate:
    return ParseDict(template.as_mapping(), creations_pb2.NoteTemplate())


def _record(template: creations_pb2.NoteTemplate) -> dict[str, object]:
    """Return *template* as `reflow templates import` reads it."""
    return {
        "key": template.key,
        "locale": template.locale,
        "name": template.name,
        "content_type": template.content_type,
        "topics": [*template.topics],
        "titles": [*template.titles],
        "openings": [*template.openings],
        "sections": [{"heading": one.heading, "sentences": [*one.sentences]} for one in template.sections],
        "closings": [*template.closings],
    }


def _unknown(key: str) -> ReflowError:
    text = Text(
        f"没有模板“{key}”，请用 reflow templates list 查看有哪些。",
        f'No template "{key}": see `reflow templates list`.',
    )
    return ReflowError(Code.TEMPLATE_UNKNOWN, text, field="key")
