"""Steps of the graph assistant, and their requests. Pure."""

from enum import StrEnum

from services.common.contract.graphs.graph import AppliedPatch, NodeSlice, PatchPlan, join_operations
from services.common.contract.graphs.graph_requests import (
    ApplyPatch,
    Layout,
    PatchGraph,
    PlanPatch,
    ReviewGraph,
    SearchNodes,
)
from services.common.contract.prompts import PromptName
from services.common.contract.requests import Call, LoadPrompts
from services.common.contract.role import Role
from services.common.limits import Limits
from services.orchestrator.domain.graph_assistant.state import GraphAssistantState
from services.orchestrator.domain.workflow import RunSteps, Step


class StepKind(StrEnum):
    """What a step does. The name of a step is its kind and a number."""

    PROMPTS = "prompts"
    SEARCH = "search"
    PLAN = "plan"
    APPLY = "apply"
    REVIEW = "review"
    LAYOUT = "layout"
    STORE = "store"


class GraphAgent(StrEnum):
    """The agents of the graph assistant, as users see them."""

    SEARCH = "node_search"
    PLANNER = "patch_planner"
    TOOLS = "patch_tools"
    CRITIC = "graph_critic"
    LAYOUT = "graph_layout"
    STORE = "graph_store"


_EXECUTORS = {
    StepKind.PROMPTS: (Role.RAG, GraphAgent.PLANNER),
    StepKind.SEARCH: (Role.RAG, GraphAgent.SEARCH),
    StepKind.PLAN: (Role.PLANNER, GraphAgent.PLANNER),
    StepKind.APPLY: (Role.EXECUTOR, GraphAgent.TOOLS),
    StepKind.REVIEW: (Role.CRITIC, GraphAgent.CRITIC),
    StepKind.LAYOUT: (Role.EXECUTOR, GraphAgent.LAYOUT),
    StepKind.STORE: (Role.EXECUTOR, GraphAgent.STORE),
}


def parse_kind(step: str) -> StepKind:
    """Return the kind of a step by its name."""
    return StepKind(step.partition("-")[0])


def load_prompts() -> RunSteps:
    """Return the step that loads the prompts which operators saved."""
    return _step(StepKind.PROMPTS, 1, LoadPrompts())


def search_nodes(state: GraphAssistantState) -> RunSteps:
    """Return the step that finds the node types of the request."""
    return _step(StepKind.SEARCH, 1, SearchNodes(state.input.text, state.graph))


def plan_patch(state: GraphAssistantState, nodes: NodeSlice, limits: Limits) -> RunSteps:
    """Return the step that plans the operations; after a rejection, with the errors of the last ones."""
    call = PlanPatch(
        text=state.input.text,
        graph=state.graph,
        nodes=nodes,
        selected_node_ids=state.input.selected_node_ids,
        answers=state.answers,
        rejected_operations=state.rejected_operations,
        errors=state.errors,
        feedback=state.feedback,
        messages=state.messages[-limits.planner_messages :] if limits.planner_messages else (),
        builtin_only=state.planner_failed,
        fresh=state.input.fresh,
        prompt=state.find_prompt(PromptName.GRAPH_PLANNER),
    )
    return _step(StepKind.PLAN, state.plan_number, call)


def apply_patch(state: GraphAssistantState, nodes: NodeSlice, plan: PatchPlan) -> RunSteps:
    """Return the step that applies the planned operations to a copy of the graph."""
    return _step(StepKind.APPLY, state.plan_number, ApplyPatch(state.graph, plan.operations, nodes))


def review_graph(state: GraphAssistantState, nodes: NodeSlice, plan: PatchPlan, applied: AppliedPatch) -> RunSteps:
    """Return the step that reviews the changed graph."""
    call = ReviewGraph(
        text=state.input.text,
        graph=state.graph,
        operations=applied.operations,
        nodes=nodes,
        explanation=plan.explanation,
        answers=state.answers,
        fresh=state.input.fresh,
        prompt=state.find_prompt(PromptName.GRAPH_REVIEW),
    )
    return _step(StepKind.REVIEW, state.plan_number, call)


def place_nodes(state: GraphAssistantState, nodes: NodeSlice, applied: AppliedPatch) -> RunSteps:
    """Return the step that places the new nodes."""
    return _step(StepKind.LAYOUT, 1, Layout(state.graph, applied.operations, nodes))


def store_change(state: GraphAssistantState, applied: AppliedPatch) -> RunSteps:
    """Return the step that stores the change as the next revision of the graph."""
    placed = state.layout.operations if state.layout else b""
    operations = join_operations(applied.operations, placed)
    return _step(StepKind.STORE, 1, PatchGraph(state.graph.graph_id, state.graph.revision, operations))


def _step(kind: StepKind, number: int, call: Call) -> RunSteps:
    role, agent = _EXECUTORS[kind]
    return RunSteps((Step(f"{kind}-{number}", role, call, agent),))
