"""The state of the execution of a graph, and its fold."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engines.graph.json_values import dump_json
from services.common.contract.failure import Failure
from services.common.contract.graphs.graph_execution import (
    ExecutionPlan,
    GraphExecutionInput,
    GraphOutputs,
    NodeResult,
    NodeValue,
)
from services.common.contract.image_chat import EnhancedPrompt
from services.common.text.language import Language
from services.orchestrator.domain.events import (
    BudgetAction,
    BudgetReached,
    ErrorRaised,
    Event,
    StepFailed,
    StepFinished,
    WarningRecorded,
    WorkDelivered,
)


@dataclass(frozen=True, slots=True)
class GraphExecutionState:
    """Everything that routing needs. `results` has those of the executed nodes by their ids.

    `noted` counts the notes of the plan that are recorded as warnings.
    """

    input: GraphExecutionInput
    language: Language
    plan: ExecutionPlan | None = None
    results: Mapping[str, NodeResult] = field(default_factory=dict)
    outputs: GraphOutputs | None = None
    noted: int = 0
    delivered: bool = False
    failure: Failure | None = None
    stopped: bool = False


def evolve(state: GraphExecutionState, event: Event) -> GraphExecutionState:
    """Return the state after *event*. Events that do not concern it leave it unchanged."""
    match event:
        case StepFinished(step, _, _, result):
            match result:
                case ExecutionPlan():
                    return replace(state, plan=result)
                case GraphOutputs():
                    return replace(state, outputs=result)
                case NodeResult():
                    return _add_result(state, result)
                case EnhancedPrompt():
                    return _add_result(state, _to_node_result(state, step, result))
                case _:
                    return state
        case StepFailed(_, _, _, failure, None):
            return replace(state, failure=failure)
        case BudgetReached(_, _, _, BudgetAction.STOP, _):
            return replace(state, stopped=True)
        case WarningRecorded():
            return replace(state, noted=state.noted + 1)
        case WorkDelivered(GraphOutputs() as outputs):
            return replace(state, outputs=outputs, delivered=True)
        case ErrorRaised(failure):
            return replace(state, failure=failure)
        case _:
            return state


def name_step(number: int) -> str:
    """Return the name of the step that executes the node *number* of the plan. Ids of nodes may be of any shape."""
    return f"node-{number}"


def _add_result(state: GraphExecutionState, result: NodeResult) -> GraphExecutionState:
    return replace(state, results={**state.results, result.node_id: result})


def _to_node_result(state: GraphExecutionState, step: str, prompt: EnhancedPrompt) -> NodeResult:
    """Return the prompt with its style as the result of the node that *step* executed."""
    assert state.plan is not None
    node = state.plan.nodes[int(step.rpartition("-")[2]) - 1]
    return NodeResult(node.node_id, (NodeValue("text", json=dump_json(prompt.final).encode()),))
