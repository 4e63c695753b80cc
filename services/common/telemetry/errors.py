"""Records of errors: a log record, a span event, a metric, and the counts for the statistics of the deployment."""

from collections.abc import Callable

import structlog
from opentelemetry import baggage, trace
from opentelemetry.metrics import Meter

from services.common.contract.step import StepContext
from services.common.errors import Level, ReflowError
from services.common.telemetry import names
from services.common.telemetry.error_counts import ErrorCounts
from services.common.text.language import Language

log = structlog.get_logger("reflow.errors")


class ErrorStatistics:
    """Records each error of this process once.

    *now* returns seconds since 1970. *process_id* separates the counts of this process from those of others. In
    *development* the records have stack traces.
    """

    def __init__(self, meter: Meter, now: Callable[[], float], process_id: str, *, development: bool = False) -> None:
        self.process_id = process_id
        self.counts = ErrorCounts(now)
        self._development = development
        self._counter = meter.create_counter(names.ERRORS, description="errors by code, category and node")

    def record(
        self,
        error: ReflowError,
        *,
        cause: BaseException | None = None,
        run_id: str = "",
        session_id: str = "",
        **fields: str,
    ) -> None:
        """Record *error*, and the unexpected *cause* of it; *fields* go into the log record only."""
        self.capture_stack(error, cause)
        kind, node = error.kind, error.node or ""
        self.counts.add(error.code, node)
        attributes = {
            names.ERROR_CODE: error.code.value,
            names.ERROR_CATEGORY: kind.category.value,
            names.ERROR_NODE: node,
        }
        self._counter.add(1, attributes)
        trace.get_current_span().add_event(names.ERROR_RAISED, attributes)
        entry = log.bind(
            code=error.code.value,
            category=kind.category.value,
            message=error.text.pick(Language.ENGLISH),
            node=node,
            recoverable=kind.recoverable,
            retryable=kind.retryable,
            retry_after=error.retry_after,
            run_id=run_id,
            session_id=session_id,
            trace_id=error.trace_id or format(trace.get_current_span().get_span_context().trace_id, "032x"),
            http_method=str(baggage.get_baggage(names.HTTP_METHOD) or ""),
            http_path=str(baggage.get_baggage(names.HTTP_PATH) or ""),
            details=error.details,
            field=error.field,
            metadata=dict(error.metadata),
            **fields,
        )
        log_method = {Level.CRITICAL: entry.critical, Level.ERROR: entry.error, Level.WARNING: entry.warning}
        stack = {"stack": error.stack} if error.stack else {}
        log_method.get(kind.level, entry.info)("error", **stack, exc_info=cause)

    def record_survived(self, error: ReflowError, context: StepContext, node: str) -> None:
        """Record an *error* of *node* that a step survives: the orchestrator does not receive it."""
        error.node = error.node or node
        self.record(error, run_id=context.run_id, session_id=context.session_id, step=context.step)

    def capture_stack(self, error: ReflowError, cause: BaseException | None) -> None:
        """Set the stack of *error* in development."""
        if self._development:
            error.capture_stack(cause)
