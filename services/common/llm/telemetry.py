"""Telemetry of model calls: a span and two metrics each, by OpenTelemetry's GenAI conventions. Never any text."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from opentelemetry.metrics import Meter
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer

from services.common.contract.activity import Usage
from services.common.errors import ReflowError
from services.common.telemetry import names

Kind = Literal["chat", "embeddings"]


@dataclass
class ModelCall:
    """One call in progress; set its attributes as they become known."""

    usage: Usage | None = None
    finish: str = ""
    error: str = field(default="", init=False)


class ModelCallTelemetry:
    """Telemetry of the calls of one process. *clock* gives seconds."""

    def __init__(self, tracer: Tracer, meter: Meter, clock: Callable[[], float]) -> None:
        self._tracer = tracer
        self._clock = clock
        self._tokens = meter.create_histogram(names.GEN_AI_TOKEN_USAGE, unit="{token}")
        self._durations = meter.create_histogram(names.GEN_AI_DURATION, unit="s")

    @contextmanager
    def operation(self, kind: Kind, provider: str, model: str) -> Iterator[ModelCall]:
        """Record one call of *kind*, however it ends.

        The span is not made the current one: a generator that is left at a yield ends in another context.
        """
        attributes = {
            names.GEN_AI_OPERATION: kind,
            names.GEN_AI_PROVIDER: provider,
            names.GEN_AI_REQUEST_MODEL: model,
        }
        began, operation = self._clock(), ModelCall()
        span = self._tracer.start_span(f"{kind} {model}", kind=SpanKind.CLIENT, attributes=attributes)
        try:
            yield operation
        except ReflowError as error:
            operation.error = error.code.value
            raise
        except BaseException as error:
            operation.error = type(error).__name__
            raise
        finally:
            self._end(span, operation, attributes, self._clock() - began)

    def _end(self, span: Span, operation: ModelCall, attributes: dict[str, str], seconds: float) -> None:
        if operation.usage is not None:
            self._count("input", operation.usage.input_tokens, names.GEN_AI_INPUT_TOKENS, span, attributes)
            self._count("output", operation.usage.output_tokens, names.GEN_AI_OUTPUT_TOKENS, span, attributes)
        if operation.finish:
            span.set_attribute(names.GEN_AI_FINISH_REASONS, (operation.finish,))
        if operation.error:
            attributes = attributes | {names.ERROR_TYPE: operation.error}
            span.set_attribute(names.ERROR_TYPE, operation.error)
            span.set_status(Status(StatusCode.ERROR))
        self._durations.record(seconds, attributes)
        span.end()

    def _count(self, kind: str, tokens: int, name: str, span: Span, attributes: dict[str, str]) -> None:
        if tokens:
            span.set_attribute(name, tokens)
            self._tokens.record(tokens, attributes | {names.GEN_AI_TOKEN_TYPE: kind})
