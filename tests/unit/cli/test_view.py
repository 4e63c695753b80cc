"""A run folded into what is shown."""

from reflow.v1 import errors_pb2, events_pb2, steps_pb2

from services.cli.lines import Phase, ReturnLine, StepLine
from services.cli.view import Picture, step_of
from tests.unit.cli.scripted import ASSET, Script, returned_run


def test_a_returned_run_shows_both_rounds_with_the_return_between_them() -> None:
    lines = returned_run().view.lines
    assert [line.step if isinstance(line, StepLine) else "return" for line in lines] == [
        "planner-1", "rag-1", "executor-1", "critic-1", "return", "rag-2", "executor-2", "critic-2",
    ]  # fmt: skip
    assert ReturnLine(1, 0.42, "色彩太淡。", "rag") in lines


def test_the_picture_of_the_last_image_card_is_delivered() -> None:
    assert returned_run().view.picture == Picture(ASSET, 1024, 768, 0.91)


def test_a_step_takes_the_time_between_its_start_and_its_end() -> None:
    step = step_of(returned_run().view, "executor-1")
    assert step is not None
    assert round(step.seconds, 3) == 0.2


def test_another_try_takes_the_place_of_the_failed_one() -> None:
    script = Script()
    script.start("executor-1")
    script.fail("executor-1", "超时。", retry_in=5)
    waiting = step_of(script.view, "executor-1")
    assert waiting is not None and waiting.phase is Phase.PAUSED and waiting.paused_for == 5
    script.start("executor-1", attempt=2)
    assert [(line.attempt, line.phase) for line in script.view.lines if isinstance(line, StepLine)] == [
        (2, Phase.RUNNING)
    ]


def test_what_was_under_way_is_shown_as_stopped_when_the_run_is_cancelled() -> None:
    script = Script()
    script.start("executor-1")
    script.end(events_pb2.RUN_STATUS_CANCELLED)
    step = step_of(script.view, "executor-1")
    assert step is not None and step.phase is Phase.CANCELLED
    assert script.view.ended


def test_the_error_of_the_end_is_kept() -> None:
    script = Script()
    script.end(events_pb2.RUN_STATUS_FAILED, errors_pb2.Error(code="INTENT_UNKNOWN", message="没有看懂。"))
    assert script.view.error is not None and script.view.error.code == "INTENT_UNKNOWN"


def test_a_service_cannot_send_control_codes_to_the_terminal() -> None:
    script = Script()
    script.start("rag-1")
    script.think("rag-1", "风格\x1b[2J\x07\nred")
    step = step_of(script.view, "rag-1")
    assert step is not None and step.note == "风格 [2J  red"


def test_an_event_of_a_later_version_changes_nothing() -> None:
    script = Script()
    script.tell("rag-1")
    assert script.view.lines == ()


def test_what_models_took_is_kept_for_the_end_and_changes_no_line() -> None:
    script = Script()
    script.start("planner-1")
    script.tell("planner-1", step_activity=steps_pb2.Activity(usage=steps_pb2.Usage(model="chat", input_tokens=7)))
    assert [use.input_tokens for use in script.view.usage] == [7]
    assert [line.note for line in script.view.lines if isinstance(line, StepLine)] == [""]


def test_another_try_takes_back_what_the_failed_one_had_replied() -> None:
    script = Script()
    script.start("planner-1")
    script.tell("planner-1", step_activity=steps_pb2.Activity(message=steps_pb2.Message(text="half a")))
    script.fail("planner-1", "cut off", retry_in=5)
    script.start("planner-1", attempt=2)
    step = step_of(script.view, "planner-1")
    assert step is not None and (step.reply, step.note) == ("", "")
