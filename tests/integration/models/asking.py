"""Questions of the tests, and everything that a model tells on the way to an answer."""

import time
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, Field

from services.common.errors import ReflowError
from services.common.models.values import Answer, Answering, ChatModel, Piece, Question, Said, Spent


class Wish(BaseModel):
    """A shape with a text for the person."""

    action: Literal["paint", "adjust"]
    reply: str = Field("", max_length=200)
    confidence: float = Field(0.5, ge=0, le=1)


GOOD = {"action": "paint", "reply": "好的，我来画一只戴着帽子的橘猫，背景是雨后的街道。", "confidence": 0.9}
WRONG = {"action": "sing", "reply": "", "confidence": 0.9}


@dataclass
class Told:
    """What came, in order, up to the end or the failure."""

    events: list[Any] = field(default_factory=list)
    error: ReflowError | None = None

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @property
    def pieces(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Piece)]

    @property
    def spent(self) -> list[Spent]:
        return [event for event in self.events if isinstance(event, Spent)]

    @property
    def answer(self) -> Answer[Any]:
        assert self.error is None, self.error
        assert isinstance(self.events[-1], Answer)
        return self.events[-1]


def question(text: str = "a cat", *, seconds: float = 10, **others: Any) -> Question:
    return Question("Say what to paint.", (Said("user", text),), deadline=time.monotonic() + seconds, **others)


async def answer(model: ChatModel, asked: Question, shape: type[BaseModel] = Wish) -> Told:
    return await _all(model.answer(asked, shape))


async def say(model: ChatModel, asked: Question) -> Told:
    return await _all(model.say(asked))


async def _all(telling: Answering[Any]) -> Told:
    told = Told()
    try:
        async with aclosing(telling) as events:
            async for event in events:
                told.events.append(event)
    except ReflowError as error:
        told.error = error
    return told
