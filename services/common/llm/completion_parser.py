"""Parser of a streamed completion: its text, its usage, and whether it is valid. Pure.

Shapes: https://platform.openai.com/docs/api-reference/chat-streaming; further reasons to finish are Zhipu's and
DeepSeek's (https://docs.z.ai/api-reference, https://api-docs.deepseek.com/api/create-chat-completion).
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from services.common.contract.activity import Usage
from services.common.errors import Code
from services.common.llm.configuration import Prices
from services.common.llm.provider_errors import invalid_response

MAX_COMPLETION = 100_000
"""Characters of one completion; a longer one is invalid."""

_MAX_FINISH_REASON = 32
_CONTENT_FILTERED = ("content_filter", "sensitive")
_Tokens = Annotated[int, Field(ge=0, le=1_000_000_000)]


class _Lenient(BaseModel):
    model_config = ConfigDict(from_attributes=True, extra="ignore")


class ProviderUsage(_Lenient):
    """Usage as the provider reports it."""

    prompt_tokens: _Tokens | None = None
    completion_tokens: _Tokens | None = None


class _Delta(_Lenient):
    content: str | None = None
    refusal: str | None = None


class _Choice(_Lenient):
    delta: _Delta | None = None
    finish_reason: str | None = None


class _Chunk(_Lenient):
    choices: list[_Choice] | None = None
    usage: ProviderUsage | None = None


class CompletionParser:
    """What has come so far. `began` once the provider has taken the request on."""

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self.began = False
        self.raw = ""
        self.usage = ProviderUsage()
        self.finish = ""
        self._half = ""
        self._chose = False
        self._content_filtered = False

    def take(self, event: object) -> str:
        """Add one event of the stream; return the text it brought. Raises LLM_API_ERROR for what is none."""
        try:
            chunk = _Chunk.model_validate(event)
        except ValidationError as error:
            where = error.errors(include_input=False)[0]["loc"]
            raise invalid_response(self._provider, f"an event of the stream is malformed at {where}") from None
        self.usage = chunk.usage or self.usage
        text = ""
        for choice in (chunk.choices or ())[:1]:
            self._chose = True
            self.finish = _join_surrogates(choice.finish_reason or self.finish)[:_MAX_FINISH_REASON]
            if choice.delta is not None:
                text = self._joined(choice.delta.content or "")
                self._content_filtered = self._content_filtered or bool(choice.delta.refusal)
        self.raw += text
        if len(self.raw) > MAX_COMPLETION:
            raise invalid_response(self._provider, f"an answer of more than {MAX_COMPLETION} characters")
        return text

    def check(self) -> None:
        """Raise what is wrong with the whole: CONTENT_REFUSED or LLM_API_ERROR."""
        if self.finish in _CONTENT_FILTERED or self._content_filtered:
            raise invalid_response(self._provider, "the content filter ended the answer", code=Code.CONTENT_REFUSED)
        if not self._chose:
            raise invalid_response(self._provider, "the answer has no choices")
        if not self.finish:
            raise invalid_response(self._provider, "the stream ended in the middle of the answer")
        if self.finish != "stop":
            raise invalid_response(self._provider, f"the answer is not whole: finish_reason {self.finish!r}")
        if not self.raw.strip():
            raise invalid_response(self._provider, "the answer is empty")

    def _joined(self, text: str) -> str:
        """Return *text* with the surrogate that ended the previous event; one at its end is buffered.

        Providers that write JSON with escapes cut an emoji in two (https://github.com/elizaOS/eliza/issues/30904).
        """
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        return _join_surrogates(text[:-1] if self._half else text)


def _join_surrogates(text: str) -> str:
    """Return *text* with the halves of characters (surrogates) put together; one that is alone becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def to_usage(provider: str, model: str, usage: ProviderUsage, prices: Prices) -> Usage:
    """Return what a request took: the provider's own count, 0 where it gives none."""
    input_tokens, output_tokens = usage.prompt_tokens or 0, usage.completion_tokens or 0
    cost = (input_tokens * prices.input + output_tokens * prices.output) / 1_000_000
    currency = prices.currency if prices.input or prices.output else ""
    return Usage(provider, model, input_tokens=input_tokens, output_tokens=output_tokens, cost=cost, currency=currency)
