"""Scripted runs as plain lines."""

from reflow.v1 import events_pb2, planner_pb2, questions_pb2, steps_pb2

from services.cli.narrating import narrate
from services.cli.view import RunView, follow
from services.common.language import Language
from tests.unit.cli.scripted import Script, returned_run


def lines_of(script: Script, language: Language) -> list[str]:
    view, lines = RunView(), list[str]()
    for event in script.events:
        view = follow(view, event)
        lines += narrate(view, event, language)
    return lines


def test_a_returned_run_reads_as_a_story_in_chinese() -> None:
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


def test_a_failed_try_says_when_the_next_begins_and_the_next_says_that_it_is_one() -> None:
    script = Script()
    script.start("executor-1")
    script.fail("executor-1", "Too slow.", retry_in=6)
    script.start("executor-1", attempt=2)
    assert lines_of(script, Language.ENGLISH) == ["executor  Too slow. Trying again in 6 s.", "executor  try 2"]


def test_waiting_for_a_worker_is_told_and_how_far_a_step_is_is_not() -> None:
    script = Script()
    script.start("executor-1")
    script.progress("executor-1", 0, waiting=True)
    script.progress("executor-1", 0.5)
    assert lines_of(script, Language.CHINESE) == ["绘制  排队中…"]


def test_a_reply_that_came_in_pieces_is_told_whole_once_its_step_is_done() -> None:
    script = Script()
    script.start("planner-1")
    for piece in ("好的，", "我来画", "一只猫。"):
        script.tell("planner-1", step_activity=steps_pb2.Activity(message=steps_pb2.Message(text=piece)))
    script.tell("planner-1", step_finished=events_pb2.StepFinished(intent=planner_pb2.Intent()))
    assert lines_of(script, Language.CHINESE) == ["规划  好的，我来画一只猫。（0.4 秒）"]


def test_a_budget_that_is_reached_is_told() -> None:
    script = Script()
    script.tell(budget_reached=events_pb2.BudgetReached(message="预算用完，接下来只用内置引擎。"))
    assert lines_of(script, Language.CHINESE) == ["预算用完，接下来只用内置引擎。"]


def test_a_question_is_told_and_the_run_does_not_end_by_it() -> None:
    script = Script()
    script.tell(question_asked=questions_pb2.QuestionAsked(question=questions_pb2.Question(text="这样可以吗？")))
    assert lines_of(script, Language.CHINESE) == ["等您回答：这样可以吗？"]
    view = RunView()
    for event in script.events:
        view = follow(view, event)
    assert (view.status, view.ended, view.question) == (events_pb2.RUN_STATUS_PAUSED, False, "这样可以吗？")
    script.tell(question_answered=questions_pb2.QuestionAnswered())
    assert lines_of(script, Language.ENGLISH)[1:] == ["Answered; going on."]
    assert follow(view, script.events[-1]).status == events_pb2.RUN_STATUS_RUNNING
