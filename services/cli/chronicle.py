"""A run's events folded for looking back: what is known of it, and how long each of its steps took. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from reflow.v1 import events_pb2

from services.cli.lines import StepLine
from services.cli.moments import moment
from services.cli.view import RunView, follow


@dataclass(frozen=True, slots=True)
class Span:
    """From the first try of a step to the end of its last one; *ended* is None while it is under way."""

    began: datetime
    ended: datetime | None = None


@dataclass(frozen=True, slots=True)
class Chronicle:
    """What has happened up to event *sequence*, at *last_at*; *spans* by the name of the step."""

    view: RunView = field(default_factory=RunView)
    began: datetime | None = None
    last_at: datetime | None = None
    sequence: int = 0
    spans: Mapping[str, Span] = field(default_factory=dict)

    def seconds(self) -> float:
        """Return how long after the beginning the last event happened."""
        return (self.last_at - self.began).total_seconds() if self.last_at and self.began else 0.0

    def seconds_of(self, step: StepLine) -> float | None:
        """Return how long *step* took with all its tries; None while it is under way."""
        span = self.spans.get(step.step)
        return (span.ended - span.began).total_seconds() if span is not None and span.ended is not None else None


def recorded(chronicle: Chronicle, event: events_pb2.RunEvent) -> Chronicle:
    """Return *chronicle* after *event*."""
    at = moment(event.time)
    return replace(
        chronicle,
        view=follow(chronicle.view, event),
        began=chronicle.began or at,
        last_at=at,
        sequence=event.sequence,
        spans=_spanned(chronicle.spans, event, at),
    )


def _spanned(spans: Mapping[str, Span], event: events_pb2.RunEvent, at: datetime) -> Mapping[str, Span]:
    match event.WhichOneof("fact"):
        case "step_started":
            began = spans[event.step].began if event.step in spans else at
            return {**spans, event.step: Span(began)}
        case "step_finished":
            return _closed(spans, event.step, at)
        case "step_failed" if not event.step_failed.HasField("retry_in"):
            return _closed(spans, event.step, at)
        case "run_ended":
            return {step: span if span.ended else replace(span, ended=at) for step, span in spans.items()}
        case _:
            return spans


def _closed(spans: Mapping[str, Span], step: str, at: datetime) -> Mapping[str, Span]:
    return {**spans, step: replace(spans[step], ended=at)} if step in spans else spans
