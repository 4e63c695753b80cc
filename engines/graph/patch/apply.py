"""Applying a patch: all operations or none."""

from collections.abc import Callable, Sequence

from engines.graph.graph import Graph
from engines.graph.limits import DEFAULT_LIMITS, GraphLimits
from engines.graph.node_types.node_type import NodeTypes
from engines.graph.patch.values import Applied, Author, Operation, Rejected


def apply_patch(
    graph: Graph,
    operations: Sequence[Operation],
    types: NodeTypes,
    new_id: Callable[[], str],
    *,
    author: Author = Author.ASSISTANT,
    limits: GraphLimits = DEFAULT_LIMITS,
) -> Applied | Rejected:
    """Apply *operations* to *graph*, all or none.

    Args:
        graph: the graph; what it already violates (an imported graph may) is not reported.
        operations: untrusted JSON values.
        types: the node types by full name. A graph's own types (subgraphs, slots of a foreign document) are added.
        new_id: returns a new sortable id at each call, such as a UUID version 7.
        author: decides whether ids, positions and groups may be named.
        limits: bounds of the patch and of the result.

    """
    raise NotImplementedError
