"""Schema of a model's plan of a task. The orchestrator accepts the plan or rejects it with reasons."""

import json
from itertools import islice
from typing import Annotated, Literal

from pydantic import Field

from services.common.agents.catalog import Catalog
from services.common.agents.definitions import list_team
from services.common.agents.plan_check import order_stages
from services.common.contract.agent_team.team import (
    MAX_LINE,
    MAX_STAGES,
    MAX_TOOL_CALLS,
    AgentIteration,
    AgentToolCall,
    Complexity,
    Stage,
    StageGroup,
    TeamPlan,
)
from services.common.text.language import Language
from services.common.text.sanitization import sanitize_line
from services.planner.domain.model_answer import MAX_REPLY_LENGTH, ModelAnswer

MAX_SUBTASKS = 1_000
Name = Annotated[str, Field(max_length=64)]


class PlannedSubtask(ModelAnswer):
    """A subtask and the agent that executes it."""

    id: Name = Field(description="lower-case letters, digits and underscores")
    description: str = Field(max_length=2_000)
    agent: Name = Field(description="the id of one of the agents")
    inputs: list[Name] = Field(default_factory=list, max_length=20, description="subtasks whose results it needs")
    priority: int = Field(1, ge=1, le=100)


class PlannedTask(ModelAnswer):
    """A plan: a template that does the task, or subtasks."""

    analysis: str = Field(max_length=2_000, description="how the task is understood")
    template: str = Field("", max_length=64, description="a template that does the whole task; then no subtasks")
    subtasks: list[PlannedSubtask] = Field(default_factory=list, max_length=MAX_SUBTASKS)
    execution_order: list[list[Name]] = Field(
        default_factory=list,
        max_length=MAX_SUBTASKS,
        alias="executionOrder",
        description="groups of subtask ids that run in parallel, one group after the other",
    )
    estimated_complexity: Literal["low", "medium", "high"] = Field("low", alias="estimatedComplexity")
    reply: str = Field("", max_length=MAX_REPLY_LENGTH, description="one friendly sentence to the user")


class PlannedReading(ModelAnswer):
    """A call of a tool that reads the attachments."""

    tool: Literal["read_file", "glob", "grep"]
    path: str = Field("", max_length=1_000, description="of read_file: the file")
    first_line: int = Field(
        1, ge=1, le=MAX_LINE, alias="firstLine", description="of read_file: the first line to return"
    )
    pattern: str = Field("", max_length=500, description="of glob: paths such as **/*.py; of grep: text in RE2 syntax")
    files: str = Field("**", max_length=500, description="of grep: the paths to search")

    def to_call(self, call_id: str) -> AgentToolCall:
        """Return the call. What is wrong with a path or a pattern is its result."""
        arguments: dict[str, str | int]
        match self.tool:
            case "read_file":
                arguments = {"path": self.path, "first_line": self.first_line}
            case "glob":
                arguments = {"pattern": self.pattern}
            case "grep":
                arguments = {"pattern": self.pattern, "files": self.files}
        return AgentToolCall(call_id, self.tool, json.dumps(arguments, ensure_ascii=False).encode(errors="replace"))


class PlannedTaskOrReadings(PlannedTask):
    """A plan, or what to read before it."""

    reads: list[PlannedReading] = Field(
        default_factory=list,
        max_length=MAX_TOOL_CALLS,
        description="what to read first; then neither template nor subtasks",
    )


def to_reading(answer: PlannedTaskOrReadings, number: int, engine: str) -> AgentIteration:
    """Return the calls of *answer*, which is the *number*th reading of a run, counted from 1."""
    calls = (one.to_call(f"call{number:03}{place:02}") for place, one in enumerate(answer.reads, start=1))
    return AgentIteration(sanitize_line(answer.analysis), tool_calls=tuple(calls), done=False, engine=engine)


def to_team_plan(answer: PlannedTask, catalog: Catalog, language: Language, engine: str) -> TeamPlan:
    """Return the plan of *answer*, with the agents that exist."""
    stages = tuple(
        Stage(
            id=_to_id(one.id),
            agent=one.agent,
            description=sanitize_line(one.description)[:2_000],
            inputs=tuple(map(_to_id, one.inputs)),
            priority=one.priority,
        )
        for one in answer.subtasks
    )
    order = tuple(StageGroup(tuple(map(_to_id, group))) for group in answer.execution_order)
    used = dict.fromkeys(stage.agent for stage in stages)
    return TeamPlan(
        analysis=sanitize_line(answer.analysis)[:4_000],
        stages=stages,
        execution_order=order or order_stages(stages),
        complexity=Complexity(answer.estimated_complexity),
        agents=list_team(islice(used, MAX_STAGES), catalog.agents, language),
        engine=engine,
    )


def _to_id(name: str) -> str:
    return name.strip().lower().replace("-", "_")[:32]
