"""Agent team: plan a task as stages, execute them in groups, pass their results on, evaluate the whole."""

from services.orchestrator.domain.team.state import TeamState
from services.orchestrator.domain.team.workflow import AgentTeam

__all__ = ["AgentTeam", "TeamState"]
