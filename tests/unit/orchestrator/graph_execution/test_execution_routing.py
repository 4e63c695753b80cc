"""Routing of the execution of a graph: a step for each node, and the same result from any prefix of the log."""

import json

from engines.graph.execution.evaluation import evaluate_node
from services.common.contract.failure import Failure
from services.common.contract.graphs import graph_requests
from services.common.contract.graphs.graph import GraphSnapshot
from services.common.contract.graphs.graph_execution import (
    GraphExecutionInput,
    GraphOutput,
    GraphOutputs,
    NodeResult,
    NodeValue,
)
from services.common.contract.results import StepResult
from services.common.errors import Code
from services.common.limits import Limits
from services.common.text.language import Language
from services.executor.adapters.jobs.nodes import plan_graph
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.graph_execution import GraphExecution
from services.orchestrator.domain.workflow import Step
from tests.fixtures.runs.executed_graphs import SWITCH, graph, link, node
from tests.unit.orchestrator.simulation import SimulatedRun, simulate, started

LIMITS = Limits()


def run(document: object = SWITCH, calls: list[Step] | None = None, log: object = None) -> SimulatedRun:
    """Execute *document* with real plans and values, without I/O."""

    def answer(step: Step, _: int) -> StepResult | Failure:
        if calls is not None:
            calls.append(step)
        match step.call:
            case graph_requests.PlanExecution():
                return plan_graph(GraphSnapshot("g", 1, json.dumps(document).encode()), Language.ENGLISH)
            case graph_requests.ExecuteNode(node, values):
                inputs = json.loads(node.data) | {value.handle: json.loads(value.json) for value in values}
                outputs = evaluate_node(node.type, inputs) or {}
                encoded = tuple(NodeValue(name, json=json.dumps(value).encode()) for name, value in outputs.items())
                output = None
                if node.is_output:
                    output = GraphOutput(node.node_id, inputs["name"], json=json.dumps(inputs["value"]).encode())
                return NodeResult(node.node_id, encoded, output)
            case other:
                raise AssertionError(other)

    execution = started(GraphExecutionInput("g", 1))
    return simulate(log or [execution], answer, LIMITS, workflow=GraphExecution())  # type: ignore[arg-type]


def outputs(executed: SimulatedRun) -> dict[str, object]:
    """Return the delivered values by their names."""
    (delivered,) = executed.of(ev.WorkDelivered)
    assert isinstance(delivered, ev.WorkDelivered) and isinstance(delivered.result, GraphOutputs)
    return {one.name: json.loads(one.json) for one in delivered.result.outputs}


def test_a_switch_executes_only_the_branch_that_it_passes_on() -> None:
    calls: list[Step] = []
    assert outputs(run(calls=calls)) == {"answer": "yes"}
    executed = [step.call.node.node_id for step in calls if isinstance(step.call, graph_requests.ExecuteNode)]
    assert sorted(executed) == ["c", "r", "w", "y"]


def test_a_replay_of_any_prefix_executes_no_finished_node_again_and_ends_the_same() -> None:
    whole = run()
    for length in range(1, len(whole.log)):
        prefix = whole.log[:length]
        finished = {one.event.step for one in prefix if isinstance(one.event, ev.StepFinished)}
        calls: list[Step] = []
        assert outputs(run(calls=calls, log=prefix)) == {"answer": "yes"}
        assert not finished & {step.name for step in calls}


def test_a_graph_with_rejected_nodes_fails_before_any_node_is_executed() -> None:
    document = graph(
        {"a": node("EncodeImage"), "b": node("ResizeLatent"), "r": node("Output")},
        link("a", "latent", "b", "latent"),
        link("b", "latent", "r", "value"),
    )
    calls: list[Step] = []
    executed = run(document, calls)
    assert executed.run.failure is not None
    assert executed.run.failure.code is Code.GRAPH_NOT_EXECUTABLE
    assert "“VAE Encode”（core:EncodeImage）" in executed.run.failure.message
    assert [step.name for step in calls] == ["plan-1"]
