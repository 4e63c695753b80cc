"""Tool calls of one research step: emits an activity when a call starts and when it ends."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from services.common.cancellation import cancel_tasks
from services.common.contract.activity import Phase, Progress, ToolCall, ToolResult, Usage
from services.common.contract.step import StepContext
from services.common.contract.tools import ToolName
from services.common.database.pool import WAIT_OBSERVER
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text
from services.rag.application.evidence_texts import TIMED_OUT
from services.rag.domain.web_pages import WebSearchFailed

Value = TypeVar("Value")
Json = Mapping[str, Any]

STORE_FAILURES = frozenset({Code.VECTOR_DB_ERROR, Code.VECTOR_DB_TIMEOUT})


@dataclass(frozen=True, slots=True)
class CallResult(Generic[Value]):
    """Result of a tool, and its summary for the activity."""

    value: Value
    output: Json


ToolEvent = ToolCall | ToolResult | Usage | Progress

_WAIT_STEP = 1.0
"""Seconds of waiting that may follow before the pool reports again how long a caller has waited."""


class ToolCalls:
    """Runs tool calls until *deadline* on *clock* and emits their activities, with texts in *language*.

    The id of a call is *id_prefix* and its number, from 1. For tools that failed, `reasons` has the message for
    users and `store_errors` the error of the store; `failures` has every error.
    """

    def __init__(
        self,
        emit: Callable[[ToolEvent], None],
        deadline: float,
        clock: Callable[[], float],
        language: Language,
        id_prefix: str,
    ) -> None:
        self.emit = emit
        self.deadline = deadline
        self.failures: list[ReflowError] = []
        self.reasons: dict[ToolName, str] = {}
        self.store_errors: dict[ToolName, ReflowError] = {}
        self._clock = clock
        self._language = language
        self._id_prefix = id_prefix
        self._count = 0

    async def call(
        self, tool: ToolName, inputs: Json, work: Callable[[], Awaitable[CallResult[Value]]]
    ) -> Value | None:
        """Return the result of *work*, None if it fails or is late: then the tool result has the reason."""
        call_id = self._start(tool, inputs)
        try:
            result = await self._run(work)
        except (ReflowError, WebSearchFailed, TimeoutError) as error:
            self._record_failure(tool, error)
            self._finish(call_id, tool, {"status": "failed", "message": self.reasons[tool]})
            return None
        self._finish(call_id, tool, {"status": "ok", **result.output})
        return result.value

    async def _run(self, work: Callable[[], Awaitable[CallResult[Value]]]) -> CallResult[Value]:
        """Return the result of *work* before the deadline, which the time that it waits for a connection extends."""
        async with asyncio.timeout(max(0.0, self.deadline - self._clock())) as limit:
            end = limit.when() or 0.0

            def extend(waited: float, is_waiting: bool) -> None:
                nonlocal end
                self.emit(Progress(Phase.WAITING if is_waiting else Phase.WORKING, 0.0))
                if not limit.expired():
                    limit.reschedule(end + waited + (_WAIT_STEP if is_waiting else 0))
                if not is_waiting:
                    end += waited

            token = WAIT_OBSERVER.set(extend)
            try:
                return await work()
            finally:
                WAIT_OBSERVER.reset(token)

    def skip(self, tool: ToolName, inputs: Json, output: Json) -> None:
        """Emit a call that was not executed; *output* has the reason."""
        self._finish(self._start(tool, inputs), tool, output)

    def _start(self, tool: ToolName, inputs: Json) -> str:
        self._count += 1
        call_id = f"{self._id_prefix}-{self._count}"
        self.emit(ToolCall(call_id, tool.value, inputs))
        return call_id

    def _finish(self, call_id: str, tool: ToolName, output: Json) -> None:
        self.emit(ToolResult(call_id, tool.value, output))

    def _record_failure(self, tool: ToolName, error: ReflowError | WebSearchFailed | TimeoutError) -> None:
        text, failure = _describe_error(tool, error)
        failure.metadata = {**failure.metadata, "tool": tool.value}
        self.failures.append(failure)
        if failure.code in STORE_FAILURES:
            self.store_errors[tool] = failure
        self.reasons[tool] = text.pick(self._language)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Value]):
    """Outcome of the tool calls of a step."""

    value: Value


async def stream_calls(
    work: Callable[[ToolCalls], Coroutine[Any, Any, Value]],
    deadline: float,
    clock: Callable[[], float],
    language: Language,
    id_prefix: str,
) -> AsyncGenerator[ToolEvent | Outcome[Value], None]:
    """Yield the activities of the tool calls of *work* as they happen, then its outcome. Raises its errors."""
    events: asyncio.Queue[ToolEvent | None] = asyncio.Queue()
    calls = ToolCalls(events.put_nowait, deadline, clock, language, id_prefix)
    task = asyncio.create_task(work(calls))
    task.add_done_callback(lambda _: events.put_nowait(None))
    try:
        while (event := await events.get()) is not None:
            yield event
        yield Outcome(task.result())
    finally:
        await cancel_tasks(task)


def call_id_prefix(context: StepContext) -> str:
    """Return the prefix of the ids of tool calls: unique for each attempt of a step."""
    return f"{context.step}-{max(1, context.attempt)}"


def _describe_error(tool: ToolName, error: ReflowError | WebSearchFailed | TimeoutError) -> tuple[Text, ReflowError]:
    """Return the text for users, and the error of the catalog."""
    match error:
        case WebSearchFailed():
            return error.text, ReflowError(Code.TOOL_FAILED, error.text, details=error.details)
        case ReflowError():
            return error.text, error
        case TimeoutError():
            code = Code.TOOL_FAILED if tool is ToolName.WEB_SEARCH else Code.VECTOR_DB_TIMEOUT
            return TIMED_OUT, ReflowError(code, details="no answer in time")
