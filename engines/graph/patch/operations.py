"""Parser of untrusted operations: bounded, and with the members that RFC 6902 requires."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.graph.errors import GraphInvalid
from engines.graph.finding import Reason
from engines.graph.json_values import FORBIDDEN_KEYS, check_json
from engines.graph.limits import GraphLimits
from engines.graph.node_types.node_type import JSON
from engines.graph.patch.document import Tokens, parse_pointer
from engines.graph.patch.values import OperationError
from services.common.text.language import Text

_OPS = ("add", "remove", "replace", "move", "copy", "test")
_WITH_VALUE = frozenset({"add", "replace", "test"})
_WITH_FROM = frozenset({"move", "copy"})
_MAX_POINTER = 1_000


@dataclass(frozen=True, slots=True)
class ParsedOperation:
    """An operation with its pointers as reference tokens; *source* is that of `from`."""

    index: int
    op: str
    path: Tokens
    source: Tokens = ()
    value: JSON = None
    pointer: str = ""


class OperationInvalid(Exception):
    """An operation is invalid and not applied."""

    def __init__(self, error: OperationError) -> None:
        super().__init__(error.text.en)
        self.error = error


def reject(
    index: int, pointer: str, reason: Reason, zh: str, en: str, alternatives: tuple[str, ...] = ()
) -> OperationInvalid:
    """Return the exception for operation *index*."""
    return OperationInvalid(OperationError(index, pointer[:_MAX_POINTER], reason, Text(zh, en), alternatives))


def parse_operations(
    operations: Sequence[object], limits: GraphLimits
) -> tuple[list[ParsedOperation], list[OperationError]]:
    """Return the valid operations, and the errors of the others.

    A patch with too many operations is one error; none of them is parsed.
    """
    if not isinstance(operations, Sequence) or isinstance(operations, str | bytes):
        text = Text("补丁应是操作的列表。", "A patch must be a list of operations.")
        return [], [OperationError(0, "", Reason.MALFORMED_OPERATION, text)]
    if len(operations) > limits.operations:
        text = Text(
            f"补丁有 {len(operations)} 个操作，最多 {limits.operations} 个；没有应用任何一个。",
            f"The patch has {len(operations)} operations; at most {limits.operations} are allowed. None is applied.",
        )
        return [], [OperationError(limits.operations, "", Reason.TOO_MANY_OPERATIONS, text)]
    parsed, errors = [], []
    for index, operation in enumerate(operations):
        try:
            parsed.append(_parse_operation(index, operation, limits))
        except OperationInvalid as invalid:
            errors.append(invalid.error)
    return parsed, errors


def _parse_operation(index: int, operation: object, limits: GraphLimits) -> ParsedOperation:
    if not isinstance(operation, Mapping):
        raise reject(index, "", Reason.MALFORMED_OPERATION, "操作应是一个对象。", "An operation must be an object.")
    _check_bounds(index, operation, limits)
    op = operation.get("op")
    if op not in _OPS:
        zh, en = f"op 应是 {'、'.join(_OPS)} 之一。", f"The op is one of {', '.join(_OPS)}."
        raise reject(index, "/op", Reason.MALFORMED_OPERATION, zh, en, _OPS)
    path = _parse_member(index, operation, "path")
    source = _parse_member(index, operation, "from") if op in _WITH_FROM else ()
    if op in _WITH_VALUE and "value" not in operation:
        zh, en = f"操作 {op} 缺少 value。", f"The operation {op} needs a value."
        raise reject(index, "/value", Reason.MALFORMED_OPERATION, zh, en)
    return ParsedOperation(index, str(op), path, source, operation.get("value"), str(operation["path"]))


def _check_bounds(index: int, operation: Mapping[str, object], limits: GraphLimits) -> None:
    try:
        check_json(operation, limits)
    except GraphInvalid as error:
        reason = Reason.TOO_LARGE
        if any(error.field.endswith(f"/{key}") for key in FORBIDDEN_KEYS):
            reason = Reason.FORBIDDEN_KEY
        raise reject(index, error.field, reason, error.text.zh, error.text.en) from None


def _parse_member(index: int, operation: Mapping[str, object], name: str) -> Tokens:
    pointer = operation.get(name)
    if not isinstance(pointer, str) or len(pointer) > _MAX_POINTER:
        zh, en = (
            f"{name} 应是一个 JSON 指针，例如 /nodes/ID/data/steps。",
            f"{name} is a JSON pointer: /nodes/ID/data/steps.",
        )
        raise reject(index, f"/{name}", Reason.MALFORMED_OPERATION, zh, en)
    try:
        tokens = parse_pointer(pointer)
    except ValueError as error:
        zh, en = "JSON 指针的写法不对：以 / 开头，~ 写作 ~0，/ 写作 ~1。", f"The pointer is malformed: {error}."
        raise reject(index, pointer, Reason.MALFORMED_OPERATION, zh, en) from None
    forbidden = FORBIDDEN_KEYS.intersection(tokens)
    if forbidden:
        key = min(forbidden)
        raise reject(index, pointer, Reason.FORBIDDEN_KEY, f"不允许使用键 {key}。", f"The key {key} is not allowed.")
    return tokens
