"""Code, commands and queries built from values, and calls that never return."""

import ast
import re
from collections.abc import Iterator, Mapping

from engines.code_review.rules.rule import Hit, dotted_name
from engines.code_review.source import FUNCTIONS, Source, walk_scope

_REQUESTS = {f"requests.{verb}" for verb in ("get", "post", "put", "patch", "delete", "head", "options", "request")}
_WAITING = _REQUESTS | {"urllib.request.urlopen"}
_LOADERS = {"pickle.loads", "pickle.load", "marshal.loads", "marshal.load", "dill.loads", "dill.load", "shelve.open"}
_SHELLS = {"os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput"}
_SUBPROCESSES = {f"subprocess.{name}" for name in ("run", "call", "check_call", "check_output", "Popen")}
_SQL = re.compile(
    r"\s*(select\s.+\sfrom|insert\s+into|update\s.+\sset|delete\s+from|drop\s+table|alter\s+table)\b", re.I | re.S
)
_SQL_START = 300
_CLOSERS = {"close", "detach"}


def _imported(source: Source) -> Mapping[str, str]:
    """Return the full names of the imports of the file, by their local names."""
    names: dict[str, str] = {}
    for node in source.of(ast.Import):
        names |= {alias.asname: alias.name for alias in node.names if alias.asname}
    for origin in source.of(ast.ImportFrom):
        if origin.module and not origin.level:
            names |= {alias.asname or alias.name: f"{origin.module}.{alias.name}" for alias in origin.names}
    return names


def _calls(source: Source) -> Iterator[tuple[ast.Call, str]]:
    imported = _imported(source)
    for node in source.of(ast.Call):
        first, dot, rest = dotted_name(node.func).partition(".")
        yield node, f"{imported.get(first, first)}{dot}{rest}"


def _keywords(call: ast.Call) -> dict[str | None, ast.expr]:
    return {one.arg: one.value for one in call.keywords}


def wait_without_timeout(source: Source) -> Iterator[Hit]:
    """Find requests without a timeout."""
    for call, name in _calls(source):
        keywords = _keywords(call)
        if name in _WAITING and not {"timeout", None} & set(keywords):
            yield Hit(call, name)


def execute_code(source: Source) -> Iterator[Hit]:
    """Find eval and exec of anything but a constant."""
    for call, name in _calls(source):
        if name in ("eval", "exec") and call.args and not isinstance(call.args[0], ast.Constant):
            yield Hit(call, name)


def load_code(source: Source) -> Iterator[Hit]:
    """Find loaders that can execute code."""
    for call, name in _calls(source):
        loader = dotted_name(_keywords(call).get("Loader") or (call.args[1] if len(call.args) > 1 else call))
        if name in _LOADERS or (name == "yaml.load" and not loader.endswith(("SafeLoader", "BaseLoader"))):
            yield Hit(call, name)


def build_command(source: Source) -> Iterator[Hit]:
    """Find shell commands that are built from values."""
    for call, name in _calls(source):
        shell = _keywords(call).get("shell")
        uses_shell = name in _SHELLS or (
            name in _SUBPROCESSES and isinstance(shell, ast.Constant) and shell.value is True
        )
        if uses_shell and call.args and _is_built(call.args[0]):
            yield Hit(call)


def build_query(source: Source) -> Iterator[Hit]:
    """Find executed SQL that is built from values."""
    for call, _ in _calls(source):
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("execute", "executemany", "executescript"):
            query = call.args[0] if call.args else None
            if query is not None and _is_built(query) and _SQL.match(_leading_text(query)[:_SQL_START]):
                yield Hit(query)


def _is_built(node: ast.expr) -> bool:
    """Whether *node* is a text built from parts, at least one of them a value."""
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(one, ast.FormattedValue) for one in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mod)):
        return not all(isinstance(one, (ast.Constant, ast.BinOp, ast.operator)) for one in ast.walk(node))
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"


def _leading_text(node: ast.expr) -> str:
    """Return the text of a built string with x for each value."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "x" for one in node.values)
    while isinstance(node, ast.BinOp):
        node = node.left
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    if isinstance(node, ast.JoinedStr):
        return _leading_text(node)
    return f"{node.value} x" if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def leave_open(source: Source) -> Iterator[Hit]:
    """Find files that are opened and, in the same function, neither closed nor passed on."""
    for call, name in _calls(source):
        if name not in ("open", "io.open"):
            continue
        parent = source.parents.get(call)
        if isinstance(parent, ast.Assign):
            target = parent.targets[0]
            lost = isinstance(target, ast.Name) and not _is_closed(source, target)
        elif isinstance(parent, ast.Attribute):
            lost = parent.attr not in _CLOSERS  # open(path).read()
        elif isinstance(parent, ast.Call):
            lost = dotted_name(parent.func) in _READERS
        else:
            lost = isinstance(parent, (ast.For, ast.AsyncFor, ast.comprehension)) and parent.iter is call
        if lost:
            yield Hit(call)


_READERS = {"json.load", "csv.reader", "csv.DictReader", "yaml.safe_load", "tomllib.load"}


def _is_closed(source: Source, target: ast.Name) -> bool:
    """Whether the name of an open file is closed, entered or passed on in its scope."""
    scope = source.scope(target)
    for node in walk_scope(scope):
        if isinstance(node, FUNCTIONS) or not isinstance(node, ast.Name) or node.id != target.id or node is target:
            continue
        parent = source.parents.get(node)
        if isinstance(parent, ast.Attribute) and parent.attr not in _CLOSERS:
            continue  # file.read()
        if isinstance(parent, (ast.For, ast.AsyncFor, ast.comprehension)):
            continue
        return True
    return False
