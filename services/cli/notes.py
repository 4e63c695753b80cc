"""`reflow notes`: the note library of a running system, or of one started for it."""

import json
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from reflow.v1 import notes_pb2
from rich.console import Console, RenderableType

from services.cli import notes_table as tables
from services.cli.display import Waiting
from services.cli.failing import bad_input
from services.cli.interrupting import interruption
from services.cli.opening import data_folder, open_client
from services.cli.reading import read_text
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.rag.domain.note import Note, parse_note, parse_notes

if TYPE_CHECKING:
    from services.cli.notes_client import NotesClient

_STORED = Text("已保存笔记 {key}（第 {revision} 版）。", "Stored the note {key} (revision {revision}).")
_IMPORTED = Text("已导入 {count} 篇笔记。", "Imported {count} notes.")
_REMOVED = Text("已删除笔记 {key}。", "Removed the note {key}.")


@dataclass(frozen=True, slots=True)
class NoteLibrary:
    """The note library of the system on *folder* (None for the usual one), spoken about in *language*.

    What it prints is a table, plain lines where stdout is no terminal, or JSON.
    """

    folder: Path | None
    language: Language

    async def list(self, chosen: notes_pb2.NoteFilter, *, as_json: bool) -> None:
        """Print the notes that are *chosen*; as JSON Lines they are what `import` reads."""
        async with self._open() as notes:
            found = await notes.list(chosen)
        if as_json:
            for note in found:
                print(json.dumps(_record(note), ensure_ascii=False))
        else:
            self._print(lambda width: tables.note_table(found, width, self.language), map(tables.plain_note, found))

    async def show(self, key: str) -> None:
        """Print the note *key*. Raises NOTE_UNKNOWN."""
        async with self._open() as notes:
            found = next((note for note in await notes.list(notes_pb2.NoteFilter()) if note.key == key), None)
        if found is None:
            raise _unknown(key)
        Console(highlight=False).print(tables.note_page(found, self.language))

    async def add(self, described: Mapping[str, object], file: Path | None) -> None:
        """Add the note that *file* describes, else *described*; or change the one of its key."""
        note = _read_note(file) if file else parse_note(described)
        async with self._open() as notes:
            stored = await notes.put(_message(note))
        print(_STORED.pick(self.language).format(key=stored.key, revision=stored.revision))

    async def import_file(self, file: Path) -> None:
        """Add or change all notes of a JSON Lines file ('-' for stdin), or none."""
        read = parse_notes(read_text(file).splitlines())
        async with self._open() as notes:
            count = await notes.import_all([_message(note) for note in read])
        print(_IMPORTED.pick(self.language).format(count=count))

    async def remove(self, key: str) -> None:
        """Remove the note *key*. Raises NOTE_UNKNOWN."""
        async with self._open() as notes:
            try:
                await notes.remove(key)
            except ReflowError as error:
                raise (_unknown(key) if error.code is Code.NOTE_UNKNOWN else error) from None
        print(_REMOVED.pick(self.language).format(key=key))

    async def search(self, request: notes_pb2.SearchNotesRequest, *, as_json: bool) -> None:
        """Print the notes that fit, best first."""
        async with self._open() as notes:
            found = await notes.search(request)
        if as_json:
            for one in found.notes:
                print(json.dumps({**_record(one.note), "similarity": round(one.similarity, 4)}, ensure_ascii=False))
        else:
            self._print(lambda width: tables.found_table(found, width, self.language), tables.plain_found(found))

    async def tags(self, request: notes_pb2.AnalyzeTopTagsRequest, *, as_json: bool) -> None:
        """Print the tags of most notes."""
        async with self._open() as notes:
            counted = await notes.tags(request)
        self._tell(
            counted, lambda width: tables.tags_table(counted, self.language), tables.plain_tags(counted), as_json
        )

    async def titles(self, request: notes_pb2.GetTopTitlesRequest, *, as_json: bool) -> None:
        """Print the best titles, and how well each way of wording one is received."""
        async with self._open() as notes:
            best = await notes.titles(request)
        self._tell(best, lambda width: tables.titles_page(best, self.language), tables.plain_titles(best), as_json)

    async def trends(self, request: notes_pb2.GetTrendReportRequest, *, as_json: bool) -> None:
        """Print what rises and what falls."""
        async with self._open() as notes:
            report = await notes.trends(request)
        self._tell(
            report, lambda width: tables.trends_page(report, self.language), tables.plain_trends(report), as_json
        )

    def _tell(
        self, answer: Message, shown: Callable[[int], RenderableType], lines: Iterable[str], as_json: bool
    ) -> None:
        if as_json:
            print(json.dumps(MessageToDict(answer, preserving_proto_field_name=True), ensure_ascii=False))
        else:
            self._print(shown, lines)

    def _print(self, shown: Callable[[int], RenderableType], lines: Iterable[str]) -> None:
        if sys.stdout.isatty():
            console = Console(highlight=False)
            console.print(shown(console.width))
        else:
            for line in lines:
                print(line)

    @asynccontextmanager
    async def _open(self) -> AsyncIterator["NotesClient"]:
        waiting = Waiting(self.language)
        with interruption(), waiting:
            async with open_client(data_folder(self.folder), waiting.starting, self.language) as client:
                yield client.notes


def _read_note(path: Path) -> Note:
    """Return the note that a JSON file describes, '-' for stdin. Raises INVALID_INPUT_FORMAT naming the field."""
    try:
        described = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise bad_input(f"{path} 不是 JSON（{error}）。", f"{path} is not JSON ({error}).") from None
    if not isinstance(described, dict):
        raise bad_input(f"{path} 应是一个 JSON 对象。", f"{path} should be a JSON object.")
    return parse_note(described)


def _message(note: Note) -> notes_pb2.Note:
    return notes_pb2.Note(
        key=note.key,
        title=note.title,
        body=note.body,
        tags=note.tags,
        topic=note.topic,
        published=note.published.isoformat(),
        likes=note.likes,
        collects=note.collects,
        comments=note.comments,
    )


def _record(note: notes_pb2.Note) -> dict[str, object]:
    """Return *note* as `reflow notes import` reads it."""
    return {
        "key": note.key,
        "title": note.title,
        "body": note.body,
        "tags": [*note.tags],
        "topic": note.topic,
        "published": note.published,
        "likes": note.likes,
        "collects": note.collects,
        "comments": note.comments,
    }


def _unknown(key: str) -> ReflowError:
    text = Text(f"没有笔记“{key}”，请用 reflow notes list 查看有哪些。", f'No note "{key}": see `reflow notes list`.')
    return ReflowError(Code.NOTE_UNKNOWN, text, field="key")
