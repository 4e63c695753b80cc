"""Spans have ids even if no exporter receives them."""

from opentelemetry import propagate
from opentelemetry.trace import get_current_span

from services.common.telemetry import start_telemetry
from services.common.telemetry.unrecorded_tracer import UnrecordedTracer

CALLER = {"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03", "tracestate": "vendor=7"}
TRACE_ID = 0x4BF92F3577B34DA6A3CE929D0E0E4736


def test_a_service_without_a_collector_records_no_spans() -> None:
    assert isinstance(start_telemetry("reflow-test").tracer, UnrecordedTracer)


def test_a_span_continues_the_trace_of_its_caller_under_an_id_of_its_own() -> None:
    span = UnrecordedTracer().start_span("step", propagate.extract(CALLER)).get_span_context()
    assert (span.trace_id, span.trace_state["vendor"]) == (TRACE_ID, "7")
    assert span.is_valid
    assert span.span_id != 0x00F067AA0BA902B7


def test_what_is_called_within_a_span_receives_its_trace_as_not_sampled() -> None:
    carrier: dict[str, str] = {}
    with UnrecordedTracer().start_as_current_span("step", propagate.extract(CALLER)) as span:
        propagate.inject(carrier)
    span_id = format(span.get_span_context().span_id, "016x")
    assert carrier == {"traceparent": f"00-{TRACE_ID:032x}-{span_id}-02", "tracestate": "vendor=7"}


def test_a_span_without_a_caller_starts_a_trace() -> None:
    tracer = UnrecordedTracer()
    first, second = (tracer.start_span("run").get_span_context() for _ in range(2))
    assert first.is_valid
    assert first.trace_id != second.trace_id


def test_a_span_is_current_until_its_context_ends() -> None:
    with UnrecordedTracer().start_as_current_span("step") as span:
        assert get_current_span() is span
    assert not get_current_span().get_span_context().is_valid
