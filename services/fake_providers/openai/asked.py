"""A chat request, read: what is asked, in whose words, and in which shape."""

import re
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from services.fake_providers.instances import Schema, schema_in
from services.fake_providers.journal import file_in
from services.fake_providers.openai.flavours import NotAsked
from services.fake_providers.pictures import is_picture

MOST_BYTES = 64 * 1024 * 1024
# A text that its writer marked as data, and names.
FENCED = re.compile(r"⟦([a-z-]+)⟧\n(.*?)\n⟦/\1⟧", re.DOTALL)


@dataclass(frozen=True)
class Asked:
    """A chat request. *schema* is what the answer must fit; *any_json* when it must be JSON of whatever shape."""

    model: str
    words: str
    data: str
    pictures: int
    schema: Schema | None
    any_json: bool
    streamed: bool
    usage_in_stream: bool


async def read_json(request: Request) -> dict[str, Any]:
    """Return the body as a JSON object. Raises NotAsked."""
    if int(request.headers.get("content-length", 0)) > MOST_BYTES:
        raise NotAsked("The request is too large.")
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        raise NotAsked("We could not parse the JSON body of your request.") from None
    if not isinstance(body, dict):
        raise NotAsked("The JSON body of your request must be an object.")
    return body


def read_chat(body: dict[str, Any]) -> Asked:
    """Return the chat request in *body*. Raises NotAsked."""
    model, messages = wanted(body, "model", str), wanted(body, "messages", list)
    if not messages:
        raise NotAsked("Invalid 'messages': empty array.", "messages")
    said = [_said(message, place) for place, message in enumerate(messages)]
    users = [text for role, text, _ in said if role == "user"]
    words = "\n".join(text for _, text, _ in said)
    stated, any_json = _format(body.get("response_format"))
    options = body.get("stream_options")
    return Asked(
        model=model,
        words=words,
        data=_data(users),
        pictures=sum(count for _, _, count in said),
        schema=stated if stated is not None else schema_in(words),
        any_json=any_json,
        streamed=bool(body.get("stream")),
        usage_in_stream=isinstance(options, dict) and bool(options.get("include_usage")),
    )


def wanted(body: dict[str, Any], name: str, kind: type[Any]) -> Any:
    """Return the parameter *name*. Raises NotAsked when it is missing or of another kind."""
    if name not in body:
        raise NotAsked(f"Missing required parameter: '{name}'.", name)
    if not isinstance(body[name], kind) or body[name] == "":
        raise NotAsked(f"Invalid type for '{name}'.", name)
    return body[name]


def _said(message: Any, place: int) -> tuple[str, str, int]:
    """Return role, text and number of pictures of a message."""
    if not isinstance(message, dict) or message.get("role") not in ("system", "developer", "user", "assistant", "tool"):
        raise NotAsked(f"Invalid value for 'messages[{place}].role'.", f"messages[{place}].role")
    content = message.get("content")
    if isinstance(content, str) or content is None:
        return message["role"], content or "", 0
    if not isinstance(content, list):
        raise NotAsked(f"Invalid type for 'messages[{place}].content'.", f"messages[{place}].content")
    parts = [part for part in content if isinstance(part, dict)]
    urls = [part["image_url"]["url"] for part in parts if part.get("type") == "image_url"]
    for url in urls:
        data = file_in(str(url))
        if str(url).startswith("data:") and (data is None or not is_picture(data)):
            raise NotAsked("You uploaded an unsupported image.", f"messages[{place}].content")
    text = "\n".join(str(part.get("text", "")) for part in parts if part.get("type") == "text")
    return message["role"], text, len(urls)


def _format(told: Any) -> tuple[Schema | None, bool]:
    if not isinstance(told, dict):
        return None, False
    match told.get("type"):
        case "json_schema":
            schema = told.get("json_schema", {}).get("schema")
            if not isinstance(schema, dict):
                raise NotAsked("Missing required parameter: 'response_format.json_schema'.", "response_format")
            return schema, True
        case "json_object":
            return None, True
        case _:
            return None, False


def _data(users: list[str]) -> str:
    """Return what the person wrote: the last text marked as data, else the last message."""
    for text in reversed(users):
        fences = FENCED.findall(text)
        if fences:
            return str(fences[-1][1]).strip()
    return users[-1].strip() if users else ""
