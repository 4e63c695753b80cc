"""A run on one page."""

from datetime import timedelta
from functools import reduce
from io import StringIO

import pytest
from reflow.v1 import errors_pb2, events_pb2, orchestrator_pb2, planner_pb2, rag_pb2, steps_pb2
from rich.cells import cell_len
from rich.console import Console

from services.cli.rendering.history import RunHistory, evolve_history
from services.cli.rendering.run_page import run_page
from services.common.text.language import Language
from tests.unit.cli.run_script import STARTED_AT, EventScript, delivered_note, image, returned_run, verdict

RUN_ID = "8c1fd2d0-2f0e-4c55-9f5b-1d3f6a7f3d10"


def run_of(script: EventScript, status: events_pb2.RunStatus.ValueType, **known: object) -> orchestrator_pb2.Run:
    """Return the run of the script."""
    run = orchestrator_pb2.Run(run_id=RUN_ID, session_id="s", workflow="image_chat", status=status, **known)  # type: ignore[arg-type]
    run.last_sequence = len(script.events)
    run.created_at.FromDatetime(STARTED_AT)
    run.updated_at.FromDatetime(script.now)
    return run


def page(
    run: orchestrator_pb2.Run,
    script: EventScript,
    *,
    width: int = 120,
    language: Language = Language.ENGLISH,
    last: int = 0,
) -> list[str]:
    """Return the lines of the page, cut to a terminal of *width* columns."""
    history = reduce(evolve_history, script.events, RunHistory())
    drawn = StringIO()
    console = Console(file=drawn, width=width, color_system=None, highlight=False)
    console.print(run_page(run, history, last or len(script.events), language, cut=True))
    return [line.rstrip() for line in drawn.getvalue().splitlines()]


def succeeded() -> tuple[orchestrator_pb2.Run, EventScript]:
    script = returned_run()
    state = orchestrator_pb2.ImageChatState(
        intent=planner_pb2.Intent(subject="山水", confidence=0.9, reasoning="a landscape is requested"),
        enhanced_prompt=rag_pb2.EnhancedPrompt(final="山水 " * 40),
        execution_result=image(2),
        quality_check=verdict(0.91, "好"),
    )
    retried = {"retry_count": 3, "retries": {"executor-1": 2}}
    return run_of(script, events_pb2.RUN_STATUS_SUCCEEDED, **retried, image_chat=state), script


def test_a_page_has_the_properties_of_the_run_its_steps_and_its_state() -> None:
    lines = page(*succeeded())
    assert lines[0] == f"run       {RUN_ID}  succeeded"
    assert any(line.startswith("ended") and line.endswith("(after 2.6 s)") for line in lines)
    assert "✓ executor    200 ms 1024×768 · builtin · seed 1" in lines
    assert any(line.startswith("↩") and "sent back to rag" in line for line in lines)
    assert "sent back  1 time" in lines and "verdict    91%. 好" in lines
    assert "retried    executor-1 2 times" in lines and "reasoning  a landscape is requested" in lines


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("language", list(Language))
def test_on_a_narrow_terminal_results_are_truncated_and_symbols_and_names_are_not(
    width: int, language: Language
) -> None:
    script = EventScript()
    script.start("rag-1")
    script.finish("rag-1", rag_pb2.EnhancedPrompt(final="很长的提示词 " * 40))
    lines = page(run_of(script, events_pb2.RUN_STATUS_RUNNING), script, width=width, language=language)
    assert all(cell_len(line) <= width for line in lines)
    name = {"zh": "检索", "en": "rag"}[language.value]
    (step,) = [line for line in lines if line.startswith("✓")]
    assert step.startswith(f"✓ {name} ") and step.endswith("…")


def test_a_page_has_the_attempts_of_a_step_the_reason_of_its_failure_and_the_error_code() -> None:
    script = EventScript()
    script.start("executor-1")
    script.fail("executor-1", "too slow", retry_in=1)
    script.start("executor-1", attempt=2)
    script.fail("executor-1", "too slow")
    error = errors_pb2.Error(code="EXECUTION_TIMEOUT", message="too slow")
    script.end(events_pb2.RUN_STATUS_FAILED, error)
    lines = page(run_of(script, events_pb2.RUN_STATUS_FAILED, error=error), script)
    assert "✗ executor    300 ms 2 attempts  too slow" in lines
    assert "error     EXECUTION_TIMEOUT: too slow" in lines


def test_the_page_of_a_paused_run_has_its_question_and_when_it_expires() -> None:
    script = EventScript()
    pending = script.ask("content").question_asked
    pending.expires_at.FromDatetime(STARTED_AT + timedelta(days=1))
    lines = page(run_of(script, events_pb2.RUN_STATUS_PAUSED, pending=pending), script)
    assert any(line.startswith("question") and "Good? (until 2026-01-0" in line for line in lines)


def test_a_page_has_the_usage_of_each_model() -> None:
    usage = [
        steps_pb2.Usage(provider="p", model="m", input_tokens=100, requests=2, cost=0.5, currency="CNY"),
        steps_pb2.Usage(model="n", images=1, requests=1),
    ]
    lines = page(run_of(EventScript(), events_pb2.RUN_STATUS_RUNNING, usage=usage), EventScript(), last=1)
    assert "usage        p/m · 2 requests · 100 tokens · 0.5000 CNY" in lines
    assert "             n · 1 request · 1 image" in lines


def test_the_page_at_an_earlier_event_has_its_sequence_and_the_running_step() -> None:
    script = EventScript()
    script.start("planner-1")
    lines = page(run_of(script, events_pb2.RUN_STATUS_RUNNING, current_node="planner"), script, last=30)
    assert "events       1 of 30" in lines and "▸ planner   running" in lines and "at work  planner" in lines


def test_the_page_of_a_note_has_the_results_so_far() -> None:
    script = delivered_note()
    run = run_of(script, events_pb2.RUN_STATUS_SUCCEEDED)
    run.note.generated_content.title = "春游去哪儿"
    run.note.generated_images.add().image.CopyFrom(image())
    run.note.generated_images.add().image.CopyFrom(image())
    lines = page(run, script, language=Language.CHINESE)
    assert "正文  《春游去哪儿》 · 0 段" in lines and "图片  2 · 1024×768" in lines
    assert any(line.startswith("✓ 绘图 2") and "火车" in line for line in lines)
