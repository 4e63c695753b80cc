"""Tool calls of a model: their validation, and whether they need an approval. Pure."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

import jsonschema  # type: ignore[import-untyped]

from services.common.agents.structured_data import dump_json
from services.common.contract.agent_team.team import (
    SPAWN_SUBAGENT,
    AgentIteration,
    AgentTask,
    AgentToolCall,
    ToolApproval,
)
from services.common.llm.values import ModelToolCall
from services.executor.domain.agents.files import list_originals, normalize_path
from services.executor.domain.agents.tools import ToolSpec

MAX_ARGUMENT_BYTES = 65_536
MAX_RESULT_BYTES = 16_384
_MAX_ERRORS, _MAX_DEPTH = 3, 30
PATH = "path"
_UNSAFE = frozenset({"$ref", "$dynamicRef", "$recursiveRef", "pattern", "patternProperties", "format"})


def to_call(requested: ModelToolCall, call_id: str, specs: Mapping[str, ToolSpec]) -> AgentToolCall:
    """Return the call that a model requests; with an error as its result if it is invalid."""
    arguments = _parse_arguments(requested.arguments)
    spec = specs.get(requested.name)
    tool = requested.name.encode(errors="replace").decode()[:64]
    if arguments is None:
        return _reject(call_id, tool, "the arguments are not a JSON object")
    data = dump_json(arguments)
    if len(data) > MAX_ARGUMENT_BYTES:
        return _reject(call_id, tool, f"the arguments have {len(data)} bytes; the limit is {MAX_ARGUMENT_BYTES}")
    if spec is None:
        missing = "no subagents can be spawned here" if tool == SPAWN_SUBAGENT else "there is no such tool"
        return _reject(call_id, tool, f"{missing}; there are: {', '.join(specs) or 'none'}", data)
    if wrong := find_argument_errors(arguments, spec.parameters):
        return _reject(call_id, tool, f"the arguments are invalid: {wrong}", data)
    return AgentToolCall(call_id, tool, data, digest=digest_call(tool, data))


def digest_call(tool: str, arguments: bytes) -> str:
    """Return the SHA-256, in hex, of exactly this call: its tool and its arguments as canonical JSON."""
    canonical = json.dumps([tool, json.loads(arguments)], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def needs_approval(call: AgentToolCall, spec: ToolSpec, task: AgentTask, iterations: Iterable[AgentIteration]) -> bool:
    """Whether a user must approve *call*: for such a tool, and if it changes a file of the user for the first time.

    New files, and files that a stage changed, are drafts.
    """
    if spec.needs_approval:
        return True
    path = None if spec.read_only else json.loads(call.arguments).get(PATH)
    return isinstance(path, str) and normalize_path(path) in list_originals(task) - _list_drafts(iterations)


def is_approved(call: AgentToolCall) -> bool:
    """Whether the user approved exactly this call."""
    return call.approval is ToolApproval.APPROVED and call.digest == digest_call(call.tool, call.arguments)


def find_argument_errors(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return the errors of *arguments*, "" for none. References and patterns of *schema* are not applied."""
    validator = jsonschema.Draft202012Validator(_remove_unsafe(schema, 0))
    try:
        errors = sorted(validator.iter_errors(arguments), key=lambda error: list(map(str, error.absolute_path)))
    except (jsonschema.exceptions.SchemaError, TypeError, ValueError, RecursionError):
        return ""  # the schema comes from a server, which validates its arguments itself
    return "; ".join(f"{error.json_path}: {error.message[:200]}" for error in errors[:_MAX_ERRORS])


def to_result_bytes(output: Mapping[str, Any]) -> bytes:
    """Return *output* as JSON of at most MAX_RESULT_BYTES; longer output is cut, and the result states this."""
    try:
        data = dump_json(dict(output))
    except (TypeError, ValueError):
        return dump_json({"error": "the result is not JSON"})
    if len(data) <= MAX_RESULT_BYTES:
        return data
    start = data[: MAX_RESULT_BYTES // 2].decode(errors="ignore")
    return dump_json({"truncated": True, "bytes": len(data), "start": start[: MAX_RESULT_BYTES // 4]})


def _list_drafts(iterations: Iterable[AgentIteration]) -> frozenset[str]:
    """Return the paths that earlier calls have changed."""
    paths = set[str]()
    for iteration in iterations:
        for call in iteration.tool_calls:
            path = json.loads(call.arguments).get(PATH)
            if isinstance(path, str) and call.approval is ToolApproval.APPROVED and not call.failed:
                paths.add(normalize_path(path))
    return frozenset(paths)


def _parse_arguments(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text or "{}")
        dump_json(value)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _reject(call_id: str, tool: str, reason: str, arguments: bytes = b"{}") -> AgentToolCall:
    return AgentToolCall(call_id, tool, arguments, dump_json({"error": reason}), failed=True)


def _remove_unsafe(schema: Any, depth: int) -> Any:
    """Return *schema* without references to other documents and patterns, which could take exponential time."""
    if depth > _MAX_DEPTH:
        return {}
    if isinstance(schema, list):
        return [_remove_unsafe(one, depth + 1) for one in schema]
    if not isinstance(schema, dict):
        return schema
    safe: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):  # its keys are names, not keywords
            safe[key] = {name: _remove_unsafe(one, depth + 2) for name, one in value.items()}
        elif key not in _UNSAFE:
            safe[key] = _remove_unsafe(value, depth + 1)
    return safe
