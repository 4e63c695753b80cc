"""The tree of the stages of a task."""

import io
from datetime import timedelta

from reflow.v1 import critic_pb2, events_pb2, team_pb2, team_run_pb2
from rich.console import Console

from services.cli.rendering.live import count_final_lines, render_run
from services.common.text.language import Language
from tests.unit.cli.run_script import EventScript

STAGES = (
    team_pb2.Stage(id="read", agent="vision-analyzer", for_each="attachments"),
    team_pb2.Stage(id="annotate", agent="vision-annotator", inputs=["read"]),
    team_pb2.Stage(id="explain", agent="documenter", inputs=["read", "annotate"]),
)
PLAN = team_pb2.TeamPlan(
    stages=STAGES, execution_order=[team_pb2.StageGroup(stages=[stage.id]) for stage in STAGES], template="t"
)


def planned() -> EventScript:
    """Return a task whose first stage reads three images: one is done, one is being read, one waits."""
    script = EventScript()
    script.emit(run_started=events_pb2.RunStarted(locale="en", team=team_pb2.AgentTeamInput(text="mark the text")))
    start(script, "plan-1", "planner")
    script.emit("plan-1", step_finished=events_pb2.StepFinished(team_plan=PLAN))
    for number in (1, 2, 3):
        start(script, f"read-0-{number}-1-1", "vision-analyzer")
    finish(script, "read-0-1-1-1", "Found 3 texts", done=True)
    script.think("read-0-2-1-1", "Reading the text of b.png")
    return script


def start(script: EventScript, step: str, agent: str) -> None:
    script.emit(step, step_started=events_pb2.StepStarted()).agent = agent


def finish(script: EventScript, step: str, text: str, *, done: bool, files: int = 0) -> None:
    generated = [team_pb2.TeamFile(path=f"{number}.png") for number in range(files)]
    iteration = team_pb2.AgentIteration(text=text, done=done, generated_files=generated)
    script.emit(step, step_finished=events_pb2.StepFinished(agent_iteration=iteration))


def rendered(script: EventScript, language: Language = Language.ENGLISH) -> list[str]:
    console = Console(file=io.StringIO(), width=100, color_system=None)
    with console.capture() as capture:
        console.print(render_run(script.view, script.now + timedelta(seconds=1), language, 90))
    return [" ".join(line.split()) for line in capture.get().splitlines()]


def test_a_stage_over_a_list_displays_its_executions_and_later_stages_what_they_wait_for() -> None:
    lines = rendered(planned())
    assert lines[0].startswith("✓ planner")
    assert lines[1].startswith("├─ ") and "read analyzer 1 of 3" in lines[1]
    assert lines[2].startswith("│ ├─ ") and "item 2 Reading the text of b.png" in lines[2]
    assert lines[3].startswith("│ └─ ") and "item 3" in lines[3]
    assert lines[4] == "├─ · annotate annotator waits for read"
    assert lines[5] == "└─ · explain documenter waits for read, annotate"
    assert lines[6] == "· evaluator"


def test_the_tree_is_also_in_chinese() -> None:
    lines = rendered(planned(), Language.CHINESE)
    assert "read 视觉分析 1/3 项" in lines[1]
    assert "第 2 项" in lines[2]
    assert lines[5] == "└─ · explain 文档 等待 read, annotate"


def test_subagents_are_below_their_stage_and_their_files_are_counted_once() -> None:
    script = planned()
    start(script, "explain-0-1-1-1", "documenter")
    finish(script, "explain-0-1-1-1", "", done=False)
    for number, agent in ((2, "architect"), (3, "coder")):
        start(script, f"explain-0-{number}-1-1", agent)
    finish(script, "explain-0-3-1-1", "Wrote it", done=True, files=1)
    lines = rendered(script)
    where = next(number for number, line in enumerate(lines) if "explain documenter" in line)
    assert "✓" not in lines[where]
    assert "└─ " in lines[where + 1] and "architect" in lines[where + 1]
    assert not any("coder" in line for line in lines)
    finish(script, "explain-0-2-1-1", "Looked", done=True)
    start(script, "explain-0-1-1-2", "documenter")
    finish(script, "explain-0-1-1-2", "Done", done=True, files=1)
    assert any("✓ explain documenter 1 file · Done" in line for line in rendered(script))


def test_an_agent_between_two_iterations_is_displayed_as_running() -> None:
    script = planned()
    start(script, "annotate-0-1-1-1", "vision-annotator")
    finish(script, "annotate-0-1-1-1", "I will draw", done=False)
    (line,) = (one for one in rendered(script) if "annotate annotator" in one)
    assert "✓" not in line
    start(script, "annotate-0-1-1-2", "vision-annotator")
    finish(script, "annotate-0-1-1-2", "Drawn", done=True, files=1)
    (line,) = (one for one in rendered(script) if "annotate annotator" in one)
    assert line.startswith("├─ ✓ annotate annotator 1 file · Drawn")


def test_a_stage_that_is_executed_again_starts_over() -> None:
    script = planned()
    start(script, "read-1-1-1-1", "vision-analyzer")
    (line,) = (one for one in rendered(script) if "read analyzer" in one)
    assert "of 3" not in line and "✓" not in line


def test_a_skipped_stage_is_displayed_with_the_reason() -> None:
    script = planned()
    contexts = [
        team_pb2.StageContext(stage_id="read", status=team_pb2.STAGE_STATUS_DONE),
        team_pb2.StageContext(stage_id="annotate", status=team_pb2.STAGE_STATUS_SKIPPED, reason="its list is empty."),
    ]
    result = team_run_pb2.TeamResult(plan=PLAN, stages=contexts, verdict=critic_pb2.Verdict())
    script.emit(work_delivered=events_pb2.WorkDelivered(team_result=result))
    assert "├─ – annotate annotator its list is empty." in rendered(script)


def test_the_tree_is_displayed_until_the_end_and_is_never_printed_in_parts() -> None:
    script = planned()
    assert count_final_lines(script.view) == 1  # the planner's
    for number in (2, 3):
        finish(script, f"read-0-{number}-1-1", "Found 1 text", done=True)
    assert count_final_lines(script.view) == 1
