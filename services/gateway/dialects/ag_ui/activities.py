"""The content of activities, which clients display next to the conversation: progress, failures, warnings."""

from collections.abc import Sequence

from reflow.v1 import events_pb2, steps_pb2

from services.common.contract.proto_values.enums import enum_name
from services.common.text.language import Language
from services.gateway import texts
from services.gateway.errors import event_error_to_json
from services.gateway.json_mapper.values import Json, asset_url, clamp, duration_seconds

# The agents whose steps generate images: their progress is the image's.
IMAGE_AGENTS = ("executor", "image_agent")
IMAGE, PROGRESS = "image", "progress"
_NOTE_IMAGE_AGENT = "image_agent"


def activity_type(event: events_pb2.RunEvent) -> str:
    """Return the type of the activity that displays the progress of the step of *event*."""
    return IMAGE if event.agent in IMAGE_AGENTS else PROGRESS


def step_progress(event: events_pb2.RunEvent) -> Json:
    """Return the progress of a step."""
    progress = event.step_activity.progress
    status = enum_name(steps_pb2.Progress.Phase.DESCRIPTOR, progress.phase, "working")
    return _step(event) | _status(status, progress.fraction, progress.text)


def step_finished(event: events_pb2.RunEvent, *, is_displayed: bool) -> Json | None:
    """Return that a step has finished, without an image; None for a step without a displayed activity."""
    return _step(event) | _status("done", 1.0, "") if is_displayed else None


def image_finished(event: events_pb2.RunEvent, asset_id: str) -> Json:
    """Return that a step has finished with an image."""
    return _step(event) | _status("done", 1.0, "") | {"url": asset_url(asset_id), "assetId": asset_id}


def attempt_stopped(event: events_pb2.RunEvent, *, is_displayed: bool) -> Json | None:
    """Return that an attempt of a step failed; None for a step without an activity."""
    if event.agent not in IMAGE_AGENTS and not is_displayed:
        return None
    status = "waiting" if event.step_failed.HasField("retry_in") else "failed"
    return _step(event) | _status(status, 0.0, event.step_failed.error.message)


def update(before: Json | None, after: Json) -> Json:
    """Return the content of an activity after it was *before*: the progress of a step never decreases."""
    progress = max(after["progress"], (before or after)["progress"])
    return (before or {}) | after | {"progress": progress}


def attempt_failed(
    event: events_pb2.RunEvent, superseded: Sequence[str], language: Language, *, expose_details: bool
) -> Json:
    """Return a failed attempt, the delay of its retry (seconds, None for none), and the *superseded* messages."""
    failed = event.step_failed
    retry_in = duration_seconds(failed.retry_in) if failed.HasField("retry_in") else None
    return {
        "agent": event.agent,
        "step": event.step,
        "attempt": event.attempt,
        "message": failed.error.message,
        "retryIn": retry_in,
        "superseded": list(superseded),
        "error": event_error_to_json(event, failed.error, expose_details=expose_details),
    }


def reflow(event: events_pb2.RunEvent, language: Language) -> Json:
    """Return that work is sent back."""
    reflow = event.run_reflowed
    message = texts.format_text(
        texts.REFLOWED, language, round=reflow.round, score=reflow.score, feedback=reflow.feedback
    )
    return {
        "message": message,
        "round": reflow.round,
        "returnTo": reflow.return_to,
        "score": reflow.score,
        "feedback": reflow.feedback,
    }


def _status(status: str, fraction: float, message: str) -> Json:
    return {"status": status, "progress": clamp(fraction), "message": message}


def _step(event: events_pb2.RunEvent) -> Json:
    step = {"agent": event.agent, "step": event.step, "attempt": event.attempt}
    if event.agent != _NOTE_IMAGE_AGENT:
        return step
    # The step of an image is named image_agent-NUMBER-PLAN.
    _, _, plan_id = event.step.removeprefix(f"{_NOTE_IMAGE_AGENT}-").partition("-")
    return step | {"planId": plan_id or None}
