"""Outlines of Python modules from their syntax trees: nothing is imported or executed. Pure."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from engines.code_review.source import FUNCTIONS, Source

MAX_SIGNATURE, MAX_DOCUMENTATION = 200, 300
# A package's own file, and the roots that are not part of the name of a module.
_PACKAGE, _ROOTS = "__init__", ("src", "lib")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function, method or class: its signature, the first line of its docstring ("" for none), its line."""

    name: str
    kind: str
    signature: str
    documentation: str
    line: int
    members: tuple["Symbol", ...] = ()

    @property
    def is_public(self) -> bool:
        """Whether other modules may use the symbol."""
        return not self.name.startswith("_")


@dataclass(frozen=True, slots=True)
class ModuleOutline:
    """A module: its dotted name, the first line of its docstring, its symbols, and its imports.

    An import is a tuple of possible module names, the more specific one first: `from pkg import a` is pkg.a, else pkg.
    """

    path: str
    name: str
    documentation: str
    symbols: tuple[Symbol, ...]
    imports: frozenset[tuple[str, ...]]

    @property
    def undocumented(self) -> tuple[Symbol, ...]:
        """The public symbols without a docstring, with the members of public classes."""
        return tuple(
            symbol for symbol in _walk(self.symbols) if not symbol.documentation and not symbol.name.startswith("_")
        )


def outline_module(path: str, source: Source) -> ModuleOutline:
    """Return the outline of the module in the file *path*."""
    name = name_module(path)
    return ModuleOutline(
        path=path,
        name=name,
        documentation=_describe(source.tree),
        symbols=tuple(_list_symbols(source.tree.body)),
        imports=frozenset(_list_imports(source, name, is_package=PurePosixPath(path).stem == _PACKAGE)),
    )


def name_module(path: str) -> str:
    """Return the dotted name of the module in the file *path*: "src/pkg/a.py" is pkg.a."""
    parts = [*PurePosixPath(path).with_suffix("").parts]
    if len(parts) > 1 and parts[0] in _ROOTS:
        parts = parts[1:]
    if len(parts) > 1 and parts[-1] == _PACKAGE:
        parts = parts[:-1]
    return ".".join(parts)


def find_cycles(modules: Sequence[ModuleOutline]) -> list[tuple[str, ...]]:
    """Return the groups of modules that import each other, directly or indirectly: each sorted by name."""
    graph = {module.name: _resolve(module, modules) for module in modules}
    return sorted(group for group in _find_components(graph) if len(group) > 1)


def _resolve(module: ModuleOutline, modules: Sequence[ModuleOutline]) -> list[str]:
    """Return the names of those of *modules* that *module* imports."""
    known = {other.name for other in modules}
    found = (next((name for name in names if name in known), module.name) for names in module.imports)
    return sorted({*found} - {module.name})


def _find_components(graph: Mapping[str, list[str]]) -> Iterator[tuple[str, ...]]:
    """Yield the strongly connected components (Tarjan, 1972), without recursion."""
    indexes: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack = list[str]()
    for root in graph:
        if root in indexes:
            continue
        work = [(root, iter(graph[root]))]
        indexes[root] = lowest[root] = len(indexes)
        stack.append(root)
        while work:
            name, following = work[-1]
            for other in following:
                if other not in indexes:
                    indexes[other] = lowest[other] = len(indexes)
                    stack.append(other)
                    work.append((other, iter(graph[other])))
                    break
                if other in stack:
                    lowest[name] = min(lowest[name], indexes[other])
            else:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[name])
                if lowest[name] == indexes[name]:
                    position = stack.index(name)
                    yield tuple(sorted(stack[position:]))
                    del stack[position:]


def _list_symbols(body: Sequence[ast.stmt]) -> Iterator[Symbol]:
    for node in body:
        if isinstance(node, FUNCTIONS):
            kind = "async function" if isinstance(node, ast.AsyncFunctionDef) else "function"
            yield Symbol(node.name, kind, _sign(node), _describe(node), node.lineno)
        elif isinstance(node, ast.ClassDef):
            bases = ", ".join(_unparse(base) for base in node.bases)
            signature = f"{node.name}({bases})" if bases else node.name
            methods = tuple(
                Symbol(one.name, "method", _sign(one), _describe(one), one.lineno)
                for one in node.body
                if isinstance(one, FUNCTIONS)
            )
            yield Symbol(node.name, "class", signature[:MAX_SIGNATURE], _describe(node), node.lineno, methods)


def _list_imports(source: Source, name: str, *, is_package: bool) -> Iterator[tuple[str, ...]]:
    """Yield the names that each imported module may have."""
    package = name.split(".") if is_package else name.split(".")[:-1]
    for node in source.of(ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            yield from ((alias.name,) for alias in node.names)
            continue
        above = package[: len(package) - node.level + 1] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        yield from ((f"{base}.{alias.name}", base) if base else (alias.name,) for alias in node.names)


def _sign(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    returns = f" -> {_unparse(node.returns)}" if node.returns is not None else ""
    return f"{node.name}({_unparse(node.args)}){returns}"[:MAX_SIGNATURE]


def _unparse(node: ast.AST) -> str:
    try:
        return ast.unparse(node)
    except RecursionError:
        return "..."


def _describe(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    documentation = (ast.get_docstring(node) or "").strip()
    return documentation.partition("\n")[0].strip()[:MAX_DOCUMENTATION]


def _walk(symbols: Sequence[Symbol]) -> Iterator[Symbol]:
    for symbol in symbols:
        yield symbol
        if symbol.is_public:
            yield from symbol.members
