"""Validation of plans: of templates, of the rules, and of models. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from services.common.agents.expression import RESERVED, ExpressionInvalid, evaluate, find_names, is_true
from services.common.agents.structured_data import find_schema_problem
from services.common.contract.agent_team.team import MAX_STAGES, Stage, StageGroup, Strategy, TeamPlan, WorkflowContext
from services.common.text.choices import list_names
from services.common.text.language import Text

STAGE_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """A problem of a plan, and the stage that has it; "" for the plan as a whole."""

    stage: str
    text: Text


def order_stages(stages: Sequence[Stage]) -> tuple[StageGroup, ...]:
    """Return *stages* in groups: each runs as soon as its inputs are available. Stages of a cycle are left out.

    Stages that are fallbacks are left out, too: they run in place of another.
    """
    fallbacks = find_fallbacks(stages)
    waiting = [stage for stage in stages if stage.id not in fallbacks]
    groups, finished = list[StageGroup](), set[str]()
    while ready := [stage.id for stage in waiting if finished.issuperset(stage.inputs)]:
        groups.append(StageGroup(tuple(ready)))
        finished.update(ready)
        waiting = [stage for stage in waiting if stage.id not in finished]
    return tuple(groups)


def find_fallbacks(stages: Sequence[Stage]) -> frozenset[str]:
    """Return the ids of the stages that run in place of another."""
    return frozenset(stage.fallback for stage in stages if stage.fallback)


def check_plan(plan: TeamPlan) -> tuple[PlanProblem, ...]:
    """Return the problems of *plan*; empty for a plan that can be executed."""
    if not plan.stages:
        return (PlanProblem("", Text("计划里没有子任务。", "The plan has no subtasks.")),)
    if len(plan.stages) > MAX_STAGES:
        count = len(plan.stages)
        text = Text(
            f"最多 {MAX_STAGES} 个子任务，计划里有 {count} 个。",
            f"At most {MAX_STAGES} subtasks, the plan has {count}.",
        )
        return (PlanProblem("", text),)
    problems = tuple(_check_stages(plan))
    return problems or (*_check_cycles(plan), *_check_order(plan), *_check_reach(plan))


def _check_stages(plan: TeamPlan) -> Iterator[PlanProblem]:
    ids, agents = [stage.id for stage in plan.stages], {agent.id for agent in plan.agents}
    fallbacks = find_fallbacks(plan.stages)
    for number, stage in enumerate(plan.stages):
        if not STAGE_ID.fullmatch(stage.id) or stage.id in RESERVED:
            yield _problem(
                stage,
                "的 id 无效：用小写字母、数字和下划线",
                "has an invalid id: use lower-case letters, digits, underscores",
            )
        if stage.id in ids[:number]:
            yield _problem(stage, "出现了两次", "occurs twice")
        if stage.agent not in agents:
            yield _problem(
                stage, f"的智能体“{stage.agent}”不存在", f'has an agent that does not exist: "{stage.agent}"'
            )
        for name in stage.inputs:
            if name not in ids:
                yield _problem(stage, f"的输入“{name}”不存在", f'has an input that does not exist: "{name}"')
            elif name in fallbacks:
                yield _problem(
                    stage,
                    f"的输入“{name}”是备用子任务",
                    f'has the fallback "{name}" as input; name the stage it replaces',
                )
        yield from _check_fallback(plan, stage, ids)
        yield from _check_expressions(stage)
        if stage.output_schema and (wrong := find_schema_problem(stage.output_schema)):
            yield _problem(stage, f"的 schema 无效：{wrong}", f"has an invalid schema: {wrong}")


def _check_fallback(plan: TeamPlan, stage: Stage, ids: Collection[str]) -> Iterator[PlanProblem]:
    if bool(stage.fallback) is not (stage.on_error is Strategy.FALLBACK):
        yield _problem(stage, "的 fallback 和出错策略不一致", "has a fallback without the strategy, or the reverse")
    if not stage.fallback:
        return
    if stage.fallback not in ids or stage.fallback == stage.id:
        yield _problem(
            stage, f"的备用“{stage.fallback}”不存在", f'has a fallback that does not exist: "{stage.fallback}"'
        )
        return
    if [other.fallback for other in plan.stages].count(stage.fallback) > 1:
        yield _problem(stage, f"的备用“{stage.fallback}”用了两次", f'shares its fallback "{stage.fallback}"')
    if not set(plan.find_stage(stage.fallback).inputs) <= set(stage.inputs):
        yield _problem(stage, "的备用有它没有的输入", "has a fallback with inputs that it does not have itself")


def _check_expressions(stage: Stage) -> Iterator[PlanProblem]:
    if stage.until and stage.for_each:
        yield _problem(stage, "不能既循环又遍历列表", "cannot both loop and run over a list")
    for name, expression, own in (
        ("when", stage.condition, False),
        ("forEach", stage.for_each, False),
        ("until", stage.until, True),
    ):
        if not expression:
            continue
        try:
            names = find_names(expression)
        except ExpressionInvalid as error:
            yield _problem(stage, f"的 {name} 无效：{error}", f"has an invalid {name}: {error}")
            continue
        known = RESERVED | {*stage.inputs, *([stage.id] if own else [])}
        for missing in sorted(names - known):
            yield _problem(
                stage,
                f"的 {name} 用到了“{missing}”，它不是输入",
                f'uses "{missing}" in {name}, which is not among its inputs',
            )


def _check_cycles(plan: TeamPlan) -> Iterator[PlanProblem]:
    fallbacks = find_fallbacks(plan.stages)
    ordered = {name for group in order_stages(plan.stages) for name in group.stages}
    cyclic = [stage for stage in plan.stages if stage.id not in ordered | fallbacks]
    if cyclic:
        names = list_names(stage.id for stage in cyclic)
        text = Text(f"这些子任务互相等待：{names.zh}。", f"These subtasks wait for each other: {names.en}.")
        yield PlanProblem(cyclic[0].id, text)


def _check_order(plan: TeamPlan) -> Iterator[PlanProblem]:
    fallbacks, seen = find_fallbacks(plan.stages), set[str]()
    by_id = {stage.id: stage for stage in plan.stages}
    for group in plan.execution_order:
        for name in group.stages:
            if name not in by_id or name in fallbacks:
                text = Text(f"顺序里的“{name}”不是子任务。", f'The order names "{name}", which is no subtask.')
                yield PlanProblem("", text)
            elif name in seen or group.stages.count(name) > 1:
                yield _problem(by_id[name], "在顺序里出现了两次", "occurs twice in the order")
            elif not seen.issuperset(by_id[name].inputs):
                yield _problem(by_id[name], "排在它的输入之前", "comes before its inputs in the order")
        seen.update(group.stages)
    for stage in plan.stages:
        if stage.id not in seen | fallbacks:
            yield _problem(stage, "不在顺序里", "is not in the order")


def _check_reach(plan: TeamPlan) -> Iterator[PlanProblem]:
    by_id = {stage.id: stage for stage in plan.stages}
    reached = set[str]()
    todo = [name for group in plan.execution_order for name in group.stages if name in by_id]
    while todo:
        stage = by_id[todo.pop()]
        if stage.id not in reached:
            reached.add(stage.id)
            todo += [stage.fallback] if stage.fallback else []
    for stage in plan.stages:
        never = stage.condition and not find_names(stage.condition) and not _is_constant_true(stage.condition)
        if stage.id not in reached or never:
            yield _problem(stage, "永远不会执行", "can never be executed")


def _is_constant_true(condition: str) -> bool:
    try:
        return is_true(evaluate(condition, WorkflowContext("")))
    except ExpressionInvalid:
        return False


def _problem(stage: Stage, zh: str, en: str) -> PlanProblem:
    return PlanProblem(stage.id, Text(f"子任务“{stage.id[:64]}”{zh}。", f'The subtask "{stage.id[:64]}" {en}.'))
