"""Requests of the tests, and everything that a model emits before its completion."""

import time
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, Field

from services.common.contract.activity import Usage
from services.common.errors import ReflowError
from services.common.llm.values import ChatMessage, ChatModel, ChatRequest, Completion, CompletionStream, TextDelta


class Prompt(BaseModel):
    """A schema with a text for the user."""

    action: Literal["paint", "adjust"]
    reply: str = Field("", max_length=200)
    confidence: float = Field(0.5, ge=0, le=1)


GOOD = {"action": "paint", "reply": "好的，我来画一只戴着帽子的橘猫，背景是雨后的街道。", "confidence": 0.9}
WRONG = {"action": "sing", "reply": "", "confidence": 0.9}


@dataclass
class Reported:
    """The emitted events, in order, up to the end or the failure."""

    events: list[Any] = field(default_factory=list)
    error: ReflowError | None = None

    @property
    def text(self) -> str:
        return "".join(self.chunks)

    @property
    def chunks(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, TextDelta)]

    @property
    def used(self) -> list[Usage]:
        return [event for event in self.events if isinstance(event, Usage)]

    @property
    def answer(self) -> Completion[Any]:
        assert self.error is None, self.error
        assert isinstance(self.events[-1], Completion)
        return self.events[-1]


def question(text: str = "a cat", *, seconds: float = 10, **others: Any) -> ChatRequest:
    return ChatRequest(
        "Say what to paint.", (ChatMessage("user", text),), deadline=time.monotonic() + seconds, **others
    )


async def answer(model: ChatModel, requested: ChatRequest, shape: type[BaseModel] = Prompt) -> Reported:
    return await _all(model.answer(requested, shape))


async def text(model: ChatModel, requested: ChatRequest) -> Reported:
    return await _all(model.complete(requested))


async def _all(reporting: CompletionStream[Any]) -> Reported:
    reported = Reported()
    try:
        async with aclosing(reporting) as events:
            async for event in events:
                reported.events.append(event)
    except ReflowError as error:
        reported.error = error
    return reported
