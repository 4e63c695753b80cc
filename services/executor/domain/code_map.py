"""The overview of Python code as data and as a document. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines.code_map import ModuleOutline, Symbol, find_cycles
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

MAX_LISTED = 300
_TITLE = Text("代码总览", "Code map")
_CYCLES = Text("循环导入", "Modules that import each other")
_UNDOCUMENTED = Text("没有文档字符串", "Without a docstring")
_LEFT_OUT = Text("没有读的文件", "Files that were not read")
_NO_DOCSTRING = Text("（没有文档字符串）", "(no docstring)")


def to_summary(outlines: Sequence[ModuleOutline], left_out: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the data of the overview."""
    undocumented = [
        {"path": module.path, "line": symbol.line, "name": symbol.name}
        for module in outlines
        for symbol in module.undocumented
    ]
    return {
        "type": "code-map",
        "modules": [
            {"path": module.path, "name": module.name, "symbols": [symbol.name for symbol in module.symbols[:50]]}
            for module in outlines
        ],
        "undocumented": undocumented[:MAX_LISTED],
        "undocumentedCount": len(undocumented),
        "cycles": [list(cycle) for cycle in find_cycles(outlines)],
        "notRead": [{"path": path, "reason": reason} for path, reason in left_out],
    }


def count_symbols(outlines: Sequence[ModuleOutline]) -> int:
    """Return the number of classes, functions and methods."""
    return sum(1 + len(symbol.members) for module in outlines for symbol in module.symbols)


def render_code_map(
    outlines: Sequence[ModuleOutline],
    left_out: Sequence[tuple[str, str]],
    summary: Mapping[str, Any],
    language: Language,
) -> str:
    """Return the overview as Markdown."""
    lines = [f"# {_TITLE.pick(language)}", ""]
    if summary["cycles"]:
        lines += [f"## {_CYCLES.pick(language)}", "", *(f"- {' ↔ '.join(one)}" for one in summary["cycles"]), ""]
    for module in outlines:
        lines += [f"## `{module.name}`", "", to_one_line(module.documentation) or _NO_DOCSTRING.pick(language), ""]
        lines += [*_list_symbols(module.symbols, ""), ""] if module.symbols else []
    if summary["undocumented"]:
        places = (f"- {one['path']}:{one['line']} `{one['name']}`" for one in summary["undocumented"])
        lines += [f"## {_UNDOCUMENTED.pick(language)} ({summary['undocumentedCount']})", "", *places, ""]
    if left_out:
        lines += [f"## {_LEFT_OUT.pick(language)}", "", *(f"- {path}: {reason}" for path, reason in left_out), ""]
    return "\n".join(lines)


def _list_symbols(symbols: Sequence[Symbol], indent: str) -> Iterator[str]:
    for symbol in symbols:
        documentation = f" — {to_one_line(symbol.documentation)}" if symbol.documentation else ""
        kind = "class " if symbol.kind == "class" else ""
        yield f"{indent}- `{kind}{to_one_line(symbol.signature)}`{documentation}"
        yield from _list_symbols([one for one in symbol.members if one.is_public], f"{indent}  ")
