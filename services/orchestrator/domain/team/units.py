"""How a unit of a stage evolves: iterations, attempts, repeats. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from services.common.agents.expression import ExpressionInvalid, evaluate, is_true
from services.common.agents.structured_data import dump_json, find_violations, normalize_json, parse_structured_data
from services.common.contract.agent_team.team import (
    MAX_REASON_LENGTH,
    AgentIteration,
    AgentToolCall,
    Stage,
    StageContext,
    StageMetadata,
    StageStatus,
    TeamAgent,
    ToolApproval,
    WorkflowContext,
)
from services.common.contract.failure import Failure
from services.common.errors import Code
from services.common.text.language import Language, Text
from services.orchestrator.domain.team import texts
from services.orchestrator.domain.team.state import Unit

NO_RESULT = b'{"error":"no result"}'
# Another attempt would fail in the same way.
_FINAL = frozenset(
    {
        *(Code.MODEL_UNKNOWN, Code.ASSET_UNKNOWN, Code.INVALID_INPUT_FORMAT, Code.INVALID_INPUT_EMPTY),
        *(Code.BUDGET_EXCEEDED, Code.CONTENT_REFUSED),
    }
)


def add_iteration(
    unit: Unit, stage: Stage, agent: TeamAgent, iteration: AgentIteration, workflow: WorkflowContext, language: Language
) -> Unit:
    """Return *unit* after a step: done, or with another step, attempt or repeat to come, or failed."""
    if unit.iterations and unit.iterations[-1].has_pending_calls:
        return _complete_iteration(unit, iteration)
    unit = replace(unit, iterations=(*unit.iterations, iteration), steps=unit.steps + 1, in_flight=False)
    if not iteration.done:
        if len(unit.iterations) < agent.max_iterations:
            return unit
        return fail_unit(
            unit, stage, to_failure(stage, texts.TOO_MANY_ITERATIONS, language, limit=agent.max_iterations)
        )
    data = normalize_json(iteration.structured_data) or parse_structured_data(iteration.text)
    if violations := find_violations(data, stage.output_schema):
        return fail_unit(unit, stage, to_failure(stage, texts.SCHEMA_VIOLATED, language, violations=violations))
    unit = replace(unit, data=data)
    if not stage.until:
        return replace(unit, status=StageStatus.DONE)
    return _repeat(unit, stage, workflow, language)


def decide_calls(unit: Unit, *, approved: bool, reason: str) -> Unit:
    """Return *unit* with its calls that waited for a user approved; or rejected, with the *reason* as their result."""
    if approved:
        return _replace_calls(unit, lambda call: replace(call, approval=ToolApproval.APPROVED))
    result = dump_json({"error": reason})
    return _replace_calls(unit, lambda call: replace(call, approval=ToolApproval.REJECTED, result=result, failed=True))


def fail_unit(unit: Unit, stage: Stage, failure: Failure) -> Unit:
    """Return *unit* after a failure: to be attempted again, with the reason, or failed."""
    failures = unit.failures + 1
    if failures >= stage.attempts or failure.code in _FINAL:
        return replace(unit, failures=failures, in_flight=False, status=StageStatus.FAILED, failure=failure)
    return replace(_start_trial(unit), failures=failures, feedback=failure.message[:MAX_REASON_LENGTH])


def to_failure(stage: Stage, text: Text, language: Language, **values: object) -> Failure:
    """Return a failure of *stage* with a localized *text*."""
    return Failure(Code.TOOL_FAILED, text.pick(language).format(**values)[:MAX_REASON_LENGTH], node=stage.agent)


def build_unit_context(stage: Stage, unit: Unit) -> StageContext:
    """Return the results of *unit* so far, for its own `until`."""
    last = unit.iterations[-1] if unit.iterations else AgentIteration("")
    return StageContext(
        stage.id, StageStatus.DONE, StageMetadata(stage.agent), last.text, unit.data, last.generated_files
    )


def complete_calls(last: AgentIteration, results: AgentIteration) -> AgentIteration:
    """Return *last* with the results of its tool calls, which a step of the tools returned."""
    return replace(
        last,
        tool_calls=tuple(_with_result(call) for call in results.tool_calls),
        generated_files=results.generated_files,
        workspace=results.workspace or last.workspace,
        duration_ms=last.duration_ms + results.duration_ms,
    )


def _complete_iteration(unit: Unit, results: AgentIteration) -> Unit:
    completed = complete_calls(unit.iterations[-1], results)
    return replace(unit, iterations=(*unit.iterations[:-1], completed), steps=unit.steps + 1, in_flight=False)


def _with_result(call: AgentToolCall) -> AgentToolCall:
    return replace(call, result=NO_RESULT, failed=True) if call.is_pending and not call.spawns else call


def _replace_calls(unit: Unit, change: Callable[[AgentToolCall], AgentToolCall]) -> Unit:
    waiting, last = unit.calls_to_approve, unit.iterations[-1]
    calls = tuple(change(call) if call in waiting else call for call in last.tool_calls)
    return replace(unit, iterations=(*unit.iterations[:-1], replace(last, tool_calls=calls)))


def _repeat(unit: Unit, stage: Stage, workflow: WorkflowContext, language: Language) -> Unit:
    """Return *unit* done if its condition holds; else with its next repeat, or failed beyond the limit."""
    seen = replace(workflow, stages=(*workflow.stages, build_unit_context(stage, unit)))
    repeats = unit.repeats + 1
    try:
        if is_true(evaluate(stage.until, seen)):
            return replace(unit, repeats=repeats, status=StageStatus.DONE)
    except ExpressionInvalid as error:
        return _fail_finally(unit, to_failure(stage, texts.EXPRESSION_FAILED, language, error=error))
    if repeats < stage.max_repeats:
        return replace(_start_trial(unit), repeats=repeats, feedback=unit.iterations[-1].text[:MAX_REASON_LENGTH])
    values: Mapping[str, object] = {"limit": stage.max_repeats, "condition": stage.until}
    return _fail_finally(replace(unit, repeats=repeats), to_failure(stage, texts.NEVER_TRUE, language, **values))


def _fail_finally(unit: Unit, failure: Failure) -> Unit:
    return replace(unit, status=StageStatus.FAILED, failure=failure)


def _start_trial(unit: Unit) -> Unit:
    return replace(
        unit,
        trial=unit.trial + 1,
        earlier_iterations=(*unit.earlier_iterations, *unit.iterations),
        iterations=(),
        steps=0,
        in_flight=False,
        data=b"",
    )
