"""Rebasing a patch on changes that others have made meanwhile."""

from collections.abc import Sequence

from engines.graph.patch.values import Conflict, Operation


def rebase(operations: Sequence[Operation], since: Sequence[Operation]) -> tuple[Operation, ...] | Conflict:
    """Return *operations* for the graph after *since*, or what has changed that they touch.

    Args:
        operations: `Applied.operations` of the patch on the revision it names.
        since: `Applied.operations` of the revisions after that one, oldest first.

    The result still has to be applied (`apply_patch`, Author.USER): two patches can
    close a cycle together.

    """
    raise NotImplementedError
