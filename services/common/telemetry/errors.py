"""Errors counted: a metric for those who collect, and a window for those who ask."""

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from opentelemetry import trace
from opentelemetry.metrics import Meter

from services.common.errors import Category, Code, Level, ReflowError
from services.common.telemetry import names

log = structlog.get_logger("reflow.errors")

# What is remembered at most: a day of one error a second. Older ones fall out first.
WINDOW_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """How often one code of one node occurred within a window."""

    code: Code
    category: Category
    node: str
    count: int
    per_minute: float


class ErrorStatistics:
    """Records each error once: a log record, a span event, a count, an entry in the window.

    *clock* gives seconds, never going back.
    """

    def __init__(self, meter: Meter, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._entries: deque[tuple[float, Code, str]] = deque(maxlen=WINDOW_SECONDS)
        self._counter = meter.create_counter(names.ERRORS, description="errors by code, category and node")

    def record(self, error: ReflowError, *, cause: BaseException | None = None, **fields: str) -> None:
        """Record *error*; *fields* (run_id, session_id, ...) go into the log record only."""
        node = error.node or ""
        self._entries.append((self._clock(), error.code, node))
        attributes = {
            names.ERROR_CODE: error.code.value,
            names.ERROR_CATEGORY: error.kind.category.value,
            names.ERROR_NODE: node,
        }
        self._counter.add(1, attributes)
        trace.get_current_span().add_event(names.ERROR_RAISED, attributes)
        entry = log.bind(code=error.code.value, category=error.kind.category.value, node=node, **fields)
        log_method = {Level.CRITICAL: entry.critical, Level.ERROR: entry.error, Level.WARNING: entry.warning}
        log_method.get(error.kind.level, entry.info)("error", details=error.details, field=error.field, exc_info=cause)

    def rates(self, window: float) -> list[ErrorRate]:
        """Return what occurred within the last *window* seconds, most frequent first."""
        since = self._clock() - window
        counts = Counter((code, node) for at, code, node in self._entries if at >= since)
        return [
            ErrorRate(code, ReflowError(code).kind.category, node, count, count / (window / 60))
            for (code, node), count in counts.most_common()
        ]
