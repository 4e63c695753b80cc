"""Expressions of templates: JMESPath over the task, its attachments, and the results of stages. Pure."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError

from services.common.contract.agent_team.team import MAX_EXPRESSION_LENGTH, StageContext, StageStatus, WorkflowContext

TASK, ATTACHMENTS = "task", "attachments"
RESERVED = frozenset({TASK, ATTACHMENTS})
# Of these nodes, only the first child is evaluated on the whole document.
_RELATIVE = frozenset(
    {"subexpression", "index_expression", "pipe", "projection", "filter_projection", "value_projection", "flatten"}
)


class ExpressionInvalid(ValueError):
    """An expression cannot be parsed or evaluated."""


def find_names(expression: str) -> frozenset[str]:
    """Return the top-level names that *expression* refers to. Raises ExpressionInvalid."""
    if len(expression) > MAX_EXPRESSION_LENGTH:
        raise ExpressionInvalid(f"longer than {MAX_EXPRESSION_LENGTH} characters")
    try:
        return frozenset(_walk(jmespath.compile(expression).parsed))
    except (JMESPathError, RecursionError) as error:
        raise ExpressionInvalid(str(error).partition("\n")[0][:200] or "too deep") from None


def evaluate(expression: str, workflow: WorkflowContext) -> Any:
    """Return the value of *expression*. Raises ExpressionInvalid."""
    try:
        return jmespath.search(expression, _to_document(workflow))
    except (JMESPathError, RecursionError) as error:
        raise ExpressionInvalid(str(error).partition("\n")[0][:200] or "too deep") from None


def is_true(value: Any) -> bool:
    """Whether *value* counts as true in JMESPath: all but null, false, and what is empty."""
    return bool(value) or (isinstance(value, int | float) and not isinstance(value, bool))


def _walk(node: Mapping[str, Any]) -> Iterator[str]:
    if node["type"] == "field":
        yield node["value"]
    children = node.get("children", [])
    for child in children[:1] if node["type"] in _RELATIVE else children:
        if isinstance(child, dict):
            yield from _walk(child)


def _to_document(workflow: WorkflowContext) -> dict[str, Any]:
    attachments = [{"path": file.path, "type": file.kind.value} for file in workflow.attachments]
    stages = {stage.stage_id: _describe_stage(stage) for stage in workflow.stages}
    return {TASK: {"text": workflow.task}, ATTACHMENTS: attachments, **stages}


def _describe_stage(stage: StageContext) -> dict[str, Any]:
    done = stage.status is StageStatus.DONE
    return {
        "status": stage.status.value,
        "text": stage.text_output,
        "data": json.loads(stage.structured_data) if done and stage.structured_data else None,
        "files": [{"path": file.path, "type": file.kind.value} for file in stage.generated_files],
    }
