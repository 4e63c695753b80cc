"""The agent's message of a run: thinking, then its reply, its failure or its cancellation."""

from services.common.contract.components import AgentMessage, MessageState
from services.common.contract.failure import Failure


def build_status_message(
    failure: Failure | None, reply: str, *, ended: bool, working: str, cancelled: str
) -> AgentMessage:
    """Return *failure*, else *working* until the run has *ended*, then *reply*, or *cancelled* where there is none."""
    if failure is not None:
        return AgentMessage(MessageState.FAILED, failure.message)
    if not ended:
        return AgentMessage(MessageState.THINKING, working)
    return AgentMessage(MessageState.SUCCESS, reply) if reply else AgentMessage(MessageState.FAILED, cancelled)
