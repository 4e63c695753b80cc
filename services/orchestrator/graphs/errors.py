"""Errors of changes of graphs."""

import json

from services.common.contract.graph import AppliedPatch, OperationError
from services.common.errors import Code, ReflowError
from services.common.text.language import Text

# Operation errors, and conflicts, that an error carries: the metadata of a call has room for few kilobytes.
MAX_LISTED = 8
MAX_MESSAGE_LENGTH = 200


def rejected(applied: AppliedPatch) -> ReflowError:
    """Return the error of a patch that the tools rejected: with the first operations at fault."""
    listed = applied.errors[:MAX_LISTED]
    reasons = " ".join(error.message for error in listed[:3])
    return ReflowError(
        Code.PATCH_REJECTED,
        Text(
            f"这次改动没有通过检查，图没有改动。{reasons}", f"The patch was rejected; the graph is unchanged. {reasons}"
        ),
        field=f"operations[{listed[0].index}]",
        metadata={"operation_errors": json.dumps([_to_json(error) for error in listed], ensure_ascii=False)},
    )


def conflict(applied: AppliedPatch, head: int) -> ReflowError:
    """Return the error of a patch that touches what has changed since its revision."""
    changed = ", ".join(applied.conflicts[:MAX_LISTED])
    return ReflowError(
        Code.GRAPH_CONFLICT,
        Text(
            f"图已经是第 {head} 版，这次改动和之后的改动冲突，没有生效：{changed}。请看过现在的图再改。",
            f"The graph is at revision {head} by now, and this change conflicts with later ones: {changed}. Nothing "
            "was changed. Review the current graph, then change it.",
        ),
        field="revision",
        metadata={"revision": str(head)},
    )


def stale_revision(seen: int, head: int) -> ReflowError:
    """Return the error of a change that was requested on another revision than the current one."""
    return ReflowError(
        Code.GRAPH_CONFLICT,
        Text(
            f"图已经是第 {head} 版，而这次改动是在第 {seen} 版上做的，没有生效。请看过现在的图再改。",
            f"The graph is at revision {head}, and this change was made on revision {seen}; nothing was changed. "
            "Review the current graph, then change it.",
        ),
        field="revision",
        metadata={"revision": str(head)},
    )


def overtaken(graph_id: str) -> ReflowError:
    """Return the error of a change that others have overtaken again and again."""
    return ReflowError(Code.GRAPH_CONFLICT, field="revision", details=f"graph {graph_id} changes all the time")


def _to_json(error: OperationError) -> dict[str, object]:
    return {
        "index": error.index,
        "pointer": error.pointer[:MAX_MESSAGE_LENGTH],
        "reason": error.reason,
        "message": error.message[:MAX_MESSAGE_LENGTH],
        "alternatives": error.alternatives[:4],
    }
