"""Errors of changes of graphs."""

from services.common.contract.graphs.graph import AppliedPatch, OperationError
from services.common.errors import Code, ReflowError
from services.common.text.language import Text

# Operation errors, or conflicts, that the text of an error lists.
MAX_LISTED = 3


class PatchRejected(ReflowError):
    """The tools rejected a patch: *errors* are those of its operations."""

    def __init__(self, errors: tuple[OperationError, ...]) -> None:
        reasons = " ".join(error.message for error in errors[:MAX_LISTED])
        text = Text(
            f"这次改动没有通过检查，图没有改动。{reasons}", f"The patch was rejected; the graph is unchanged. {reasons}"
        )
        super().__init__(Code.PATCH_REJECTED, text, field=f"operations[{errors[0].index}]")
        self.errors = errors


def conflict(applied: AppliedPatch, head: int) -> ReflowError:
    """Return the error of a patch that touches what has changed since its revision."""
    # Two changes that touch nothing in common can still break a rule together, for example with a cycle.
    reasons = (*applied.conflicts, *(f"{error.pointer} ({error.message})" for error in applied.errors))
    changed = ", ".join(reasons[:MAX_LISTED])
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
    """Return the error of a change that was requested on a revision other than the current one."""
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
    """Return the error of a change that repeatedly conflicted with concurrent changes."""
    return ReflowError(Code.GRAPH_CONFLICT, field="revision", details=f"graph {graph_id} changes all the time")
