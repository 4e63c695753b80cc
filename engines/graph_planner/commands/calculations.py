"""Sets a node of two numbers and an operation from a formula: "3 times 4"."""

from collections.abc import Iterator

from engines.graph.node_types.node_type import JSON, NodeType
from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.commands.values import to_kind
from engines.graph_planner.grammar.items import Value
from engines.graph_planner.values import UnclearError


def set_formula(context: ClauseContext) -> bool:
    """Set both numbers and the operation of the node of the text: "a calculation, 3 times 4"."""
    formulas = [item for item in context.items if isinstance(item, Value) and item.formula]
    if len(formulas) != 1:
        return False
    context.reject_unknown_words()
    for node_id in context.find_targets():
        node_type = context.draft.find_type(node_id)
        settings = dict(read_formula(context, node_type, formulas[0])) if node_type else {}
        if not settings:
            raise UnclearError(texts.NO_PARAMETER)
        context.draft.change(node_id).data.update(settings)
        for name, value in settings.items():
            context.report(texts.SET, node=context.name(node_id), parameter=name, value=str(value))
    return True


def read_formula(context: ClauseContext, node_type: NodeType, value: Value) -> Iterator[tuple[str, JSON]]:
    """Yield the parameters that "3 times 4" sets in a node of two numbers and an operation."""
    formula = value.formula
    operation = node_type.find_parameter("operation")
    if formula is None or operation is None or formula.operation not in operation.choices:
        return
    context.use(value)
    for name, number in (("first", formula.first), ("second", formula.second)):
        if (parameter := node_type.find_parameter(name)) is not None:
            yield name, to_kind(parameter, number)
    if formula.operation != operation.default:
        yield operation.name, formula.operation
