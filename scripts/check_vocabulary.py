"""Reject words that docs/glossary.md replaces, in names and in prose, and modules named by a gerund.

    python scripts/check_vocabulary.py [--count] [PATH...]

Run it in the root of the repository. Names are those that a module defines (classes, functions, parameters, keyword
arguments, variables and attributes) and strings that look like the name of a metric, setting or key; they are split at
underscores and capitals. Prose is comments, docstrings, log messages, test names and Markdown without its code. The
words, the terms to use instead and the exceptions are in vocabulary.toml.
"""

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

VOCABULARY = Path(__file__).with_name("vocabulary.toml")
GERUND = "gerund module"

_NAME_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CODE = re.compile(r"`[^`\n]*`|https?://\S+|<[^>\n]*>|\"[^\"\s]*\"")
_NAME_IN_STRING = re.compile(r"[A-Za-z]+(?:[._-][A-Za-z]+)+")
_FENCE = re.compile(r"^\s*(```|~~~)")
_HASH_COMMENT = re.compile(r"(?:^|\s)#\s?(.*)")
_PROTO_NAME = re.compile(
    r"^\s*(?:message|enum|service|rpc|oneof|(?:optional |repeated )?[\w.<>, ]+?)\s+(\w+)\s*(?:[={(]|$)"
)
_LOG_METHODS = {"debug", "info", "warning", "error", "exception", "critical"}
_FILES_PER_TASK = 40


class Hit(NamedTuple):
    """A banned word at a line of a file."""

    path: str
    line: int
    word: str
    use: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.word} -> use {self.use}"


class Text(NamedTuple):
    """A name or a line of prose, and its position."""

    line: int
    text: str
    is_name: bool


@dataclass(frozen=True)
class Rule:
    """One entry of vocabulary.toml: words, the term to use, and its exceptions."""

    words: tuple[str, ...]
    use: str
    scope: str = "everywhere"
    names: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()

    def covers(self, text: Text) -> bool:
        """Whether the rule applies to *text*, a name or prose."""
        return self.scope == "everywhere" or (self.scope == "names") == text.is_name

    def allows(self, path: str, text: Text, start: int, end: int) -> bool:
        """Whether an exception covers the word at *start* to *end* of *text*."""
        if any(fnmatch(path, pattern) for pattern in self.paths):
            return True
        if text.is_name:
            return any(re.fullmatch(name, text.text) for name in self.names)
        found = (match for phrase in self.phrases for match in re.finditer(phrase, text.text, re.IGNORECASE))
        return any(match.start() <= start and end <= match.end() for match in found)


@dataclass(frozen=True)
class Vocabulary:
    """All rules, and the files to which they apply."""

    rules: tuple[Rule, ...]
    include: tuple[str, ...]
    ignore: tuple[str, ...]
    nouns: frozenset[str]

    @cached_property
    def by_word(self) -> dict[str, Rule]:
        """Rules by word or phrase, in lower case."""
        return {word: rule for rule in self.rules for word in rule.words}

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The words of which a file must contain one to be checked in full."""
        return frozenset(word.split()[0] for word in self.by_word)

    @cached_property
    def prose(self) -> re.Pattern[str]:
        """Matches any banned word or phrase in a line of prose."""
        words = sorted(self.by_word, key=len, reverse=True)
        choices = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
        return re.compile(rf"(?<![A-Za-z_])(?:{choices})(?![A-Za-z_])", re.IGNORECASE)


@cache
def load_vocabulary(path: Path = VOCABULARY) -> Vocabulary:
    """Load the rules of the TOML file at *path*."""
    data = tomllib.loads(path.read_text())
    return Vocabulary(
        rules=tuple(_parse_rule(entry) for entry in data["rules"]),
        include=tuple(data["files"]["include"]),
        ignore=tuple(data["files"]["ignore"]),
        nouns=frozenset(data["modules"]["nouns"]),
    )


def _parse_rule(entry: dict[str, Any]) -> Rule:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}
    return Rule(**values)


def check_text(path: str, source: str, vocabulary: Vocabulary) -> Iterator[Hit]:
    """Yield the hits in *source*, the content of the file at *path*."""
    parts = {part.lower() for part in _NAME_PART.findall(source)}
    if vocabulary.first_words.isdisjoint(parts):
        return
    for text in _read_texts(path, source):
        find = _find_in_name if text.is_name else _find_in_prose
        yield from find(path, text, vocabulary)


def check_path(path: str, vocabulary: Vocabulary) -> Iterator[Hit]:
    """Yield the hits in the name of the file at *path*."""
    stem = Path(path).stem
    yield from _find_in_name(path, Text(1, stem, True), vocabulary)
    if not path.endswith(".py"):
        return
    module = Path(path).parent.name if stem == "__init__" else stem
    for part in module.removeprefix("test_").split("_"):
        if part.endswith("ing") and part not in vocabulary.nouns:
            yield Hit(path, 1, f"{GERUND} {part}", "a noun")


def _find_in_name(path: str, name: Text, vocabulary: Vocabulary) -> Iterator[Hit]:
    for part in _NAME_PART.findall(name.text):
        rule = vocabulary.by_word.get(part.lower())
        if rule and rule.covers(name) and not rule.allows(path, name, 0, 0):
            yield Hit(path, name.line, f"{part.lower()} in {name.text}", rule.use)


def _find_in_prose(path: str, text: Text, vocabulary: Vocabulary) -> Iterator[Hit]:
    prose = text._replace(text=_CODE.sub(lambda code: " " * len(code[0]), text.text))
    for match in vocabulary.prose.finditer(prose.text):
        word = " ".join(match[0].lower().split())
        rule = vocabulary.by_word[word]
        if rule.covers(prose) and not rule.allows(path, prose, match.start(), match.end()):
            yield Hit(path, text.line, word, rule.use)


def _read_texts(path: str, source: str) -> Iterable[Text]:
    match Path(path).suffix:
        case ".py":
            return _read_python(source)
        case ".proto":
            return _read_proto(source)
        case ".md":
            return _read_markdown(source)
        case _:
            return _read_hash_comments(source)


def _read_python(source: str) -> Iterator[Text]:
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                last = node.end_lineno or node.lineno
                yield from (Text(number, lines[number - 1], False) for number in range(node.lineno, last + 1))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("test_"):
                yield Text(node.lineno, name.replace("_", " "), False)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield Text(node.lineno, name, True)
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield Text(node.lineno, name, True)
            case ast.keyword(arg=str(name)):
                yield Text(node.value.lineno, name, True)
            case ast.alias(asname=str(name)):
                yield Text(node.lineno, name, True)
            case ast.Constant(value=str(name)) if _NAME_IN_STRING.fullmatch(name):
                yield Text(node.lineno, name, True)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="log"), attr=method), args=[ast.Constant(value=str(message)), *_]
            ):
                if method in _LOG_METHODS:
                    yield Text(node.lineno, message, False)
            case _:
                pass
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Text(token.start[0], token.string, False)


def _read_proto(source: str) -> Iterator[Text]:
    for number, line in enumerate(source.splitlines(), 1):
        code, _, comment = line.partition("//")
        yield Text(number, comment, False)
        name = _PROTO_NAME.match(code)
        if name and "option" not in code.split():
            yield Text(number, name[1], True)


def _read_markdown(source: str) -> Iterator[Text]:
    in_code = False
    for number, line in enumerate(source.splitlines(), 1):
        if _FENCE.match(line):
            in_code = not in_code
        elif not in_code:
            yield Text(number, line, False)


def _read_hash_comments(source: str) -> Iterator[Text]:
    for number, line in enumerate(source.splitlines(), 1):
        comment = _HASH_COMMENT.search(line)
        if comment and not line.startswith("#!"):
            yield Text(number, comment[1], False)


def list_files(paths: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """Return the files below *paths*, or of the whole repository, to which the rules apply."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *paths]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [
        path
        for path in sorted(set(listed))
        if any(fnmatch(path, pattern) for pattern in vocabulary.include)
        and not any(fnmatch(path, pattern) for pattern in vocabulary.ignore)
        and Path(path).is_file()
    ]


def check_files(paths: Sequence[str]) -> list[Hit]:
    """Return the hits in the files at *paths* and in their names."""
    vocabulary = load_vocabulary()
    hits: list[Hit] = []
    for path in paths:
        hits += check_path(path, vocabulary)
        hits += check_text(path, Path(path).read_text(), vocabulary)
    return hits


def check_all(paths: Sequence[str]) -> list[Hit]:
    """Return the hits in all files at *paths*, found by several processes."""
    batches = [paths[start : start + _FILES_PER_TASK] for start in range(0, len(paths), _FILES_PER_TASK)]
    if len(batches) < 2:
        return check_files(paths)
    with ProcessPoolExecutor() as pool:
        return [hit for hits in pool.map(check_files, batches) for hit in hits]


def format_counts(hits: Sequence[Hit]) -> str:
    """Return a table of *hits* per word and per folder."""
    folders = sorted({_folder(hit.path) for hit in hits})
    words = Counter(_word(hit) for hit in hits)
    cells = Counter((_word(hit), _folder(hit.path)) for hit in hits)
    width = max([len(word) for word in words] + [5])
    lines = [f"{'':{width}} {'total':>7} " + " ".join(f"{folder:>10}" for folder in folders)]
    for word, total in words.most_common():
        row = " ".join(f"{cells[word, folder] or '':>10}" for folder in folders)
        lines.append(f"{word:{width}} {total:>7} {row}")
    totals = Counter(_folder(hit.path) for hit in hits)
    lines.append(f"{'total':{width}} {len(hits):>7} " + " ".join(f"{totals[folder]:>10}" for folder in folders))
    return "\n".join(lines)


def _word(hit: Hit) -> str:
    return GERUND if hit.word.startswith(GERUND) else hit.word.split(" in ")[0]


def _folder(path: str) -> str:
    return path.split("/")[0] if "/" in path else "."


def main() -> int:
    """Print the hits and return the exit status: 1 if there are any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", action="store_true", help="print a table per word and folder")
    parser.add_argument("paths", nargs="*", help="files or folders; all files if none is given")
    arguments = parser.parse_args()
    hits = check_all(list_files(arguments.paths, load_vocabulary()))
    if arguments.count:
        print(format_counts(hits))
    else:
        for hit in hits:
            print(hit)
    return 1 if hits else 0


if __name__ == "__main__":
    sys.exit(main())
