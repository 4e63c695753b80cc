"""The tools of one step: the built-in ones on a working folder, and those of MCP servers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from services.common.contract.agent_team.team import (
    IMAGE_ANNOTATE,
    SPAWN_SUBAGENT,
    AgentIteration,
    AgentTask,
    FileKind,
    TeamFile,
)
from services.executor.adapters.agent_tools.checks_tool import RUN_CHECKS, RunChecks
from services.executor.adapters.agent_tools.file_tools import FILE_TOOLS, FileTool
from services.executor.adapters.agent_tools.idempotent_tool import IdempotentTool
from services.executor.adapters.agent_tools.image_tool import ANNOTATE_SPEC, AnnotateImageTool, ImageDeps
from services.executor.adapters.code_checks import CodeChecks
from services.executor.domain.agents.files import list_images
from services.executor.domain.agents.subagents import describe_subagents
from services.executor.domain.agents.tools import Tool, ToolSource, ToolSpec


@dataclass(frozen=True, slots=True)
class ToolboxDeps:
    """Dependencies of the tools: images, checks, and tools that are not built in, if there are any."""

    images: ImageDeps
    checks: CodeChecks
    source: ToolSource | None = None


@dataclass(slots=True)
class Toolbox:
    """The tools of an agent on the folder *root*. `generated` collects the images that they draw."""

    task: AgentTask
    iterations: tuple[AgentIteration, ...]
    root: Path
    deps: ToolboxDeps
    generated: list[TeamFile] = field(default_factory=list)

    async def open(self) -> Mapping[str, Tool]:
        """Return the tools that the agent may call, by name."""
        tools: dict[str, Tool] = {
            name: tool for name in self.task.agent.tools if (tool := self._find_builtin(name)) is not None
        }
        return {**tools, **await find_external_tools(self.task, self.deps)}

    def _find_builtin(self, name: str) -> Tool | None:
        match name:
            case _ if name in FILE_TOOLS:
                return FileTool(FILE_TOOLS[name], self.root)
            case RUN_CHECKS.name:
                return RunChecks(self.root, self.deps.checks)
            case str() if name == IMAGE_ANNOTATE:
                return AnnotateImageTool(self._list_images(), self.generated, self.deps.images)
            case _:
                return None

    def _list_images(self) -> Mapping[str, str]:
        drawn = (file for iteration in self.iterations for file in iteration.generated_files)
        own = {file.path: file.asset_id for file in drawn if file.kind is FileKind.IMAGE}
        return {**list_images(self.task), **own}


async def find_specs(task: AgentTask, deps: ToolboxDeps) -> Mapping[str, ToolSpec]:
    """Return the specifications of the tools of the agent of *task*, without a folder."""
    builtin = {name: kind.spec for name, kind in FILE_TOOLS.items()} | {
        RUN_CHECKS.name: RUN_CHECKS,
        ANNOTATE_SPEC.name: ANNOTATE_SPEC,
    }
    specs = {name: builtin[name] for name in task.agent.tools if name in builtin}
    if task.subagents:
        specs[SPAWN_SUBAGENT] = describe_subagents(task.subagents)
    return specs | {name: tool.spec for name, tool in (await find_external_tools(task, deps)).items()}


async def find_external_tools(task: AgentTask, deps: ToolboxDeps) -> Mapping[str, Tool]:
    """Return the tools that are not built in; a call with side effects is executed once per key."""
    builtin = {*FILE_TOOLS, RUN_CHECKS.name, IMAGE_ANNOTATE}
    names = tuple(name for name in task.agent.tools if name not in builtin)
    if not names or deps.source is None:
        return {}
    tools = await deps.source.find_tools(names)
    assets = deps.images.assets
    return {tool.spec.name: tool if tool.spec.read_only else IdempotentTool(tool, assets) for tool in tools}
