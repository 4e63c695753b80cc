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
from services.fake_providers.acts import Act, Failure
from services.fake_providers.connections import HungUp
from services.fake_providers.openai.asked import Asked, read_chat, read_json
from services.fake_providers.openai.flavours import Flavour, NotAsked, error_body
from services.fake_providers.script import MESSAGES, Reply, Script, Visit

CHUNK = 8
PICTURE_TOKENS = 255
BYTES_A_TOKEN = 3
HALF_A_CHUNK = '{"id":"chatcmpl-fake","object":"chat.completion.chunk","choices":[{"index":0,"del'


@dataclass(frozen=True)
class Said:
    """What the model says: its words, or why not."""

    content: str | None
    refusal: str | None
    finish: str


class Chat:
    """The door of one flavour."""

    def __init__(self, script: Script, flavour: Flavour) -> None:
        self._script = script
        self._flavour = flavour
        self._door = f"{flavour.name}.chat"

    async def serve(self, request: Request) -> Response:
        """Answer one request."""
        try:
            body = await read_json(request)
            asked = read_chat(body)
        except NotAsked as wrong:
            return self._script.turned_away(request, Visit(self._door), wrong.told())

        async def answer(act: Act) -> Reply:
            return self._answer(asked, act)

        visit = Visit(self._door, asked.model, body)
        return await self._script.serve(request, visit, answer, self._flavour.refused)

    def _answer(self, asked: Asked, act: Act) -> Reply:
        if act.content_filter and self._flavour.filters_with_a_failure:
            return Reply(content_refused(self._flavour), answered="content_filter")
        said = _say(asked, act)
        answered = said.finish if said.finish != "stop" else "answer"
        if asked.streamed:
            stream = self._stream(asked, act, said)
            return Reply(StreamingResponse(stream, media_type="text/event-stream"), paid=True, answered=answered)
        return Reply(JSONResponse(self._whole(asked, act, said)), paid=True, answered=answered)

    def _whole(self, asked: Asked, act: Act, said: Said) -> dict[str, Any]:
        message: dict[str, Any] = {
            "role": "assistant",
            "content": said.content,
            "refusal": said.refusal,
            "annotations": [],
        }
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": said.finish}
        body = self._frame("chat.completion", asked) | {"choices": [] if act.empty else [choice]}
        return body | {"usage": _usage(asked, said)} if act.usage else body

    async def _stream(self, asked: Asked, act: Act, said: Said) -> AsyncIterator[str]:
        for number, chunk in enumerate(self._chunks(asked, act, said)):
            if number == act.cut_after:
                raise HungUp
            if act.pause and number:
                await asyncio.sleep(act.pause)
            if number == act.after_chunks and act.fails is not None:
                kind, code = self._flavour.marks[act.fails]
                yield _event(error_body(MESSAGES[act.fails], kind, code))
                return
            yield f"data: {HALF_A_CHUNK}\n\n" if act.broken and number == 1 else _event(chunk)
        yield "data: [DONE]\n\n"

    def _chunks(self, asked: Asked, act: Act, said: Said) -> Iterator[dict[str, Any]]:
        frame = self._frame("chat.completion.chunk", asked)
        if asked.usage_in_stream and act.usage:
            frame |= {"usage": None}
        if not act.empty:
            for delta in _deltas(said):
                yield frame | {"choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": None}]}
            yield frame | {"choices": [{"index": 0, "delta": {}, "logprobs": None, "finish_reason": said.finish}]}
        if asked.usage_in_stream and act.usage:
            yield frame | {"choices": [], "usage": _usage(asked, said)}

    def _frame(self, kind: str, asked: Asked) -> dict[str, Any]:
        number, created = self._script.journal.count, int(self._script.now())
        return {
            "id": f"chatcmpl-fake{created}{number}",
            "object": kind,
            "created": created,
            "model": asked.model,
            "service_tier": "default",
            "system_fingerprint": None,
        }


def content_refused(flavour: Flavour) -> Response:
    """Return what a filter says that strikes before the model has said anything."""
    return JSONResponse(error_body("Input data may contain inappropriate content.", *_content(flavour)), 400)


def _content(flavour: Flavour) -> tuple[str, str | None]:
    return flavour.marks[Failure.CONTENT]


def _say(asked: Asked, act: Act) -> Said:
    if act.refusal:
        return Said(None, act.refusal, "stop")
    words = act.answer if isinstance(act.answer, str) else None
    if act.answer is not None and words is None:
        words = json.dumps(act.answer, ensure_ascii=False)
    words = _usual(asked) if words is None else words
    if act.content_filter:
        return Said(words[: len(words) // 2], None, "content_filter")
    return Said(words, None, act.finish or "stop")


def _usual(asked: Asked) -> str:
    if asked.schema is not None:
        return json.dumps(instances.instance(asked.schema, asked.data), ensure_ascii=False)
    if asked.any_json:
        return json.dumps({"answer": asked.data[: instances.LONGEST_TEXT]}, ensure_ascii=False)
    return (
        f"我是假的模型，不会思考，只会说：收到“{asked.data[:60]}”。 "
        f"I am a fake model, I cannot think; I only say that this reached me: “{asked.data[:60]}”."
    )


def _deltas(said: Said) -> Iterator[dict[str, Any]]:
    name, text = ("refusal", said.refusal) if said.refusal else ("content", said.content or "")
    yield {"role": "assistant", "content": "" if name == "content" else None, "refusal": None}
    for start in range(0, len(text), CHUNK):
        yield {name: text[start : start + CHUNK]}


def _usage(asked: Asked, said: Said) -> dict[str, Any]:
    prompt = tokens(asked.words) + asked.pictures * PICTURE_TOKENS
    completion = tokens((said.content or "") + (said.refusal or ""))
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0},
    }


def tokens(text: str) -> int:
    """Return about how many tokens *text* has."""
    return max(1, len(text.encode(errors="replace")) // BYTES_A_TOKEN)


def _event(chunk: dict[str, Any]) -> str:
    return f"data: {json.dumps(chunk, ensure_ascii=False, separators=(',', ':'))}\n\n"
