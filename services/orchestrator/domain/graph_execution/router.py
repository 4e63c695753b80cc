"""Routing of the execution of a graph: a pure function of its state."""

from engines.graph.execution.support import STYLE_PROMPT
from services.common.contract.failure import Failure
from services.common.contract.graphs.graph import GraphSnapshot
from services.common.contract.graphs.graph_execution import ExecutionPlan, GraphOutputs, PlannedNode, RejectedNode
from services.common.contract.graphs.graph_requests import ExecuteGraph, ExecuteNode, PlanExecution
from services.common.contract.requests import Call, RetrieveStyles
from services.common.contract.role import Role
from services.common.errors import CATALOG, Code
from services.orchestrator.domain.events import WarningRecorded, WorkDelivered
from services.orchestrator.domain.graph_execution import texts
from services.orchestrator.domain.graph_execution.demand import collect_values, find_due, read_parameter
from services.orchestrator.domain.graph_execution.state import GraphExecutionState, name_step
from services.orchestrator.domain.workflow import Fail, Finish, Next, Record, RunSteps, Step

PLANNER, NODES, SERVER = "graph_planner", "graph_node", "graph_server"
# Rejected nodes that the message lists; the event of the plan has all of them.
MAX_LISTED = 10
# Nodes that are executed concurrently. Those in flight stay due, so that no later one is started in their place.
MAX_CONCURRENT = 4


def route(state: GraphExecutionState) -> Next:
    """Return the next action: plan, execute the nodes that are due, deliver; or execute all of it on a server."""
    if state.failure is not None:
        return Fail(state.failure)
    if state.delivered:
        return Finish()
    if state.outputs is not None:
        return Record((WorkDelivered(state.outputs),))
    if state.stopped:
        text = CATALOG[Code.BUDGET_EXCEEDED].text.pick(state.language)
        return Fail(Failure(Code.BUDGET_EXCEEDED, text, node=NODES))
    graph = GraphSnapshot(state.input.graph_id, state.input.revision)
    if state.input.server:
        return _run("server-1", Role.EXECUTOR, ExecuteGraph(graph, state.input.server), SERVER)
    if state.plan is None:
        return _run("plan-1", Role.EXECUTOR, PlanExecution(graph), PLANNER)
    return _execute(state, state.plan)


def _execute(state: GraphExecutionState, plan: ExecutionPlan) -> Next:
    if plan.rejected:
        return Fail(Failure(Code.GRAPH_NOT_EXECUTABLE, _describe_rejected(state, plan.rejected), node=PLANNER))
    if state.noted < len(plan.notes):
        return Record((WarningRecorded(_to_warning(plan.notes[state.noted])),))
    due = find_due(plan, state.results)[:MAX_CONCURRENT]
    if due:
        numbers = {node.node_id: number for number, node in enumerate(plan.nodes, start=1)}
        return RunSteps(tuple(_build_step(state, node, name_step(numbers[node.node_id])) for node in due))
    results = (state.results.get(node.node_id) for node in plan.nodes)
    outputs = tuple(result.output for result in results if result is not None and result.output is not None)
    return Record((WorkDelivered(GraphOutputs(outputs)),))


def _build_step(state: GraphExecutionState, node: PlannedNode, name: str) -> Step:
    if node.type == STYLE_PROMPT:
        text, style = (str(read_parameter(node, part, state.results) or "") for part in ("text", "style"))
        return Step(name, Role.RAG, RetrieveStyles(text, text, style, (), fresh=False), NODES)
    return Step(name, Role.EXECUTOR, ExecuteNode(node, collect_values(node, state.results)), NODES)


def _describe_rejected(state: GraphExecutionState, rejected: tuple[RejectedNode, ...]) -> str:
    """Return which nodes cannot be executed, and why."""
    reasons = [
        texts.REASON.pick(state.language).format(node=one.title or one.node_id, type=one.type, reason=one.reason)
        if one.node_id
        else one.reason
        for one in rejected[:MAX_LISTED]
    ]
    if len(rejected) > MAX_LISTED:
        reasons.append(texts.MORE.pick(state.language).format(count=len(rejected) - MAX_LISTED))
    return texts.REJECTED.pick(state.language).format(reasons=" ".join(reasons))


def _to_warning(note: str) -> Failure:
    return Failure(Code.GRAPH_NOT_EXECUTABLE, note, node=PLANNER)


def _run(name: str, role: Role, call: Call, agent: str) -> RunSteps:
    return RunSteps((Step(name, role, call, agent),))
