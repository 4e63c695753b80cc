"""The agents of a run in the order in which they work, and the agents that have not worked yet. Pure."""

from reflow.v1 import events_pb2, questions_pb2

IMAGE_CHAT = ("planner", "rag", "executor", "critic")
REFERENCES = "reference_intelligence_agent"
NOTE = (
    "brief_compiler_agent",
    "research_evidence_agent",
    REFERENCES,
    "writer_agent",
    "layout_planner_agent",
    "image_planner_agent",
    "image_agent",
    "review_agent",
)
GRAPH = ("node_search", "patch_planner", "patch_tools", "graph_critic", "graph_layout", "graph_store")
GRAPH_EXECUTION = ("graph_planner", "graph_node")
GRAPH_ON_SERVER = ("graph_server",)
TEAM = ("planner", "evaluator")
IMAGE_AGENT = "image_agent"
# The agent that repeats its work when the user rejects the product that a question of a kind shows.
REJECTED_AGENTS = {"content": "writer_agent", "image_plans": "image_planner_agent"}

Agents = tuple[str, ...]


def agents_at_start(started: events_pb2.RunStarted) -> Agents:
    """Return the agents of the run, in order."""
    match started.WhichOneof("input"):
        case "graph":
            return GRAPH
        case "graph_execution":
            return GRAPH_ON_SERVER if started.graph_execution.server else GRAPH_EXECUTION
        case "team":
            return TEAM
        case "note":
            return tuple(agent for agent in NOTE if agent != REFERENCES or started.note.reference_asset_ids)
        case _:
            return IMAGE_CHAT


def agents_after(remaining: Agents, agent: str) -> Agents:
    """Return the remaining agents once *agent* has started; an agent that is not in *remaining* changes nothing."""
    return remaining[remaining.index(agent) + 1 :] if agent in remaining else remaining


def agents_after_return(remaining: Agents, return_to: str) -> Agents:
    """Return the remaining agents once the run was sent back to *return_to*: this agent and all that depend on it."""
    if return_to in NOTE:
        # The references are analyzed independently of the brief and the evidence.
        later = NOTE[NOTE.index(return_to) :]
        return tuple(agent for agent in later if agent != REFERENCES or return_to == REFERENCES)
    for agents in (IMAGE_CHAT, GRAPH):
        if return_to in agents:
            return agents[agents.index(return_to) :]
    return remaining


def agents_after_answer(remaining: Agents, question: questions_pb2.Question, answer: questions_pb2.Answer) -> Agents:
    """Return the remaining agents once *question* is answered: if the work is sent back, its agent works again."""
    if answer.decision == questions_pb2.DECISION_REJECT and question.kind in REJECTED_AGENTS:
        return agents_after_return(remaining, REJECTED_AGENTS[question.kind])
    if answer.decision == questions_pb2.DECISION_CHOOSE and "agent" in question.shown:
        return agents_after_return(remaining, str(question.shown["agent"]))
    return remaining
