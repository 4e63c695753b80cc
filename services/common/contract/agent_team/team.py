"""Input, plan, iterations and results of the agent team."""

from dataclasses import dataclass, replace
from enum import StrEnum

from services.common.contract.image_chat import Verdict

# Layers of agents, and the tool that draws on images.
VISION_LAYER, MAX_LAYER = 2, 3
IMAGE_ANNOTATE = "image_annotate"
# Tools of MCP servers: SERVER__TOOL, or SERVER__* for all of a server.
MCP_SEPARATOR = "__"
MAX_STAGES = 20
MAX_ATTACHMENTS = 100
MAX_FILE_BYTES = 262_144
MAX_PATH_LENGTH = 200
# Maximum bytes of one generated file, and of all files of an iteration, in events; larger ones are passed as assets.
MAX_INLINE_BYTES, MAX_INLINE_TOTAL = 65_536, 262_144
MAX_ATTACHED_BYTES = 1_048_576
MAX_ITEMS = 50
MAX_TEXT_LENGTH = 65_536
MAX_DATA_BYTES = 524_288
MAX_ITEM_BYTES = 262_144
MAX_ITERATION_FILES = 101
MAX_STAGE_FILES = 200
MAX_SCHEMA_BYTES = 16_384
MAX_EXPRESSION_LENGTH = 500
MAX_REASON_LENGTH = 4_000
# Subagents: the tool that spawns them, their layers, their maximum depth, their maximum number per stage.
SPAWN_SUBAGENT = "spawn_subagent"
SUBAGENT_LAYERS = frozenset({1, 3})
MAX_SUBAGENT_KINDS = 32
MAX_SUBAGENT_DEPTH = 2
MAX_SUBAGENTS = 8
MAX_SUBTASK_LENGTH = 2_000
# The tools with which the planner reads the files of a task, and the maximum number of readings before it plans.
READING_TOOLS = ("read_file", "glob", "grep")
MAX_READINGS = 8
# Calls of one answer of a model, and the highest line that read_file accepts.
MAX_TOOL_CALLS = 16
MAX_LINE = 1_000_000
MAX_CANDIDATES = 100


class FileKind(StrEnum):
    """Kind of a file of a task."""

    UNSPECIFIED = ""
    IMAGE = "image"
    TEXT = "text"
    DATA = "data"


@dataclass(frozen=True, slots=True)
class TeamFile:
    """A file of a task: an image by its asset, or the content of a text or of data. The path is relative.

    A large text or data is an asset, too, with its `size` in bytes and a `summary`.
    """

    path: str
    kind: FileKind = FileKind.IMAGE
    asset_id: str = ""
    content: bytes = b""
    size: int = 0
    summary: str = ""

    @property
    def reference(self) -> "TeamFile":
        """The file without its content."""
        return replace(self, content=b"")


@dataclass(frozen=True, slots=True)
class AgentTeamInput:
    """Input of the agent team."""

    text: str
    template: str = ""
    attachments: tuple[TeamFile, ...] = ()
    seed: int | None = None
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class TeamAgent:
    """A defined agent. Layers: 0 meta, 1 specialist, 2 vision, 3 worker."""

    id: str
    name: str
    description: str
    layer: int
    system_prompt: str
    tools: tuple[str, ...] = ()
    max_iterations: int = 1
    can_spawn_subagents: bool = False
    model_provider: str = ""
    model: str = ""


class Strategy(StrEnum):
    """Consequence when all attempts of a stage have failed."""

    UNSPECIFIED = ""
    ABORT = "abort"
    SKIP = "skip"
    FALLBACK = "fallback"


@dataclass(frozen=True, slots=True)
class Stage:
    """A subtask and its agent. Expressions are JMESPath; the schema and the arguments are JSON."""

    id: str
    agent: str
    description: str = ""
    inputs: tuple[str, ...] = ()
    priority: int = 0
    condition: str = ""
    output_schema: bytes = b""
    on_error: Strategy = Strategy.ABORT
    attempts: int = 1
    fallback: str = ""
    for_each: str = ""
    max_items: int = MAX_ITEMS
    until: str = ""
    max_repeats: int = 1
    arguments: bytes = b""


@dataclass(frozen=True, slots=True)
class StageGroup:
    """Stages that run concurrently."""

    stages: tuple[str, ...]


class Complexity(StrEnum):
    """Complexity of a task."""

    UNSPECIFIED = ""
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class TeamPlan:
    """The plan of a task, with the agents of its stages. Groups are executed one after the other."""

    analysis: str
    stages: tuple[Stage, ...]
    execution_order: tuple[StageGroup, ...]
    complexity: Complexity = Complexity.LOW
    agents: tuple[TeamAgent, ...] = ()
    template: str = ""
    engine: str = "builtin"
    degraded: bool = False

    def find_stage(self, stage_id: str) -> Stage:
        """Return the stage of this id. Raises KeyError for none."""
        for stage in self.stages:
            if stage.id == stage_id:
                return stage
        raise KeyError(stage_id)

    def find_agent(self, agent_id: str) -> TeamAgent:
        """Return the agent of this id. Raises KeyError for none."""
        for agent in self.agents:
            if agent.id == agent_id:
                return agent
        raise KeyError(agent_id)


@dataclass(frozen=True, slots=True)
class TaskCandidate:
    """A template or an agent that may fit a task, and the texts that describe it."""

    id: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaskCandidates:
    """The templates and agents that may fit a task whose words no template has."""

    candidates: tuple[TaskCandidate, ...]


@dataclass(frozen=True, slots=True)
class RankedCandidates:
    """The ids of the candidates that fit a task, best first."""

    ids: tuple[str, ...] = ()


class StageStatus(StrEnum):
    """Whether a stage has a result."""

    UNSPECIFIED = ""
    PENDING = "pending"
    DONE = "done"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class StageMetadata:
    """Metadata of the execution of a stage."""

    agent_id: str
    duration_ms: int = 0
    tools_used: tuple[str, ...] = ()
    engine: str = ""


@dataclass(frozen=True, slots=True)
class StageContext:
    """The result of a stage, for later stages. The structured data is JSON, empty for none."""

    stage_id: str
    status: StageStatus
    metadata: StageMetadata
    text_output: str = ""
    structured_data: bytes = b""
    generated_files: tuple[TeamFile, ...] = ()
    attachments: tuple[TeamFile, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WorkflowContext:
    """The context that an agent receives: the task, and the results of the stages that its own depends on."""

    task: str
    attachments: tuple[TeamFile, ...] = ()
    stages: tuple[StageContext, ...] = ()


class ToolApproval(StrEnum):
    """Whether a user must approve a tool call."""

    UNSPECIFIED = ""
    REQUIRED = "required"
    APPROVED = "approved"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class AgentToolCall:
    """A tool call of an agent, and what the tool returned; both as JSON, the result empty before the call."""

    id: str
    tool: str
    arguments: bytes
    result: bytes = b""
    failed: bool = False
    duration_ms: int = 0
    approval: ToolApproval = ToolApproval.UNSPECIFIED
    digest: str = ""

    @property
    def is_pending(self) -> bool:
        """Whether the call has not been executed yet."""
        return not self.result

    @property
    def spawns(self) -> bool:
        """Whether the call is for a subagent, which has its own steps instead of a step of a tool."""
        return self.tool == SPAWN_SUBAGENT


@dataclass(frozen=True, slots=True)
class AgentIteration:
    """One iteration of an agent. `structured_data` is JSON, empty where the text holds it."""

    text: str
    structured_data: bytes = b""
    tool_calls: tuple[AgentToolCall, ...] = ()
    generated_files: tuple[TeamFile, ...] = ()
    done: bool = True
    engine: str = "builtin"
    duration_ms: int = 0
    workspace: str = ""

    @property
    def has_pending_calls(self) -> bool:
        """Whether the next step calls tools instead of the model."""
        return not self.done and any(call.is_pending and not call.spawns for call in self.tool_calls)

    @property
    def pending_subagents(self) -> tuple[AgentToolCall, ...]:
        """The calls whose subagents have not ended. They start once the other calls have returned."""
        if self.done or self.has_pending_calls:
            return ()
        return tuple(call for call in self.tool_calls if call.is_pending)


@dataclass(frozen=True, slots=True)
class AgentTask:
    """What an agent is to do. `item` is JSON, for a stage over a list.

    It may spawn `subagents`. Of a subagent, `spawned_by` is the tool call, and `workspace` the snapshot of the working
    folder that it starts with.
    """

    stage: Stage
    agent: TeamAgent
    workflow: WorkflowContext
    item: bytes = b""
    feedback: str = ""
    subagents: tuple[TeamAgent, ...] = ()
    spawned_by: str = ""
    workspace: str = ""


@dataclass(frozen=True, slots=True)
class TeamResult:
    """The result of a task."""

    plan: TeamPlan
    stages: tuple[StageContext, ...]
    verdict: Verdict
