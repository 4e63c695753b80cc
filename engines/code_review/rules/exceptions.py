"""Exceptions that are lost."""

import ast
import builtins
from collections.abc import Iterator

from engines.code_review.rules.rule import Hit
from engines.code_review.source import FUNCTIONS, Source, walk_scope

_BROAD = {"Exception", "BaseException"}
_EXCEPTIONS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)


def _names(node: ast.expr | None) -> set[str]:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return {part.id for part in parts if isinstance(part, ast.Name)}


def catch_everything(source: Source) -> Iterator[Hit]:
    """Find a bare except that does not raise."""
    for node in source.of(ast.ExceptHandler):
        if node.type is not None:
            continue
        if not any(isinstance(one, ast.Raise) for one in walk_scope(node)):
            yield Hit(node)


def swallow(source: Source) -> Iterator[Hit]:
    """Find `except Exception` whose body does nothing."""
    for node in source.of(ast.ExceptHandler):
        if _names(node.type) & _BROAD and all(map(_is_nothing, node.body)):
            yield Hit(node)


def _is_nothing(node: ast.stmt) -> bool:
    return isinstance(node, (ast.Pass, ast.Continue)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def leave_finally(source: Source) -> Iterator[Hit]:
    """Find return, break and continue that leave a finally block."""
    for node in source.nodes:
        if not isinstance(node, (ast.Return, ast.Break, ast.Continue)):
            continue
        child: ast.AST = node
        for parent in source.ancestors(node):
            if isinstance(parent, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
                break
            if isinstance(parent, (ast.For, ast.AsyncFor, ast.While)) and not isinstance(node, ast.Return):
                break
            if isinstance(parent, ast.Try) and child in parent.finalbody:
                yield Hit(node, type(node).__name__.lower())
                break
            child = parent


def raise_not_implemented(source: Source) -> Iterator[Hit]:
    """Find raise NotImplemented."""
    for node in source.of(ast.Raise):
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        if isinstance(raised, ast.Name) and raised.id == "NotImplemented":
            yield Hit(node, fix=(source.replace(raised, "NotImplementedError"),))


def forget_raise(source: Source) -> Iterator[Hit]:
    """Find an exception that is created as a statement."""
    known = _EXCEPTIONS | _own_exceptions(source)
    for node in source.of(ast.Expr):
        if isinstance(node.value, ast.Call):
            called = node.value.func
            if isinstance(called, ast.Name) and called.id in known:
                yield Hit(node, called.id)


def _own_exceptions(source: Source) -> set[str]:
    """Return classes of this file that derive from an exception, directly or indirectly."""
    classes = list(source.of(ast.ClassDef))
    known = set(_EXCEPTIONS)
    for _ in range(3):
        known |= {
            one.name for one in classes if any(isinstance(base, ast.Name) and base.id in known for base in one.bases)
        }
    return known - _EXCEPTIONS
