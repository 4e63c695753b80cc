"""POST chat/completions.

Shapes: openai.types.chat.ChatCompletion and ChatCompletionChunk, https://platform.openai.com/docs/api-reference/chat.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from services.fake_providers import instances
from services.fake_providers.behaviors import MAX_SECONDS, Behavior, Failure, Quirk
from services.fake_providers.connections import ConnectionClosed
from services.fake_providers.openai import quirks
from services.fake_providers.openai.requests import ChatRequest, parse_chat, read_json
from services.fake_providers.openai.variants import ApiVariant, InvalidRequestError, build_error_body
from services.fake_providers.scenario import MESSAGES, IncomingRequest, Reply, Scenario, get_bearer_token

CHUNK = 8
IMAGE_TOKENS = 255
BYTES_PER_TOKEN = 3
# Chunks after which a long answer gives way to others: where its client has left, it is cancelled there.
YIELD_CHUNKS = 256
BROKEN_CHUNK = '{"id":"chatcmpl-fake","object":"chat.completion.chunk","choices":[{"index":0,"del'


@dataclass(frozen=True)
class ChatOutput:
    """Output of the model: its text, or the text with which it declines; and the tools that it calls."""

    content: str | None
    declined_text: str | None
    finish: str
    tool_calls: tuple[dict[str, Any], ...] = ()


class Chat:
    """The chat endpoint of one variant."""

    def __init__(self, scenario: Scenario, variant: ApiVariant) -> None:
        self._scenario = scenario
        self._variant = variant
        self._endpoint = f"{variant.name}.chat"

    async def serve(self, request: Request) -> Response:
        """Answer one request."""
        try:
            body = await read_json(request)
            chat_request = parse_chat(body)
        except InvalidRequestError as error:
            return self._scenario.reject(request, IncomingRequest(self._endpoint), error.to_response())

        async def answer(behavior: Behavior) -> Reply:
            return quirks.replace_reply(behavior, body, get_bearer_token(request)) or self._answer(
                chat_request, behavior
            )

        incoming = IncomingRequest(self._endpoint, chat_request.model, body)
        return await self._scenario.serve(request, incoming, answer, self._variant.render_failure)

    def _answer(self, chat_request: ChatRequest, behavior: Behavior) -> Reply:
        if behavior.content_filter and self._variant.filter_fails:
            return Reply(reject_content(self._variant), outcome="content_filter")
        output = _build_output(chat_request, behavior)
        outcome = output.finish if output.finish != "stop" else "answer"
        if chat_request.is_streamed and Quirk.WHOLE not in behavior.quirks:
            stream = self._stream(chat_request, behavior, output)
            return Reply(StreamingResponse(stream, media_type="text/event-stream"), paid=True, outcome=outcome)
        return Reply(JSONResponse(self._build_body(chat_request, behavior, output)), paid=True, outcome=outcome)

    def _build_body(self, chat_request: ChatRequest, behavior: Behavior, output: ChatOutput) -> dict[str, Any]:
        message: dict[str, Any] = {
            "role": "assistant",
            "content": output.content,
            "refusal": output.declined_text,
            "annotations": [],
        }
        if output.tool_calls:
            message["tool_calls"] = list(output.tool_calls)
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": output.finish}
        body = self._frame("chat.completion", chat_request) | {"choices": [] if behavior.empty else [choice]}
        if behavior.usage:
            body["usage"] = _build_usage(chat_request, output)
        return quirks.distort(body, behavior.quirks)

    async def _stream(self, chat_request: ChatRequest, behavior: Behavior, output: ChatOutput) -> AsyncIterator[str]:
        for number, chunk in enumerate(self._chunks(chat_request, behavior, output)):
            if number == behavior.cut_after:
                raise ConnectionClosed
            if behavior.pause and number:
                await asyncio.sleep(behavior.pause)
            elif number % YIELD_CHUNKS == YIELD_CHUNKS - 1:
                await asyncio.sleep(0)
            if number == behavior.after_chunks and behavior.failure_kind is not None:
                kind, code = self._variant.error_codes[behavior.failure_kind]
                yield _to_sse(build_error_body(MESSAGES[behavior.failure_kind], kind, code))
                return
            if Quirk.EMPTY_EVENTS in behavior.quirks:
                yield quirks.EMPTY_EVENTS
            distorted = quirks.distort(chunk, behavior.quirks)
            yield f"data: {BROKEN_CHUNK}\n\n" if behavior.broken and number == 1 else _to_sse(distorted)
        if Quirk.NO_DONE not in behavior.quirks:
            yield "data: [DONE]\n\n"
        if Quirk.STAYS_OPEN in behavior.quirks:
            await asyncio.sleep(MAX_SECONDS)

    def _chunks(self, chat_request: ChatRequest, behavior: Behavior, output: ChatOutput) -> Iterator[dict[str, Any]]:
        frame = self._frame("chat.completion.chunk", chat_request)
        if chat_request.includes_usage and behavior.usage:
            frame |= {"usage": None}
        if not behavior.empty:
            for delta in _split_deltas(output):
                yield frame | {"choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": None}]}
            yield frame | {"choices": [{"index": 0, "delta": {}, "logprobs": None, "finish_reason": output.finish}]}
        if chat_request.includes_usage and behavior.usage:
            yield frame | {"choices": [], "usage": _build_usage(chat_request, output)}

    def _frame(self, kind: str, chat_request: ChatRequest) -> dict[str, Any]:
        number, created = self._scenario.request_log.count, int(self._scenario.now())
        return {
            "id": f"chatcmpl-fake{created}{number}",
            "object": kind,
            "created": created,
            "model": chat_request.model,
            "service_tier": "default",
            "system_fingerprint": None,
        }


def reject_content(variant: ApiVariant) -> Response:
    """Return the error of a filter that acts before the model."""
    return JSONResponse(
        build_error_body("Input data may contain inappropriate content.", *_get_content_codes(variant)), 400
    )


def _get_content_codes(variant: ApiVariant) -> tuple[str, str | None]:
    return variant.error_codes[Failure.CONTENT]


def _build_output(chat_request: ChatRequest, behavior: Behavior) -> ChatOutput:
    if behavior.declined_text:
        return ChatOutput(None, behavior.declined_text, "stop")
    if chat_request.has_tools and isinstance(behavior.answer, dict) and "tool_calls" in behavior.answer:
        return _build_tool_calls(behavior.answer)
    text = behavior.answer if isinstance(behavior.answer, str) else None
    if behavior.answer is not None and text is None:
        text = json.dumps(behavior.answer, ensure_ascii=False)
    text = _build_default_text(chat_request) if text is None else text
    if behavior.content_filter:
        return ChatOutput(text[: len(text) // 2], None, "content_filter")
    return ChatOutput(text, None, behavior.finish or "stop")


def _build_tool_calls(answer: dict[str, Any]) -> ChatOutput:
    """Return the output of `{"content": TEXT, "tool_calls": [{"name": NAME, "arguments": JSON or text}]}`."""
    calls = []
    for number, call in enumerate(answer["tool_calls"], start=1):
        arguments = call.get("arguments", {})
        text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
        function = {"name": call["name"], "arguments": text}
        calls.append({"id": call.get("id", f"call_{number}"), "type": "function", "function": function})
    return ChatOutput(answer.get("content"), None, "tool_calls" if calls else "stop", tuple(calls))


def _build_default_text(chat_request: ChatRequest) -> str:
    if chat_request.schema is not None:
        return json.dumps(instances.build_instance(chat_request.schema, chat_request.data), ensure_ascii=False)
    if chat_request.needs_json:
        return json.dumps({"answer": chat_request.data[: instances.MAX_TEXT]}, ensure_ascii=False)
    return (
        f"我是假的模型，不会思考，只会说：收到“{chat_request.data[:60]}”。 "
        f"I am a fake model, I cannot think; I only say that this reached me: “{chat_request.data[:60]}”."
    )


def _split_deltas(output: ChatOutput) -> Iterator[dict[str, Any]]:
    name, text = ("refusal", output.declined_text) if output.declined_text else ("content", output.content or "")
    yield {"role": "assistant", "content": "" if name == "content" else None, "refusal": None}
    for start in range(0, len(text), CHUNK):
        yield {name: text[start : start + CHUNK]}
    for index, call in enumerate(output.tool_calls):
        arguments = call["function"]["arguments"]
        yield {
            "tool_calls": [{"index": index, **call, "function": {"name": call["function"]["name"], "arguments": ""}}]
        }
        for start in range(0, len(arguments), CHUNK):
            yield {"tool_calls": [{"index": index, "function": {"arguments": arguments[start : start + CHUNK]}}]}


def _build_usage(chat_request: ChatRequest, output: ChatOutput) -> dict[str, Any]:
    prompt = estimate_tokens(chat_request.text) + chat_request.images * IMAGE_TOKENS
    completion = estimate_tokens((output.content or "") + (output.declined_text or ""))
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0},
    }


def estimate_tokens(text: str) -> int:
    """Return the approximate number of tokens of *text*."""
    return max(1, len(text.encode(errors="replace")) // BYTES_PER_TOKEN)


def _to_sse(chunk: dict[str, Any]) -> str:
    return f"data: {json.dumps(chunk, ensure_ascii=False, separators=(',', ':'))}\n\n"
