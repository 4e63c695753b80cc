"""The agents of events that name none."""

from collections.abc import Mapping

from reflow.v1 import events_pb2, questions_pb2

SUPERVISOR = "supervisor"
ORCHESTRATOR = "orchestrator"
WRITER = "writer_agent"
IMAGE_PLANNER = "image_planner_agent"
# The agent whose result is approved, by the kind of the question. A clarification names its agent.
_APPROVED_AGENTS: Mapping[str, str] = {"content": WRITER, "image_plans": IMAGE_PLANNER}


def find_asking_agent(question: questions_pb2.Question) -> str:
    """Return the agent whose result *question* is about, "" where that is unspecified."""
    named = question.shown.fields["agent"].string_value if "agent" in question.shown.fields else ""
    return _APPROVED_AGENTS.get(question.kind, named)


def find_agent(event: events_pb2.RunEvent, workflow: str) -> str:
    """Return the agent of *event*; if it names none, the asking agent, or the conducting agent of the *workflow*."""
    if event.agent:
        return event.agent
    asking = find_asking_agent(event.question_asked.question) if event.HasField("question_asked") else ""
    return asking or (SUPERVISOR if workflow == "note" else ORCHESTRATOR)
