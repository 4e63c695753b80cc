"""Quirks of OpenAI-compatible endpoints: deviations of a response from the API, as observed at real ones."""

import json
from collections.abc import Mapping, Set
from typing import Any

from starlette.responses import JSONResponse, Response

from services.fake_providers.behaviors import Behavior, Quirk
from services.fake_providers.openai.variants import InvalidRequestError, build_error_body
from services.fake_providers.scenario import Reply

LOGIN_PAGE = """\
<!DOCTYPE html><html><head><title>Sign in</title><style>body {{ color: red }}</style></head>
<body><h1>Sign in to the model gateway</h1><p>Your session has ended. {key}</p></body></html>
"""
EMPTY_EVENTS = ": still here\n\nevent: ping\ndata:\n\ndata: null\n\n"
BAD_USAGE = {"prompt_tokens": -7, "completion_tokens": "many", "total_tokens": None}


def replace_reply(behavior: Behavior, body: Mapping[str, Any], key: str) -> Reply | None:
    """Return the reply that replaces the answer to the request *body*, None without such a quirk."""
    echoed = key if behavior.echo_key else ""
    if Quirk.PAGE in behavior.quirks:
        return Reply(Response(LOGIN_PAGE.format(key=echoed), media_type="text/html"), outcome=Quirk.PAGE)
    if Quirk.ERROR_OBJECT in behavior.quirks:
        error = build_error_body(f"No model is loaded. {echoed}", "model_not_found", "model_not_found")
        return Reply(JSONResponse(error), outcome=Quirk.ERROR_OBJECT)
    for quirk, parameter in _REJECTED_PARAMETERS.items():
        if quirk in behavior.quirks and parameter in body:
            rejection = InvalidRequestError(f"Unrecognized request argument supplied: {parameter}", parameter)
            return Reply(rejection.to_response(), outcome=quirk)
    return None


def distort(body: dict[str, Any], quirks: Set[Quirk]) -> dict[str, Any]:
    """Return *body*, a response or a chunk of one, with the deviations of *quirks*."""
    if not quirks:
        return body
    distorted: dict[str, Any] = json.loads(json.dumps(body))
    if Quirk.BAD_USAGE in quirks and distorted.get("usage"):
        distorted["usage"] = BAD_USAGE
    for choice in distorted.get("choices", ()):
        _distort_choice(choice, quirks)
    if Quirk.NO_INDEX in quirks:
        for vector in distorted.get("data", ()):
            del vector["index"]
    return distorted


def _distort_choice(choice: dict[str, Any], quirks: Set[Quirk]) -> None:
    message = choice["delta"] if "delta" in choice else choice["message"]
    if Quirk.NO_FINISH in quirks:
        del choice["finish_reason"]
    if Quirk.PARTS in quirks and message.get("content"):
        message["content"] = [{"type": "text", "text": message["content"]}]


_REJECTED_PARAMETERS: Mapping[Quirk, str] = {
    Quirk.REJECTS_STREAM: "stream",
    Quirk.REJECTS_STREAM_OPTIONS: "stream_options",
}
