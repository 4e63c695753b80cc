"""The tool that spawns subagents: its specification for a model, and the events that display it. Pure."""

from services.common.contract.activity import ToolCall, ToolResult
from services.common.contract.agent_team.team import (
    MAX_SUBTASK_LENGTH,
    SPAWN_SUBAGENT,
    AgentIteration,
    AgentTask,
    TeamAgent,
)
from services.executor.domain.agents.tools import ToolSpec

# Maximum characters of an agent's description, and of an answer in an event.
MAX_DESCRIPTION, MAX_DISPLAYED = 200, 2_000
_DESCRIPTION = """\
Have another agent do a part of your subtask, on the same files, and return its answer and the files that it changed. \
It knows the task and nothing of your conversation, so state all that it needs. Agents: """


def describe_subagents(agents: tuple[TeamAgent, ...]) -> ToolSpec:
    """Return the tool that spawns one of *agents*. The orchestrator executes it, as steps of the run."""
    listed = "; ".join(f"{agent.id}: {agent.description[:MAX_DESCRIPTION]}" for agent in agents)
    parameters = {
        "type": "object",
        "properties": {
            "agent": {"enum": [agent.id for agent in agents]},
            "task": {"type": "string", "minLength": 1, "maxLength": MAX_SUBTASK_LENGTH},
        },
        "required": ["agent", "task"],
        "additionalProperties": False,
    }
    return ToolSpec(SPAWN_SUBAGENT, f"{_DESCRIPTION}{listed}", parameters)


def list_events(
    task: AgentTask, earlier: tuple[AgentIteration, ...], answer: AgentIteration
) -> tuple[ToolCall, ToolResult]:
    """Return the events of a subagent's *answer*: the call that spawned it, and the result of that call."""
    duration = sum(iteration.duration_ms for iteration in (*earlier, answer))
    files = [file.path for file in answer.generated_files]
    arguments = {"agent": task.agent.id, "task": task.stage.description[:MAX_DISPLAYED]}
    output = {"text": answer.text[:MAX_DISPLAYED], "files": files, "durationMs": duration}
    called = ToolCall(task.spawned_by, SPAWN_SUBAGENT, arguments)
    return called, ToolResult(task.spawned_by, SPAWN_SUBAGENT, output)
