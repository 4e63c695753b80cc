"""Code without effect, and code that is never executed."""

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise

from engines.code_review.rules.rule import MAX_TEXT, Hit, dotted_name
from engines.code_review.source import Source
from services.common.text.quotation import shorten

_BLOCKS = ("body", "orelse", "finalbody")
_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def _blocks(node: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    for name in _BLOCKS:
        block = getattr(node, name, None)
        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
            yield block


def find_unreachable(source: Source) -> Iterator[Hit]:
    """Find the first statement after one that always leaves its block."""
    leaves: set[ast.AST] = set()
    for node in reversed(source.nodes):  # children before parents
        if isinstance(node, _JUMPS) or _both_leave(node, leaves):
            leaves.add(node)
    for node in source.nodes:
        for block in _blocks(node):
            for before, after in pairwise(block):
                if before in leaves:
                    if not _makes_generator(after):
                        yield Hit(after)
                    break


def _both_leave(node: ast.AST, leaves: set[ast.AST]) -> bool:
    return isinstance(node, ast.If) and bool(node.orelse) and {node.body[-1], node.orelse[-1]} <= leaves


def _makes_generator(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, (ast.Yield, ast.YieldFrom))


def find_useless(source: Source) -> Iterator[Hit]:
    """Find a comparison or a plain name as a statement. Attributes and subscripts may have effects."""
    for node in source.of(ast.Expr):
        if isinstance(node.value, (ast.Compare, ast.Name)):
            yield Hit(node)


def assign_itself(source: Source) -> Iterator[Hit]:
    """Find x = x and self.x = self.x."""
    for node in source.of(ast.Assign):
        if len(node.targets) == 1:
            name = dotted_name(node.targets[0])
            in_class = isinstance(source.scope(node), ast.ClassDef)  # x = x copies an outer name there
            if name and name == dotted_name(node.value) and not in_class:
                yield Hit(node, shorten(name, MAX_TEXT))


def repeat_key(source: Source) -> Iterator[Hit]:
    """Find constant keys that occur twice in a dict display."""
    for node in source.of(ast.Dict):
        seen: set[tuple[type, object]] = set()
        for key in node.keys:
            if isinstance(key, ast.Constant):
                value = (type(key.value), key.value)
                if value in seen:
                    yield Hit(key, shorten(repr(key.value), MAX_TEXT))
                seen.add(value)


def format_nothing(source: Source) -> Iterator[Hit]:
    """Find f-strings without a placeholder. The f is removed where the text stays the same, character by character."""
    for node in source.of(ast.JoinedStr):
        if any(isinstance(one, ast.FormattedValue) for one in node.values):
            continue
        if isinstance(source.parents.get(node), (ast.FormattedValue, ast.JoinedStr)):
            continue  # a format specification is one, too
        written = source.segment(node)
        prefix = written[: min(at for quote in "\"'" if (at := written.find(quote)) >= 0)]
        plain = prefix.replace("f", "").replace("F", "") + written[len(prefix) :]
        text = "".join(str(one.value) for one in node.values if isinstance(one, ast.Constant))
        yield Hit(node, fix=(source.replace(node, plain),) if _evaluates_to(plain, text) else ())


def _evaluates_to(literal: str, text: str) -> bool:
    try:
        return bool(ast.literal_eval(literal) == text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
