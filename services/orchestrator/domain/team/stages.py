"""How stages start and end: conditions, lists, error strategies, fallbacks. Pure."""

import json
from dataclasses import replace

from services.common.agents.expression import ExpressionInvalid, evaluate, is_true
from services.common.agents.plan_check import find_fallbacks
from services.common.agents.structured_data import dump_json
from services.common.contract.agent_team.team import (
    MAX_DATA_BYTES,
    MAX_ITEM_BYTES,
    MAX_REASON_LENGTH,
    MAX_STAGE_FILES,
    MAX_TEXT_LENGTH,
    Stage,
    StageContext,
    StageMetadata,
    StageStatus,
    Strategy,
    TeamFile,
    TeamPlan,
)
from services.common.contract.failure import Failure
from services.common.text.language import Text
from services.orchestrator.domain.team import texts
from services.orchestrator.domain.team.state import StageRun, TeamState, Unit
from services.orchestrator.domain.team.subagents import advance_subagents
from services.orchestrator.domain.team.units import to_failure


def advance(state: TeamState) -> TeamState:
    """Return *state* with every stage ended that can end, and every stage started that may start."""
    plan = state.accepted_plan
    if plan is None:
        return state
    while (following := _advance_once(state, plan)) is not state:
        state = following
    return state


def has_ended(state: TeamState, plan: TeamPlan) -> bool:
    """Whether every stage has ended."""
    return all(state.find_context(stage.id) is not None for stage in plan.stages)


def _advance_once(state: TeamState, plan: TeamPlan) -> TeamState:
    """Return *state* with one stage ended or started; *state* itself where there is none."""
    for stage in plan.stages:
        run = state.find_run(stage.id)
        if run is not None and run.context is None and _can_end(state, stage, run):
            return _end_stage(state, stage, run)
    if state.abort is not None:
        return state
    for stage in plan.stages:
        run = state.find_run(stage.id)
        if run is not None and (following := advance_subagents(state, plan, stage, run)) is not run:
            return state.with_run(stage.id, following)
    for stage in plan.stages:
        run = state.find_run(stage.id)
        if run is not None and run.replaced and state.find_run(stage.fallback) is None:
            return _start_stage(state, plan.find_stage(stage.fallback))
    return _start_group(state, plan)


def _start_group(state: TeamState, plan: TeamPlan) -> TeamState:
    """Start the next stage of the first group that has not ended; then skip the fallbacks that no stage needs."""
    for group in plan.execution_order:
        for name in group.stages:
            if state.find_run(name) is None:
                return _start_stage(state, plan.find_stage(name))
        if any(state.find_context(name) is None for name in group.stages):
            return state
    for name in sorted(find_fallbacks(plan.stages)):
        if state.find_run(name) is None:
            return _leave_out(state, plan.find_stage(name), texts.NOT_NEEDED.pick(state.language))
    return state


def _start_stage(state: TeamState, stage: Stage) -> TeamState:
    """Return *state* with the units of *stage*; with the stage skipped if it has nothing to do."""
    workflow = state.build_context(stage)
    if stage.inputs and not workflow.stages:
        return _leave_out(state, stage, texts.NO_INPUTS.pick(state.language))
    try:
        if stage.condition and not is_true(evaluate(stage.condition, workflow)):
            return _leave_out(
                state, stage, texts.CONDITION_FALSE.pick(state.language).format(condition=stage.condition)
            )
        items = evaluate(stage.for_each, workflow) if stage.for_each else None
    except ExpressionInvalid as error:
        return _start_failed(state, stage, texts.EXPRESSION_FAILED, error=error)
    if not stage.for_each:
        return state.with_run(stage.id, StageRun((Unit(),), budget_tokens=_allot_tokens(state)))
    if not isinstance(items, list):
        return _start_failed(state, stage, texts.NO_LIST)
    if len(items) > stage.max_items:
        return _start_failed(state, stage, texts.TOO_MANY_ITEMS, count=len(items), limit=stage.max_items)
    if not items:
        return _leave_out(state, stage, texts.NO_ITEMS.pick(state.language))
    units = tuple(Unit(item=dump_json(item)) for item in items)
    if any(len(unit.item) > MAX_ITEM_BYTES for unit in units):
        return _start_failed(state, stage, texts.ITEM_TOO_LARGE)
    return state.with_run(stage.id, StageRun(units, budget_tokens=_allot_tokens(state)))


def _allot_tokens(state: TeamState) -> int:
    """Return the tokens that a stage may use: an equal part of what the stages that have not ended share; 0 for any."""
    if not state.budget_tokens or state.plan is None:
        return 0
    open_runs = [run for run in state.runs.values() if run.context is None]
    allotted = sum(max(0, run.budget_tokens - run.tokens) for run in open_runs)
    waiting = sum(stage.id not in state.runs for stage in state.plan.stages)
    return max(1, (state.budget_tokens - state.tokens - allotted) // max(1, waiting))


def _start_failed(state: TeamState, stage: Stage, text: Text, **values: object) -> TeamState:
    failure = to_failure(stage, text, state.language, **values)
    return state.with_run(stage.id, StageRun((Unit(status=StageStatus.FAILED, failure=failure),)))


def _leave_out(state: TeamState, stage: Stage, reason: str) -> TeamState:
    return state.with_run(
        stage.id, StageRun(context=_build_context(state, stage, (), StageStatus.SKIPPED, reason=reason))
    )


def _can_end(state: TeamState, stage: Stage, run: StageRun) -> bool:
    if run.replaced:
        return state.find_context(stage.fallback) is not None
    return all(unit.status is not StageStatus.PENDING for unit in run.own_units)


def _end_stage(state: TeamState, stage: Stage, run: StageRun) -> TeamState:
    """Return *state* with the result of *stage*, or with the consequence of its failure."""
    failure = next((unit.failure for unit in run.own_units if unit.failure is not None), None)
    if run.replaced:
        return _end_replaced(state, stage, run, failure)
    if failure is None:
        context = _build_context(state, stage, run.own_units, StageStatus.DONE, run.subagents)
        if len(context.structured_data) <= MAX_DATA_BYTES:
            return state.with_run(stage.id, replace(run, context=context))
        failure = to_failure(stage, texts.DATA_TOO_LARGE, state.language)
        run = replace(run, units=tuple(replace(unit, failure=failure, status=StageStatus.FAILED) for unit in run.units))
    state = replace(state, first_failure=state.first_failure or failure)
    match stage.on_error:
        case Strategy.SKIP:
            return _skip_failed(state, stage, run, failure)
        case Strategy.FALLBACK:
            return state.with_run(stage.id, replace(run, replaced=True))
        case _:
            return _abort(state, stage, run, failure)


def _skip_failed(state: TeamState, stage: Stage, run: StageRun, failure: Failure) -> TeamState:
    """Skip the failed units, or the stage if all have failed, with a warning for the user."""
    done = tuple(unit for unit in run.own_units if unit.status is StageStatus.DONE)
    reason = failure.message
    if done:
        left_out = len(run.own_units) - len(done)
        reason = texts.ITEMS_LEFT_OUT.pick(state.language).format(count=left_out, reason=reason)[:MAX_REASON_LENGTH]
    status = StageStatus.DONE if done else StageStatus.SKIPPED
    context = _build_context(state, stage, done, status, run.subagents, reason)
    warning = replace(failure, message=_describe_failure(state, stage, failure), retry_after=None)
    state = replace(state, warnings=(*state.warnings, warning))
    return state.with_run(stage.id, replace(run, context=context))


def _abort(state: TeamState, stage: Stage, run: StageRun, failure: Failure) -> TeamState:
    context = _build_context(state, stage, run.own_units, StageStatus.FAILED, run.subagents, failure.message)
    aborted = replace(failure, message=_describe_failure(state, stage, failure), retry_after=None)
    return replace(state, abort=state.abort or aborted).with_run(stage.id, replace(run, context=context))


def _end_replaced(state: TeamState, stage: Stage, run: StageRun, failure: Failure | None) -> TeamState:
    """Return *state* with the result of its fallback as that of *stage*."""
    replacement = state.find_context(stage.fallback)
    assert replacement is not None, "the fallback has ended"
    why = failure.message if failure is not None else ""
    reason = texts.REPLACED.pick(state.language).format(fallback=stage.fallback, reason=why)[:MAX_REASON_LENGTH]
    context = replace(replacement, stage_id=stage.id, reason=reason)
    return state.with_run(stage.id, replace(run, context=context))


def _describe_failure(state: TeamState, stage: Stage, failure: Failure) -> str:
    text = texts.STAGE_FAILED.pick(state.language)
    return text.format(stage=stage.id, agent=stage.agent, reason=failure.message)[:MAX_REASON_LENGTH]


def _build_context(
    state: TeamState,
    stage: Stage,
    units: tuple[Unit, ...],
    status: StageStatus,
    subagents: tuple[Unit, ...] = (),
    reason: str = "",
) -> StageContext:
    last, working = [unit.iterations[-1] for unit in units if unit.iterations], (*units, *subagents)
    iterations = [iteration for unit in working for iteration in (*unit.earlier_iterations, *unit.iterations)]
    tools = dict.fromkeys(call.tool for iteration in iterations for call in iteration.tool_calls)
    engines = dict.fromkeys(iteration.engine for iteration in iterations)
    metadata = StageMetadata(
        agent_id=stage.agent,
        duration_ms=sum(iteration.duration_ms for iteration in iterations),
        tools_used=tuple(tools)[:32],
        engine=", ".join(engines)[:128],
    )
    return StageContext(
        stage_id=stage.id,
        status=status,
        metadata=metadata,
        text_output="\n".join(iteration.text for iteration in last if iteration.text)[:MAX_TEXT_LENGTH],
        structured_data=_merge_data(stage, units) if status is StageStatus.DONE else b"",
        generated_files=_merge_files(units),
        attachments=tuple(file.reference for file in state.input.attachments) if units else (),
        reason=reason[:MAX_REASON_LENGTH],
    )


def _merge_data(stage: Stage, units: tuple[Unit, ...]) -> bytes:
    """Return the data of a stage: that of its unit, or for a stage over a list the list of all."""
    if not stage.for_each:
        return units[0].data
    return dump_json([json.loads(unit.data) for unit in units if unit.data])


def _merge_files(units: tuple[Unit, ...]) -> tuple[TeamFile, ...]:
    """Return the files of all units, each with its own path; a later iteration replaces the file of an earlier one."""
    files: dict[str, TeamFile] = {}
    for number, unit in enumerate(units, start=1):
        own = {file.path: file for iteration in unit.iterations for file in iteration.generated_files}
        for path, file in own.items():
            name = f"{number}-{path}" if path in files else path
            files[name] = replace(file, path=name)
    return tuple(files.values())[:MAX_STAGE_FILES]
