"""YAML with the line of each value, so that a mistake in a file can be located."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.constructor import SafeConstructor

from services.common.text.choices import list_names
from services.common.text.language import Text

# libyaml's where PyYAML was built with it, as in its wheels: pure Python takes ten times as long.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_BYTES = 131_072
MAX_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in a file, and its line, counted from 1."""

    file: str
    line: int
    text: Text

    @property
    def located(self) -> Text:
        """The text, with file and line."""
        where = f"{self.file}:{self.line}: "
        return Text(where + self.text.zh, where + self.text.en)


class DefinitionsInvalid(ValueError):
    """Definitions have mistakes."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__(mistakes)  # all arguments, so that the error can be pickled
        self.mistakes = mistakes

    def __str__(self) -> str:
        return "\n".join(mistake.located.en for mistake in self.mistakes)


@dataclass(frozen=True, slots=True)
class Located:
    """A value of a file and its line: a scalar, a list of `Located`, or a mapping to them."""

    value: Any
    line: int

    def to_plain(self) -> Any:
        """Return the value without lines."""
        match self.value:
            case dict():
                return {key: item.to_plain() for key, item in self.value.items()}
            case list():
                return [item.to_plain() for item in self.value]
            case scalar:
                return scalar


def parse_yaml(content: bytes, file: str) -> Located:
    """Return the mapping that *content* holds. Raises DefinitionsInvalid; references (aliases) are not allowed."""
    if len(content) > MAX_BYTES:
        raise _invalid(file, 1, Text(f"文件超过 {MAX_BYTES} 字节。", f"The file exceeds {MAX_BYTES} bytes."))
    try:
        text = content.decode("utf-8")
        _validate_events(text, file)
        root = yaml.compose(text, _LOADER)
    except UnicodeDecodeError:
        raise _invalid(file, 1, Text("文件不是 UTF-8。", "The file is not UTF-8.")) from None
    except yaml.YAMLError as error:
        where = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
        problem = getattr(error, "problem", None) or "not YAML"
        place = f"：第 {where.line + 1} 行第 {where.column + 1} 列有写错的地方" if where else ""
        text_ = Text(f"不是有效的 YAML{place}。", f"Not valid YAML: {problem}.")
        raise _invalid(file, where.line + 1 if where else 1, text_) from None
    if not isinstance(root, yaml.MappingNode):
        raise _invalid(file, 1, Text("文件应是一个映射。", "The file must hold one mapping."))
    return _locate(root, file)


def _validate_events(text: str, file: str) -> None:
    depth = 0
    for event in _events(text):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            raise _invalid(file, line, Text("不支持 YAML 引用（*）。", "YAML aliases (*) are not supported."))
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise _invalid(file, line, Text("嵌套太深。", "The nesting is too deep."))


def _events(text: str) -> Iterator[Any]:
    yield from yaml.parse(text, _LOADER)


def _locate(node: yaml.Node, file: str) -> Located:
    line = node.start_mark.line + 1
    match node:
        case yaml.MappingNode():
            items: dict[str, Located] = {}
            for key, value in node.value:
                if not isinstance(key, yaml.ScalarNode) or key.value in items:
                    text = Text(f"键“{key.value}”重复或无效。", f'The key "{key.value}" is repeated or invalid.')
                    raise _invalid(file, key.start_mark.line + 1, text)
                items[key.value] = _locate(value, file)
            return Located(items, line)
        case yaml.SequenceNode():
            return Located([_locate(item, file) for item in node.value], line)
        case _:
            return Located(_construct(node, file, line), line)


def _construct(node: yaml.Node, file: str, line: int) -> Any:
    try:
        return SafeConstructor().construct_object(node)
    except (yaml.YAMLError, ValueError):
        raise _invalid(file, line, Text("这个值无效。", "The value is invalid.")) from None


def _invalid(file: str, line: int, text: Text) -> DefinitionsInvalid:
    return DefinitionsInvalid((Mistake(file, line, text),))


class Reader:
    """Reads the fields of mappings and collects the mistakes of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.mistakes: list[Mistake] = []

    def report(self, line: int, zh: str, en: str) -> None:
        """Add a mistake."""
        self.mistakes.append(Mistake(self.file, line, Text(zh, en)))

    def validate_fields(self, node: Located, known: frozenset[str], required: frozenset[str]) -> Mapping[str, Located]:
        """Return the fields of the mapping *node*; report unknown and missing ones, and a node that is no mapping."""
        if not isinstance(node.value, dict):
            self.report(node.line, "这里应是一个映射。", "This must be a mapping.")
            return {}
        for name, value in node.value.items():
            if name not in known:
                listed = list_names(sorted(known))
                self.report(
                    value.line,
                    f"没有字段“{name}”，可用的有：{listed.zh}。",
                    f'Unknown field "{name}"; there are: {listed.en}.',
                )
        for name in sorted(required - node.value.keys()):
            self.report(node.line, f"缺少字段“{name}”。", f'The field "{name}" is missing.')
        return node.value

    def read_text(self, node: Located | None, name: str, limit: int) -> str:
        """Return a string of at most *limit* characters, "" where it is absent or wrong."""
        if node is None:
            return ""
        if not isinstance(node.value, str) or len(node.value) > limit or "\0" in node.value:
            self.report(
                node.line,
                f"“{name}”应是最多 {limit} 个字符的文字。",
                f'"{name}" must be a text of at most {limit} characters.',
            )
            return ""
        return node.value.strip()

    def read_localized(self, node: Located | None, name: str, limit: int) -> Text:
        """Return a text in both languages: a mapping with zh and en, or one string for both."""
        if node is not None and isinstance(node.value, dict):
            fields = self.validate_fields(node, frozenset({"zh", "en"}), frozenset({"zh", "en"}))
            return Text(
                self.read_text(fields.get("zh"), f"{name}.zh", limit),
                self.read_text(fields.get("en"), f"{name}.en", limit),
            )
        text = self.read_text(node, name, limit)
        return Text(text, text)

    def read_integer(self, node: Located | None, name: str, lowest: int, highest: int, default: int) -> int:
        """Return an integer within its limits, *default* where it is absent or wrong."""
        if node is None:
            return default
        if isinstance(node.value, bool) or not isinstance(node.value, int) or not lowest <= node.value <= highest:
            self.report(
                node.line,
                f"“{name}”应是 {lowest} 到 {highest} 的整数。",
                f'"{name}" must be an integer from {lowest} to {highest}.',
            )
            return default
        return node.value

    def read_flag(self, node: Located | None, name: str) -> bool:
        """Return true or false; False where it is absent or wrong."""
        if node is not None and not isinstance(node.value, bool):
            self.report(node.line, f"“{name}”应是 true 或 false。", f'"{name}" must be true or false.')
            return False
        return bool(node.value) if node is not None else False

    def read_texts(self, node: Located | None, name: str, limit: int, length: int) -> tuple[Located, ...]:
        """Return a list of at most *limit* texts with their lines; empty where it is absent or wrong."""
        if node is None:
            return ()
        items = node.value if isinstance(node.value, list) else None
        if items is None or len(items) > limit:
            self.report(
                node.line,
                f"“{name}”应是最多 {limit} 项的列表。",
                f'"{name}" must be a list of at most {limit} entries.',
            )
            return ()
        return tuple(Located(self.read_text(item, name, length), item.line) for item in items)
