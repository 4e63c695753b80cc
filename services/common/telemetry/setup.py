"""Start tracing, metrics and logging of one process."""

import logging
import sys
import time
import uuid
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, TextIO, cast

import structlog
from opentelemetry import trace
from opentelemetry.metrics import Meter
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import MetricReader, PeriodicExportingMetricReader
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import DEFAULT_ON
from opentelemetry.trace import Tracer

from services.common.telemetry.errors import ErrorStatistics
from services.common.telemetry.log_file import RotatingLog
from services.common.telemetry.rejection_sampler import RejectionSampler
from services.common.telemetry.unrecorded_tracer import UnrecordedTracer


@dataclass(frozen=True, slots=True)
class Telemetry:
    """Telemetry of a service: tracer, meter and error statistics."""

    tracer: Tracer
    meter: Meter
    errors: ErrorStatistics
    shutdown: Callable[[], None]


def start_telemetry(
    service: str,
    *,
    otlp_endpoint: str = "",
    development: bool = False,
    span_processor: SpanProcessor | None = None,
    metric_reader: MetricReader | None = None,
) -> Telemetry:
    """Return the telemetry of *service*.

    Spans are always made, so that logs and errors carry trace ids; they leave the process
    only when *otlp_endpoint* is given (gRPC) or a processor is passed in. In *development* errors have stack traces.
    """
    resource = Resource.create({SERVICE_NAME: service})
    processors, readers = [span_processor] if span_processor else [], [metric_reader] if metric_reader else []
    if otlp_endpoint:
        processor, reader = _otlp(otlp_endpoint)
        processors.append(processor)
        readers.append(reader)
    tracing = TracerProvider(resource=resource, sampler=DEFAULT_ON)
    for processor in processors:
        tracing.add_span_processor(processor)
    # With nobody to send them to, spans only carry their ids: recording them costs a tenth of a run.
    tracer = tracing.get_tracer("reflow") if processors else UnrecordedTracer()
    metering = MeterProvider(resource=resource, metric_readers=readers)
    meter = metering.get_meter("reflow")

    def shutdown() -> None:
        tracing.shutdown()
        metering.shutdown()

    errors = ErrorStatistics(meter, time.time, str(uuid.uuid4()), development=development)
    return Telemetry(tracer, meter, errors, shutdown)


def _otlp(endpoint: str) -> tuple[SpanProcessor, MetricReader]:
    # Imported only where it is used: it costs a quarter of a second at start.
    from opentelemetry.exporter.otlp.proto.grpc.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter

    # An endpoint that begins with https:// is reached by TLS nevertheless.
    spans = BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint, insecure=True))
    return spans, PeriodicExportingMetricReader(OTLPMetricExporter(endpoint=endpoint, insecure=True))


def start_logging(level: str, stream: TextIO | RotatingLog = sys.stderr) -> None:
    """Write JSON log records of *level* and above to *stream*, each with its trace id; many rejections are sampled."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            RejectionSampler(time.monotonic),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _add_trace,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(file=cast(TextIO, stream)),
        cache_logger_on_first_use=False,
    )


def _add_trace(_logger: object, _method: str, record: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    context = trace.get_current_span().get_span_context()
    if context.is_valid:
        record["trace_id"] = format(context.trace_id, "032x")
        record["span_id"] = format(context.span_id, "016x")
    return record
