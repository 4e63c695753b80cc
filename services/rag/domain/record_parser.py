"""Parser of records from files and requests, field by field. Errors name the line and the field."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn, Protocol, TypeVar

from services.common.errors import Code, ReflowError
from services.common.text.choices import list_names
from services.common.text.language import Text
from services.common.text.parse_errors import describe_json_error

_KEY = re.compile(r"[a-z0-9][a-z0-9_]{0,63}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_CONTROL_IN_LINES = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class HasKey(Protocol):
    """A record with a key."""

    @property
    def key(self) -> str: ...


Record = TypeVar("Record", bound=HasKey)


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A kind of record: its name in paths of fields, in Chinese with its measure word, in English; an example key."""

    plural: str
    zh: str
    measure: str
    en: str
    example: str


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one record; *line* is its line in a file, if any.

    Each method returns the validated value of a field, or raises INVALID_INPUT_FORMAT with `field` set
    (`PLURAL[LINE].FIELD`, or FIELD without a line).
    """

    kind: RecordKind
    mapping: Mapping[str, object]
    line: int | None = None

    def reject_unknown(self, known: Collection[str]) -> None:
        """Reject fields that are not *known*."""
        unknown = sorted(set(self.mapping) - set(known))
        if unknown:
            fields = list_names(sorted(known))
            self.reject(unknown[0], f"没有这个字段，可用的有 {fields.zh}", f"no such field; there are {fields.en}")

    def key(self) -> str:
        """Return the record's key."""
        key = self.text("key", 64)
        if not _KEY.fullmatch(key):
            self.reject(
                "key",
                f"“{key}”无效，请使用小写字母、数字和下划线，如 {self.kind.example}",
                f'"{key}" is not valid; use lower case letters, digits and underscores, such as {self.kind.example}',
            )
        return key

    def text(self, field: str, max_length: int, *, lines: bool = False) -> str:
        """Return a text, trimmed; "" if it is missing. It must be one line, unless *lines* are allowed."""
        value = self.mapping.get(field, "")
        if not isinstance(value, str):
            self.reject(field, "应是文字", "should be text")
        return self._clean(value, field, max_length, _CONTROL_IN_LINES if lines else _CONTROL)

    def texts(self, field: str, max_items: int, max_length: int) -> tuple[str, ...]:
        """Return a list of texts, without empty ones."""
        value = self.mapping.get(field, [])
        if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
            self.reject(field, "应是文字的列表", "should be a list of texts")
        if len(value) > max_items:
            count = len(value)
            self.reject(
                field, f"最多 {max_items} 项，现有 {count} 项", f"at most {max_items} entries, there are {count}"
            )
        return tuple(text for entry in value if (text := self._clean(entry, field, max_length, _CONTROL)))

    def number(self, field: str, maximum: int) -> int:
        """Return an integer from 0 to *maximum*; 0 if it is missing."""
        value = self.mapping.get(field, 0)
        if isinstance(value, bool) or not isinstance(value, int):
            self.reject(field, "应是整数", "should be a whole number")
        if not 0 <= value <= maximum:
            self.reject(field, f"应在 0 到 {maximum} 之间", f"should be from 0 to {maximum}")
        return value

    def reject(self, field: str, zh: str, en: str) -> NoReturn:
        """Raise the error that names line and field."""
        reject(self.kind, self.line, field, zh, en)

    def _clean(self, value: str, field: str, max_length: int, control: re.Pattern[str]) -> str:
        """Return *value* trimmed. Reject control characters and lone surrogates: they cannot be stored or rendered."""
        text = value.strip()
        if control.search(text) or any("\ud800" <= character <= "\udfff" for character in text):
            self.reject(field, "含有控制字符", "contains a control character")
        if len(text) > max_length:
            length = len(text)
            self.reject(
                field, f"最多 {max_length} 个字，现有 {length} 个", f"at most {max_length} characters, it has {length}"
            )
        return text


def parse_lines(
    lines: Iterable[str],
    kind: RecordKind,
    parse: Callable[[Mapping[str, object], int], Record],
    max_records: int,
    namespace: Callable[[Record], str] = lambda _: "",
) -> tuple[Record, ...]:
    """Return the records of a JSON Lines file, one object a line; blank lines are skipped.

    Two records may have the same key if *namespace* returns different values for them.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT naming the line and the field: not JSON, what *parse* rejects, a key given
            twice, nothing to import, or more than *max_records* records.

    """
    records: dict[tuple[str, str], Record] = {}
    lines_by_name: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        record = parse(_parse_object(line, number, kind), number)
        name = (namespace(record), record.key)
        if name in records:
            first = lines_by_name[name]
            reject(
                kind,
                number,
                "key",
                f"“{record.key}”在第 {first} 行已经有了",
                f'"{record.key}" is already on line {first}',
            )
        if len(records) == max_records:
            zh = f"一次最多导入 {max_records} {kind.measure}{kind.zh}"
            reject(kind, number, "", zh, f"at most {max_records} {kind.plural} in one import")
        records[name], lines_by_name[name] = record, number
    if not records:
        zh = f"文件里没有{kind.zh}，请每行写一个 JSON 对象"
        reject(kind, None, "", zh, "nothing to import; write one JSON object a line")
    return tuple(records.values())


def reject(kind: RecordKind, line: int | None, field: str, zh: str, en: str) -> NoReturn:
    """Raise INVALID_INPUT_FORMAT that names *line* and *field* of the record."""
    where_zh = "".join([f"第 {line} 行" if line else kind.zh, f"的 {field}" if field else ""])
    where_en = ", ".join(part for part in (f"line {line}" if line else kind.en, field) if part)
    path = ".".join(part for part in (f"{kind.plural}[{line}]" if line else "", field) if part) or kind.plural
    raise ReflowError(
        Code.INVALID_INPUT_FORMAT,
        Text(f"{where_zh}：{zh}。", f"{where_en[0].upper()}{where_en[1:]}: {en}."),
        field=path,
    )


def _parse_object(line: str, number: int, kind: RecordKind) -> Mapping[str, object]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        why = describe_json_error(error)
        reject(kind, number, "", f"不是 JSON（{why.zh}）", f"not JSON ({why.en})")
    if not isinstance(value, dict):
        reject(kind, number, "", "应是一个 JSON 对象", "should be a JSON object")
    return value
