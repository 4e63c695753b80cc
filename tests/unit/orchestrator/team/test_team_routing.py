"""The agent team: the order of its stages, the data passed between them, and the end of a run."""

import json
from dataclasses import replace

from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import Stage, StageStatus, Strategy, TeamFile
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Verdict
from services.common.errors import Code
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.simulation import SimulatedRun
from tests.unit.orchestrator.team.team_roles import (
    LIMITS,
    Reported,
    make_iteration,
    make_plan,
    make_template_plan,
    run_team,
)

BROKEN = Failure(Code.TOOL_FAILED, "broken")
BOX = {"x": 1, "y": 2, "width": 3, "height": 4}


def read(step: Step, _: int) -> Reported:
    assert isinstance(step.call, team_requests.AnalyzeImage)
    path = json.loads(step.call.task.item)["path"]
    regions = [{"text": "你好", "boundingBox": BOX, "confidence": 0.9}] if path == "a.png" else []
    size = {"width": 10, "height": 10}
    return make_iteration({"type": "ocr", "imagePath": path, "imageSize": size, "textRegions": regions})


def finished(run: SimulatedRun) -> list[str]:
    return [event.step for event in run.of(ev.StepFinished) if isinstance(event, ev.StepFinished)]


def statuses(run: SimulatedRun) -> dict[str, StageStatus]:
    return {context.stage_id: context.status for context in run.run.state.contexts}


def test_ocr_and_annotation_run_for_each_image_that_has_text() -> None:
    calls: list[Step] = []
    drawn_once = make_iteration(generated_files=(TeamFile("a-annotated.png", asset_id="2" * 64),))
    run = run_team(make_template_plan("image-ocr-annotate"), {"read": read, "annotate": drawn_once}, calls=calls)
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert finished(run) == ["plan-1", "read-0-1-1-1", "read-0-2-1-1", "annotate-0-1-1-1", "evaluate-1"]
    drawn = next(step.call for step in calls if isinstance(step.call, team_requests.AnnotateImage))
    assert json.loads(drawn.task.item)["textRegions"][0]["boundingBox"] == BOX
    assert [stage.stage_id for stage in drawn.task.workflow.stages] == ["read"]
    (delivered,) = run.of(ev.WorkDelivered)
    assert isinstance(delivered, ev.WorkDelivered)
    assert [file.path for stage in delivered.result.stages for file in stage.generated_files] == ["a-annotated.png"]  # type: ignore[union-attr]


def test_nothing_is_drawn_where_no_image_has_text() -> None:
    empty = make_iteration({"type": "ocr", "imageSize": {"width": 1, "height": 1}, "textRegions": []})
    run = run_team(make_template_plan("image-ocr-annotate"), {"read": empty})
    assert run.run.status is ev.RunStatus.SUCCEEDED
    assert statuses(run) == {"read": StageStatus.DONE, "annotate": StageStatus.SKIPPED}


def test_an_output_that_violates_its_schema_is_attempted_again_and_then_skipped() -> None:
    calls: list[Step] = []
    run = run_team(make_template_plan("image-ocr-annotate"), {"read": make_iteration({"type": "poem"})}, calls=calls)
    assert [step.name for step in calls][1:] == ["read-0-1-1-1", "read-0-2-1-1", "read-0-1-2-1", "read-0-2-2-1"]
    second = calls[3].call
    assert isinstance(second, team_requests.AnalyzeImage)
    assert "textRegions" in second.task.feedback
    assert run.run.status is ev.RunStatus.FAILED
    assert "textRegions" in run.run.failure.message  # type: ignore[union-attr]


def test_a_stage_receives_the_results_of_its_inputs_and_no_others() -> None:
    calls: list[Step] = []
    plan = make_plan(Stage("a", "coder"), Stage("b", "coder"), Stage("c", "coder", inputs=("b",)))
    run_team(plan, {"a": make_iteration(text="secret")}, calls=calls)
    last = next(step.call for step in calls if step.name.startswith("c-"))
    assert isinstance(last, team_requests.RunAgent)
    assert [stage.stage_id for stage in last.task.workflow.stages] == ["b"]


def test_an_abort_loses_no_result_of_a_sibling_in_flight() -> None:
    plan = make_plan(Stage("bad", "coder"), Stage("good", "coder"), Stage("later", "coder", inputs=("good",)))
    run = run_team(plan, {"bad": BROKEN, "good": make_iteration({"kept": 1})})
    assert run.run.status is ev.RunStatus.FAILED
    assert statuses(run) == {"bad": StageStatus.FAILED, "good": StageStatus.DONE}
    assert json.loads(run.run.state.find_context("good").structured_data) == {"kept": 1}


def test_a_fallback_takes_the_place_of_a_failed_stage() -> None:
    calls: list[Step] = []
    first = Stage("first", "coder", on_error=Strategy.FALLBACK, fallback="second")
    plan = make_plan(first, Stage("second", "coder"), Stage("use", "coder", inputs=("first",)))
    run = run_team(plan, {"first": BROKEN, "second": make_iteration({"from": "second"})}, calls=calls)
    assert run.run.status is ev.RunStatus.SUCCEEDED
    used = next(step.call for step in calls if step.name.startswith("use-"))
    assert isinstance(used, team_requests.RunAgent)
    (received,) = used.task.workflow.stages
    assert (received.stage_id, json.loads(received.structured_data)) == ("first", {"from": "second"})
    fine = run_team(plan)
    assert statuses(fine)["second"] is StageStatus.SKIPPED


def test_a_loop_is_repeated_until_its_condition_holds() -> None:
    plan = make_plan(Stage("loop", "coder", until="loop.data.left == `0`", max_repeats=3))

    def report(step: Step, _: int) -> Reported:
        return make_iteration({"left": 2 - int(step.name.split("-")[3]) + 0})

    assert finished(run_team(plan, {"loop": report}))[1:-1] == ["loop-0-1-1-1", "loop-0-1-2-1"]
    never = run_team(plan, {"loop": make_iteration({"left": 1})})
    assert never.run.status is ev.RunStatus.FAILED
    assert len(finished(never)) == 4


def test_an_agent_takes_iterations_until_it_is_done_or_its_limit_is_reached() -> None:
    calls: list[Step] = []
    run = run_team(make_plan(Stage("a", "coder")), {"a": make_iteration(done=False, text="more")}, calls=calls)
    assert [step.name for step in calls[1:]] == ["a-0-1-1-1", "a-0-1-1-2", "a-0-1-1-3"]
    third = calls[3].call
    assert isinstance(third, team_requests.RunAgent)
    assert [iteration.text for iteration in third.iterations] == ["more", "more"]
    assert run.run.status is ev.RunStatus.FAILED


def test_the_evaluator_sends_a_stage_and_all_that_depend_on_it_back_within_the_limit() -> None:
    calls: list[Step] = []
    plan = make_plan(Stage("a", "coder"), Stage("b", "coder", inputs=("a",)), Stage("c", "coder"))
    back = Verdict(passed=False, score=0.1, feedback="too short", return_to="a")
    run = run_team(plan, evaluate=back, calls=calls)
    names = [step.name for step in calls]
    assert len(run.of(ev.RunReflowed)) == LIMITS.returns
    assert [names.count(f"{stage}-1-1-1-1") for stage in "abc"] == [1, 1, 0]
    again = next(step.call for step in calls if step.name == "a-1-1-1-1")
    assert isinstance(again, team_requests.RunAgent)
    assert again.task.feedback == "too short"
    assert run.run.status is ev.RunStatus.SUCCEEDED


def test_a_broken_plan_returns_to_the_planner_with_the_reasons_and_ends_in_one_error() -> None:
    cyclic = make_plan(Stage("a", "coder", inputs=("b",)), Stage("b", "coder", inputs=("a",)))
    broken = [
        make_plan(Stage("a", "nobody")),
        make_plan(Stage("a", "coder", inputs=("missing",))),
        cyclic,
        make_plan(*(Stage(f"s{number}", "coder") for number in range(1_000))),
        make_plan(),
        replace(make_plan(Stage("a", "coder")), execution_order=()),
    ]
    for plan in broken:
        calls: list[Step] = []
        run = run_team(plan, calls=calls)
        assert run.run.status is ev.RunStatus.FAILED
        second = calls[1].call
        assert isinstance(second, team_requests.PlanTask)
        assert second.problems
        assert second.rejected_plan is not None
        assert second.rejected_plan.stages == plan.stages[:20]  # the request has limits that the plan may exceed
        assert len(calls) == 2  # a planner that repeats a rejected plan is not called again
        assert second.problems[0] in run.run.failure.message  # type: ignore[union-attr]
    changing = (replace(cyclic, analysis=str(number)) for number in range(20))
    run = run_team(lambda *_: next(changing))
    assert len(run.of(ev.RunReflowed)) == LIMITS.returns


def test_a_failed_model_is_replaced_by_rules_and_a_failed_evaluator_by_a_warning() -> None:
    def plan(step: Step, _: int) -> Reported:
        assert isinstance(step.call, team_requests.PlanTask)
        return make_plan(Stage("a", "coder")) if step.call.builtin_only else Failure(Code.LLM_REFUSED, "no")

    for run in (run_team(plan), run_team(make_plan(Stage("a", "coder")), evaluate=BROKEN)):
        assert run.run.status is ev.RunStatus.SUCCEEDED
        assert len(run.of(ev.WarningRecorded)) == 1


def test_a_stage_whose_agent_needs_a_model_is_not_attempted_twice() -> None:
    calls: list[Step] = []
    plan = make_plan(Stage("a", "coder", attempts=3))
    run = run_team(plan, {"a": Failure(Code.MODEL_UNKNOWN, "needs a model")}, calls=calls)
    assert [step.name for step in calls] == ["plan-1", "a-0-1-1-1"]
    assert run.run.failure.code is Code.MODEL_UNKNOWN  # type: ignore[union-attr]
