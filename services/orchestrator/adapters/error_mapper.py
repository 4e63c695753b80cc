"""Maps error statistics to the contract and back."""

from datetime import datetime, timedelta

from reflow.v1 import errors_pb2, orchestrator_pb2

from services.common.errors import CATALOG, Code, ReflowError
from services.common.errors.message import category_to_proto
from services.common.telemetry.error_counts import INTERVAL_SECONDS, ErrorCount
from services.common.text.language import Text
from services.common.text.quotation import shorten
from services.orchestrator.engine.error_ledger import DEFAULT_WINDOW, MAX_WINDOW, ErrorReading

# How far the clock of a process that reports may be ahead.
MAX_CLOCK_SKEW = timedelta(hours=1)


def parse_window(request: orchestrator_pb2.GetErrorStatisticsRequest) -> timedelta:
    """Return the window of *request*, in microseconds. Raises INVALID_INPUT_FORMAT for 0 and beyond 7 days."""
    if not request.HasField("window"):
        return DEFAULT_WINDOW
    window = request.window.ToTimedelta()  # less than a microsecond is 0
    if not timedelta() < window <= MAX_WINDOW:
        text = Text("时间窗口应大于 0，最长 7 天。", "The window must be above 0 and at most 7 days.")
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="window")
    return window


def parse_code(request: orchestrator_pb2.GetErrorStatisticsRequest) -> str:
    """Return the code of *request*, "" for all. Raises INVALID_INPUT_FORMAT for an unknown one."""
    if request.code and request.code not in Code.__members__:
        name = shorten(request.code)
        text = Text(f"没有“{name}”这个错误码，全部错误码见 docs/errors.md。", f'There is no error code "{name}".')
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="code")
    return request.code


def parse_counts(request: orchestrator_pb2.ReportErrorsRequest, now: datetime) -> list[ErrorCount]:
    """Return the counts of *request*. Raises INVALID_INPUT_FORMAT for a time in the future."""
    latest = (now + MAX_CLOCK_SKEW).timestamp()
    counts = []
    for number, count in enumerate(request.counts):
        at = count.time.seconds // INTERVAL_SECONDS * INTERVAL_SECONDS
        if not 0 < at <= latest:
            raise ReflowError(Code.INVALID_INPUT_FORMAT, field=f"counts[{number}].time")
        counts.append(ErrorCount(at, Code.named(count.code), count.node, count.count))
    return counts


def statistics_to_proto(reading: ErrorReading, window: timedelta) -> orchestrator_pb2.GetErrorStatisticsResponse:
    """Return *reading* as a message."""
    minutes = window.total_seconds() / 60
    count = sum(one.count for one in reading.counts)
    response = orchestrator_pb2.GetErrorStatisticsResponse(
        rates=[_rate_to_proto(one.code, one.node, one.count, one.total, minutes) for one in reading.counts],
        count=count,
        per_minute=count / minutes,
        total=sum(one.total for one in reading.counts),
    )
    response.window.FromTimedelta(window)
    if reading.since is not None:
        response.since.FromDatetime(reading.since)
    return response


def _rate_to_proto(code: str, node: str, count: int, total: int, minutes: float) -> errors_pb2.ErrorRate:
    category = CATALOG[Code.named(code)].category
    return errors_pb2.ErrorRate(
        code=code,
        category=category_to_proto(category),
        node=node,
        count=count,
        per_minute=count / minutes,
        total=total,
    )
