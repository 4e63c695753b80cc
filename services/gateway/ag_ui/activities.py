"""What is shown beside the conversation: how far steps are, tries that failed, returns, warnings."""

from collections.abc import Sequence

from reflow.v1 import events_pb2, steps_pb2

from services.common.language import Language
from services.gateway import spelling, wording
from services.gateway.errors import told_error
from services.gateway.spelling import Json

# Whose steps make pictures: their progress is the picture's.
PAINTERS = ("executor", "image_agent")
PICTURE, PROGRESS = "image", "progress"
_NOTE_PAINTER = "image_agent"
_PHASES = {steps_pb2.Progress.PHASE_WAITING: "waiting", steps_pb2.Progress.PHASE_WORKING: "working"}


def kind_of(event: events_pb2.RunEvent) -> str:
    """Return the type of the activity that shows how far the step of *event* is."""
    return PICTURE if event.agent in PAINTERS else PROGRESS


def progress(event: events_pb2.RunEvent) -> Json:
    """Return how far a step is."""
    told = event.step_activity.progress
    return _of_step(event) | _told(_PHASES.get(told.phase, "working"), told.fraction, told.text)


def finished(event: events_pb2.RunEvent, *, was_shown: bool) -> Json | None:
    """Return that a step is done, and where its picture is; None for one of which nothing is to be shown."""
    done = event.step_finished
    match done.WhichOneof("result"):
        case "image":
            asset_id = done.image.asset.asset_id
        case "note_image":
            asset_id = done.note_image.image.asset.asset_id
        case _:
            return _of_step(event) | _told("done", 1.0, "") if was_shown else None
    return _of_step(event) | _told("done", 1.0, "") | {"url": spelling.asset_url(asset_id), "assetId": asset_id}


def stopped(event: events_pb2.RunEvent, *, was_shown: bool) -> Json | None:
    """Return that a try of a step failed; None for one of which nothing is to be shown."""
    if event.agent not in PAINTERS and not was_shown:
        return None
    status = "waiting" if event.step_failed.HasField("retry_in") else "failed"
    return _of_step(event) | _told(status, 0.0, event.step_failed.error.message)


def failed(event: events_pb2.RunEvent, void: Sequence[str], language: Language, *, expose: bool) -> Json:
    """Return a try that failed, when the next one begins (seconds, None for never), and which messages are *void*."""
    failure = event.step_failed
    retry_in = failure.retry_in.ToNanoseconds() / 1e9 if failure.HasField("retry_in") else None
    return {
        "agent": event.agent,
        "step": event.step,
        "attempt": event.attempt,
        "message": wording.failed(failure.error.message, retry_in, language),
        "retryIn": retry_in,
        "superseded": list(void),
        "error": _error(event, expose),
    }


def remark(event: events_pb2.RunEvent, language: Language, *, expose: bool) -> tuple[str, Json]:
    """Return the type and content of what is to be known of a run: a return, a warning, or a budget reached."""
    match event.WhichOneof("fact"):
        case "run_reflowed":
            back = event.run_reflowed
            text = wording.REFLOWED.pick(language).format(round=back.round, score=back.score, feedback=back.feedback)
            told = {"round": back.round, "returnTo": back.return_to, "score": back.score, "feedback": back.feedback}
            return "reflow", {"message": text.strip()} | told
        case "warning_recorded":
            return "warning", {"message": event.warning_recorded.error.message, "error": _error(event, expose)}
        case _:
            reached = event.budget_reached
            return "budget", {"message": reached.message} | spelling.budget(reached)


def _told(status: str, fraction: float, message: str) -> Json:
    return {"status": status, "progress": fraction, "message": message}


def _of_step(event: events_pb2.RunEvent) -> Json:
    named = {"agent": event.agent, "step": event.step, "attempt": event.attempt}
    if event.agent != _NOTE_PAINTER:
        return named
    # The step of a picture is called image_agent-NUMBER-PLAN.
    _, _, plan_id = event.step.removeprefix(f"{_NOTE_PAINTER}-").partition("-")
    return named | {"planId": plan_id or None}


def _error(event: events_pb2.RunEvent, expose: bool) -> Json:
    fact = event.step_failed if event.WhichOneof("fact") == "step_failed" else event.warning_recorded
    return told_error(
        fact.error,
        at_ms=event.time.ToMilliseconds(),
        session_id=event.session_id,
        run_id=event.run_id,
        expose_details=expose,
    )
