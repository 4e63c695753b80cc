"""A model call that runs concurrently with other work of a step."""

from collections.abc import Callable
from contextlib import aclosing
from typing import TypeAlias

from services.common.activity_stream import ActivityStream
from services.common.contract.activity import Usage
from services.common.errors import Code, ReflowError
from services.common.llm.values import Completion, CompletionStream, RateLimited, Shape, TextDelta

ModelEvent: TypeAlias = RateLimited | TextDelta | Usage
ConcurrentCall: TypeAlias = ActivityStream[ModelEvent, Shape]


def start_call(completions: CompletionStream[Shape]) -> ConcurrentCall[Shape]:
    """Return the call that consumes *completions* once its context is entered; its result is the completion."""

    async def consume(emit: Callable[[ModelEvent], None]) -> Shape:
        result: Shape | None = None
        async with aclosing(completions) as events:
            async for event in events:
                if isinstance(event, Completion):
                    result = event.value
                else:
                    emit(event)
        if result is None:
            raise ReflowError(Code.LLM_API_ERROR, details="the model's answers ended without one", node="critic")
        return result

    return ActivityStream(consume)
