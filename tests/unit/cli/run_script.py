"""Scripted events of runs, as the orchestrator streams them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from google.protobuf.duration_pb2 import Duration
from reflow.v1 import (
    assets_pb2,
    components_pb2,
    creatives_pb2,
    critic_pb2,
    errors_pb2,
    events_pb2,
    executor_pb2,
    note_workflow_pb2,
    planner_pb2,
    questions_pb2,
    rag_pb2,
    steps_pb2,
)

from services.cli.rendering.view import RunView, evolve

STARTED_AT = datetime(2026, 1, 1, tzinfo=UTC)
ASSET = "3fa2c1d4" * 8
RESULTS = {
    planner_pb2.Intent: "intent",
    rag_pb2.EnhancedPrompt: "prompt",
    executor_pb2.ImageResult: "image",
    critic_pb2.Verdict: "verdict",
    note_workflow_pb2.Brief: "brief",
    note_workflow_pb2.EvidencePack: "evidence",
    note_workflow_pb2.NoteContent: "content",
    note_workflow_pb2.LayoutSpec: "layout",
    note_workflow_pb2.ImagePlanSet: "plans",
    note_workflow_pb2.Advice: "advice",
    executor_pb2.NoteImage: "note_image",
}


class EventScript:
    """Collects events, a tenth of a second apart."""

    def __init__(self) -> None:
        self.events: list[events_pb2.RunEvent] = []

    @property
    def now(self) -> datetime:
        """When the last event happened."""
        return STARTED_AT + timedelta(seconds=len(self.events) / 10)

    @property
    def view(self) -> RunView:
        """The run after all events so far."""
        view = RunView()
        for event in self.events:
            view = evolve(view, event)
        return view

    def emit(self, step: str = "", attempt: int = 1, **payload: Any) -> events_pb2.RunEvent:
        """Add the event of *payload*, about *step* (its agent is the part before the dash)."""
        event = events_pb2.RunEvent(
            run_id="r", session_id="s", sequence=len(self.events) + 1, agent=step.split("-")[0], step=step,
            attempt=attempt if step else 0, **payload,
        )  # fmt: skip
        event.time.FromDatetime(STARTED_AT + timedelta(seconds=(len(self.events) + 1) / 10))
        self.events.append(event)
        return event

    def start(self, step: str, attempt: int = 1) -> events_pb2.RunEvent:
        return self.emit(step, attempt, step_started=events_pb2.StepStarted())

    def think(self, step: str, text: str) -> events_pb2.RunEvent:
        return self.emit(step, step_activity=steps_pb2.Activity(thought=steps_pb2.Thought(text=text)))

    def progress(self, step: str, fraction: float, *, waiting: bool = False) -> events_pb2.RunEvent:
        phase = steps_pb2.Progress.PHASE_WAITING if waiting else steps_pb2.Progress.PHASE_WORKING
        progress = steps_pb2.Progress(phase=phase, fraction=fraction)
        return self.emit(step, step_activity=steps_pb2.Activity(progress=progress))

    def finish(self, step: str, result: Any) -> events_pb2.RunEvent:
        finished = events_pb2.StepFinished(**{RESULTS[type(result)]: result})
        return self.emit(step, step_finished=finished)

    def fail(self, step: str, message: str, retry_in: float | None = None) -> events_pb2.RunEvent:
        failed = events_pb2.StepFailed(error=errors_pb2.Error(code="EXECUTION_TIMEOUT", message=message))
        if retry_in is not None:
            failed.retry_in.CopyFrom(Duration(seconds=int(retry_in)))
        return self.emit(step, step_failed=failed)

    def reflow(self, round_: int, score: float, feedback: str) -> events_pb2.RunEvent:
        back = events_pb2.RunReflowed(round=round_, return_to="rag", score=score, feedback=feedback)
        return self.emit(run_reflowed=back)

    def ask(self, kind: str, shown: dict[str, Any] | None = None, **question: Any) -> events_pb2.RunEvent:
        pending = questions_pb2.Question(key=f"{kind}-1", kind=kind, text="Good?", **question)
        pending.shown.update(shown or {})
        return self.emit(question_asked=questions_pb2.QuestionAsked(question=pending))

    def answer(self, decision: questions_pb2.Decision.ValueType, **answer: Any) -> events_pb2.RunEvent:
        given = questions_pb2.Answer(decision=decision, **answer)
        return self.emit(question_answered=questions_pb2.QuestionAnswered(answer=given))

    def show(self, component_id: str, **widget: Any) -> events_pb2.RunEvent:
        return self.emit(component_shown=components_pb2.UiComponent(id=component_id, **widget))

    def end(self, status: events_pb2.RunStatus.ValueType, error: errors_pb2.Error | None = None) -> events_pb2.RunEvent:
        return self.emit(run_ended=events_pb2.RunEnded(status=status, error=error))


def image(seed: int = 7) -> executor_pb2.ImageResult:
    """Return a result of the built-in painter."""
    asset = assets_pb2.Asset(asset_id=ASSET, width=1024, height=768)
    return executor_pb2.ImageResult(asset=asset, model="builtin", seed=seed)


def verdict(score: float, feedback: str) -> critic_pb2.Verdict:
    """Return a verdict of the built-in critic."""
    return_to = "rag" if score < 0.6 else ""
    return critic_pb2.Verdict(passed=score >= 0.7, score=score, feedback=feedback, return_to=return_to, judged=True)


def round_trip(script: EventScript, number: int, score: float, feedback: str) -> None:
    """Add the events of one round from rag to critic."""
    script.start(f"rag-{number}")
    script.think(f"rag-{number}", "找到风格：水墨画 1.00")
    script.finish(f"rag-{number}", rag_pb2.EnhancedPrompt(final="山水"))
    script.start(f"executor-{number}")
    script.think(f"executor-{number}", "正在绘制 1024x768，引擎 builtin")
    script.finish(f"executor-{number}", image(number))
    script.start(f"critic-{number}")
    script.think(f"critic-{number}", f"评分 {score}：{feedback}")
    script.finish(f"critic-{number}", verdict(score, feedback))


def returned_run() -> EventScript:
    """Return a complete run that the critic sent back once."""
    script = EventScript()
    script.emit(run_started=events_pb2.RunStarted(locale="zh"))
    script.start("planner-1")
    script.think("planner-1", "要画：山水，水墨风格")
    script.finish("planner-1", planner_pb2.Intent(subject="山水"))
    round_trip(script, 1, 0.42, "色彩太淡。")
    script.reflow(1, 0.42, "色彩太淡。")
    round_trip(script, 2, 0.91, "画面符合要求。")
    done = components_pb2.AgentMessage(state=components_pb2.AgentMessage.STATE_SUCCESS, text="画好了。")
    script.show("message", agent_message=done)
    script.show("image", image_result=components_pb2.ImageCard(result=image(2), score=0.91))
    script.end(events_pb2.RUN_STATUS_SUCCEEDED)
    return script


def plans(*subjects: str) -> note_workflow_pb2.ImagePlanSet:
    """Return plans of images of *subjects*, each with the paragraph of its number."""
    planned = note_workflow_pb2.ImagePlanSet()
    for number, subject in enumerate(subjects):
        planned.plans.add(plan_id=f"image-{number + 1}", subject=subject, purpose=f"配图：{subject}", prompt=subject)
        planned.bindings.add(paragraph=number, plan_id=f"image-{number + 1}")
    return planned


def note_image(number: int) -> executor_pb2.NoteImage:
    """Return an image of the note."""
    asset = assets_pb2.Asset(asset_id=f"asset-{number}", width=768, height=1024)
    painted = executor_pb2.ImageResult(asset=asset, model="builtin")
    return executor_pb2.NoteImage(plan_id=f"image-{number}", image=painted)


def planned_note() -> EventScript:
    """Return a note's run whose two images are about to be generated."""
    script = EventScript()
    script.emit(run_started=events_pb2.RunStarted(locale="zh", note=note_workflow_pb2.NoteInput(text="写一篇春游攻略")))
    sections = [note_workflow_pb2.LayoutSection(has_image=True), note_workflow_pb2.LayoutSection()]
    results = (
        ("brief_compiler_agent-1", note_workflow_pb2.Brief(topic="春游", content_type="guide", image_count=2)),
        (
            "research_evidence_agent-1",
            note_workflow_pb2.EvidencePack(sources=[note_workflow_pb2.EvidenceSource()] * 2, tags=["春游"]),
        ),
        ("writer_agent-1", note_workflow_pb2.NoteContent(title="春游去哪儿", body="一\n\n二", tags=["春游"])),
        ("layout_planner_agent-1", note_workflow_pb2.LayoutSpec(sections=sections)),
        ("image_planner_agent-1", plans("樱花", "火车")),
    )
    for step, product in results:
        script.start(step)
        script.finish(step, product)
    return script


def delivered_note() -> EventScript:
    """Return a complete run of a note, reviewed and delivered."""
    script = planned_note()
    for number in (1, 2):
        script.start(f"image_agent-1-image-{number}")
    for number in (2, 1):
        script.finish(f"image_agent-1-image-{number}", note_image(number))
    script.start("review_agent-1")
    script.finish("review_agent-1", verdict(0.86, "图文相符。"))
    content = note_workflow_pb2.NoteContent(title="春游去哪儿", body="一\n\n二", tags=["春游"], draft=True)
    note = creatives_pb2.ComposedNote(content=content, images=[note_image(1), note_image(2)], remarks=["这是草稿。"])
    note.bindings.extend(plans("樱花", "火车").bindings)
    script.emit(work_delivered=events_pb2.WorkDelivered(note=note))
    script.end(events_pb2.RUN_STATUS_SUCCEEDED)
    return script
