"""A Python file, decoded and parsed within limits."""

import ast
import io
import re
import tokenize
import warnings
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar, overload

from engines.code_review import texts
from engines.code_review.values import Edit
from services.common.text.language import Text

MAX_BYTES = 1024 * 1024
MAX_NODES = 200_000
_NOQA = re.compile(rb"#\s*noqa(?::[ \t]*(?P<codes>[A-Z0-9, ]+))?", re.IGNORECASE)

A = TypeVar("A", bound=ast.AST)
B = TypeVar("B", bound=ast.AST)
C = TypeVar("C", bound=ast.AST)
Function = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


# The tree shares one object for each of these: they have no parent and no position.
_SHARED = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)


class NotReviewable(Exception):
    """The file cannot be reviewed; *text* states the reason and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


@dataclass(frozen=True)
class Source:
    """The tree of a file with its parents, flat: no rule recurses, so nesting cannot exhaust the stack.

    Attributes:
        data: The source in UTF-8, whatever its encoding was; offsets are offsets of these bytes.
        encoding: The file's own encoding.
        nodes: All nodes, parents before children, in the order of the source.

    """

    data: bytes
    encoding: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    parents: dict[ast.AST, ast.AST] = field(repr=False)

    @cached_property
    def _by_type(self) -> dict[type[ast.AST], list[ast.AST]]:
        found: dict[type[ast.AST], list[ast.AST]] = {}
        for node in self.nodes:
            found.setdefault(type(node), []).append(node)
        return found

    @overload
    def of(self, first: type[A], /) -> Iterator[A]: ...
    @overload
    def of(self, first: type[A], second: type[B], /) -> Iterator[A | B]: ...
    @overload
    def of(self, first: type[A], second: type[B], third: type[C], /) -> Iterator[A | B | C]: ...
    def of(self, *types: type[ast.AST]) -> Iterator[ast.AST]:
        """Yield the nodes of exactly these types, one type after the other."""
        for one in types:
            yield from self._by_type.get(one, ())

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        starts = [0]
        for line in self.data.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        return tuple(starts)

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Return the offset of the first byte of *node*."""
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Return the offset after the last byte of *node*."""
        return self._starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)

    def segment(self, node: ast.expr | ast.stmt) -> str:
        """Return the text of *node*."""
        return self.data[self.start(node) : self.end(node)].decode()

    def replace(self, node: ast.expr | ast.stmt, replacement: str) -> Edit:
        """Return the edit that replaces *node*."""
        return Edit(self.start(node), self.end(node), replacement)

    def line_at(self, offset: int) -> int:
        """Return the number of the line that contains the byte at *offset*."""
        return bisect_right(self._starts, offset)

    def line(self, number: int) -> bytes:
        """Return the bytes of a line."""
        return self.data[self._starts[number - 1] : self._starts[number]] if number < len(self._starts) else b""

    def column(self, number: int, byte: int) -> int:
        """Return the column in characters, from 1, of the *byte* of a line."""
        return len(self.line(number)[:byte].decode("utf-8", "replace")) + 1

    @cached_property
    def _suppressed(self) -> dict[int, frozenset[str]]:
        """Codes of the `# noqa` comments by line; none for all of them."""
        found = {}
        for match in _NOQA.finditer(self.data):
            codes = (match["codes"] or b"").decode().upper()
            found[self.line_at(match.start())] = frozenset(re.split(r"[\s,]+", codes.strip())) - {""}
        return found

    def is_suppressed(self, line: int, codes: frozenset[str]) -> bool:
        """Whether a `# noqa` comment of the line covers one of *codes*."""
        named = self._suppressed.get(line)
        return named is not None and (not named or bool(codes & named))

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the parent of *node*, its parent, and so on."""
        while (parent := self.parents.get(node)) is not None:
            yield parent
            node = parent

    def scope(self, node: ast.AST) -> ast.AST:
        """Return the innermost function, lambda, class or module whose names *node* resolves to."""
        return next((one for one in self.ancestors(node) if isinstance(one, SCOPES)), self.tree)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield *node* and all below it, parents first, in the order of the source, without recursion."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(list(ast.iter_child_nodes(current))))


def walk_scope(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that are executed in *scope* itself; of nested functions and classes only the node."""
    stack = list(reversed(list(ast.iter_child_nodes(scope))))
    while stack:
        current = stack.pop()
        yield current
        if not isinstance(current, SCOPES):
            stack.extend(reversed(list(ast.iter_child_nodes(current))))


def parse(content: bytes) -> Source:
    """Return the parsed file. Raises NotReviewable for content that is too large, not text or not Python."""
    if len(content) > MAX_BYTES:
        raise NotReviewable(texts.too_large(len(content), MAX_BYTES))
    if b"\0" in content:
        raise NotReviewable(texts.NOT_TEXT)
    text, encoding = _decode(content)
    data = text.encode()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the compiler about the reviewed code
            tree = ast.parse(data)
    except SyntaxError as error:
        raise NotReviewable(texts.syntax_error(error.lineno or 1, error.msg)) from error
    except (RecursionError, MemoryError) as error:
        raise NotReviewable(texts.TOO_NESTED) from error
    except (ValueError, OverflowError) as error:
        raise NotReviewable(texts.syntax_error(1, str(error)[:100])) from error
    nodes: list[ast.AST] = []
    parents: dict[ast.AST, ast.AST] = {}
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        nodes.append(node)
        if len(nodes) > MAX_NODES:
            raise NotReviewable(texts.TOO_LONG)
        children = [child for child in ast.iter_child_nodes(node) if not isinstance(child, _SHARED)]
        for child in children:
            parents[child] = node
        stack.extend(reversed(children))
    return Source(data, encoding, tree, tuple(nodes), parents)


def _decode(content: bytes) -> tuple[str, str]:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        text = content.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise NotReviewable(texts.ENCODING) from error
    # The declared encoding applies to the file, not to the bytes that are parsed; the comment has no other effect.
    return _hide_declaration(text) if encoding not in ("utf-8", "utf-8-sig") else text, encoding


def _hide_declaration(text: str) -> str:
    lines = text.split("\n", 2)
    for index, line in enumerate(lines[:2]):
        lines[index] = re.sub(r"coding(?=[:=])", "c0ding", line) if line.lstrip().startswith("#") else line
    return "\n".join(lines)
