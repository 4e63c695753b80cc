"""Steps of the agent team, and their requests. Pure."""

import json
from dataclasses import dataclass, replace

from services.common.agents.plan_check import STAGE_ID
from services.common.contract.agent_team.team import (
    IMAGE_ANNOTATE,
    MAX_STAGES,
    READING_TOOLS,
    VISION_LAYER,
    AgentTask,
    Stage,
    StageContext,
    TaskCandidates,
    TeamAgent,
    TeamPlan,
    WorkflowContext,
)
from services.common.contract.agent_team.team_requests import (
    AnalyzeImage,
    AnnotateImage,
    EvaluateTask,
    PlanTask,
    RankCandidates,
    RunAgent,
)
from services.common.contract.questions import Decision, Question
from services.common.contract.requests import Call, LoadPrompts
from services.common.contract.role import Role
from services.orchestrator.domain.team import texts
from services.orchestrator.domain.team.state import TeamState, Unit
from services.orchestrator.domain.team.subagents import find_spawnable
from services.orchestrator.domain.workflow import AskUser, RunSteps, Step

PROMPTS, PLAN, READ, RANK, EVALUATE = "prompts", "plan", "read", "rank", "evaluate"
# Prefix of the key of a question about tool calls; the name of their step follows.
APPROVE = "approve-"
TOOL_CALLS = "tool_calls"
PLANNER, EVALUATOR = "planner", "evaluator"
# Tools that the planner may call on the files of a task, regardless of definitions and models.
_READER = TeamAgent(PLANNER, "", "", 0, "", READING_TOOLS)


@dataclass(frozen=True, slots=True)
class UnitStep:
    """A step of a stage, as its name states it: STAGE-ROUND-UNIT-TRIAL-NUMBER, counted from 1 (the round from 0)."""

    stage: str
    round: int
    unit: int
    trial: int
    number: int

    @property
    def name(self) -> str:
        """The name of the step, unique in the run."""
        return f"{self.stage}-{self.round}-{self.unit}-{self.trial}-{self.number}"


def parse_unit_step(name: str) -> UnitStep | None:
    """Return the step of a stage by its name, None for a step of the planner or the evaluator."""
    parts = name.split("-")
    if len(parts) != 5:
        return None
    return UnitStep(parts[0], *map(int, parts[1:]))


def parse_kind(name: str) -> str:
    """Return the kind of a step of the planner or the evaluator by its name, KIND or KIND-NUMBER."""
    return name.partition("-")[0]


def load_prompts() -> RunSteps:
    """Return the step that loads the prompts which operators saved."""
    return RunSteps((Step(PROMPTS, Role.RAG, LoadPrompts()),))


def plan_task(state: TeamState) -> RunSteps:
    """Return the step that plans the task; after a rejection, with the reasons."""
    call = PlanTask(
        text=state.input.text,
        template=state.input.template,
        attachments=tuple(file.reference for file in state.input.attachments),
        rejected_plan=_shorten_plan(state.rejected_plan),
        problems=state.problems,
        builtin_only=state.planner_failed,
        fresh=state.input.fresh,
        prompt=state.find_prompt(PLANNER),
        readings=state.readings,
        ranked=state.ranked,
    )
    earlier = len(state.readings) + (state.ranked is not None)
    name = f"{PLAN}-{state.plan_number}" + (f"-{earlier + 1}" if earlier else "")
    return RunSteps((Step(name, Role.PLANNER, call, PLANNER),))


def read_files(state: TeamState) -> RunSteps:
    """Return the step that makes the calls of the planner's last reading."""
    task = AgentTask(Stage(PLAN, PLANNER), _READER, WorkflowContext(state.input.text, state.input.attachments))
    call = RunAgent(task, state.readings[-1:], state.input.fresh)
    return RunSteps((Step(f"{READ}-{len(state.readings)}", Role.EXECUTOR, call, PLANNER),))


def rank_candidates(state: TeamState, found: TaskCandidates) -> RunSteps:
    """Return the step that ranks templates and agents by their meaning."""
    return RunSteps((Step(RANK, Role.RAG, RankCandidates(state.input.text, found.candidates), PLANNER),))


def evaluate_task(state: TeamState, plan: TeamPlan) -> RunSteps:
    """Return the step that evaluates the whole."""
    files = tuple(file.reference for file in state.input.attachments)
    workflow = WorkflowContext(state.input.text, files, tuple(_without_contents(one) for one in state.contexts))
    call = EvaluateTask(plan, workflow, state.input.fresh, state.find_prompt(EVALUATOR))
    return RunSteps((Step(f"{EVALUATE}-{state.evaluations}", Role.CRITIC, call, EVALUATOR),))


def run_unit(state: TeamState, plan: TeamPlan, stage: Stage, number: int, unit: Unit) -> Step:
    """Return the next step of a unit of *stage*: one step of its agent."""
    own, subagent = unit.find_stage(stage), unit.subagent
    agent, saved = plan.find_agent(own.agent), state.find_prompt(own.agent)
    if saved is not None and saved.text.strip():
        agent = replace(agent, system_prompt=saved.text)
    task = AgentTask(
        stage=own,
        agent=agent,
        workflow=state.build_context(stage),
        item=unit.item,
        feedback=unit.feedback or ("" if subagent else state.feedback.get(stage.id, "")),
        subagents=find_spawnable(plan, agent, subagent.depth if subagent else 0),
        spawned_by=subagent.spawned_by if subagent else "",
        workspace=subagent.workspace if subagent else "",
    )
    name = to_unit_step(state, stage, number, unit).name
    return Step(name, Role.EXECUTOR, _to_call(agent, task, unit, fresh=state.input.fresh), agent.id)


def approve_calls(state: TeamState, stage: Stage, number: int, unit: Unit) -> AskUser:
    """Return the question whether the tool calls of a unit are approved; it displays exactly these calls."""
    calls = [
        {"tool": call.tool, "arguments": json.loads(call.arguments), "digest": call.digest}
        for call in unit.calls_to_approve
    ]
    tools, agent = ", ".join(dict.fromkeys(call.tool for call in unit.calls_to_approve)), unit.find_stage(stage).agent
    text = texts.APPROVE_CALLS.pick(state.language).format(agent=agent, stage=stage.id, tools=tools)
    shown = {"stage": stage.id, "agent": agent, "calls": calls}
    key = f"{APPROVE}{to_unit_step(state, stage, number, unit).name}"
    return AskUser(Question(key, TOOL_CALLS, text, (Decision.APPROVE, Decision.REJECT), shown=shown))


def to_unit_step(state: TeamState, stage: Stage, number: int, unit: Unit) -> UnitStep:
    """Return the identity of the next step of a unit; *number* counts the units from 1."""
    return UnitStep(stage.id, state.rounds.get(stage.id, 0), number, unit.trial, unit.steps + 1)


def _shorten_plan(plan: TeamPlan | None) -> TeamPlan | None:
    """Return the part of a rejected plan for the planner: its first valid stages, since it may exceed every limit."""
    if plan is None:
        return None
    stages = tuple(stage for stage in plan.stages if STAGE_ID.fullmatch(stage.id))
    return replace(plan, stages=stages[:MAX_STAGES], execution_order=())


def _without_contents(context: StageContext) -> StageContext:
    return replace(context, generated_files=tuple(file.reference for file in context.generated_files))


def _to_call(agent: TeamAgent, task: AgentTask, unit: Unit, *, fresh: bool) -> Call:
    """Return the request of an iteration: agents of the vision layer have RPCs of their own."""
    if agent.layer == VISION_LAYER and not agent.tools:
        return AnalyzeImage(task, fresh)
    if agent.layer == VISION_LAYER and agent.tools == (IMAGE_ANNOTATE,):
        return AnnotateImage(task, fresh)
    return RunAgent(task, unit.iterations, fresh)
