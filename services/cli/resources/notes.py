"""`reflow notes`: the note library."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from reflow.v1 import notes_pb2
from rich.console import RenderableType

from services.cli.resources import note_table as tables
from services.cli.resources.resource import EditableResource, ResourceTexts, print_json, print_table
from services.common.errors import Code
from services.common.text.language import Text
from services.rag.records import parse_note, parse_notes

if TYPE_CHECKING:
    from services.cli.session.client import Libraries
    from services.cli.session.clients.notes import NoteClient

_FIELDS = ("key", "title", "body", "topic", "published", "likes", "collects", "comments")
_LISTS = ("tags", "questions", "unanswered")


class Notes(EditableResource[notes_pb2.Note]):
    """The note library."""

    unknown_code = Code.NOTE_UNKNOWN
    texts = ResourceTexts(
        stored=Text("已保存笔记 {key}（第 {revision} 版）。", "Stored the note {key} (revision {revision})."),
        imported=Text("已导入 {count} 篇笔记。", "Imported {count} notes."),
        removed=Text("已删除笔记 {key}。", "Removed the note {key}."),
        unknown=Text(
            "没有笔记“{key}”，请用 reflow notes list 查看有哪些。", 'No note "{key}": see `reflow notes list`.'
        ),
    )

    def store(self, libraries: "Libraries") -> "NoteClient":
        return libraries.notes

    def table(self, records: Sequence[notes_pb2.Note], width: int) -> RenderableType:
        return tables.note_table(records, width, self.language)

    def row(self, record: notes_pb2.Note) -> str:
        return tables.plain_note(record)

    def page(self, record: notes_pb2.Note) -> RenderableType:
        return tables.note_page(record, self.language)

    def parse(self, fields: Mapping[str, object]) -> notes_pb2.Note:
        return parse_note(fields)

    def parse_lines(self, lines: Iterable[str]) -> Sequence[notes_pb2.Note]:
        return parse_notes(lines)

    def to_json(self, record: notes_pb2.Note) -> Mapping[str, object]:
        fields = {name: getattr(record, name) for name in _FIELDS}
        return fields | {name: [*getattr(record, name)] for name in _LISTS}

    async def list_matching(self, criteria: notes_pb2.NoteFilter, *, as_json: bool) -> None:
        """Print the notes that meet *criteria*; as JSON Lines they are input of `import`."""
        async with self.open() as libraries:
            notes = await libraries.notes.list_all(criteria)
        self.print_records(notes, as_json=as_json)

    async def remove(self, key: str) -> None:
        """Remove the note *key*. Raises NOTE_UNKNOWN."""
        async with self.open() as libraries, self.known(key):
            await libraries.notes.remove(key)
        self.print_text(self.texts.removed, key=key)

    async def search(self, request: notes_pb2.SearchNotesRequest, *, as_json: bool) -> None:
        """Print the notes that match, best first."""
        async with self.open() as libraries:
            matches = await libraries.notes.search(request)
        if as_json:
            for match in matches.notes:
                print_json({**self.to_json(match.note), "similarity": round(match.similarity, 4)})
        else:
            print_table(lambda width: tables.match_table(matches, width, self.language), tables.plain_matches(matches))

    async def print_tags(self, request: notes_pb2.AnalyzeTopTagsRequest, *, as_json: bool) -> None:
        """Print the tags of most notes."""
        async with self.open() as libraries:
            tags = await libraries.notes.count_tags(request)
        _print_report(tags, tables.tags_table(tags, self.language), tables.plain_tags(tags), as_json=as_json)

    async def print_titles(self, request: notes_pb2.GetTopTitlesRequest, *, as_json: bool) -> None:
        """Print the best titles and their patterns."""
        async with self.open() as libraries:
            titles = await libraries.notes.rank_titles(request)
        _print_report(titles, tables.titles_page(titles, self.language), tables.plain_titles(titles), as_json=as_json)

    async def print_trends(self, request: notes_pb2.GetTrendReportRequest, *, as_json: bool) -> None:
        """Print the tags that rise and those that fall."""
        async with self.open() as libraries:
            trends = await libraries.notes.report_trends(request)
        _print_report(trends, tables.trends_page(trends, self.language), tables.plain_trends(trends), as_json=as_json)


def _print_report(report: Message, table: RenderableType, lines: Iterable[str], *, as_json: bool) -> None:
    if as_json:
        print_json(MessageToDict(report, preserving_proto_field_name=True))
    else:
        print_table(lambda _: table, lines)
