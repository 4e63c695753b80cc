"""Responses to clients whose request is not read: too many connections, or no valid HTTP."""

import http

from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text
from services.gateway.errors import HttpError, error_to_json, http_status, retry_after_header
from services.gateway.json_mapper.values import encode_json

BAD_REQUEST = 400
TOO_MANY_REQUESTS = 429
UNAVAILABLE = 503


def reject_connection() -> HttpError:
    """Return the error for a connection beyond the limit."""
    text = _bilingual(
        "连接太多，请在几秒后再试。", "There are too many connections. Please try again in a few seconds."
    )
    return HttpError(UNAVAILABLE, ReflowError(Code.QUEUE_FULL, text))


def reject_address() -> HttpError:
    """Return the error for a connection beyond the limit of its client address."""
    text = _bilingual(
        "来自这个地址的连接太多，请先关闭一些再试。",
        "There are too many connections from this address. Close some of them and try again.",
    )
    return HttpError(TOO_MANY_REQUESTS, ReflowError(Code.QUEUE_FULL, text))


def reject_malformed_request() -> HttpError:
    """Return the error for bytes that are not a request of HTTP/1.1."""
    text = _bilingual("收到的不是有效的 HTTP 请求。", "The request is not valid HTTP.")
    return HttpError(BAD_REQUEST, ReflowError(Code.INVALID_INPUT_FORMAT, text))


def encode_rejection(error: ReflowError, at: float) -> bytes:
    """Return the response to *error*, raised *at* (seconds since 1970), after which the connection is closed."""
    status = http_status(error)
    body = encode_json({"error": error_to_json(error, Language.CHINESE, at=at, trace_id="", expose_details=False)})
    headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close"}
    fields = "".join(f"{name}: {value}\r\n" for name, value in (headers | retry_after_header(error)).items())
    return f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}\r\n{fields}\r\n".encode() + body


def _bilingual(zh: str, en: str) -> Text:
    """Return a text in both languages at once, for a client whose language is unknown."""
    return Text(f"{zh} {en}", f"{zh} {en}")
