"""Reports of parameters that a graph may have: a ComfyUI workflow may list its values without their names."""

from dataclasses import replace

from engines.graph.graph import Graph
from engines.graph.stated_types import UNNAMED
from engines.graph_planner import texts
from engines.graph_planner.values import Problem
from services.common.text.choices import list_names

_MAX_TYPES = 5


def explain_unnamed(problem: Problem, graph: Graph) -> Problem:
    """Return *problem* with the reason that the file does not name its values, if a parameter was not found."""
    if problem.reason != texts.NO_PARAMETER:
        return problem
    types = [node.type for node in graph.nodes.values() if any(UNNAMED.fullmatch(name) for name in node.data)]
    names = [name.partition(":")[2] or name for name in dict.fromkeys(types)]
    if not names:
        return problem
    return replace(problem, reason=texts.fill(texts.UNNAMED_VALUES, types=list_names(names[:_MAX_TYPES])))
