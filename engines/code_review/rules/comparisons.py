"""Comparisons and conditions with a misleading meaning."""

import ast
from collections.abc import Iterator

from engines.code_review.rules.rule import MAX_TEXT, Hit
from engines.code_review.source import Source
from engines.code_review.values import Edit
from services.common.text.quotation import shorten

_TESTS = (ast.If, ast.While, ast.IfExp, ast.Assert)


def _single(node: ast.AST, operators: tuple[type[ast.cmpop], ...]) -> bool:
    return isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], operators)


def _comparisons(source: Source, operators: tuple[type[ast.cmpop], ...]) -> Iterator[ast.Compare]:
    for node in source.of(ast.Compare):
        if _single(node, operators):
            yield node


def _operator_edit(source: Source, node: ast.Compare, old: str, new: str) -> tuple[Edit, ...]:
    """Replace the operator between both sides; yield nothing if brackets or comments make its position unclear."""
    start, end = source.end(node.left), source.start(node.comparators[0])
    between = source.data[start:end].decode()
    if between.strip("() \t") != old:
        return ()
    at = between.index(old)
    return (Edit(start + len(between[:at].encode()), start + len(between[: at + len(old)].encode()), new),)


def _is_tested(source: Source, node: ast.AST) -> bool:
    """Whether only the truth value of *node* matters: an overloaded == that returns another type is unlikely there."""
    child = node
    for parent in source.ancestors(node):
        if isinstance(parent, ast.BoolOp) or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)):
            child = parent
            continue
        return isinstance(parent, _TESTS) and parent.test is child
    return False


def compare_to_none(source: Source) -> Iterator[Hit]:
    """Find == None. Fixed if only its truth value matters: a query builder's column == None has another meaning."""
    for node in _comparisons(source, (ast.Eq, ast.NotEq)):
        sides = (node.left, node.comparators[0])
        if any(isinstance(side, ast.Constant) and side.value is None for side in sides):
            old, new = ("==", "is") if isinstance(node.ops[0], ast.Eq) else ("!=", "is not")
            spaced = source.data[source.end(sides[0]) : source.start(sides[1])].decode()
            fix = _operator_edit(source, node, old, new) if spaced == f" {old} " and _is_tested(source, node) else ()
            yield Hit(node, fix=fix)


def compare_to_boolean(source: Source) -> Iterator[Hit]:
    """Find == True and == False."""
    for node in _comparisons(source, (ast.Eq, ast.NotEq)):
        for side in (node.left, node.comparators[0]):
            if isinstance(side, ast.Constant) and isinstance(side.value, bool):
                yield Hit(node, str(side.value))
                break


def compare_identity(source: Source) -> Iterator[Hit]:
    """Find `is` with a number, text or tuple."""
    for node in _comparisons(source, (ast.Is, ast.IsNot)):
        if any(_is_value(side) for side in (node.left, node.comparators[0])):
            old, new = ("is", "==") if isinstance(node.ops[0], ast.Is) else ("is not", "!=")
            yield Hit(node, fix=_operator_edit(source, node, old, new))


def _is_value(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is not None and node.value is not Ellipsis and not isinstance(node.value, bool)
    return isinstance(node, (ast.Tuple, ast.List, ast.Dict, ast.Set))


def negate_operator(source: Source) -> Iterator[Hit]:
    """Find `not a in b` and `not a is b`."""
    for node in source.of(ast.UnaryOp):
        if not (isinstance(node.op, ast.Not)):
            continue
        inner = node.operand
        if isinstance(inner, ast.Compare) and _single(inner, (ast.In, ast.Is)):
            operator = "not in" if isinstance(inner.ops[0], ast.In) else "is not"
            left, right = source.segment(inner.left), source.segment(inner.comparators[0])
            written = source.segment(node)
            old = "in" if operator == "not in" else "is"
            plain = written == f"not {left} {old} {right}"  # otherwise brackets or comments are in between
            binds = not isinstance(source.parents.get(node), ast.Compare)
            fix = (source.replace(node, f"{left} {operator} {right}"),) if plain and binds else ()
            yield Hit(node, shorten(f"{left} {operator} {right}", MAX_TEXT), fix)


def assert_tuple(source: Source) -> Iterator[Hit]:
    """Find assert (condition, message)."""
    for node in source.of(ast.Assert):
        if not (isinstance(node.test, ast.Tuple) and node.test.elts):
            continue
        parts = node.test.elts
        fix: tuple[Edit, ...] = ()
        if len(parts) == 2 and node.msg is None and node.test.lineno == node.test.end_lineno:
            fix = (source.replace(node.test, f"{source.segment(parts[0])}, {source.segment(parts[1])}"),)
        yield Hit(node, fix=fix)


def repeat_condition(source: Source) -> Iterator[Hit]:
    """Find an elif that repeats the condition of an earlier branch. A condition with a call may change in between."""
    for node in source.of(ast.If):
        parent = source.parents.get(node)
        if isinstance(parent, ast.If) and parent.orelse == [node]:
            continue
        seen: set[str] = set()
        current: ast.stmt | None = node
        while isinstance(current, ast.If):
            if any(isinstance(one, (ast.Call, ast.NamedExpr, ast.Await)) for one in ast.walk(current.test)):
                seen.clear()
            else:
                segment = source.segment(current.test)
                if segment in seen:
                    yield Hit(current.test)
                seen.add(segment)
            current = current.orelse[0] if len(current.orelse) == 1 else None
