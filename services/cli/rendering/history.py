"""History of a run: its view and the durations of its steps, a pure fold of its events."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from reflow.v1 import events_pb2

from services.cli.rendering.lines import StepLine
from services.cli.rendering.times import to_datetime
from services.cli.rendering.view import RunView, evolve


@dataclass(frozen=True, slots=True)
class Span:
    """Time from the first attempt of a step to the end of its last one; *finished_at* is None while it runs."""

    started_at: datetime
    finished_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RunHistory:
    """A run up to event *sequence*, at *last_event_at*; *spans* by the name of the step."""

    view: RunView = field(default_factory=RunView)
    started_at: datetime | None = None
    last_event_at: datetime | None = None
    sequence: int = 0
    spans: Mapping[str, Span] = field(default_factory=dict)

    def elapsed_seconds(self) -> float:
        """Return the seconds from the start to the last event."""
        return (self.last_event_at - self.started_at).total_seconds() if self.last_event_at and self.started_at else 0.0

    def step_seconds(self, step: StepLine) -> float | None:
        """Return the seconds that *step* took with all its attempts; None while it runs."""
        span = self.spans.get(step.step)
        return (
            (span.finished_at - span.started_at).total_seconds()
            if span is not None and span.finished_at is not None
            else None
        )


def evolve_history(history: RunHistory, event: events_pb2.RunEvent) -> RunHistory:
    """Return *history* after *event*."""
    at = to_datetime(event.time)
    return replace(
        history,
        view=evolve(history.view, event),
        started_at=history.started_at or at,
        last_event_at=at,
        sequence=event.sequence,
        spans=_evolve_spans(history.spans, event, at),
    )


def _evolve_spans(spans: Mapping[str, Span], event: events_pb2.RunEvent, at: datetime) -> Mapping[str, Span]:
    match event.WhichOneof("payload"):
        case "step_started":
            began = spans[event.step].started_at if event.step in spans else at
            return {**spans, event.step: Span(began)}
        case "step_finished":
            return _close_span(spans, event.step, at)
        case "step_failed" if not event.step_failed.HasField("retry_in"):
            return _close_span(spans, event.step, at)
        case "run_ended":
            return {step: span if span.finished_at else replace(span, finished_at=at) for step, span in spans.items()}
        case _:
            return spans


def _close_span(spans: Mapping[str, Span], step: str, at: datetime) -> Mapping[str, Span]:
    return {**spans, step: replace(spans[step], finished_at=at)} if step in spans else spans
