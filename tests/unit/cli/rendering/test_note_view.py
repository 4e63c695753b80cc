"""View of a note's run."""

import io
from datetime import timedelta

import pytest
from reflow.v1 import errors_pb2, events_pb2, note_workflow_pb2, questions_pb2
from rich.cells import cell_len
from rich.console import Console

from services.cli.rendering.lines import AdviceLine, AnswerLine, ReturnLine, StepLine, WarningLine
from services.cli.rendering.live import count_final_lines, render_lines, render_run
from services.common.text.language import Language
from tests.unit.cli.run_script import EventScript, delivered_note, note_image, planned_note, verdict


def rendered(script: EventScript, language: Language = Language.CHINESE, width: int = 76) -> list[str]:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    now = script.now + timedelta(seconds=1)
    with console.capture() as capture:
        console.print(render_run(script.view, now, language, width))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_the_line_of_every_agent_describes_its_result() -> None:
    lines = rendered(delivered_note())
    expected = (
        ("需求 brief", "春游 · 攻略 · 2 张图"),
        ("资料 evidence", "2 条资料 · 1 个标签"),
        ("写作 writer", "《春游去哪儿》 · 2 段 · 1 个标签"),
        ("排版 layout", "2 个分区 · 1 处配图"),
        ("配图 plan", "2 张图 · 樱花、火车"),
        ("绘图 1 image", "樱花 · 768×1024"),
        ("绘图 2 image", "火车 · 768×1024"),
        ("评审 review", " 86%"),
    )
    for line, (agent, text) in zip(lines, expected, strict=True):
        assert line.startswith(f"✓ {agent}") and text in line


def test_concurrent_images_have_a_bar_each() -> None:
    script = planned_note()
    script.start("image_agent-1-image-1")
    script.start("image_agent-1-image-2")
    script.progress("image_agent-1-image-1", 0.2)
    script.progress("image_agent-1-image-2", 0.5)
    first, second, to_come = rendered(script)[-3:]
    assert "绘图 1" in first and "━" in first and " 20%" in first and "樱花" in first
    assert "绘图 2" in second and "━" in second and " 50%" in second and "火车" in second
    assert to_come.split() == ["·", "评审", "review"]


def test_only_the_remaining_agents_are_listed_below() -> None:
    script = EventScript()
    script.emit(
        run_started=events_pb2.RunStarted(note=note_workflow_pb2.NoteInput(text="x", reference_asset_ids=["a"]))
    )
    assert script.view.remaining[:3] == (
        "brief_compiler_agent", "research_evidence_agent", "reference_intelligence_agent",
    )  # fmt: skip
    script.start("research_evidence_agent-1")
    assert script.view.remaining[0] == "reference_intelligence_agent"


def test_a_note_without_references_does_not_list_the_agent_that_reads_them() -> None:
    assert "reference_intelligence_agent" not in planned_note().view.agents


def test_after_a_return_only_the_agents_that_repeat_their_work_remain() -> None:
    script = delivered_note()
    script.emit(run_reflowed=events_pb2.RunReflowed(round=1, return_to="image_agent", score=0.5, feedback="太暗"))
    assert script.view.remaining == ("image_agent", "review_agent")
    assert ReturnLine(1, 0.5, "太暗", "image_agent") in script.view.lines


def test_after_a_rejected_text_its_writer_and_all_dependent_agents_remain() -> None:
    script = planned_note()
    script.ask("content")
    assert script.view.status == events_pb2.RUN_STATUS_PAUSED
    script.answer(questions_pb2.DECISION_REJECT, feedback="短一点")
    assert script.view.remaining[0] == "writer_agent" and "research_evidence_agent" not in script.view.remaining
    assert script.view.lines[-1] == AnswerLine(questions_pb2.DECISION_REJECT, "短一点")


def test_an_answer_line_shows_the_labels_of_the_chosen_options() -> None:
    script = EventScript()
    script.ask("clarity", options=[questions_pb2.Option(id="a", label="亲子"), questions_pb2.Option(id="b", label="b")])
    script.answer(questions_pb2.DECISION_CHOOSE, chosen=["a"], feedback="两天")
    assert script.view.lines == (AnswerLine(questions_pb2.DECISION_CHOOSE, "亲子 · 两天"),)
    assert rendered(script) == ["› 您选了：亲子 · 两天"]


def test_ignored_advice_has_a_line_and_a_routing_decision_has_none() -> None:
    script = EventScript()
    script.emit(route_decided=events_pb2.RouteDecided(agent="writer_agent", reason="写正文"))
    script.emit(route_decided=events_pb2.RouteDecided(agent="nobody", reason="未采纳", ignored=True))
    assert script.view.lines == (AdviceLine("未采纳"),)


def test_a_warning_with_the_text_of_a_failed_step_is_displayed_once() -> None:
    script = planned_note()
    script.start("image_agent-1-image-1")
    script.fail("image_agent-1-image-1", "超时。")
    for message in ("超时。", "别的。"):
        warning = events_pb2.WarningRecorded(error=errors_pb2.Error(message=message))
        script.emit(warning_recorded=warning)
    assert [line.message for line in script.view.lines if isinstance(line, WarningLine)] == ["别的。"]


def test_the_description_of_an_image_is_the_subject_of_its_plan_at_the_time() -> None:
    assert delivered_note().view.progress.descriptions == {"asset-1": "樱花", "asset-2": "火车"}


def test_a_users_text_and_plans_replace_those_of_the_agents() -> None:
    script = planned_note()
    script.ask("content")
    content = {"title": "我的标题", "body": "正文", "tags": []}
    answer = questions_pb2.Answer(decision=questions_pb2.DECISION_MODIFY)
    answer.content.update(content)
    script.answer(answer.decision, content=answer.content)
    script.ask("image_plans")
    plans = questions_pb2.Answer(decision=questions_pb2.DECISION_MODIFY)
    plan: dict[str, str | int] = {
        "planId": "image-1",
        "prompt": "p",
        "purpose": "我的封面",
        "subject": "猫",
        "width": 512,
    }
    plans.content.update({"imagePlans": [plan]})
    script.answer(plans.decision, content=plans.content)
    making = script.view.progress
    assert making.current_note is not None and making.current_note.content.title == "我的标题"
    script.start("image_agent-1-image-1")
    script.finish("image_agent-1-image-1", note_image(1))
    assert script.view.progress.descriptions == {"asset-1": "猫"}
    assert [line.subject for line in script.view.lines if isinstance(line, StepLine)][-1] == "猫"


def test_lines_become_final_in_order() -> None:
    script = planned_note()
    script.start("image_agent-1-image-1")
    script.start("image_agent-1-image-2")
    script.finish("image_agent-1-image-2", note_image(2))
    assert count_final_lines(script.view) == 5
    script.finish("image_agent-1-image-1", note_image(1))
    assert count_final_lines(script.view) == 7


def test_a_waiting_run_lists_no_remaining_agents() -> None:
    script = planned_note()
    script.ask("image_plans")
    assert not any(line.startswith("·") for line in rendered(script))


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("width", [60, 76, 100])
def test_no_line_is_wider_than_the_terminal(language: Language, width: int) -> None:
    assert max(cell_len(line) for line in rendered(delivered_note(), language, width)) <= width


def test_rows_printed_separately_have_the_same_columns() -> None:
    script = delivered_note()
    console = Console(file=io.StringIO(), width=80, color_system=None)
    with console.capture() as capture:
        for line in script.view.lines:
            console.print(render_lines([line], script.view, script.now, Language.CHINESE, 76))
    assert [line.rstrip() for line in capture.get().splitlines()] == rendered(script)


def test_a_return_by_advice_has_no_score() -> None:
    script = planned_note()
    script.emit(run_reflowed=events_pb2.RunReflowed(round=1, return_to="writer_agent", feedback="跑题"))
    assert "↺ 第 1 次返工，回到写作：跑题" in rendered(script)


def test_a_verdict_without_a_review_is_labeled_so() -> None:
    script = planned_note()
    script.start("review_agent-1")
    without_review = verdict(1.0, "评审不可用")
    without_review.judged = False
    script.finish("review_agent-1", without_review)
    assert "未评审" in next(line for line in rendered(script) if "评审" in line)
