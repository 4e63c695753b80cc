"""`reflow templates`: the templates of notes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from reflow.v1 import note_workflow_pb2, prompts_pb2
from rich.console import RenderableType

from services.cli.errors import bad_input
from services.cli.resources import template_table as tables
from services.cli.resources.resource import EditableResource, ResourceTexts
from services.common.errors import Code
from services.common.text.language import Text
from services.rag.records import parse_content_type, parse_locale, parse_template, parse_templates

if TYPE_CHECKING:
    from services.cli.session.client import Libraries
    from services.cli.session.clients.templates import TemplateClient


class Templates(EditableResource[note_workflow_pb2.NoteTemplate]):
    """The templates of notes: one for each key and language."""

    unknown_code = Code.TEMPLATE_UNKNOWN
    texts = ResourceTexts(
        stored=Text(
            "已保存模板 {key}（{locale}，第 {revision} 版）。",
            "Stored the template {key} ({locale}, revision {revision}).",
        ),
        imported=Text("已导入 {count} 个模板。", "Imported {count} templates."),
        removed=Text("已删除模板 {key}（{locale}）。", "Removed the template {key} ({locale})."),
        unknown=Text(
            "没有模板“{key}”，请用 reflow templates list 查看有哪些。",
            'No template "{key}": see `reflow templates list`.',
        ),
    )

    def store(self, libraries: "Libraries") -> "TemplateClient":
        return libraries.templates

    def table(self, records: Sequence[note_workflow_pb2.NoteTemplate], width: int) -> RenderableType:
        return tables.template_table(records, width, self.language)

    def row(self, record: note_workflow_pb2.NoteTemplate) -> str:
        return tables.plain_template(record)

    def page(self, record: note_workflow_pb2.NoteTemplate) -> RenderableType:
        return tables.template_page(record, self.language)

    def parse(self, fields: Mapping[str, object]) -> note_workflow_pb2.NoteTemplate:
        return parse_template(fields)

    def parse_lines(self, lines: Iterable[str]) -> Sequence[note_workflow_pb2.NoteTemplate]:
        return parse_templates(lines)

    def to_json(self, record: note_workflow_pb2.NoteTemplate) -> Mapping[str, object]:
        return {
            "key": record.key,
            "locale": record.locale,
            "name": record.name,
            "content_type": record.content_type,
            "topics": [*record.topics],
            "titles": [*record.titles],
            "openings": [*record.openings],
            "sections": [{"heading": one.heading, "sentences": [*one.sentences]} for one in record.sections],
            "closings": [*record.closings],
        }

    def describe(self, record: note_workflow_pb2.NoteTemplate) -> dict[str, object]:
        return {**super().describe(record), "locale": record.locale}

    async def list_in(self, locale: str, *, as_json: bool) -> None:
        """Print the templates in *locale*, of both languages for ""; as JSON Lines they are input of `import`."""
        locale = _parse_optional_locale(locale)
        async with self.open() as libraries:
            templates = await libraries.templates.list_all(locale)
        self.print_records(templates, as_json=as_json)

    async def get_in(self, key: str, locale: str) -> None:
        """Print the template *key* in *locale*, in every language that it has for "". Raises TEMPLATE_UNKNOWN."""
        locale = _parse_optional_locale(locale)
        async with self.open() as libraries:
            templates = await libraries.templates.list_all(locale)
        self.print_pages([one for one in templates if one.key == key], key)

    async def recommend(self, topic: str, content_type: str, locale: str, limit: int, *, as_json: bool) -> None:
        """Print the *limit* templates that match best; *locale* "" is the language of the command."""
        request = prompts_pb2.RecommendTemplatesRequest(
            topic=topic,
            content_type=parse_content_type(content_type),
            locale=parse_locale(locale or self.language.value),
            limit=limit,
        )
        async with self.open() as libraries:
            templates = await libraries.templates.recommend(request)
        self.print_records(templates, as_json=as_json)

    async def remove(self, key: str, locale: str) -> None:
        """Remove the template *key* in *locale*, which may be "" if it has one language. Raises TEMPLATE_UNKNOWN."""
        locale = _parse_optional_locale(locale)
        async with self.open() as libraries:
            locales = [one.locale for one in await libraries.templates.list_all(locale) if one.key == key]
            if not locales:
                raise self.unknown(key)
            if len(locales) > 1:
                raise bad_input(
                    f"模板“{key}”有两种语言，请用 --locale zh 或 --locale en 说明删哪一个。",
                    f'The template "{key}" exists in two languages: choose one with --locale zh or --locale en.',
                    field="locale",
                )
            await libraries.templates.remove(key, locales[0])
        self.print_text(self.texts.removed, key=key, locale=locales[0])


def _parse_optional_locale(text: str) -> str:
    return parse_locale(text) if text else ""
