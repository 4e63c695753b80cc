"""The form of a rule: a generator of hits over a source."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engines.code_review.source import Source
from engines.code_review.values import Edit, Severity

MAX_TEXT = 60
"""Maximum characters of source text that a message quotes."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A node with a defect; *name* completes the text of the rule."""

    node: ast.expr | ast.stmt | ast.excepthandler | ast.arg
    name: str = ""
    fix: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A named check. *codes* are ruff's codes of the same defect: only one is reported, and `# noqa` covers both."""

    name: str
    severity: Severity
    check: Callable[[Source], Iterator[Hit]]
    codes: frozenset[str] = frozenset()


def words(text: str) -> frozenset[str]:
    """Return the words of *text*."""
    return frozenset(text.split())


def dotted_name(node: ast.AST) -> str:
    """Return "a.b.c" of a chain of attributes on a name, or ""."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join((node.id, *reversed(parts)))
