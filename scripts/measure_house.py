"""Print the figures of docs/decisions/0006-one-vocabulary.md: sizes, folders, functions, words, mappings.

    python -m scripts.measure_house [--root FOLDER] [--list]

Each figure is defined at the function that computes it. Files are those that git tracks, without gen/; "code" is
services/ and engines/. With --list the places behind the figures are printed, too.
"""

import argparse
import ast
import os
import re
import statistics
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from scripts.check_vocabulary import GERUND, check_all, list_files, load_vocabulary

FLAT_FILES = 20
LONGEST = 5
CODE = ("services/", "engines/")

# Current and former names of a field with the user's text, and names of the options of a request.
TEXT_FIELDS = {"text", "message", "prompt", "wish", "request_text", "user_text"}
REQUEST_FIELDS = {
    "fresh", "seed", "mask", "mask_asset_id", "has_mask", "image", "image_asset_id", "preferred_model",
    "layout_preference", "picture_count", "image_count", "reference_count", "references", "reference_asset_ids",
    "skip_clarification", "session", "session_id", "last_result", "clarified", "clarification_answers",
}  # fmt: skip

Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """A Python file and its syntax tree."""

    path: str
    source: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        """Number of lines, blank ones included."""
        return self.source.count("\n")

    @property
    def is_code(self) -> bool:
        """Whether the file belongs to services/ or engines/."""
        return self.path.startswith(CODE)


class Figure(NamedTuple):
    """A figure with its value and the places behind it."""

    name: str
    value: str
    places: Sequence[str] = ()


def list_tracked() -> list[str]:
    """Return the paths that git tracks, without generated code."""
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [path for path in tracked if not path.startswith("gen/")]


def parse_modules(paths: Sequence[str]) -> list[Module]:
    """Parse the Python files among *paths*."""
    sources = [(path, Path(path).read_text()) for path in paths if path.endswith(".py")]
    return [Module(path, source, ast.parse(source)) for path, source in sources]


def measure_sizes(modules: Sequence[Module]) -> Iterator[Figure]:
    """Count Python files and their lines, in total and per top-level folder."""
    for name, chosen in (
        ("all", modules),
        ("code", [module for module in modules if module.is_code]),
        ("tests", [module for module in modules if module.path.startswith("tests/")]),
    ):
        lines = sum(module.lines for module in chosen)
        yield Figure(f"Python modules, {name}", f"{len(chosen)}")
        yield Figure(f"lines, {name}", f"{lines}")
    longest = sorted(modules, key=lambda module: -module.lines)[:LONGEST]
    yield Figure("longest file", f"{longest[0].lines}", [f"{module.path} {module.lines}" for module in longest])


def measure_folders(paths: Sequence[str]) -> Iterator[Figure]:
    """Count the files that lie directly in each folder, of any kind, except recorded data in tests/golden/."""
    folders = Counter(str(Path(path).parent) for path in paths if not path.startswith("tests/golden/"))
    full = [f"{folder} {count}" for folder, count in folders.most_common() if count > FLAT_FILES]
    yield Figure("files in the fullest folder", f"{max(folders.values())}")
    yield Figure(f"folders with more than {FLAT_FILES} files", f"{len(full)}", full)


def measure_functions(modules: Sequence[Module]) -> Iterator[Figure]:
    """Measure functions from `def` to their end, without docstring and decorators, including nested ones."""
    for name, chosen in (
        ("code", [module for module in modules if module.is_code]),
        ("tests", [module for module in modules if module.path.startswith("tests/")]),
    ):
        lengths = sorted(
            (
                (_function_lines(node), f"{module.path}:{node.lineno} {node.name}")
                for module, node in _functions(chosen)
            ),
            reverse=True,
        )
        lines = [length for length, _ in lengths]
        places = [f"{place} {length}" for length, place in lengths[:LONGEST]]
        yield Figure(f"function length, median, {name}", f"{statistics.median(lines):.0f}")
        yield Figure(f"function length, 90th percentile, {name}", f"{statistics.quantiles(lines, n=10)[-1]:.0f}")
        yield Figure(f"longest function, {name}", f"{lines[0]}", places)


def _functions(modules: Sequence[Module]) -> Iterator[tuple[Module, Definition]]:
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield module, node


def _function_lines(node: Definition) -> int:
    first = node.body[0]
    docstring = 0
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        docstring = (first.end_lineno or first.lineno) - first.lineno + 1
    return (node.end_lineno or node.lineno) - node.lineno + 1 - docstring


def measure_vocabulary() -> Iterator[Figure]:
    """Count the hits of scripts/check_vocabulary.py, with today's word list."""
    hits = check_all(list_files([], load_vocabulary()))
    gerunds = [hit for hit in hits if hit.word.startswith(GERUND)]
    words = Counter(hit.word.split(" in ")[0] for hit in hits if hit not in gerunds)
    yield Figure("gerund modules", f"{len({hit.path for hit in gerunds})}", sorted({hit.path for hit in gerunds}))
    yield Figure("banned words", f"{words.total()}", [f"{word} {count}" for word, count in words.most_common()])


def measure_request_forms(modules: Sequence[Module]) -> Iterator[Figure]:
    """Count the classes that carry a request: a field of the user's text and at least two of a request's options."""
    forms = []
    for module in modules:
        if not module.is_code:
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                fields = {field.target.id for field in node.body if _is_field(field)}  # type: ignore[attr-defined]
                if fields & TEXT_FIELDS and len(fields & REQUEST_FIELDS) >= 2:
                    forms.append(f"{module.path}:{node.lineno} {node.name}")
    yield Figure("forms that a request takes (classes)", f"{len(forms)}", forms)


def _is_field(node: ast.stmt) -> bool:
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)


def measure_dispatch(modules: Sequence[Module]) -> Iterator[Figure]:
    """Count the calls of WhichOneof, and those among them for the payload of an event."""
    sites, of_events = [], []
    for module in modules:
        if not module.is_code:
            continue
        for node in ast.walk(module.tree):
            if not (isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "WhichOneof"):
                continue
            oneof = ast.literal_eval(node.args[0]) if isinstance(node.args[0], ast.Constant) else "?"
            sites.append(f"{module.path}:{node.lineno} {oneof}")
            if oneof in {"fact", "payload"}:
                of_events.append(module.path)
    yield Figure("calls of WhichOneof", f"{len(sites)}", sites)
    yield Figure("calls of WhichOneof for an event", f"{len(of_events)} in {len(set(of_events))} files")


def measure_enum_tables(modules: Sequence[Module]) -> Iterator[Figure]:
    """Count dictionaries of two entries or more between members of a Python enum and values of a proto enum."""
    tables = []
    for module in modules:
        if not module.is_code:
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Dict) and len(node.keys) > 1 and all(node.keys):
                keys, values = [_enum_kind(key) for key in node.keys], [_enum_kind(value) for value in node.values]
                if {*keys, *values} == {"proto", "python"} and len(set(keys)) == 1:
                    tables.append(f"{module.path}:{node.lineno}")
    yield Figure("hand-written enum tables", f"{len(tables)}", tables)


def _enum_kind(node: ast.expr | None) -> str:
    written = ast.unparse(node) if node else ""
    if re.fullmatch(r"(\w+\.)*\w+_pb2(\.\w+)*\.[A-Z][A-Z0-9_]*", written):
        return "proto"
    return "python" if re.fullmatch(r"(\w+\.)*[A-Z]\w*[a-z]\w*\.[A-Z][A-Z0-9_]*", written) else ""


def measure_mappers(modules: Sequence[Module]) -> Iterator[Figure]:
    """Count hand-written proto mappers.

    A mapper to protobuf is a function annotated to return a generated message that calls the message's class with two
    keyword arguments or more. A mapper from protobuf has a parameter annotated with a generated message and calls a
    class of ours with two attributes of that parameter or more.
    """
    to_proto, from_proto = [], []
    for module, node in _functions([module for module in modules if module.is_code]):
        place = f"{module.path}:{node.lineno} {node.name}"
        returned = ast.unparse(node.returns) if node.returns else ""
        if "_pb2." in returned and any(_builds_message(call) for call in ast.walk(node)):
            to_proto.append(place)
        messages = {
            argument.arg
            for argument in node.args.args + node.args.kwonlyargs
            if argument.annotation and "_pb2." in ast.unparse(argument.annotation)
        }
        if "_pb2." not in returned and any(_builds_value(call, messages) for call in ast.walk(node)):
            from_proto.append(place)
    yield Figure("hand-written mappers to protobuf", f"{len(to_proto)}", to_proto)
    yield Figure("hand-written mappers from protobuf", f"{len(from_proto)}", from_proto)


def _builds_message(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and "_pb2." in ast.unparse(node.func) and len(node.keywords) > 1


def _builds_value(node: ast.AST, messages: set[str]) -> bool:
    if not isinstance(node, ast.Call) or "_pb2." in (called := ast.unparse(node.func)):
        return False
    read = [
        part
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]
        for part in ast.walk(argument)
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in messages
    ]
    return called.split(".")[-1][:1].isupper() and len(read) > 1


def measure() -> Iterator[Figure]:
    """Yield all figures of the repository in the working directory."""
    paths = list_tracked()
    modules = parse_modules(paths)
    yield from measure_sizes(modules)
    yield from measure_folders(paths)
    yield from measure_functions(modules)
    yield from measure_vocabulary()
    yield from measure_request_forms(modules)
    yield from measure_dispatch(modules)
    yield from measure_enum_tables(modules)
    yield from measure_mappers(modules)


def main() -> None:
    """Print the figures as rows of a Markdown table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path(), help="the repository to measure")
    parser.add_argument("--list", action="store_true", help="print the places behind the figures")
    arguments = parser.parse_args()
    os.chdir(arguments.root)
    for figure in measure():
        print(f"| {figure.name} | {figure.value} |")
        if arguments.list:
            print("".join(f"    {place}\n" for place in figure.places), end="")


if __name__ == "__main__":
    main()
