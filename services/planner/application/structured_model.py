"""A chat model whose answers match a schema."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import TypeVar

from pydantic import BaseModel

from services.common.contract.activity import Activity
from services.common.contract.step import StepCall
from services.common.llm.activities import to_activity
from services.common.llm.values import ChatMessage, ChatModel, ChatRequest, Completion, TextDelta
from services.common.rpc.deadlines import MODEL_SHARE
from services.common.text.sanitization import ReplyBuffer
from services.planner.domain.model_answer import MAX_REPLY_LENGTH
from services.planner.prompts.prompt import Prompt

Schema = TypeVar("Schema", bound=BaseModel)


class StructuredModel:
    """Sends prompts to *chat*; each may take *seconds* on *clock*."""

    def __init__(self, chat: ChatModel, seconds: float, clock: Callable[[], float]) -> None:
        self._chat = chat
        self._seconds = seconds
        self._clock = clock

    @property
    def name(self) -> str:
        """Name of the model."""
        return self._chat.name

    async def complete(
        self, prompt: Prompt, schema: type[Schema], call: StepCall, *, fresh: bool, temperature: float
    ) -> AsyncGenerator[Activity | Completion[Schema], None]:
        """Yield activities while the model answers, and the answer last.

        Raises ReflowError when the model fails: LLM_... or CONTENT_REFUSED.
        """
        question = ChatRequest(
            prompt.system,
            (ChatMessage("user", prompt.content),),
            call.deadline(self._seconds, self._clock, share=MODEL_SHARE),
            temperature=temperature,
            idempotency_key=call.context.idempotency_key,
            fresh=fresh,
        )
        reply = ReplyBuffer(MAX_REPLY_LENGTH)
        # Closed here, so that leaving this generator cancels the request to the provider.
        async with aclosing(self._chat.answer(question, schema)) as events:
            async for event in events:
                match event:
                    case Completion():
                        yield event
                    case TextDelta(text):
                        if delta := reply.add(text):
                            yield to_activity(TextDelta(delta), call.language)
                    case _:
                        yield to_activity(event, call.language)
