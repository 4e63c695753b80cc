"""Selection of the earlier tool calls that a prompt contains. Pure."""

from collections.abc import Sequence

from services.common.contract.agent_team.team import AgentIteration

# Characters of all tool calls and results in a conversation. Older ones are left out, and the prompt states this.
MAX_HISTORY = 120_000
LEFT_OUT = '{"left_out":"to save space; call the tool again if you need it"}'


def select_shown(iterations: Sequence[AgentIteration]) -> frozenset[str]:
    """Return the ids of the calls that fit into a conversation, the latest first."""
    shown, size = set[str](), 0
    for iteration in reversed(iterations):
        for call in reversed(iteration.tool_calls):
            size += len(call.arguments) + len(call.result)
            if size > MAX_HISTORY and shown:
                return frozenset(shown)
            shown.add(call.id)
    return frozenset(shown)
