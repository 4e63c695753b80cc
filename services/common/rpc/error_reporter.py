"""Reports the error counts of a process without a database to the orchestrator, which stores them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from grpc.aio import AioRpcError
from reflow.v1 import errors_pb2, orchestrator_pb2, orchestrator_pb2_grpc

from services.common.rpc.channel import open_channel
from services.common.settings import ReportingSettings, ServiceSettings
from services.common.telemetry import ErrorStatistics
from services.common.telemetry.error_counts import ErrorCount

log = structlog.get_logger("reflow.errors")

REPORT_SECONDS = 1.0
REPORT_TIMEOUT = 5.0
MAX_REPORTED = 1_000


@asynccontextmanager
async def report_errors(statistics: ErrorStatistics, settings: ServiceSettings) -> AsyncIterator[None]:
    """Report the errors of *statistics* every second, and at the end.

    While no orchestrator can be reached the counts wait. The orchestrator itself has a database and reports nothing.
    """
    address = settings.orchestrator_address if isinstance(settings, ReportingSettings) else ""
    if not address:
        yield
        return
    async with open_channel(address, settings.tls_folder) as channel:
        reporter = _Reporter(statistics, orchestrator_pb2_grpc.OrchestratorServiceStub(channel))
        task = asyncio.create_task(reporter.run(), name="report errors")
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await reporter.report()


class _Reporter:
    def __init__(self, statistics: ErrorStatistics, stub: Any) -> None:
        self._statistics = statistics
        self._stub = stub
        self._failing = False

    async def run(self) -> None:
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            await self.report()

    async def report(self) -> None:
        """Report what has changed. A failure is logged once, until a report succeeds."""
        counts = self._statistics.counts
        if not (changes := counts.changes(MAX_REPORTED)):
            return
        try:
            await self._stub.ReportErrors(_to_request(self._statistics.process_id, changes), timeout=REPORT_TIMEOUT)
        except AioRpcError as error:
            if not self._failing:
                log.warning("errors not reported", details=f"{error.code().name}: {error.details()}")
            self._failing = True
        else:
            counts.acknowledge(changes)
            self._failing = False


def _to_request(process_id: str, changes: Sequence[ErrorCount]) -> orchestrator_pb2.ReportErrorsRequest:
    request = orchestrator_pb2.ReportErrorsRequest(process_id=process_id)
    for change in changes:
        count = errors_pb2.ErrorCount(code=change.code, node=change.node, count=change.count)
        count.time.FromSeconds(change.at)
        request.counts.append(count)
    return request
