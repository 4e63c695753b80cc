"""The stages of a task as a tree: their activity, and their dependencies. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from reflow.v1 import team_pb2

from services.cli.rendering.lines import Phase, StepLine
from services.cli.rendering.texts import agent_name
from services.cli.rendering.view import RunView
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

# Maximum number of concurrent executions of a stage that are displayed individually.
MAX_UNITS = 4
_WAITS = Text("等待 {stages}", "waits for {stages}")
_FIRST = Text("即将开始", "about to start")
_OF = Text("{done}/{total} 项", "{done} of {total}")
_FILES = Text("{count} 个文件", "{count} files")
_ITEM = Text("第 {number} 项", "item {number}")


@dataclass(frozen=True, slots=True)
class StageNode:
    """A stage, or one of its concurrent executions. The phase is None for a stage that has not started or is skipped.

    *seconds* counts until *now* while it runs. *depth* is 0 for a stage; *is_last* among its siblings.
    """

    name: str
    agent: str
    phase: Phase | None
    detail: str
    seconds: float
    depth: int = 0
    is_last: bool = False
    fraction: float = 0.0
    is_skipped: bool = False


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of a stage, by its name: STAGE-ROUND-UNIT-TRIAL-ITERATION."""

    round: int
    unit: int
    line: StepLine

    @property
    def is_done(self) -> bool:
        """Whether it finished the work of its unit: an agent may continue with the next iteration."""
        finished = self.line.result is not None and self.line.result.agent_iteration.done
        return self.line.phase is Phase.DONE and finished


def stage_of(line: StepLine) -> str:
    """Return the stage of a step, "" for a step of the planner or of the evaluator."""
    parts = line.step.split("-")
    return parts[0] if len(parts) == 5 and all(part.isdigit() for part in parts[1:]) else ""


def list_nodes(view: RunView, now: datetime, language: Language) -> list[StageNode]:
    """Return the stages of the plan of *view* in their order, each followed by its running executions."""
    assert view.plan is not None, "the run has a plan"
    by_id = {stage.id: stage for stage in view.plan.stages}
    order = [by_id[name] for group in view.plan.execution_order for name in group.stages if name in by_id]
    order += [stage for stage in view.plan.stages if stage not in order]  # fallbacks
    ended = {stage.stage_id: stage for stage in view.team_result.stages} if view.team_result is not None else {}
    nodes = list[StageNode]()
    for number, stage in enumerate(order, start=1):
        nodes += _list_stage(view, stage, ended.get(stage.id), now, language, is_last=number == len(order))
    return nodes


def _list_stage(
    view: RunView,
    stage: team_pb2.Stage,
    ended: team_pb2.StageContext | None,
    now: datetime,
    language: Language,
    *,
    is_last: bool,
) -> Iterator[StageNode]:
    steps = list(_list_steps(view, stage.id))
    if not steps or (ended is not None and ended.status == team_pb2.STAGE_STATUS_SKIPPED):
        reason = to_one_line(ended.reason) if ended is not None else _describe_wait(view, stage, language)
        yield StageNode(stage.id, stage.agent, None, reason, 0.0, is_last=is_last, is_skipped=ended is not None)
        return
    latest = {step.unit: step for step in steps}  # the last one of each unit
    units = {number: step for number, step in latest.items() if step.line.agent == stage.agent}
    subagents = [step for step in latest.values() if step.unit not in units]
    phase = _find_phase(list(units.values()), view)
    own, lines = [step.line for step in steps if step.unit in units], [step.line for step in steps]
    yield StageNode(
        name=stage.id,
        agent=stage.agent,
        phase=phase,
        detail=_describe_stage(stage, list(units.values()), phase, own, language),
        seconds=_measure(lines, now),
        is_last=is_last,
        fraction=units[max(units)].line.fraction if len(units) == 1 else 0.0,
    )
    concurrent = [*units.values(), *subagents] if len(units) > 1 else subagents
    running = [step for step in concurrent if not step.line.phase.is_final]
    for number, step in enumerate(running[:MAX_UNITS], start=1):
        is_item = step.unit in units
        name = _ITEM.pick(language).format(number=step.unit) if is_item else agent_name(step.line.agent, language)
        seconds = _measure([step.line], now)
        last = number == min(len(running), MAX_UNITS)
        yield StageNode(name, "", step.line.phase, step.line.detail, seconds, 1, last, step.line.fraction)


def _list_steps(view: RunView, stage_id: str) -> Iterator[_Step]:
    """Yield the steps of the last round of a stage."""
    lines = [line for line in view.lines if isinstance(line, StepLine) and stage_of(line) == stage_id]
    steps = [_Step(int(parts[1]), int(parts[2]), line) for line in lines for parts in [line.step.split("-")]]
    last = max((step.round for step in steps), default=0)
    yield from (step for step in steps if step.round == last)


def _find_phase(units: Sequence[_Step], view: RunView) -> Phase:
    if all(step.is_done for step in units):
        return Phase.DONE
    for phase in (Phase.RUNNING, Phase.PAUSED, Phase.QUEUED, Phase.CANCELLED, Phase.FAILED):
        if any(step.line.phase is phase for step in units):
            return phase
    return Phase.CANCELLED if view.ended else Phase.RUNNING


def _describe_wait(view: RunView, stage: team_pb2.Stage, language: Language) -> str:
    if view.ended:
        return ""
    if not stage.inputs:
        return _FIRST.pick(language)
    return _WAITS.pick(language).format(stages=", ".join(stage.inputs))


def _describe_stage(
    stage: team_pb2.Stage, units: Sequence[_Step], phase: Phase, lines: Sequence[StepLine], language: Language
) -> str:
    """Return the activity of a stage: its finished executions of several, else its last text; at the end its files."""
    done, current = sum(step.is_done for step in units), units[-1].line
    count = _OF.pick(language).format(done=done, total=len(units)) if stage.for_each and len(units) > 1 else ""
    if phase is Phase.DONE:
        iterations = [line.result.agent_iteration for line in lines if line.result is not None]
        files = sum(len(iteration.generated_files) for iteration in iterations)
        text = "" if count else to_one_line(iterations[-1].text) or current.detail
        named = _FILES.pick(language).format(count=files) if files else ""
        named = named.removesuffix("s") if files == 1 else named
        return " · ".join(filter(None, (count, named, text)))
    return " · ".join(filter(None, (count, "" if count else current.detail or to_one_line(stage.description))))


def _measure(lines: Sequence[StepLine], now: datetime) -> float:
    """Return the time from the first start to the last end, or until *now* while a step runs."""
    start = min(line.started_at for line in lines)
    ends = [
        (line.started_at - start).total_seconds() + line.seconds
        if line.phase.is_final
        else (now - start).total_seconds()
        for line in lines
    ]
    return max(0.0, *ends)
