"""Records read from outside, field by field, with errors that say where and what."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn, Protocol, TypeVar

from services.common.errors import Code, ReflowError
from services.common.language import Text

_KEY = re.compile(r"[a-z0-9][a-z0-9_]{0,63}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_CONTROL_IN_LINES = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Keyed(Protocol):
    """A record with a key of its own."""

    @property
    def key(self) -> str: ...


Record = TypeVar("Record", bound=Keyed)


@dataclass(frozen=True, slots=True)
class Kind:
    """What is read: its name in a field's path, in Chinese with its measure word, in English, and a key of one."""

    plural: str
    zh: str
    measure: str
    en: str
    example: str


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one record that stood on *line* of a file, if in one.

    Each method returns a field's value, checked, or raises INVALID_INPUT_FORMAT with `field` set
    (`PLURAL[LINE].FIELD`, or FIELD without a line).
    """

    kind: Kind
    mapping: Mapping[str, object]
    line: int | None = None

    def only(self, known: Collection[str]) -> None:
        """Refuse a field that is not *known*."""
        unknown = sorted(set(self.mapping) - set(known))
        if unknown:
            fields = ", ".join(sorted(known))
            self.refuse(unknown[0], f"没有这个字段，可用的有 {fields}", f"no such field; there are {fields}")

    def key(self) -> str:
        """Return the record's key."""
        key = self.text("key", 64)
        if not _KEY.fullmatch(key):
            self.refuse(
                "key",
                f"“{key}”不行，请用小写字母、数字和下划线，如 {self.kind.example}",
                f'"{key}" will not do; use lower case letters, digits and underscores, such as {self.kind.example}',
            )
        return key

    def text(self, field: str, longest: int, *, lines: bool = False) -> str:
        """Return a text, trimmed; "" where there is none. It is one line unless it may have *lines*."""
        value = self.mapping.get(field, "")
        if not isinstance(value, str):
            self.refuse(field, "应是文字", "should be text")
        return self._clean(value, field, longest, _CONTROL_IN_LINES if lines else _CONTROL)

    def texts(self, field: str, most: int, longest: int) -> tuple[str, ...]:
        """Return a list of texts, without empty ones."""
        value = self.mapping.get(field, [])
        if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
            self.refuse(field, "应是文字的列表", "should be a list of texts")
        if len(value) > most:
            count = len(value)
            self.refuse(field, f"最多 {most} 项，现有 {count} 项", f"at most {most} entries, there are {count}")
        return tuple(text for entry in value if (text := self._clean(entry, field, longest, _CONTROL)))

    def number(self, field: str, most: int) -> int:
        """Return a whole number from 0 to *most*; 0 where there is none."""
        value = self.mapping.get(field, 0)
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(field, "应是整数", "should be a whole number")
        if not 0 <= value <= most:
            self.refuse(field, f"应在 0 到 {most} 之间", f"should be from 0 to {most}")
        return value

    def refuse(self, field: str, zh: str, en: str) -> NoReturn:
        """Raise the error that names line and field."""
        refuse(self.kind, self.line, field, zh, en)

    def _clean(self, value: str, field: str, longest: int, control: re.Pattern[str]) -> str:
        """Return *value* trimmed; a control character or lone surrogate cannot be stored or shown: refused."""
        text = value.strip()
        if control.search(text) or any("\ud800" <= character <= "\udfff" for character in text):
            self.refuse(field, "含有控制字符", "contains a control character")
        if len(text) > longest:
            length = len(text)
            self.refuse(
                field, f"最多 {longest} 个字，现有 {length} 个", f"at most {longest} characters, it has {length}"
            )
        return text


def parse_lines(
    lines: Iterable[str],
    kind: Kind,
    parse: Callable[[Mapping[str, object], int], Record],
    most: int,
    shelf: Callable[[Record], str] = lambda _: "",
) -> tuple[Record, ...]:
    """Return the records of a JSON Lines file, one object a line; blank lines are passed over.

    Two records may have one key where *shelf* gives them different ones.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT naming the line and the field: not JSON, what *parse* refuses, a key given
            twice, nothing to import, or more than *most* records.

    """
    records: dict[tuple[str, str], Record] = {}
    seen: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        record = parse(_object(line, number, kind), number)
        name = (shelf(record), record.key)
        if name in records:
            first = seen[name]
            refuse(
                kind,
                number,
                "key",
                f"“{record.key}”在第 {first} 行已经有了",
                f'"{record.key}" is already on line {first}',
            )
        if len(records) == most:
            zh = f"一次最多导入 {most} {kind.measure}{kind.zh}"
            refuse(kind, number, "", zh, f"at most {most} {kind.plural} in one import")
        records[name], seen[name] = record, number
    if not records:
        zh = f"文件里没有{kind.zh}，请每行写一个 JSON 对象"
        refuse(kind, None, "", zh, "nothing to import; write one JSON object a line")
    return tuple(records.values())


def refuse(kind: Kind, line: int | None, field: str, zh: str, en: str) -> NoReturn:
    """Raise INVALID_INPUT_FORMAT that names *line* and *field* of what is read."""
    where_zh = "".join([f"第 {line} 行" if line else kind.zh, f"的 {field}" if field else ""])
    where_en = ", ".join(part for part in (f"line {line}" if line else kind.en, field) if part)
    path = ".".join(part for part in (f"{kind.plural}[{line}]" if line else "", field) if part) or kind.plural
    raise ReflowError(
        Code.INVALID_INPUT_FORMAT,
        Text(f"{where_zh}：{zh}。", f"{where_en[0].upper()}{where_en[1:]}: {en}."),
        field=path,
    )


def _object(line: str, number: int, kind: Kind) -> Mapping[str, object]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        refuse(kind, number, "", f"不是 JSON（{error}）", f"not JSON ({error})")
    if not isinstance(value, dict):
        refuse(kind, number, "", "应是一个 JSON 对象", "should be a JSON object")
    return value
