"""The port to what understands wishes: the built-in rules, or a chat model behind the same door."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol

from services.common.language import Language
from services.common.models.values import Answer, ChatModel, Held, Piece, Question, Spent
from services.planner import prompting
from services.planner.domain.answer import LONGEST_REPLY, ParsedIntent, to_intent
from services.planner.domain.intent import Intent, Wish
from services.planner.domain.rules import parse_intent
from services.planner.domain.spoken import Reply

TEMPERATURE = 0.1
"""Low: the same wish is to be understood the same way."""

Told = Held | Piece | Spent | Intent


@dataclass(frozen=True, slots=True)
class Asking:
    """How to ask a model: until when on its clock, under which key, anew or not, and the language of its reply."""

    deadline: float
    idempotency_key: str
    language: Language = Language.CHINESE
    fresh: bool = False


class IntentParser(Protocol):
    """Tells what a wish asks for."""

    @property
    def name(self) -> str:
        """The model's name, or "builtin"."""
        ...

    def parse(self, wish: Wish, asking: Asking) -> AsyncGenerator[Told, None]:
        """Yield what a model tells on the way, and the intent of *wish* last.

        Raises ReflowError when a model fails: LLM_... or CONTENT_REFUSED.
        """
        ...


class BuiltinParser:
    """The built-in rules: no key, no network, under a millisecond."""

    name = "builtin"

    async def parse(self, wish: Wish, asking: Asking) -> AsyncGenerator[Told, None]:
        yield parse_intent(wish)


class ModelParser:
    """A chat model, held to the shape of an answer; what follows from masks and pictures is ours."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def parse(self, wish: Wish, asking: Asking) -> AsyncGenerator[Told, None]:
        question = Question(
            prompting.instructions(asking.language),
            prompting.messages(wish),
            asking.deadline,
            temperature=TEMPERATURE,
            idempotency_key=asking.idempotency_key,
            fresh=asking.fresh,
        )
        reply = Reply(LONGEST_REPLY)
        # An async generator behind its port: closed here, so that leaving this one leaves the provider too.
        async with aclosing(self._model.answer(question, ParsedIntent)) as telling:
            async for told in telling:
                match told:
                    case Answer(parsed, raw):
                        yield to_intent(parsed, wish, raw)
                    case Piece(text):
                        if shown := reply.add(text):
                            yield Piece(shown)
                    case _:
                        yield told
