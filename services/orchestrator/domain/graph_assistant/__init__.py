"""Graph assistant: search node types, plan a patch, apply it to a copy, review, place and store it, or plan again."""

from services.orchestrator.domain.graph_assistant.state import GraphAssistantState
from services.orchestrator.domain.graph_assistant.workflow import GraphAssistant

__all__ = ["GraphAssistant", "GraphAssistantState"]
