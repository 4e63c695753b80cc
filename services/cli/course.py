"""Who is still to work in a run. Pure."""

from reflow.v1 import events_pb2, questions_pb2

from services.orchestrator.domain.note.agents import NoteAgent, redone_with
from services.orchestrator.domain.note.approving import APPROVALS

IMAGE_CHAT = ("planner", "rag", "executor", "critic")
NOTE = tuple(agent.value for agent in NoteAgent if agent is not NoteAgent.SUPERVISOR)
PAINTER = NoteAgent.IMAGES.value

Agents = tuple[str, ...]


def at_start(started: events_pb2.RunStarted) -> Agents:
    """Return who works in the run, in order."""
    if started.WhichOneof("input") != "note":
        return IMAGE_CHAT
    unseen = () if started.note.reference_asset_ids else (NoteAgent.REFERENCES.value,)
    return tuple(agent for agent in NOTE if agent not in unseen)


def after_begun(to_come: Agents, agent: str) -> Agents:
    """Return who is to come once *agent* has begun; one that is out of the order changes nothing."""
    return to_come[to_come.index(agent) + 1 :] if agent in to_come else to_come


def after_return(to_come: Agents, return_to: str) -> Agents:
    """Return who is to come once the work went back to *return_to*."""
    agent = NoteAgent.named(return_to)
    if agent is not None:
        redone = redone_with(agent)
        return tuple(name for name in NOTE if name in redone)
    return IMAGE_CHAT[IMAGE_CHAT.index(return_to) :] if return_to in IMAGE_CHAT else to_come


def after_answer(to_come: Agents, question: questions_pb2.Question, answer: questions_pb2.Answer) -> Agents:
    """Return who is to come once *question* is answered: whoever is sent back works again."""
    rejected = answer.decision == questions_pb2.DECISION_REJECT and question.kind in APPROVALS
    if rejected:
        return after_return(to_come, APPROVALS[question.kind])
    if answer.decision == questions_pb2.DECISION_CHOOSE and "agent" in question.shown:
        return after_return(to_come, str(question.shown["agent"]))
    return to_come
