"""Names: unused, shadowed, shared."""

import ast
from collections.abc import Iterator

from engines.code_review.rules.rule import Hit, dotted_name, words
from engines.code_review.source import FUNCTIONS, SCOPES, Function, Source, walk, walk_scope

_MUTABLE_CALLS = {"list", "dict", "set", "bytearray", "defaultdict", "OrderedDict", "deque", "Counter"}
_MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
# Names that other code calls later in the same scope; rare ones such as `license` or `copyright` are harmless.
_BUILTINS = words(
    """abs all any bin bool bytes callable chr dict dir enumerate eval exec filter float format frozenset getattr hash
    hex id input int isinstance iter len list map max min next object oct open ord pow print property range repr
    reversed round set setattr slice sorted str sum super tuple type vars zip"""
)
_NAMESPACE_CALLS = {"locals", "vars", "eval", "exec"}


def share_default(source: Source) -> Iterator[Hit]:
    """Find defaults that are created once and can change."""
    for node in source.of(*FUNCTIONS, ast.Lambda):
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        pairs = [*zip(reversed(positional), reversed(arguments.defaults), strict=False)]
        keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        pairs += [(one, value) for one, value in keywords if value]
        for argument, default in pairs:
            call = dotted_name(default.func).rpartition(".")[2] if isinstance(default, ast.Call) else ""
            if isinstance(default, _MUTABLE) or call in _MUTABLE_CALLS:
                yield Hit(default, argument.arg)


def shadow(source: Source) -> Iterator[Hit]:
    """Find variables, parameters and functions named like a builtin. Methods and attributes shadow nothing."""
    for name in source.of(ast.Name):
        stored = name.id in _BUILTINS and isinstance(name.ctx, ast.Store)
        if stored and _hides(source, name) and not isinstance(source.parents.get(name), ast.comprehension):
            yield Hit(name, name.id)
    for argument in source.of(ast.arg):
        function = source.parents.get(source.parents.get(argument, argument))
        if argument.arg in _BUILTINS and not isinstance(function, ast.Lambda):
            yield Hit(argument, argument.arg)
    for definition in source.of(*FUNCTIONS, ast.ClassDef):
        if definition.name in _BUILTINS and _hides(source, definition):
            yield Hit(definition, definition.name)


def _hides(source: Source, node: ast.AST) -> bool:
    return not isinstance(source.scope(node), ast.ClassDef)


def find_unused(source: Source) -> Iterator[Hit]:
    """Find local variables that are assigned by themselves and never read.

    Tuples and loops need their names, `_name` states the intention, and a function that reads its namespace as a whole
    (locals, eval) uses them all.
    """
    for node in source.of(*FUNCTIONS):
        yield from _unused_in(node)


def _unused_in(function: Function) -> Iterator[Hit]:
    used: set[str] = set()
    for node in walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            used.add(node.id)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            used.update(node.names)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            used.add(node.target.id)
    if used & _NAMESPACE_CALLS:
        return
    for node in walk_scope(function):
        if isinstance(node, ast.ExceptHandler):
            if node.name and node.name not in used and not node.name.startswith("_"):
                yield Hit(node, node.name)
            continue
        for target in _plain_targets(node):
            if target.id not in used and not target.id.startswith("_"):
                yield Hit(target, target.id)


def _plain_targets(node: ast.AST) -> Iterator[ast.Name]:
    if isinstance(node, ast.Assign):
        yield from (target for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
        yield node.target


def bind_late(source: Source) -> Iterator[Hit]:
    """Find functions created in a loop that read its variable when they are called later.

    A lambda that is an argument of a call is assumed to be called immediately (a key of sorted), unless the call stores
    it: append, add, insert, setdefault, put, connect, bind, submit.
    """
    for node in source.nodes:
        if isinstance(node, (ast.For, ast.AsyncFor)):
            parts: list[ast.AST] = [*node.body, *node.orelse]
            yield from _late_in(source, parts, _stored_names(node.target))
        elif isinstance(node, (ast.ListComp, ast.SetComp)):
            names = {name for one in node.generators for name in _stored_names(one.target)}
            yield from _late_in(source, [node.elt], names)
        elif isinstance(node, ast.DictComp):
            names = {name for one in node.generators for name in _stored_names(one.target)}
            yield from _late_in(source, [node.value], names)


_STORE_CALLS = {"append", "add", "insert", "setdefault", "put", "connect", "bind", "submit", "appendleft", "register"}


def _late_in(source: Source, parts: list[ast.AST], names: set[str]) -> Iterator[Hit]:
    for part in parts:
        for function in (part, *walk_scope(part)):
            is_stored = isinstance(function, (*FUNCTIONS, ast.Lambda)) and _is_stored(source, function)
            if is_stored and (found := _read_late(function, names)):
                yield Hit(found, found.id)


def _is_stored(source: Source, function: ast.AST) -> bool:
    parent = source.parents.get(function)
    if isinstance(function, FUNCTIONS):
        return True
    if isinstance(parent, ast.keyword):
        return False
    if isinstance(parent, ast.Call):
        called = parent.func
        return called is not function and isinstance(called, ast.Attribute) and called.attr in _STORE_CALLS
    return True


def _read_late(function: ast.AST, names: set[str]) -> ast.Name | None:
    arguments = getattr(function, "args", None)
    own = {one.arg for one in walk(arguments) if isinstance(one, ast.arg)} if arguments else set()
    body = function.body if isinstance(function, ast.Lambda) else None
    roots = [body] if body is not None else list(getattr(function, "body", []))
    stored = {one.id for root in roots for one in walk(root) if isinstance(one, ast.Name) and _is_store(one)}
    for root in roots:
        for node in walk(root):
            if isinstance(node, ast.Name) and not _is_store(node) and node.id in names - own - stored:
                return node
    return None


def _is_store(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _stored_names(target: ast.AST) -> set[str]:
    return {node.id for node in walk(target) if isinstance(node, ast.Name) and _is_store(node)}


def change_iterated(source: Source) -> Iterator[Hit]:
    """Find calls that add to or remove from the collection of the surrounding loop, unless the loop ends there."""
    for loop in source.of(ast.For, ast.AsyncFor):
        name = dotted_name(_iterated(loop.iter))
        if not name or any(name in _stored_names(statement) for statement in loop.body):
            continue  # bound to another collection in the loop
        for node in _walk_body(loop):
            changed = _changed(node)
            if changed == name and not _ends_loop(source, node):
                yield Hit(node, name)


def _walk_body(loop: ast.For | ast.AsyncFor) -> Iterator[ast.stmt]:
    for statement in loop.body:
        for node in (statement, *walk_scope(statement)):
            if isinstance(node, (ast.Expr, ast.Delete)) and not isinstance(statement, SCOPES):
                yield node


def _iterated(node: ast.expr) -> ast.AST:
    called = node.func if isinstance(node, ast.Call) else None
    return called.value if isinstance(called, ast.Attribute) and called.attr in _VIEWS else node


_VIEWS = {"items", "keys", "values"}
_CHANGES = {"remove", "append", "pop", "insert", "clear", "add", "discard", "popitem", "extend"}


def _changed(node: ast.stmt) -> str:
    if isinstance(node, ast.Delete):
        target = node.targets[0]
        return dotted_name(target.value) if isinstance(target, ast.Subscript) else ""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        return dotted_name(called.value) if isinstance(called, ast.Attribute) and called.attr in _CHANGES else ""
    return ""


def _ends_loop(source: Source, node: ast.stmt) -> bool:
    parent = source.parents.get(node)
    for name in ("body", "orelse", "finalbody"):
        block = getattr(parent, name, None)
        if isinstance(block, list) and node in block:
            return any(isinstance(one, (ast.Break, ast.Return, ast.Raise)) for one in block[block.index(node) :])
    return False
