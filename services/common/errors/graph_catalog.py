"""Error codes of stored graphs: a part of the catalog."""

from collections.abc import Mapping
from types import MappingProxyType

from services.common.errors.codes import Category, Code, Level
from services.common.errors.kind import ErrorKind, missing
from services.common.text.language import Text

GRAPH_CATALOG: Mapping[Code, ErrorKind] = MappingProxyType(
    {
        Code.NODE_TYPE_UNKNOWN: missing(
            Text("找不到这种节点，请用 reflow nodes list 查看。", "No such node type. See `reflow nodes list`.")
        ),
        Code.GRAPH_UNKNOWN: missing(
            Text(
                "找不到这张图或这个版本，请用 reflow graphs list 查看。",
                "No such graph or revision. See `reflow graphs list`.",
            )
        ),
        Code.GRAPH_INVALID: ErrorKind(
            Category.VALIDATION,
            Level.WARNING,
            True,
            False,
            400,
            Text("图的内容无法使用。", "The content is not a graph."),
        ),
        Code.GRAPH_CONFLICT: ErrorKind(
            Category.BUSINESS,
            Level.WARNING,
            True,
            False,
            409,
            Text(
                "图在此期间被改过，这次改动和那些改动冲突，没有生效。请看过现在的图再改。",
                "The graph has changed in the meantime, and this change conflicts with that; nothing was changed. "
                "Review the current graph, then change it.",
            ),
        ),
        Code.PATCH_REJECTED: ErrorKind(
            Category.VALIDATION,
            Level.WARNING,
            True,
            False,
            422,
            Text("这次改动没有通过检查，图没有改动。", "The patch did not pass the checks; the graph is unchanged."),
        ),
        Code.GRAPH_NOT_EXECUTABLE: ErrorKind(
            Category.VALIDATION,
            Level.WARNING,
            True,
            False,
            422,
            Text("这张图有无法执行的节点，没有执行。", "Nodes of this graph cannot be executed; nothing was executed."),
        ),
        Code.NOTHING_TO_UNDO: ErrorKind(
            Category.BUSINESS,
            Level.WARNING,
            True,
            False,
            409,
            Text("没有可以撤销或重做的改动。", "There is no change to undo or redo."),
        ),
    }
)
