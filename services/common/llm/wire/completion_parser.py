"""Parser of a completion, streamed or whole: its text, its usage, and whether it is valid. Pure.

A completion was paid for: everything that is usable is used, and only what makes the text unusable is an error.
Shapes: https://platform.openai.com/docs/api-reference/chat-streaming; further reasons to finish are those of Zhipu,
DeepSeek, vLLM and Gemini (https://docs.z.ai/api-reference, https://api-docs.deepseek.com/api/create-chat-completion,
https://docs.vllm.ai/en/latest/api/vllm/v1/engine/, https://ai.google.dev/api/generate-content).
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from services.common.contract.activity import Usage
from services.common.contract.agent_team.team import MAX_TOOL_CALLS
from services.common.errors import Code, ReflowError
from services.common.llm.configuration import Prices
from services.common.llm.values import ModelToolCall

MAX_COMPLETION = 100_000
"""Characters of one completion, arguments of its tool calls included; a longer one is invalid."""

_MAX_TOKENS = 1_000_000_000
_FILTERED = frozenset({"content_filter", "sensitive", "safety", "prohibited_content", "blocklist", "spii"})
# The completion is incomplete. Any other reason, including an unknown one, ends a complete one.
_INTERRUPTED = frozenset(
    {
        "length",
        "max_tokens",
        "model_length",
        "model_context_window_exceeded",
        "network_error",
        "insufficient_system_resource",
        "abort",
        "error",
    }
)
_COMPLETE = frozenset({"stop", "eos", "tool_calls", "function_call"})
# Written by some providers in each event before the last.
_NO_REASON = frozenset({"", "null", "none"})


class Reject(Protocol):
    """Builds the error of an unusable response; `Endpoint.invalid`."""

    def __call__(self, why: str, code: Code = Code.LLM_API_ERROR) -> ReflowError: ...


@dataclass(frozen=True, slots=True)
class ProviderUsage:
    """Usage as the provider reports it; a number that is missing or malformed is 0."""

    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(slots=True)
class _PartialCall:
    """A tool call that arrives in parts."""

    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


class CompletionParser:
    """Everything received so far.

    Attributes:
        began: the provider has accepted the request.
        done: the response is complete by its protocol, with or without a finish reason.
        finish: the finish reason, one of the known ones; any other is "other", since its text is the provider's.

    """

    def __init__(self, reject: Reject) -> None:
        self._reject = reject
        self.began = False
        self.done = False
        self.usage = ProviderUsage()
        self.finish = ""
        self._texts: list[str] = []
        self._length = 0
        self._half = ""
        self._chose = False
        self._content_filtered = False
        self._tool_calls: dict[int, _PartialCall] = {}

    @property
    def tool_calls(self) -> tuple[ModelToolCall, ...]:
        """The tool calls so far, in order; one without an id has its number as id."""
        return tuple(
            ModelToolCall(call.id or f"call-{number}", call.name, "".join(call.arguments))
            for number, (_, call) in enumerate(sorted(self._tool_calls.items()), start=1)
        )

    @property
    def raw(self) -> str:
        """The text so far."""
        if len(self._texts) > 1:
            self._texts = ["".join(self._texts)]
        return self._texts[0] if self._texts else ""

    @property
    def ended(self) -> bool:
        """Whether the model has finished: later failures are ignored."""
        return self.done or bool(self.finish)

    def take(self, event: object) -> str:
        """Add one event of a stream, or a whole completion; return its text. Raises LLM_API_ERROR."""
        if not isinstance(event, Mapping):
            return ""
        self.usage = parse_usage(event.get("usage")) or self.usage
        choices = event.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(first, Mapping):
            return ""
        self._chose = True
        text = self._add(first.get("delta") or first.get("message"))
        self.finish = _to_known_reason(first.get("finish_reason")) or self.finish
        return text

    def check(self) -> None:
        """Raise the defect of the whole completion: CONTENT_REFUSED or LLM_API_ERROR."""
        if self.finish in _FILTERED or self._content_filtered:
            raise self._reject("the content filter ended the answer", Code.CONTENT_REFUSED)
        if not self._chose:
            raise self._reject("the answer has no choices")
        if not self.ended:
            raise self._reject("the stream ended in the middle of the answer")
        if self.finish in _INTERRUPTED:
            raise self._reject(f"the answer is incomplete: finish_reason {self.finish!r}")
        if not self.raw.strip() and not self._tool_calls:
            raise self._reject("the answer is empty")

    def _add(self, message: object) -> str:
        """Add a message, or the part of one."""
        if not isinstance(message, Mapping):
            return ""
        self._content_filtered = self._content_filtered or bool(message.get("refusal"))
        calls = message.get("tool_calls")
        for position, call in enumerate(calls if isinstance(calls, list) else ()):
            self._add_call(call, position)
        content = _parse_content(message.get("content"))
        if content is None:
            raise self._reject("the content of the answer is neither text nor a list of parts")
        text = self._join(content)
        self._count(text)
        self._texts.append(text)
        return text

    def _add_call(self, call: object, position: int) -> None:
        """Add a tool call, or the part of one: parts of the same call have the same index."""
        function = call.get("function") if isinstance(call, Mapping) else None
        if not isinstance(call, Mapping) or not isinstance(function, Mapping):
            return
        index = call.get("index")
        number = index if isinstance(index, int) else position
        if number not in self._tool_calls and len(self._tool_calls) == MAX_TOOL_CALLS:
            raise self._reject(f"an answer of more than {MAX_TOOL_CALLS} tool calls")
        known = self._tool_calls.setdefault(number, _PartialCall())
        known.id = known.id or _to_text(call.get("id"))
        known.name = known.name or _to_text(function.get("name"))
        arguments = function.get("arguments")
        # Some servers send the object itself.
        text = json.dumps(arguments, ensure_ascii=False) if isinstance(arguments, dict) else _to_text(arguments)
        self._count(text)
        known.arguments.append(text)

    def _count(self, text: str) -> None:
        self._length += len(text)
        if self._length > MAX_COMPLETION:
            raise self._reject(f"an answer of more than {MAX_COMPLETION} characters")

    def _join(self, text: str) -> str:
        """Return *text* with the surrogate that ended the previous event; one at its end is buffered.

        Providers that escape JSON split an emoji across events (https://github.com/elizaOS/eliza/issues/30904).
        """
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        return _join_surrogates(text[:-1] if self._half else text)


def _to_text(value: object) -> str:
    return value if isinstance(value, str) else ""


def parse_usage(usage: object) -> ProviderUsage | None:
    """Return the *usage* of a response, None if no number of it can be read."""
    if not isinstance(usage, Mapping):
        return None
    counts = [_parse_count(usage.get(name)) for name in ("prompt_tokens", "completion_tokens")]
    return None if counts == [None, None] else ProviderUsage(counts[0] or 0, counts[1] or 0)


def to_usage(provider: str, model: str, usage: ProviderUsage, prices: Prices) -> Usage:
    """Return the usage of a request: the provider's own count, 0 where it gives none."""
    input_tokens, output_tokens = usage.prompt_tokens, usage.completion_tokens
    cost = (input_tokens * prices.input + output_tokens * prices.output) / 1_000_000
    currency = prices.currency if prices.input or prices.output else ""
    return Usage(provider, model, input_tokens=input_tokens, output_tokens=output_tokens, cost=cost, currency=currency)


def _parse_count(count: object) -> int | None:
    if isinstance(count, str) and count.isascii() and count.isdecimal() and len(count) <= len(str(_MAX_TOKENS)):
        count = int(count)
    if isinstance(count, bool) or not isinstance(count, int | float) or not 0 <= count <= _MAX_TOKENS:
        return None
    return int(count)


def _to_known_reason(reason: object) -> str:
    """Return the known finish reason, "other" for an unknown one, "" for none."""
    if reason is None or reason is False:
        return ""
    known = reason.strip().lower() if isinstance(reason, str) else "other"
    if known in _NO_REASON:
        return ""
    return known if known in _FILTERED | _INTERRUPTED | _COMPLETE else "other"


def _parse_content(content: object) -> str | None:
    """Return the text of a message's *content*, None for content that is not text."""
    if content is None:
        return ""
    if isinstance(content, Mapping):
        content = [content]
    if isinstance(content, list):
        return "".join(_part_texts(content))
    return content if isinstance(content, str) else None


def _part_texts(parts: list[Any]) -> Iterator[str]:
    """Yield the texts of content in parts; parts of another kind, such as thoughts, are left out."""
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Mapping) and part.get("type", "text") in ("text", "output_text"):
            text = part.get("text")
            text = text.get("value") if isinstance(text, Mapping) else text
            if isinstance(text, str):
                yield text


def _join_surrogates(text: str) -> str:
    """Return *text* with surrogate pairs joined; a lone surrogate becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
