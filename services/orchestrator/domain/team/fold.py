"""The fold of the agent team's state."""

from collections.abc import Callable
from dataclasses import replace

from services.common.agents.plan_check import check_plan
from services.common.contract.activity import Usage
from services.common.contract.agent_team.team import (
    MAX_READINGS,
    AgentIteration,
    RankedCandidates,
    Stage,
    StageStatus,
    TaskCandidates,
    TeamPlan,
)
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.contract.prompts import PromptSet
from services.common.contract.questions import Answer, Decision
from services.common.contract.results import StepResult
from services.common.errors import CATALOG, Code
from services.orchestrator.domain.events import (
    ActivityEmitted,
    BudgetAction,
    BudgetReached,
    ErrorRaised,
    Event,
    QuestionAnswered,
    RunReflowed,
    StepFailed,
    StepFinished,
    StepStarted,
    WarningRecorded,
    WorkDelivered,
)
from services.orchestrator.domain.team.stages import advance
from services.orchestrator.domain.team.state import TeamState, Unit
from services.orchestrator.domain.team.steps import (
    APPROVE,
    EVALUATE,
    PLAN,
    PLANNER,
    PROMPTS,
    READ,
    parse_kind,
    parse_unit_step,
    to_unit_step,
)
from services.orchestrator.domain.team.texts import (
    CALL_REJECTED,
    NEVER_PLANNED,
    NO_PROMPTS,
    NOT_EVALUATED,
    NOT_READ,
    PLANNED_BY_RULES,
    STAGE_BUDGET,
)
from services.orchestrator.domain.team.units import add_iteration, complete_calls, decide_calls, fail_unit

MAX_PROBLEMS = 50
MAX_PROBLEM_LENGTH = 1_000


def evolve(state: TeamState, event: Event) -> TeamState:
    """Return the state after *event*. Events that do not concern it leave it unchanged."""
    match event:
        case ActivityEmitted(step, _, _, Usage() as usage):
            return _add_tokens(state, step, usage.tokens)
        case QuestionAnswered(key, answer):
            return advance(_decide_calls(state, key, answer))
        case StepStarted(step):
            return _update_unit(state, step, lambda _, unit: replace(unit, in_flight=True))
        case StepFinished(step):
            return advance(_with_result(state, step, event.result))
        case StepFailed(step, _, _, failure, None):
            return advance(_with_failure(state, step, failure))
        case RunReflowed(round_, return_to, _, feedback):
            return advance(_return(state, round_, return_to, feedback))
        case BudgetReached(_, _, _, BudgetAction.STOP, _):
            message = CATALOG[Code.BUDGET_EXCEEDED].text.pick(state.language)
            return replace(state, abort=state.abort or Failure(Code.BUDGET_EXCEEDED, message))
        case WarningRecorded():
            return replace(state, warnings=state.warnings[1:])
        case WorkDelivered():
            return replace(state, delivered=True)
        case ErrorRaised(failure):
            return replace(state, failure=failure)
        case _:
            return state


def _with_result(state: TeamState, step: str, result: StepResult) -> TeamState:
    match result:
        case PromptSet():
            return replace(state, prompts=result)
        case TeamPlan():
            problems = tuple(one.text.pick(state.language)[:MAX_PROBLEM_LENGTH] for one in check_plan(result))
            return replace(state, plan=result, problems=problems[:MAX_PROBLEMS])
        case TaskCandidates():
            return _with_candidates(state, result)
        case RankedCandidates():
            return replace(state, ranked=result)
        case AgentIteration() if parse_unit_step(step) is None:
            return _with_reading(state, step, result)
        case AgentIteration():
            return _with_iteration(state, step, result)
        case Verdict():
            return replace(state, verdict=result)
        case _:
            return state


def _with_reading(state: TeamState, step: str, reading: AgentIteration) -> TeamState:
    """Return *state* with calls of the planner, or with their results; failed if it never plans."""
    if parse_kind(step) == READ:
        return replace(state, readings=(*state.readings[:-1], complete_calls(state.readings[-1], reading)))
    if len(state.readings) < MAX_READINGS and reading.has_pending_calls:
        return replace(state, readings=(*state.readings, reading))
    return _without_plan(state)


def _with_candidates(state: TeamState, found: TaskCandidates) -> TeamState:
    return replace(state, candidates=found) if state.ranked is None else _without_plan(state)


def _without_plan(state: TeamState) -> TeamState:
    message = NEVER_PLANNED.pick(state.language)
    return replace(state, failure=Failure(Code.WORKFLOW_ERROR, message, node=PLANNER))


def _with_iteration(state: TeamState, step: str, iteration: AgentIteration) -> TeamState:
    def add(stage: Stage, unit: Unit) -> Unit:
        assert state.plan is not None, "a stage belongs to a plan"
        agent, workflow = state.plan.find_agent(stage.agent), state.build_context(stage)
        following = add_iteration(unit, stage, agent, iteration, workflow, state.language)
        run = state.find_run(stage.id)
        if iteration.done or run is None or not 0 < run.budget_tokens <= run.tokens:
            return following
        message = STAGE_BUDGET.pick(state.language).format(used=run.tokens, allowed=run.budget_tokens)
        return fail_unit(following, stage, Failure(Code.BUDGET_EXCEEDED, message, node=stage.agent))

    return _update_unit(state, step, add)


def _with_failure(state: TeamState, step: str, failure: Failure) -> TeamState:
    """Return the state after the last attempt of a step failed: degraded if possible, else failed."""
    kind = parse_kind(step)
    if parse_unit_step(step) is not None:
        return _update_unit(state, step, lambda stage, unit: fail_unit(unit, stage, failure))
    if kind == PLAN and failure.code.startswith("LLM_") and not state.planner_failed:
        warning = replace(failure, message=PLANNED_BY_RULES.pick(state.language), retry_after=None)
        state = replace(state, planner_failed=True, warnings=(*state.warnings, warning))
        return replace(state, plan_number=state.plan_number + 1)
    if kind == PROMPTS:
        warning = replace(failure, message=NO_PROMPTS.pick(state.language), retry_after=None)
        return replace(state, prompts=PromptSet(), warnings=(*state.warnings, warning))
    if kind == READ:
        # The planner receives the error as the result of its reading, and plans without it.
        last = state.readings[-1]
        unread = complete_calls(last, replace(last, duration_ms=0))
        warning = replace(failure, message=NOT_READ.pick(state.language), retry_after=None)
        return replace(state, readings=(*state.readings[:-1], unread), warnings=(*state.warnings, warning))
    if kind == EVALUATE:
        message = NOT_EVALUATED.pick(state.language)
        warning = replace(failure, message=message, retry_after=None)
        verdict = Verdict(passed=True, score=0.0, feedback=message, judged=False)
        return replace(state, verdict=verdict, warnings=(*state.warnings, warning))
    return replace(state, failure=failure)


def _update_unit(state: TeamState, step: str, change: Callable[[Stage, Unit], Unit]) -> TeamState:
    """Return *state* with the unit that executes *step* changed; unchanged for a step that is not its next one."""
    parsed, plan = parse_unit_step(step), state.accepted_plan
    run = state.find_run(parsed.stage) if parsed is not None else None
    if parsed is None or plan is None or run is None or parsed.unit > len(run.units):
        return state
    stage, unit = plan.find_stage(parsed.stage), run.units[parsed.unit - 1]
    if unit.status is not StageStatus.PENDING or to_unit_step(state, stage, parsed.unit, unit) != parsed:
        return state
    changed = change(unit.find_stage(stage), unit)
    units = (*run.units[: parsed.unit - 1], changed, *run.units[parsed.unit :])
    return state.with_run(stage.id, replace(run, units=units))


def _add_tokens(state: TeamState, step: str, tokens: int) -> TeamState:
    """Return *state* with the tokens that *step* used, also in the sum of its stage."""
    state, parsed = replace(state, tokens=state.tokens + tokens), parse_unit_step(step)
    run = state.find_run(parsed.stage) if parsed is not None else None
    if parsed is None or run is None:
        return state
    return state.with_run(parsed.stage, replace(run, tokens=run.tokens + tokens))


def _decide_calls(state: TeamState, key: str, answer: Answer) -> TeamState:
    """Return *state* with the user's decision about the tool calls of a unit."""
    reason = CALL_REJECTED.pick(state.language).format(feedback=answer.feedback[:MAX_PROBLEM_LENGTH]).strip()
    approved = answer.decision is Decision.APPROVE
    step = key.removeprefix(APPROVE)
    return _update_unit(state, step, lambda _, unit: decide_calls(unit, approved=approved, reason=reason))


def _return(state: TeamState, round_: int, return_to: str, feedback: str) -> TeamState:
    """Return the state before the next plan, or before the next execution of a stage and all that depend on it."""
    state = replace(state, returns=round_)
    if state.problems or state.plan is None:
        return replace(state, plan=None, rejected_plan=state.plan, plan_number=state.plan_number + 1)
    repeated = _find_dependents(state.plan, return_to)
    return replace(
        state,
        runs={name: run for name, run in state.runs.items() if name not in repeated},
        rounds={**state.rounds, **{name: state.rounds.get(name, 0) + 1 for name in repeated}},
        feedback={**state.feedback, return_to: feedback},
        verdict=None,
        evaluations=state.evaluations + 1,
    )


def _find_dependents(plan: TeamPlan, stage_id: str) -> frozenset[str]:
    """Return a stage, all that depend on it, and their fallbacks."""
    found = {stage_id}
    while True:
        more = {stage.id for stage in plan.stages if found.intersection(stage.inputs)}
        more |= {stage.fallback for stage in plan.stages if stage.id in found and stage.fallback}
        if more <= found:
            return frozenset(found)
        found |= more
