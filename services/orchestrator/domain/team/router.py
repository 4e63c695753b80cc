"""Routing of the agent team: a pure function of its state."""

from collections.abc import Iterator
from dataclasses import dataclass

from services.common.agents.plan_check import find_fallbacks
from services.common.contract.agent_team.team import Stage, StageStatus, TeamPlan, TeamResult
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.errors import Code
from services.common.limits import Limits
from services.orchestrator.domain.events import RunReflowed, WarningRecorded, WorkDelivered
from services.orchestrator.domain.team import steps, texts
from services.orchestrator.domain.team.stages import has_ended
from services.orchestrator.domain.team.state import TeamState, Unit
from services.orchestrator.domain.workflow import AskUser, Fail, Finish, Next, Record, RunSteps, Step

# Problems of a plan that a message for users lists.
MAX_LISTED = 3


@dataclass(frozen=True, slots=True)
class TeamRouter:
    """Routes tasks of the agent team within *limits*; with models it loads their prompts first."""

    limits: Limits
    has_models: bool = False

    def route(self, state: TeamState) -> Next:
        """Return the next action: plan, execute stages, evaluate; or return to the planner or a stage, or end."""
        if state.failure is not None:
            return Fail(state.failure)
        if state.warnings:
            return Record((WarningRecorded(state.warnings[0]),))
        if state.delivered:
            return Finish()
        plan = state.plan
        if self.has_models and plan is None and state.plan_number == 1 and state.prompts is None:
            return steps.load_prompts()
        if plan is None:
            return Fail(state.abort) if state.abort is not None else _plan(state)
        if state.problems:
            return self._return_plan(state, plan)
        if state.abort is not None:
            # The stages in flight finish first, so that their results are not lost.
            in_flight = tuple(_list_steps(state, plan, in_flight=True))
            return RunSteps(in_flight) if in_flight else Fail(state.abort)
        if not has_ended(state, plan):
            # A question pauses the run, so it waits until nothing else can be done.
            ready = tuple(_list_steps(state, plan, in_flight=False))
            return RunSteps(ready) if ready else next(_list_questions(state, plan))
        return self._after_stages(state, plan)

    def _after_stages(self, state: TeamState, plan: TeamPlan) -> Next:
        if not any(context.status is StageStatus.DONE for context in state.contexts):
            return Fail(_nothing_done(state))
        if state.verdict is None:
            return steps.evaluate_task(state, plan)
        if self._may_return(state, plan, state.verdict):
            verdict = state.verdict
            return Record((RunReflowed(state.returns + 1, verdict.return_to, verdict.score, verdict.feedback),))
        return Record((WorkDelivered(TeamResult(plan, state.contexts, state.verdict)),))

    def _may_return(self, state: TeamState, plan: TeamPlan, verdict: Verdict) -> bool:
        """Whether the evaluator sends a stage back: one that exists, within the limit."""
        stages = {stage.id for stage in plan.stages} - find_fallbacks(plan.stages)
        return not verdict.passed and verdict.return_to in stages and state.returns < self.limits.returns

    def _return_plan(self, state: TeamState, plan: TeamPlan) -> Next:
        """Return a broken plan to the planner, unless that has been done often enough, or it planned the same again."""
        reasons = " ".join(state.problems[:MAX_LISTED])
        if state.returns >= self.limits.returns or plan == state.rejected_plan or state.abort is not None:
            text = texts.PLAN_REJECTED.pick(state.language)
            message = text.format(attempts=state.returns + 1, reasons=reasons)
            return Fail(Failure(Code.WORKFLOW_ERROR, message, node=steps.PLANNER))
        return Record((RunReflowed(state.returns + 1, steps.PLANNER, 0.0, reasons),))


def _plan(state: TeamState) -> Next:
    """Return the next step towards a plan: what the planner needs for it first."""
    if state.readings and state.readings[-1].has_pending_calls:
        return steps.read_files(state)
    if state.candidates is not None and state.ranked is None:
        return steps.rank_candidates(state, state.candidates)
    return steps.plan_task(state)


def _list_steps(state: TeamState, plan: TeamPlan, *, in_flight: bool) -> Iterator[Step]:
    """Yield the next step of every unit that neither is done nor waits; or only those *in_flight*."""
    for stage, number, unit in _list_units(state, plan):
        if not unit.waits and (unit.in_flight or not in_flight):
            yield steps.run_unit(state, plan, stage, number, unit)


def _list_questions(state: TeamState, plan: TeamPlan) -> Iterator[AskUser]:
    """Yield the question of every unit that waits for a user."""
    for stage, number, unit in _list_units(state, plan):
        if unit.calls_to_approve:
            yield steps.approve_calls(state, stage, number, unit)


def _list_units(state: TeamState, plan: TeamPlan) -> Iterator[tuple[Stage, int, Unit]]:
    """Yield every unit that is not done, with its stage and number."""
    for stage in plan.stages:
        run = state.find_run(stage.id)
        if run is None or run.context is not None or run.replaced:
            continue
        for number, unit in enumerate(run.units, start=1):
            if unit.status is StageStatus.PENDING:
                yield stage, number, unit


def _nothing_done(state: TeamState) -> Failure:
    first = state.first_failure
    reasons = (context.reason for context in state.contexts if context.reason)
    reason = first.message if first is not None else next(reasons, "")
    message = texts.NOTHING_DONE.pick(state.language).format(reason=reason)
    code = first.code if first is not None else Code.TOOL_FAILED
    return Failure(code, message, node=first.node if first is not None else "")
