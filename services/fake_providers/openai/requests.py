"""Parser of chat requests."""

import re
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from services.fake_providers.image_generator import is_image
from services.fake_providers.instances import Schema, find_schema
from services.fake_providers.openai.variants import InvalidRequestError
from services.fake_providers.request_log import decode_file

MAX_BYTES = 64 * 1024 * 1024
# A delimited text of data, and its name.
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
FENCED = re.compile(r"⟦([a-z-]+)⟧\n(.*?)\n⟦/\1⟧", re.DOTALL)


@dataclass(frozen=True)
class ChatRequest:
    """A chat request. `schema` is the schema of the answer; `needs_json` if it must be any JSON."""

    model: str
    text: str
    data: str
    images: int
    schema: Schema | None
    needs_json: bool
    is_streamed: bool
    includes_usage: bool
    has_tools: bool


async def read_json(request: Request) -> dict[str, Any]:
    """Return the body as a JSON object. Raises InvalidRequestError."""
    if int(request.headers.get("content-length", 0)) > MAX_BYTES:
        raise InvalidRequestError("The request is too large.")
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        raise InvalidRequestError("We could not parse the JSON body of your request.") from None
    if not isinstance(body, dict):
        raise InvalidRequestError("The JSON body of your request must be an object.")
    return body


def parse_chat(body: dict[str, Any]) -> ChatRequest:
    """Return the chat request in *body*. Raises InvalidRequestError."""
    model, messages = require(body, "model", str), require(body, "messages", list)
    if not messages:
        raise InvalidRequestError("Invalid 'messages': empty array.", "messages")
    output = [_parse_message(message, place) for place, message in enumerate(messages)]
    users = [text for role, text, _ in output if role == "user"]
    text = "\n".join(text for _, text, _ in output)
    stated, any_json = _parse_format(body.get("response_format"))
    options = body.get("stream_options")
    return ChatRequest(
        model=model,
        text=text,
        data=_extract_user_text(users),
        images=sum(count for _, _, count in output),
        schema=stated if stated is not None else find_schema(text),
        needs_json=any_json,
        is_streamed=bool(body.get("stream")),
        includes_usage=isinstance(options, dict) and bool(options.get("include_usage")),
        has_tools=bool(_parse_tools(body.get("tools"))),
    )


def require(body: dict[str, Any], name: str, kind: type[Any]) -> Any:
    """Return the parameter *name*. Raises InvalidRequestError if it is missing or of another type."""
    if name not in body:
        raise InvalidRequestError(f"Missing required parameter: '{name}'.", name)
    if not isinstance(body[name], kind) or body[name] == "":
        raise InvalidRequestError(f"Invalid type for '{name}'.", name)
    return body[name]


def _parse_message(message: Any, place: int) -> tuple[str, str, int]:
    """Return role, text and number of images of a message."""
    if not isinstance(message, dict) or message.get("role") not in ("system", "developer", "user", "assistant", "tool"):
        raise InvalidRequestError(f"Invalid value for 'messages[{place}].role'.", f"messages[{place}].role")
    content = message.get("content")
    if isinstance(content, str) or content is None:
        return message["role"], content or "", 0
    if not isinstance(content, list):
        raise InvalidRequestError(f"Invalid type for 'messages[{place}].content'.", f"messages[{place}].content")
    parts = [part for part in content if isinstance(part, dict)]
    urls = [part["image_url"]["url"] for part in parts if part.get("type") == "image_url"]
    for url in urls:
        data = decode_file(str(url))
        if str(url).startswith("data:") and (data is None or not is_image(data)):
            raise InvalidRequestError("You uploaded an unsupported image.", f"messages[{place}].content")
    text = "\n".join(str(part.get("text", "")) for part in parts if part.get("type") == "text")
    return message["role"], text, len(urls)


def _parse_format(value: Any) -> tuple[Schema | None, bool]:
    if not isinstance(value, dict):
        return None, False
    match value.get("type"):
        case "json_schema":
            schema = value.get("json_schema", {}).get("schema")
            if not isinstance(schema, dict):
                raise InvalidRequestError(
                    "Missing required parameter: 'response_format.json_schema'.", "response_format"
                )
            return schema, True
        case "json_object":
            return None, True
        case _:
            return None, False


def _parse_tools(value: Any) -> list[str]:
    """Return the names of the functions in `tools`. Raises InvalidRequestError."""
    names = []
    for place, tool in enumerate(value if isinstance(value, list) else ()):
        function = tool.get("function") if isinstance(tool, dict) and tool.get("type") == "function" else None
        name = function.get("name") if isinstance(function, dict) else None
        if not isinstance(name, str) or not TOOL_NAME.fullmatch(name):
            raise InvalidRequestError(f"Invalid 'tools[{place}].function.name'.", f"tools[{place}].function.name")
        names.append(name)
    return names


def _extract_user_text(users: list[str]) -> str:
    """Return the user's text: the last delimited data, otherwise the last message."""
    for text in reversed(users):
        fences = FENCED.findall(text)
        if fences:
            return str(fences[-1][1]).strip()
    return users[-1].strip() if users else ""
