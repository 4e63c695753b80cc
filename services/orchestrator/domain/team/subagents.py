"""Subagents: units that another unit of their stage spawned. Their result is the result of that call. Pure."""

import json
from dataclasses import replace
from itertools import takewhile

from services.common.agents.structured_data import dump_json
from services.common.contract.agent_team.team import (
    MAX_ITERATION_FILES,
    MAX_SUBAGENT_DEPTH,
    MAX_SUBAGENT_KINDS,
    MAX_SUBAGENTS,
    MAX_SUBTASK_LENGTH,
    SUBAGENT_LAYERS,
    AgentIteration,
    AgentToolCall,
    FileKind,
    Stage,
    StageStatus,
    TeamAgent,
    TeamFile,
    TeamPlan,
)
from services.common.text.language import Language, Text
from services.orchestrator.domain.team import texts
from services.orchestrator.domain.team.state import StageRun, Subagent, TeamState, Unit

# Maximum number of characters of a subagent's answer in the prompt of the agent that spawned it.
MAX_ANSWER = 8_000
_FILE_CHANGES = frozenset({"write_file", "edit_file"})


def find_spawnable(plan: TeamPlan, agent: TeamAgent, depth: int) -> tuple[TeamAgent, ...]:
    """Return the agents that *agent* may spawn at nesting *depth*."""
    if not agent.can_spawn_subagents or depth >= MAX_SUBAGENT_DEPTH:
        return ()
    found = (one for one in plan.agents if one.layer in SUBAGENT_LAYERS and one.id != agent.id)
    return tuple(replace(one, system_prompt="") for one in found)[:MAX_SUBAGENT_KINDS]


def advance_subagents(state: TeamState, plan: TeamPlan, stage: Stage, run: StageRun) -> StageRun:
    """Return *run* with the result of a subagent that has ended, or with the next ones started; *run* itself for none.

    Those of one answer run concurrently as long as none of them can change files, else one after the other.
    """
    spawned = {unit.subagent.spawned_by: unit for unit in run.subagents if unit.subagent is not None}
    for number, unit in enumerate(run.units, start=1):
        calls = unit.pending_subagents
        children = [(call, spawned.get(_name_call(state, stage, number, unit, call))) for call in calls]
        for call, child in children:
            if child is not None and child.status is not StageStatus.PENDING:
                return _with_unit(run, number, _complete_call(unit, call, child))
        if calls and all(child is None for _, child in children):
            return _start_next(state, plan, stage, run, number)
    return run


def _start_next(state: TeamState, plan: TeamPlan, stage: Stage, run: StageRun, number: int) -> StageRun:
    """Return *run* with the next subagents of a unit; with an error as the result of a call where there is none."""
    unit = run.units[number - 1]
    calls, depth = unit.pending_subagents, unit.subagent.depth if unit.subagent else 0
    spawnable = {one.id: one for one in find_spawnable(plan, plan.find_agent(unit.find_stage(stage).agent), depth)}
    count = len(run.subagents)
    workspace, started = unit.iterations[-1].workspace, list[Unit]()
    for call in _select_group(calls, spawnable):
        name, subtask = _parse_call(call)
        problem = _find_problem(name, spawnable, depth, count + len(started), state.language)
        if problem:
            # Completed before the calls after it, since it already has a result.
            return _with_unit(run, number, _with_result(unit, call, {"error": problem}, failed=True))
        own = Stage(stage.id, name, subtask[:MAX_SUBTASK_LENGTH], stage.inputs)
        spawned_by = _name_call(state, stage, number, unit, call)
        started.append(Unit(item=unit.item, subagent=Subagent(own, spawned_by, depth + 1, workspace)))
    return replace(run, units=(*run.units, *started))


def _select_group(calls: tuple[AgentToolCall, ...], spawnable: dict[str, TeamAgent]) -> tuple[AgentToolCall, ...]:
    """Return the calls whose subagents start together: those up to the first that can change files, or it alone."""

    def only_reads(call: AgentToolCall) -> bool:
        agent = spawnable.get(_parse_call(call)[0])
        # A subagent of its own might change files.
        return agent is not None and not agent.can_spawn_subagents and not _FILE_CHANGES.intersection(agent.tools)

    return tuple(takewhile(only_reads, calls)) or calls[:1]


def _find_problem(agent: str, spawnable: dict[str, TeamAgent], depth: int, count: int, language: Language) -> str:
    """Return why *agent* cannot be spawned, "" where it can."""
    text: Text | None = None
    if depth >= MAX_SUBAGENT_DEPTH:
        text = texts.SUBAGENTS_TOO_DEEP
    elif agent not in spawnable:
        text = texts.SUBAGENT_UNKNOWN
    elif count >= MAX_SUBAGENTS:
        text = texts.TOO_MANY_SUBAGENTS
    if text is None:
        return ""
    values = {"agent": agent[:64], "agents": ", ".join(spawnable) or "-"}
    return text.pick(language).format(depth=MAX_SUBAGENT_DEPTH, count=MAX_SUBAGENTS, **values)


def _complete_call(unit: Unit, call: AgentToolCall, child: Unit) -> Unit:
    """Return *unit* with the result of the subagent *child*; a failed one returns its reason, and changes nothing."""
    assert child.subagent is not None, "a subagent"
    agent, iterations = child.subagent.stage.agent, (*child.earlier_iterations, *child.iterations)
    call = replace(call, duration_ms=sum(iteration.duration_ms for iteration in iterations))
    if child.failure is not None or not child.iterations:
        reason = child.failure.message if child.failure is not None else ""
        return _with_result(unit, call, {"agent": agent, "error": reason}, failed=True)
    answer, last = child.iterations[-1], unit.iterations[-1]
    images = _list_images(last, iterations)
    result: dict[str, object] = {"agent": agent, "text": answer.text[:MAX_ANSWER]}
    if len(answer.text) > MAX_ANSWER:
        result["omittedCharacters"] = len(answer.text) - MAX_ANSWER
    paths = dict.fromkeys(file.path for file in (*answer.generated_files, *images))
    if paths:
        result["files"] = list(paths)
    files = (*last.generated_files, *images)[:MAX_ITERATION_FILES]
    changed = replace(last, workspace=answer.workspace or last.workspace, generated_files=files)
    return _with_result(replace(unit, iterations=(*unit.iterations[:-1], changed)), call, result)


def _list_images(last: AgentIteration, iterations: tuple[AgentIteration, ...]) -> tuple[TeamFile, ...]:
    """Return the images of *iterations*, other than those that *last* has."""
    known = {file.path for file in last.generated_files}
    files = {file.path: file for one in iterations for file in one.generated_files if file.kind is FileKind.IMAGE}
    return tuple(file for path, file in files.items() if path not in known)


def _with_result(unit: Unit, call: AgentToolCall, result: dict[str, object], *, failed: bool = False) -> Unit:
    last = unit.iterations[-1]
    completed = replace(call, result=dump_json(result), failed=failed)
    calls = tuple(completed if one.id == call.id else one for one in last.tool_calls)
    return replace(unit, iterations=(*unit.iterations[:-1], replace(last, tool_calls=calls)))


def _with_unit(run: StageRun, number: int, unit: Unit) -> StageRun:
    return replace(run, units=(*run.units[: number - 1], unit, *run.units[number:]))


def _parse_call(call: AgentToolCall) -> tuple[str, str]:
    """Return the agent and the subtask of a call, "" for what its arguments do not have."""
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        return "", ""
    if not isinstance(arguments, dict):
        return "", ""
    return str(arguments.get("agent", "")), str(arguments.get("task", ""))


def _name_call(state: TeamState, stage: Stage, number: int, unit: Unit, call: AgentToolCall) -> str:
    """Return the id of a call in the run, as its events name it."""
    return f"{stage.id}-{state.rounds.get(stage.id, 0)}-{number}-{unit.trial}/{call.id}"
