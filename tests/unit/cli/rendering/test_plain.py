"""Scripted runs as plain lines."""

from typing import Any

from reflow.v1 import critic_pb2, errors_pb2, events_pb2, planner_pb2, questions_pb2, steps_pb2

from services.cli.rendering.plain import render_event
from services.cli.rendering.view import RunView, evolve
from services.common.text.language import Language
from tests.unit.cli.run_script import EventScript, returned_run


def lines_of(script: EventScript, language: Language) -> list[str]:
    view, lines = RunView(), list[str]()
    for event in script.events:
        view = evolve(view, event)
        lines += render_event(view, event, language)
    return lines


def test_a_returned_run_is_printed_in_chinese_in_the_order_of_its_events() -> None:
    assert lines_of(returned_run(), Language.CHINESE) == [
        "规划  要画：山水，水墨风格",
        "检索  找到风格：水墨画 1.00",
        "绘制  正在绘制 1024x768，引擎 builtin",
        "绘制  1024×768 · builtin · 种子 1（0.2 秒）",
        "评审  评分 42%。色彩太淡。（0.2 秒）",
        "评审  评分 42%，第 1 次返工，回到检索：色彩太淡。",
        "检索  找到风格：水墨画 1.00",
        "绘制  正在绘制 1024x768，引擎 builtin",
        "绘制  1024×768 · builtin · 种子 2（0.2 秒）",
        "评审  评分 91%。画面符合要求。（0.2 秒）",
    ]


def test_a_failed_attempt_states_when_the_next_one_starts_and_the_next_one_has_its_number() -> None:
    script = EventScript()
    script.start("executor-1")
    script.fail("executor-1", "Too slow.", retry_in=6)
    script.start("executor-1", attempt=2)
    assert lines_of(script, Language.ENGLISH) == ["executor  Too slow. Trying again in 6 s.", "executor  attempt 2"]


def test_waiting_for_a_worker_is_printed_and_progress_is_not() -> None:
    script = EventScript()
    script.start("executor-1")
    script.progress("executor-1", 0, waiting=True)
    script.progress("executor-1", 0.5)
    assert lines_of(script, Language.CHINESE) == ["绘制  排队中…"]


def test_a_streamed_reply_is_printed_completely_when_its_step_finishes() -> None:
    script = EventScript()
    script.start("planner-1")
    for delta in ("好的，", "我来画", "一只猫。"):
        script.emit("planner-1", step_activity=steps_pb2.Activity(message=steps_pb2.Message(text=delta)))
    script.emit("planner-1", step_finished=events_pb2.StepFinished(intent=planner_pb2.Intent()))
    assert lines_of(script, Language.CHINESE) == ["规划  好的，我来画一只猫。（0.4 秒）"]


def test_a_model_that_is_replaced_is_printed_with_the_reason() -> None:
    script = EventScript()
    script.start("planner-1")
    script.fail("planner-1", "The key is rejected.")
    warning = errors_pb2.Error(code="LLM_REFUSED", message="Built-in rules parsed it instead.", node="planner")
    script.emit(warning_recorded=events_pb2.WarningRecorded(error=warning))
    assert lines_of(script, Language.ENGLISH) == [
        "planner  Built-in rules parsed it instead. (Reason: The key is rejected.)"
    ]


def test_a_warning_that_is_the_reason_itself_is_printed_once() -> None:
    script = EventScript()
    script.start("rag-1")
    script.fail("rag-1", "资料库太慢。")
    warning = errors_pb2.Error(code="VECTOR_DB_TIMEOUT", message="资料库太慢。", node="rag")
    script.emit(warning_recorded=events_pb2.WarningRecorded(error=warning))
    assert lines_of(script, Language.CHINESE) == ["检索  资料库太慢。"]


def test_an_image_that_is_not_reviewed_is_printed_with_the_reason() -> None:
    script = EventScript()
    script.start("critic-1")
    script.finish("critic-1", critic_pb2.Verdict(passed=True, score=0.7, feedback="预算用完，没有问视觉模型。"))
    assert lines_of(script, Language.CHINESE) == ["评审  未评审 · 预算用完，没有问视觉模型。（0.1 秒）"]


def test_a_reached_budget_is_printed() -> None:
    script = EventScript()
    script.emit(budget_reached=events_pb2.BudgetReached(message="预算用完，接下来只用内置引擎。"))
    assert lines_of(script, Language.CHINESE) == ["预算用完，接下来只用内置引擎。"]


def test_a_question_is_printed_and_does_not_end_the_run() -> None:
    script = EventScript()
    script.emit(question_asked=questions_pb2.QuestionAsked(question=questions_pb2.Question(text="这样可以吗？")))
    assert lines_of(script, Language.CHINESE) == ["等待您的回答：这样可以吗？"]
    view = RunView()
    for event in script.events:
        view = evolve(view, event)
    assert (view.status, view.ended, view.question) == (events_pb2.RUN_STATUS_PAUSED, False, "这样可以吗？")
    script.emit(question_answered=questions_pb2.QuestionAnswered())
    assert lines_of(script, Language.ENGLISH)[1:] == ["Answered; continuing."]
    assert evolve(view, script.events[-1]).status == events_pb2.RUN_STATUS_RUNNING


def test_a_tool_call_is_printed_with_the_name_of_the_tool() -> None:
    script = EventScript()
    script.start("rag-1")
    script.emit("rag-1", step_activity=steps_pb2.Activity(tool_call=steps_pb2.ToolCall(tool="searchNotes")))
    assert lines_of(script, Language.CHINESE) == ["检索  调用 searchNotes"]


def test_a_call_that_needs_an_approval_is_printed_with_all_of_its_arguments() -> None:
    arguments = {"path": "src/a.py", "old": 'KEY = "x"', "new": 'KEY = "y"\nDEBUG = 1', "count": 2}
    script = EventScript()
    script.ask("tool_calls", {"calls": [{"tool": "edit_file", "digest": "0123456789abcdef", "arguments": arguments}]})
    assert lines_of(script, Language.ENGLISH) == [
        "Waiting for your answer: Good?",
        "  edit_file  0123456789ab",
        "  count: 2",
        '  new: KEY = "y"',
        "    DEBUG = 1",
        '  old: KEY = "x"',
        "  path: src/a.py",
    ]


def test_no_line_of_a_value_reads_as_another_argument_or_call() -> None:
    value = "x\npath: notes.txt\n\nread_file  bbbbbbbbbbbb\u2028path: a"
    call = {"tool": "write_file", "digest": "a" * 64, "arguments": {"content": value, "path": "src/a.py"}}
    script = EventScript()
    script.ask("tool_calls", {"calls": [call]})
    entries = [line for line in lines_of(script, Language.ENGLISH)[1:] if line and not line.startswith("    ")]
    assert entries == ["  write_file  aaaaaaaaaaaa", "  content: x", "  path: src/a.py"]


def test_a_text_that_needs_an_approval_is_printed_completely() -> None:
    script = EventScript()
    script.ask("content", {"title": "春游", "body": "一\n二", "tags": ["花"]})
    assert lines_of(script, Language.CHINESE)[1:] == ["  春游", "", "  一", "  二", "", "  #花"]


def test_a_failed_tool_call_is_printed_with_its_reason_and_any_other_result_is_not() -> None:
    script = EventScript()
    script.start("rag-1")
    outputs: list[dict[str, Any]] = [{"failed": True, "error": "there is no such tool"}]
    for output in (*outputs, {"status": "failed", "message": "late"}, {}):
        result = steps_pb2.ToolResult(tool="searchNotes")
        result.output.update(output)
        script.emit("rag-1", step_activity=steps_pb2.Activity(tool_result=result))
    assert lines_of(script, Language.ENGLISH) == [
        "rag  searchNotes failed: there is no such tool",
        "rag  searchNotes failed: late",
    ]


def test_a_status_in_the_data_of_a_successful_call_is_no_failure() -> None:
    script = EventScript()
    script.start("rag-1")
    outputs: list[tuple[str, dict[str, Any]]] = [
        ("shop__order", {"status": "failed", "order": 7}),
        ("shop__order", {"status": "failed", "message": "The payment of order 7."}),
        ("searchNotes", {"status": "failed", "total": 7}),
    ]
    for tool, output in outputs:
        result = steps_pb2.ToolResult(tool=tool)
        result.output.update(output)
        script.emit("rag-1", step_activity=steps_pb2.Activity(tool_result=result))
    assert not lines_of(script, Language.ENGLISH)
