"""One turn of a model as it streams in: what it has said, what it took, and whether it may be used. Pure.

Shapes: https://platform.openai.com/docs/api-reference/chat-streaming; further reasons to finish are Zhipu's and
DeepSeek's (https://docs.z.ai/api-reference, https://api-docs.deepseek.com/api/create-chat-completion).
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from services.common.errors import Code
from services.common.models.configuration import Prices
from services.common.models.failures import useless
from services.common.models.values import Spent

LONGEST_ANSWER = 100_000
"""Characters of one answer; a model that says more has lost its way."""

_LONGEST_FINISH = 32
_REFUSED = ("content_filter", "sensitive")
_Tokens = Annotated[int, Field(ge=0, le=1_000_000_000)]


class _Lenient(BaseModel):
    model_config = ConfigDict(from_attributes=True, extra="ignore")


class Usage(_Lenient):
    """What a provider says it counted."""

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
    usage: Usage | None = None


class Turn:
    """What has come so far. `began` once the provider has taken the request on."""

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self.began = False
        self.raw = ""
        self.usage = Usage()
        self.finish = ""
        self._half = ""
        self._chose = False
        self._refusal = False

    def take(self, event: object) -> str:
        """Add one event of the stream; return the text it brought. Raises LLM_API_ERROR for what is none."""
        try:
            chunk = _Chunk.model_validate(event)
        except ValidationError as error:
            where = error.errors(include_input=False)[0]["loc"]
            raise useless(self._provider, f"an event of the stream is malformed at {where}") from None
        self.usage = chunk.usage or self.usage
        text = ""
        for choice in (chunk.choices or ())[:1]:
            self._chose = True
            self.finish = _whole(choice.finish_reason or self.finish)[:_LONGEST_FINISH]
            if choice.delta is not None:
                text = self._joined(choice.delta.content or "")
                self._refusal = self._refusal or bool(choice.delta.refusal)
        self.raw += text
        if len(self.raw) > LONGEST_ANSWER:
            raise useless(self._provider, f"an answer of more than {LONGEST_ANSWER} characters")
        return text

    def check(self) -> None:
        """Raise what is wrong with the whole: CONTENT_REFUSED or LLM_API_ERROR."""
        if self.finish in _REFUSED or self._refusal:
            raise useless(self._provider, "the content filter ended the answer", code=Code.CONTENT_REFUSED)
        if not self._chose:
            raise useless(self._provider, "the answer has no choices")
        if not self.finish:
            raise useless(self._provider, "the stream ended in the middle of the answer")
        if self.finish != "stop":
            raise useless(self._provider, f"the answer is not whole: finish_reason {self.finish!r}")
        if not self.raw.strip():
            raise useless(self._provider, "the answer is empty")

    def _joined(self, text: str) -> str:
        """Return *text* with the half of a character that ended the event before; one that ends this is kept back.

        Providers that write JSON with escapes cut an emoji in two (https://github.com/elizaOS/eliza/issues/30904).
        """
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        return _whole(text[:-1] if self._half else text)


def _whole(text: str) -> str:
    """Return *text* with the halves of characters (surrogates) put together; one that is alone becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def spent(provider: str, model: str, usage: Usage, prices: Prices) -> Spent:
    """Return what a request took: the provider's own count, 0 where it gives none."""
    given, made = usage.prompt_tokens or 0, usage.completion_tokens or 0
    cost = (given * prices.input + made * prices.output) / 1_000_000
    currency = prices.currency if prices.input or prices.output else ""
    return Spent(provider, model, input_tokens=given, output_tokens=made, cost=cost, currency=currency)
