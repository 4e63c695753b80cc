"""View of a run."""

from reflow.v1 import errors_pb2, events_pb2, steps_pb2

from services.cli.rendering.lines import Phase, ReturnLine, StepLine
from services.cli.rendering.view import DeliveredImage, find_step
from tests.unit.cli.run_script import ASSET, EventScript, returned_run


def test_a_returned_run_has_both_rounds_with_the_return_between_them() -> None:
    lines = returned_run().view.lines
    assert [line.step if isinstance(line, StepLine) else "return" for line in lines] == [
        "planner-1", "rag-1", "executor-1", "critic-1", "return", "rag-2", "executor-2", "critic-2",
    ]  # fmt: skip
    assert ReturnLine(1, 0.42, "色彩太淡。", "rag") in lines


def test_the_delivered_image_is_that_of_the_last_image_card() -> None:
    assert returned_run().view.image == DeliveredImage(ASSET, 1024, 768, 0.91)


def test_a_step_takes_the_time_between_its_start_and_its_end() -> None:
    step = find_step(returned_run().view, "executor-1")
    assert step is not None
    assert round(step.seconds, 3) == 0.2


def test_the_next_attempt_replaces_the_failed_one() -> None:
    script = EventScript()
    script.start("executor-1")
    script.fail("executor-1", "超时。", retry_in=5)
    waiting = find_step(script.view, "executor-1")
    assert waiting is not None and waiting.phase is Phase.PAUSED and waiting.retry_delay == 5
    script.start("executor-1", attempt=2)
    assert [(line.attempt, line.phase) for line in script.view.lines if isinstance(line, StepLine)] == [
        (2, Phase.RUNNING)
    ]


def test_running_steps_of_a_cancelled_run_are_displayed_as_stopped() -> None:
    script = EventScript()
    script.start("executor-1")
    script.end(events_pb2.RUN_STATUS_CANCELLED)
    step = find_step(script.view, "executor-1")
    assert step is not None and step.phase is Phase.CANCELLED
    assert script.view.ended


def test_the_final_error_is_in_the_view() -> None:
    script = EventScript()
    script.end(events_pb2.RUN_STATUS_FAILED, errors_pb2.Error(code="INTENT_UNKNOWN", message="没有看懂。"))
    assert script.view.error is not None and script.view.error.code == "INTENT_UNKNOWN"


def test_a_service_cannot_send_control_codes_to_the_terminal() -> None:
    script = EventScript()
    script.start("rag-1")
    script.think("rag-1", "风格\x1b[2J\x07\nred")
    step = find_step(script.view, "rag-1")
    assert step is not None and step.detail == "风格 [2J red"


def test_an_unknown_event_changes_nothing() -> None:
    script = EventScript()
    script.emit("rag-1")
    assert script.view.lines == ()


def test_usage_is_collected_for_the_end_and_changes_no_line() -> None:
    script = EventScript()
    script.start("planner-1")
    script.emit("planner-1", step_activity=steps_pb2.Activity(usage=steps_pb2.Usage(model="chat", input_tokens=7)))
    assert [use.input_tokens for use in script.view.usage] == [7]
    assert [line.detail for line in script.view.lines if isinstance(line, StepLine)] == [""]


def test_the_next_attempt_discards_the_reply_of_the_failed_one() -> None:
    script = EventScript()
    script.start("planner-1")
    script.emit("planner-1", step_activity=steps_pb2.Activity(message=steps_pb2.Message(text="half a")))
    script.fail("planner-1", "cut off", retry_in=5)
    script.start("planner-1", attempt=2)
    step = find_step(script.view, "planner-1")
    assert step is not None and (step.reply, step.detail) == ("", "")
