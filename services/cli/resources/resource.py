"""Records of a library, and the commands on them: list, get, put, import and remove."""

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from rich.console import Console, RenderableType

from services.cli.errors import bad_input
from services.cli.files import read_text
from services.cli.rendering.display import Spinner
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text
from services.common.text.parse_errors import describe_json_error

if TYPE_CHECKING:
    from services.cli.session.client import Libraries


class KeyedRecord(Protocol):
    """A record with a key."""

    @property
    def key(self) -> str: ...


Record = TypeVar("Record")
Keyed = TypeVar("Keyed", bound=KeyedRecord)


class RecordStore(Protocol[Keyed]):
    """Store of the records of one kind."""

    async def list_all(self) -> Sequence[Keyed]: ...
    async def put(self, record: Keyed) -> Keyed: ...
    async def import_all(self, records: Sequence[Keyed]) -> int: ...


class Resource(ABC, Generic[Record]):
    """The records of one kind in the system on *folder* (None for the default).

    They are printed as a table, as plain lines if stdout is not a terminal, or as JSON, one record per line.
    """

    def __init__(self, folder: Path | None, language: Language) -> None:
        self.folder = folder
        self.language = language

    @abstractmethod
    def table(self, records: Sequence[Record], width: int) -> RenderableType:
        """Return *records* as a table for *width* columns."""

    @abstractmethod
    def row(self, record: Record) -> str:
        """Return *record* as tab-separated fields."""

    @abstractmethod
    def to_json(self, record: Record) -> Mapping[str, object]:
        """Return *record* as JSON."""

    def print_records(self, records: Sequence[Record], *, as_json: bool) -> None:
        """Print *records*."""
        if as_json:
            for record in records:
                print_json(self.to_json(record))
        else:
            print_table(lambda width: self.table(records, width), map(self.row, records))

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Libraries"]:
        """Yield the libraries of the running system, or of one started for the command."""
        spinner = Spinner(self.language)
        with handle_signals(), spinner:
            async with open_client(find_data_folder(self.folder), spinner.show_startup, self.language) as client:
                yield client.libraries


@dataclass(frozen=True, slots=True)
class ResourceTexts:
    """Messages about the records of one kind; the placeholders are fields of the record, or their count."""

    stored: Text
    imported: Text
    removed: Text
    unknown: Text


class EditableResource(Resource[Keyed]):
    """A resource whose records users add, import and remove."""

    texts: ClassVar[ResourceTexts]
    unknown_code: ClassVar[Code]

    @abstractmethod
    def store(self, libraries: "Libraries") -> RecordStore[Keyed]:
        """Return the store of the records."""

    @abstractmethod
    def page(self, record: Keyed) -> RenderableType:
        """Return all fields of *record*."""

    @abstractmethod
    def parse(self, fields: Mapping[str, object]) -> Keyed:
        """Return the record with *fields*. Raises INVALID_INPUT_FORMAT naming the field."""

    @abstractmethod
    def parse_lines(self, lines: Iterable[str]) -> Sequence[Keyed]:
        """Return the records of JSON *lines*. Raises INVALID_INPUT_FORMAT naming the line and the field."""

    async def list_all(self, *, as_json: bool) -> None:
        """Print every record; as JSON Lines they are input of `import`."""
        async with self.open() as libraries:
            records = await self.store(libraries).list_all()
        self.print_records(records, as_json=as_json)

    async def get(self, key: str) -> None:
        """Print the record *key*. Raises the resource's code for an unknown key."""
        async with self.open() as libraries:
            records = await self.store(libraries).list_all()
        self.print_pages([record for record in records if record.key == key], key)

    async def put_file(self, file: Path) -> None:
        """Add the record that a JSON file describes ('-' for stdin), or replace the one of its key."""
        await self.put(read_json_object(file))

    async def put(self, fields: Mapping[str, object]) -> None:
        """Add the record that *fields* describe, or replace the one of its key."""
        record = self.parse(fields)
        async with self.open() as libraries:
            stored = await self.store(libraries).put(record)
        self.print_text(self.texts.stored, **self.describe(stored))

    async def import_file(self, file: Path) -> None:
        """Add or replace all records of a JSON Lines file ('-' for stdin); none if a line is invalid."""
        records = self.parse_lines(read_text(file).splitlines())
        async with self.open() as libraries:
            count = await self.store(libraries).import_all(records)
        self.print_text(self.texts.imported, count=count)

    def describe(self, record: Keyed) -> dict[str, object]:
        """Return the fields of *record* that the message about a stored one names."""
        return {"key": record.key, "revision": getattr(record, "revision", 0)}

    def print_pages(self, records: Sequence[Keyed], key: str) -> None:
        """Print all fields of *records*. Raises the resource's code if there are none."""
        if not records:
            raise self.unknown(key)
        for record in records:
            Console(highlight=False).print(self.page(record))

    def print_text(self, text: Text, **fields: object) -> None:
        """Print *text* in the language of the command."""
        print(text.pick(self.language).format(**fields))

    def unknown(self, key: str) -> ReflowError:
        """Return the error for an unknown *key*."""
        text = self.texts.unknown
        return ReflowError(self.unknown_code, Text(text.zh.format(key=key), text.en.format(key=key)), field="key")

    @asynccontextmanager
    async def known(self, key: str) -> AsyncIterator[None]:
        """Replace the store's error about the unknown *key* by one that names the command that lists them."""
        try:
            yield
        except ReflowError as error:
            raise (self.unknown(key) if error.code is self.unknown_code else error) from None


def print_table(table: Callable[[int], RenderableType], lines: Iterable[str]) -> None:
    """Print the *table* for the terminal's width, or plain *lines* if stdout is not a terminal."""
    if sys.stdout.isatty():
        console = Console(highlight=False)
        console.print(table(console.width))
    else:
        for line in lines:
            print(line)


def print_json(value: Mapping[str, object]) -> None:
    """Print *value* as one line of JSON."""
    print(json.dumps(value, ensure_ascii=False))


def read_json_object(path: Path) -> dict[str, object]:
    """Return the JSON object in a file, '-' for stdin. Raises INVALID_INPUT_FORMAT naming the file."""
    try:
        value = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        why = describe_json_error(error)
        raise bad_input(f"{path} 不是 JSON（{why.zh}）。", f"{path} is not JSON ({why.en}).") from None
    if not isinstance(value, dict):
        raise bad_input(f"{path} 应是一个 JSON 对象。", f"{path} should be a JSON object.")
    return value
