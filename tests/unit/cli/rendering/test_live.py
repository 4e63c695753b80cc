"""The live renderer of a run."""

import io
from datetime import timedelta

import pytest
from reflow.v1 import events_pb2
from rich.cells import cell_len
from rich.console import Console

from services.cli.rendering.live import render_run
from services.common.text.language import Language
from tests.unit.cli.run_script import EventScript, returned_run


def rendered(script: EventScript, language: Language, width: int = 76) -> list[str]:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    now = script.now + timedelta(seconds=1)
    with console.capture() as capture:
        console.print(render_run(script.view, now, language, width))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_a_finished_run_is_one_line_for_each_step_and_return() -> None:
    lines = rendered(returned_run(), Language.CHINESE)
    assert [line[:4].strip() for line in lines] == [
        "✓ 规划",
        "✓ 检索",
        "✓ 绘制",
        "✓ 评审",
        "↺ 评分",
        "✓ 检索",
        "✓ 绘制",
        "✓ 评审",
    ]
    assert " 91% 画面符合要求。" in lines[-1]


def test_the_remaining_agents_are_listed_below_the_running_step() -> None:
    script = EventScript()
    script.emit(run_started=events_pb2.RunStarted(locale="en"))
    script.start("planner-1")
    script.think("planner-1", "I read it")
    lines = rendered(script, Language.ENGLISH)
    assert "planner" in lines[0] and "I read it" in lines[0] and "1.1 s" in lines[0]
    assert [line.split() for line in lines[1:]] == [["·", "rag"], ["·", "executor"], ["·", "critic"]]


def test_a_step_that_reports_progress_has_a_bar() -> None:
    script = EventScript()
    script.start("executor-1")
    script.progress("executor-1", 0.5)
    assert "━" in rendered(script, Language.ENGLISH)[0] and " 50%" in rendered(script, Language.ENGLISH)[0]


def test_the_delay_before_the_next_attempt_counts_down() -> None:
    script = EventScript()
    script.start("executor-1")
    script.fail("executor-1", "Too slow.", retry_in=6)
    assert "Trying again in 5 s." in rendered(script, Language.ENGLISH)[0]


@pytest.mark.parametrize("language", list(Language))
def test_no_line_is_wider_than_the_terminal(language: Language) -> None:
    assert max(cell_len(line) for line in rendered(returned_run(), language, width=60)) <= 60
