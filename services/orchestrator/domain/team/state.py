"""The state of the agent team."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from services.common.contract.agent_team.team import (
    AgentIteration,
    AgentTeamInput,
    AgentToolCall,
    RankedCandidates,
    Stage,
    StageContext,
    StageStatus,
    TaskCandidates,
    TeamPlan,
    ToolApproval,
    WorkflowContext,
)
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.contract.prompts import PromptSet, PromptVersion
from services.common.text.language import Language


@dataclass(frozen=True, slots=True)
class Subagent:
    """The task of a unit that another unit of its stage spawned.

    Attributes:
        stage: Its subtask and its agent.
        spawned_by: The call that it is the result of: STAGE-ROUND-UNIT-TRIAL/CALL.
        depth: Number of agents in the chain of spawns above it.
        workspace: The snapshot of the working folder that it starts with.

    """

    stage: Stage
    spawned_by: str
    depth: int
    workspace: str


@dataclass(frozen=True, slots=True)
class Unit:
    """One execution of a stage: of the whole, of one item of its list, which is JSON, or of a subagent.

    `trial` counts attempts and repeats from 1, `failures` and `repeats` each of them; `steps` the finished steps of the
    trial: a step of the model adds an iteration, a step of the tools completes it. `data` is the structured data.
    """

    item: bytes = b""
    trial: int = 1
    steps: int = 0
    failures: int = 0
    repeats: int = 0
    iterations: tuple[AgentIteration, ...] = ()
    earlier_iterations: tuple[AgentIteration, ...] = ()
    in_flight: bool = False
    status: StageStatus = StageStatus.PENDING
    data: bytes = b""
    feedback: str = ""
    failure: Failure | None = None
    subagent: Subagent | None = None

    def find_stage(self, stage: Stage) -> Stage:
        """Return what the unit does: *stage*, or the subtask of a subagent."""
        return self.subagent.stage if self.subagent is not None else stage

    @property
    def pending_subagents(self) -> tuple[AgentToolCall, ...]:
        """The calls whose subagents have not ended."""
        is_open = self.status is StageStatus.PENDING and self.iterations
        return self.iterations[-1].pending_subagents if is_open else ()

    @property
    def waits(self) -> bool:
        """Whether its next step waits: for a user, or for subagents."""
        return bool(self.calls_to_approve or self.pending_subagents)

    @property
    def calls_to_approve(self) -> tuple[AgentToolCall, ...]:
        """The tool calls that wait for a user."""
        if self.status is not StageStatus.PENDING or not self.iterations or not self.iterations[-1].has_pending_calls:
            return ()
        calls = self.iterations[-1].tool_calls
        return tuple(call for call in calls if call.is_pending and call.approval is ToolApproval.REQUIRED)


@dataclass(frozen=True, slots=True)
class StageRun:
    """The execution of a stage: its units, and its result once it has ended.

    `replaced` states that its fallback is executed instead. It used `tokens` of `budget_tokens`, 0 for no budget.
    """

    units: tuple[Unit, ...] = ()
    context: StageContext | None = None
    replaced: bool = False
    tokens: int = 0
    budget_tokens: int = 0

    @property
    def own_units(self) -> tuple[Unit, ...]:
        """The units whose results are those of the stage."""
        return tuple(unit for unit in self.units if unit.subagent is None)

    @property
    def subagents(self) -> tuple[Unit, ...]:
        """The units that others spawned: their results are those of calls."""
        return tuple(unit for unit in self.units if unit.subagent is not None)


@dataclass(frozen=True, slots=True)
class TeamState:
    """Everything that routing needs. `plan_number` starts at 1 and increases with each further plan.

    `readings` are what the planner read of the files, `candidates` those to rank by meaning, `ranked` those that fit.
    `budget_tokens` and `tokens` are those of the run, `prompts` those that operators saved. `rounds` counts how often
    a stage was sent back, `feedback` has the reasons. `abort` is the failure that ends the run once the stages in
    flight have finished; `first_failure` that of a stage which did not end it.
    """

    input: AgentTeamInput
    language: Language
    budget_tokens: int = 0
    tokens: int = 0
    prompts: PromptSet | None = None
    plan: TeamPlan | None = None
    plan_number: int = 1
    readings: tuple[AgentIteration, ...] = ()
    candidates: TaskCandidates | None = None
    ranked: RankedCandidates | None = None
    problems: tuple[str, ...] = ()
    rejected_plan: TeamPlan | None = None
    runs: Mapping[str, StageRun] = field(default_factory=dict)
    rounds: Mapping[str, int] = field(default_factory=dict)
    feedback: Mapping[str, str] = field(default_factory=dict)
    verdict: Verdict | None = None
    evaluations: int = 1
    returns: int = 0
    planner_failed: bool = False
    delivered: bool = False
    warnings: tuple[Failure, ...] = ()
    abort: Failure | None = None
    first_failure: Failure | None = None
    failure: Failure | None = None

    def find_prompt(self, agent_id: str) -> PromptVersion | None:
        """Return the prompt that an operator saved for an agent, None for none."""
        name = f"team-{agent_id}"
        saved = self.prompts.prompts if self.prompts is not None else ()
        return next((prompt for prompt in saved if prompt.name == name), None)

    @property
    def accepted_plan(self) -> TeamPlan | None:
        """The plan, None before there is one without problems."""
        return None if self.problems else self.plan

    def find_run(self, stage_id: str) -> StageRun | None:
        """Return the execution of a stage, None before it has started."""
        return self.runs.get(stage_id)

    def find_context(self, stage_id: str) -> StageContext | None:
        """Return the result of a stage, None before it has ended."""
        run = self.runs.get(stage_id)
        return run.context if run is not None else None

    def with_run(self, stage_id: str, run: StageRun) -> "TeamState":
        """Return the state with the execution of a stage."""
        return replace(self, runs={**self.runs, stage_id: run})

    def build_context(self, stage: Stage) -> WorkflowContext:
        """Return what *stage* receives: the task, and the results of its inputs that have one."""
        inputs = (self.find_context(name) for name in stage.inputs)
        done = tuple(context for context in inputs if context is not None and context.status is StageStatus.DONE)
        return WorkflowContext(self.input.text, self.input.attachments, done)

    @property
    def contexts(self) -> tuple[StageContext, ...]:
        """The results of the stages so far, in the order of the plan."""
        stages = self.plan.stages if self.plan else ()
        found = (self.find_context(stage.id) for stage in stages)
        return tuple(context for context in found if context is not None)
