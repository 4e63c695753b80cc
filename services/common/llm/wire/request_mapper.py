"""Request body of a chat model. Pure.

Shape: https://platform.openai.com/docs/api-reference/chat/create.
"""

import hashlib
import json
from base64 import b64encode
from typing import Any

from services.common.llm.values import ChatMessage, ChatRequest, ModelTool


def to_messages(question: ChatRequest, addition: str) -> list[dict[str, Any]]:
    """Return the conversation of *question*; *addition* ends its instructions."""
    instructions = f"{question.instructions}\n\n{addition}" if addition else question.instructions
    chat = [_to_message(message) for message in question.messages]
    if question.images:
        words = chat.pop()["content"] if chat and chat[-1]["role"] == "user" else ""
        chat.append({"role": "user", "content": [*_text_part(words), *map(_image_part, question.images)]})
    return [{"role": "system", "content": instructions}, *chat]


def to_tools(tools: tuple[ModelTool, ...]) -> list[dict[str, Any]]:
    """Return *tools* as functions of the API."""
    functions = ({"name": one.name, "description": one.description, "parameters": one.parameters} for one in tools)
    return [{"type": "function", "function": function} for function in functions]


def fingerprint(question: ChatRequest, addition: str, **others: object) -> str:
    """Return the cache key of a request: everything that affects the completion, images by their digest."""
    shape = {
        "instructions": [question.instructions, addition],
        "messages": [[message.role, message.content] for message in question.messages],
        "images": [hashlib.sha256(image).hexdigest() for image in question.images],
        "temperature": question.temperature,
        **others,
    }
    return hashlib.sha256(json.dumps(shape, sort_keys=True, ensure_ascii=False).encode(errors="replace")).hexdigest()


def _to_message(message: ChatMessage) -> dict[str, Any]:
    if message.tool_call_id:
        return {"role": "tool", "tool_call_id": message.tool_call_id, "content": message.content}
    if not message.tool_calls:
        return {"role": message.role, "content": message.content}
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in message.tool_calls
    ]
    return {"role": message.role, "content": message.content or None, "tool_calls": calls}


def _text_part(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": text}] if text else []


def _image_part(png: bytes) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{b64encode(png).decode()}"}}
