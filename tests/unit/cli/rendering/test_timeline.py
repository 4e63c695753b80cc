"""The timeline of a run: time, sequence, agent and text of each event."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
from reflow.v1 import components_pb2, errors_pb2, events_pb2, planner_pb2, questions_pb2, steps_pb2
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Styled

from services.cli.rendering.history import RunHistory, evolve_history
from services.cli.rendering.timeline import Timeline
from services.common.text.language import Language
from tests.unit.cli.run_script import STARTED_AT, EventScript, delivered_note, image, planned_note, returned_run


def styled(events: Sequence[events_pb2.RunEvent], timeline: Timeline) -> Iterator[Styled]:
    """Yield the line of each event."""
    history = RunHistory()
    for event in events:
        before, history = history, evolve_history(history, event)
        yield timeline.line(before, history, event)


def lines(script: EventScript, language: Language = Language.ENGLISH, width: int | None = None) -> list[str]:
    """Return the lines of a scripted run."""
    return [line.plain for line in styled(script.events, Timeline(language, width))]


def last(script: EventScript, language: Language = Language.ENGLISH) -> str:
    """Return the line of the last event."""
    return lines(script, language)[-1].split(maxsplit=3)[3]


def test_a_line_has_time_sequence_agent_and_text() -> None:
    script = returned_run()
    assert lines(script)[3] == "   +0.300 s    4  planner        ✓ 山水 · 0% (200 ms)"
    assert lines(script, Language.CHINESE)[3] == "   +0.300 s    4  规划      ✓ 山水 · 0%（200 毫秒）"


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("width", [80, 120])
def test_every_line_fits_the_terminal_and_is_one_line(language: Language, width: int) -> None:
    for script in (returned_run(), delivered_note()):
        assert all(cell_len(line) <= width and "\n" not in line for line in lines(script, language, width))


def test_a_return_a_retry_and_the_end_stand_out() -> None:
    script = returned_run()
    assert any("↩ 42%, sent back to rag (1): 色彩太淡。" in line for line in lines(script))
    assert lines(script)[-1].endswith("■ the run ends: succeeded, after 2.5 s")
    script = EventScript()
    script.start("executor-1")
    script.fail("executor-1", "too slow", retry_in=2)
    assert last(script) == "executor       ↻ retry in 2.0 s · EXECUTION_TIMEOUT: too slow"
    script.start("executor-1", attempt=2)
    assert last(script) == "executor       ▸ attempt 2 · executor-1"
    script.fail("executor-1", "too slow")
    assert last(script) == "executor       ✗ EXECUTION_TIMEOUT: too slow"


def test_the_time_of_a_step_includes_all_its_attempts() -> None:
    script = EventScript()
    script.start("executor-1")
    script.fail("executor-1", "too slow", retry_in=2)
    script.start("executor-1", attempt=2)
    script.finish("executor-1", image())
    assert last(script).endswith("(300 ms)")


def test_an_event_after_a_long_wait_is_highlighted() -> None:
    script = EventScript()
    script.start("executor-1")
    script.think("executor-1", "painting").time.FromDatetime(STARTED_AT + timedelta(seconds=5))
    offsets = [line.spans[0].style for line in styled(script.events, Timeline(Language.ENGLISH))]
    assert offsets == ["dim", "yellow"]


def test_concurrent_images_have_numbers() -> None:
    script = planned_note()
    script.start("image_agent-1-image-2")
    assert last(script) == "image 2        ▸ begins · 火车 · image_agent-1-image-2"


def test_a_question_its_answer_and_the_delivered_note_have_entries() -> None:
    script = EventScript()
    script.ask("content")
    assert last(script).endswith("? asks: Good?")
    script.answer(questions_pb2.DECISION_REJECT, feedback="shorter")
    assert last(script).endswith("« You sent it back: shorter")
    assert any(line.endswith("★ delivers “春游去哪儿”, images: 2") for line in lines(delivered_note()))


def test_a_run_resumed_after_an_answer_is_normal_and_one_that_lost_its_executor_stands_out() -> None:
    script = EventScript()
    script.ask("content")
    script.answer(questions_pb2.DECISION_APPROVE)
    script.emit(run_resumed=events_pb2.RunResumed(epoch=4))
    assert last(script).endswith("↻ continues")
    script.start("writer_agent-1")
    script.emit(run_resumed=events_pb2.RunResumed(epoch=5))
    assert last(script).endswith("↻ resumed")
    styles = [
        line.get_style_at_offset(Console(), line.plain.find("↻")).color
        for line in styled(script.events, Timeline(Language.ENGLISH))
        if "↻" in line.plain
    ]
    assert [style.name for style in styles if style] == ["cyan", "yellow"]


@pytest.mark.parametrize("count", [1, 2])
def test_one_message_is_counted_in_the_singular(count: int) -> None:
    script = EventScript()
    script.emit(session_recalled=events_pb2.SessionRecalled(messages=[planner_pb2.ChatMessage(role="user")] * count))
    assert last(script).endswith("1 message" if count == 1 else "2 messages")


def test_an_event_after_days_is_aligned_with_the_columns() -> None:
    script = EventScript()
    script.start("planner-1")
    script.think("planner-1", "x").time.FromDatetime(STARTED_AT + timedelta(days=12, seconds=3_723.5))
    lasted = timedelta(days=12, hours=2).total_seconds()
    first, late = [line.plain for line in styled(script.events, Timeline(Language.ENGLISH, duration=lasted))]
    assert late.startswith("+12 d 01:02:03.400") and late.index("planner") == first.index("planner")


def test_tools_usage_and_progress_have_entries() -> None:
    script = EventScript()
    script.start("planner-1")
    call = steps_pb2.ToolCall(tool="search")
    call.input.update({"text": "猫", "count": 3})
    script.emit("planner-1", step_activity=steps_pb2.Activity(tool_call=call))
    assert last(script) == 'planner        ⇢ calls search count=3 text="猫"'
    failed = steps_pb2.ToolResult(tool="search")
    failed.output.update({"failed": True, "error": "no such tool"})
    script.emit("planner-1", step_activity=steps_pb2.Activity(tool_result=failed))
    assert last(script) == "planner        ⇠ search failed: no such tool"
    use = steps_pb2.Usage(provider="p", model="m", input_tokens=10, cost=0.5, currency="CNY")
    script.emit("planner-1", step_activity=steps_pb2.Activity(usage=use))
    assert last(script) == "planner        $ p/m · 10 tokens · 0.5000 CNY"
    script.progress("planner-1", 0.5)
    assert last(script) == "planner        · 50% done"


def test_every_event_of_the_contract_has_an_entry_and_an_unknown_one_is_labeled_so() -> None:
    filled = {
        "step_activity": steps_pb2.Activity(thought=steps_pb2.Thought(text="x")),
        "component_shown": components_pb2.UiComponent(id="c"),
        "step_finished": events_pb2.StepFinished(intent=planner_pb2.Intent()),
        "error_raised": errors_pb2.Error(code="C", message="m"),
    }
    for payload in events_pb2.RunEvent.DESCRIPTOR.oneofs_by_name["payload"].fields:
        assert payload.message_type is not None
        script = EventScript()
        kind: Any = getattr(events_pb2, payload.message_type.name, None) or getattr(
            questions_pb2, payload.message_type.name, None
        )
        event: Any = {payload.name: filled.get(payload.name) or kind()}
        script.emit("planner-1", **event)
        assert "does not know" not in last(script), payload.name
    script = EventScript()
    script.emit()
    assert "does not know" in last(script)


def test_a_control_character_from_a_model_does_not_reach_the_terminal() -> None:
    script = EventScript()
    script.start("planner-1")
    script.think("planner-1", "a\x1b[31mb\nc")
    assert last(script).endswith("a [31mb c")
