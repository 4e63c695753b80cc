"""A question as a provider's request. Pure.

Shape: https://platform.openai.com/docs/api-reference/chat/create.
"""

import hashlib
import json
from base64 import b64encode
from typing import Any

from services.common.models.values import Question


def messages(question: Question, addition: str) -> list[dict[str, Any]]:
    """Return the conversation of *question*; *addition* ends its instructions."""
    instructions = f"{question.instructions}\n\n{addition}" if addition else question.instructions
    said: list[dict[str, Any]] = [{"role": message.role, "content": message.content} for message in question.messages]
    if question.pictures:
        words = said.pop()["content"] if said and said[-1]["role"] == "user" else ""
        said.append({"role": "user", "content": [*_words(words), *map(_picture, question.pictures)]})
    return [{"role": "system", "content": instructions}, *said]


def fingerprint(question: Question, addition: str, **others: object) -> str:
    """Return what equal questions share: everything that shapes the answer, pictures by their digest."""
    told = {
        "instructions": [question.instructions, addition],
        "messages": [[message.role, message.content] for message in question.messages],
        "pictures": [hashlib.sha256(picture).hexdigest() for picture in question.pictures],
        "temperature": question.temperature,
        **others,
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True, ensure_ascii=False).encode(errors="replace")).hexdigest()


def _words(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": text}] if text else []


def _picture(png: bytes) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{b64encode(png).decode()}"}}
