"""The graph assistant: the order of its steps, and the end of a run."""

import json
from collections.abc import Callable
from dataclasses import replace

from services.common.contract.failure import Failure
from services.common.contract.graphs import graph_requests
from services.common.contract.graphs.graph import GraphAssistantInput, PatchPlan
from services.common.contract.questions import Answer, Decision, Question
from services.common.errors import Code
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.graph_assistant.steps import StepKind
from services.orchestrator.domain.graph_assistant.workflow import build_reply
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.graph_assistant.graph_roles import (
    APPLIED,
    PLAN,
    PROMPTS,
    QUESTION,
    REJECTED,
    REQUEST,
    UNMET,
    in_sequence,
    revision,
    run_graph,
)
from tests.unit.orchestrator.simulation import SimulatedRun

WITH_PROMPT = graph_requests.PlanPatch | graph_requests.ReviewGraph
LLM_DOWN = Failure(Code.LLM_REFUSED, "no model")


def finished(run: SimulatedRun) -> list[str]:
    """Return the names of the finished steps."""
    return [event.step for event in run.of(ev.StepFinished) if isinstance(event, ev.StepFinished)]


def failure(run: SimulatedRun) -> Failure:
    """Return why a run failed."""
    assert run.run.status is ev.RunStatus.FAILED
    assert run.run.failure is not None
    return run.run.failure


def test_a_change_is_planned_applied_reviewed_placed_and_stored_once() -> None:
    calls: list[Step] = []
    run = run_graph(calls=calls)
    assert finished(run) == ["prompts-1", "search-1", "plan-1", "apply-1", "review-1", "layout-1", "store-1"]
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert run.of(ev.WorkDelivered) == [ev.WorkDelivered(revision())]
    store = calls[-1].call
    assert isinstance(store, graph_requests.PatchGraph)
    assert (store.graph_id, store.revision) == ("graph-1", 3)
    assert [operation["op"] for operation in json.loads(store.operations)] == ["add", "replace"]


def test_saved_prompts_reach_planner_and_critic_and_without_them_the_run_continues_with_a_warning() -> None:
    calls: list[Step] = []
    run_graph(calls=calls)
    prompts = {step.name: step.call.prompt for step in calls if isinstance(step.call, WITH_PROMPT)}
    assert prompts == {"plan-1": PROMPTS.prompts[0], "review-1": PROMPTS.prompts[1]}
    calls.clear()
    run = run_graph({StepKind.PROMPTS: Failure(Code.VECTOR_DB_ERROR, "down")}, calls=calls)
    assert {step.call.prompt for step in calls if isinstance(step.call, WITH_PROMPT)} == {None}
    assert (run.run.status, len(run.of(ev.WarningRecorded))) == (ev.RunStatus.SUCCEEDED, 1)


def test_a_rejected_patch_returns_to_the_planner_with_its_errors() -> None:
    calls: list[Step] = []
    run = run_graph({StepKind.APPLY: lambda step, _: REJECTED if step.name == "apply-1" else APPLIED}, calls=calls)
    assert run.run.status is ev.RunStatus.SUCCEEDED
    second = next(step.call for step in calls if step.name == "plan-2")
    assert isinstance(second, graph_requests.PlanPatch)
    assert (second.errors, second.rejected_operations) == (REJECTED.errors, PLAN.operations)


def test_after_three_returns_there_is_one_clear_error_and_nothing_is_stored() -> None:
    for rejecting in ({StepKind.APPLY: REJECTED}, {StepKind.REVIEW: UNMET}):
        plans = in_sequence(*(replace(PLAN, operations=b'[{"op":"add","n":%d}]' % number) for number in range(9)))
        run = run_graph({StepKind.PLAN: plans, **rejecting})
        assert len(run.of(ev.RunReflowed)) == 3
        assert failure(run).code is Code.PATCH_REJECTED
        assert ("没有这种节点" if StepKind.APPLY in rejecting else "少了一条连线") in failure(run).message
        assert not [step for step in finished(run) if step.startswith("store")]


def test_a_planner_that_repeats_a_rejected_patch_is_not_called_again() -> None:
    run = run_graph({StepKind.APPLY: REJECTED})
    assert len(run.of(ev.RunReflowed)) == 1
    assert failure(run).code is Code.PATCH_REJECTED


def test_a_question_pauses_the_run_and_its_answer_reaches_the_planner() -> None:
    calls: list[Step] = []
    run = run_graph({StepKind.PLAN: in_sequence(QUESTION, PLAN)}, calls=calls)
    (event,) = run.of(ev.QuestionAsked)
    assert isinstance(event, ev.QuestionAsked)
    assert [option.label for option in event.question.options] == ["甲", "乙"]
    second = next(step.call for step in calls if step.name == "plan-2")
    assert isinstance(second, graph_requests.PlanPatch)
    assert [(answer.key, answer.choices) for answer in second.answers] == [("which", ("a",))]
    assert run.run.status is ev.RunStatus.SUCCEEDED


def test_a_declined_question_ends_the_run_without_a_change() -> None:
    run = run_graph({StepKind.PLAN: QUESTION}, user=lambda _: Answer(Decision.REJECT))
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert finished(run) == ["prompts-1", "search-1", "plan-1"]
    assert "没有改动" in build_reply(run.run.state)


def test_a_planner_that_never_stops_asking_is_stopped() -> None:
    run = run_graph({StepKind.PLAN: QUESTION})
    assert len(run.of(ev.QuestionAsked)) == 5
    assert failure(run).code is Code.INTENT_UNKNOWN


def test_a_part_that_was_not_understood_is_stated() -> None:
    nothing = run_graph({StepKind.PLAN: PatchPlan(not_understood=("唱首歌",))})
    assert failure(nothing).code is Code.INTENT_UNKNOWN
    assert REQUEST.text in failure(nothing).message
    partly = run_graph({StepKind.PLAN: replace(PLAN, not_understood=("唱首歌",))})
    assert partly.run.status is ev.RunStatus.SUCCEEDED
    assert "唱首歌" in build_reply(partly.run.state)


def test_the_reply_has_the_reasons_of_the_rules_and_not_what_a_model_writes() -> None:
    reason = "文件没有写出参数名；用 reflow nodes import 导入节点类型后就能改。"
    plan = PatchPlan(explanation=f"没有做：“步数”——{reason}", not_understood=("步数",))
    by_rules, by_model = run_graph({StepKind.PLAN: plan}), run_graph({StepKind.PLAN: replace(plan, engine="model")})
    assert failure(by_rules).message == f"图没有改动。没有做：“步数”——{reason}"
    assert reason not in failure(by_model).message


def test_a_failed_model_is_replaced_by_rules_and_a_failed_critic_or_layout_by_a_warning() -> None:
    def plan(step: Step, _: int) -> PatchPlan | Failure:
        assert isinstance(step.call, graph_requests.PlanPatch)
        return PLAN if step.call.builtin_only else LLM_DOWN

    down = Failure(Code.EXECUTION_FAILED, "down")
    cases: list[tuple[StepKind, Callable[[Step, int], PatchPlan | Failure]]] = [
        (StepKind.PLAN, plan),
        (StepKind.REVIEW, lambda *_: down),
        (StepKind.LAYOUT, lambda *_: down),
    ]
    for kind, report in cases:
        run = run_graph({kind: report})
        assert run.run.status is ev.RunStatus.SUCCEEDED, kind
        assert len(run.of(ev.WarningRecorded)) == 1, kind


def test_a_conflict_with_a_later_change_fails_the_run() -> None:
    run = run_graph({StepKind.STORE: Failure(Code.GRAPH_CONFLICT, "conflict")})
    assert failure(run).code is Code.GRAPH_CONFLICT
    assert not run.of(ev.WorkDelivered)


def test_the_reply_states_that_later_changes_are_retained() -> None:
    run = run_graph({StepKind.STORE: replace(revision(6), rebased_from=3)})
    assert "第 3 版" in build_reply(run.run.state)


def test_a_run_refers_to_its_graph_and_its_log_does_not_contain_it() -> None:
    calls: list[Step] = []
    run_graph(calls=calls, requested=GraphAssistantInput("加一个采样器", "graph-1", 3, ("n1",)))
    graphs = [graph for step in calls if (graph := getattr(step.call, "graph", None))]
    assert [(graph.graph_id, graph.revision, graph.content) for graph in graphs] == [("graph-1", 3, b"")] * 5


def test_the_question_shows_the_graph_that_it_is_about() -> None:
    def user(question: Question) -> Answer:
        assert question.shown == {"graphId": "graph-1", "revision": 3}
        return Answer(Decision.CHOOSE, feedback="都不是，用第三个")

    run = run_graph({StepKind.PLAN: in_sequence(QUESTION, PLAN)}, user=user)
    assert run.run.state.answers[0].text == "都不是，用第三个"
