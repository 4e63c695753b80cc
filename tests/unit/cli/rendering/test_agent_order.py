"""The next agents of a run, in the order in which the orchestrator routes them."""

import pytest

from services.cli.rendering.agent_order import NOTE, REJECTED_AGENTS, agents_after_return
from services.orchestrator.domain.note.agents import NoteAgent, affected_agents
from services.orchestrator.domain.note.approvals import APPROVED_AGENTS

AGENTS = [agent for agent in NoteAgent if agent is not NoteAgent.SUPERVISOR]


def test_the_agents_of_a_note_are_those_of_the_orchestrator_in_its_order() -> None:
    assert tuple(agent.value for agent in AGENTS) == NOTE


@pytest.mark.parametrize("agent", AGENTS)
def test_the_agents_that_repeat_their_work_are_those_of_the_orchestrator(agent: NoteAgent) -> None:
    repeated = affected_agents(agent)
    assert agents_after_return((), agent) == tuple(one.value for one in AGENTS if one in repeated)


def test_a_rejected_result_returns_to_the_agent_that_created_it() -> None:
    assert {kind: agent.value for kind, agent in APPROVED_AGENTS.items()} == REJECTED_AGENTS
