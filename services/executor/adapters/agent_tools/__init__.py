"""The built-in tools of agents, their working folder, and calls with effects outside of it."""

from services.executor.adapters.agent_tools.folder import LIMITS, WorkingFolders
from services.executor.adapters.agent_tools.idempotent_tool import IdempotentTool
from services.executor.adapters.agent_tools.toolbox import Toolbox, ToolboxDeps

__all__ = ["LIMITS", "IdempotentTool", "Toolbox", "ToolboxDeps", "WorkingFolders"]
