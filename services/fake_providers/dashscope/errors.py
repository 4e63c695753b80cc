"""Errors of DashScope: https://www.alibabacloud.com/help/en/model-studio/error-code."""

import uuid
from typing import Any

from starlette.responses import JSONResponse

from services.fake_providers.behaviors import Failure
from services.fake_providers.scenario import ProviderFailure

_CODES: dict[Failure, tuple[str, str]] = {
    Failure.KEY: ("InvalidApiKey", "Invalid API-key provided."),
    Failure.QUOTA: ("Arrearage", "Access denied, please make sure your account is in good standing."),
    Failure.RATE_LIMIT: ("Throttling.RateQuota", "Requests rate limit exceeded, please try again later."),
    Failure.MODEL: ("ModelNotFound", "Model can not be found."),
    Failure.INVALID: ("InvalidParameter", "Required parameter(s) missing or invalid, please check the request."),
    Failure.CONTENT: ("DataInspectionFailed", "Input data may contain inappropriate content."),
    Failure.SERVER: ("InternalError", "An internal error has occured, please try again later."),
}
_FREE_QUOTA = ("Throttling.AllocationQuota", "Free allocated quota exceeded.")
# Before the client's key, if a scenario repeats it in a message.
_ECHO = " It was: "


def pick_code_and_message(failure: Failure, status: int) -> tuple[str, str]:
    """Return code and message of *failure*; an exhausted quota has another code with status 429."""
    return _FREE_QUOTA if failure is Failure.QUOTA and status == 429 else _CODES[failure]


def render_failure(failure: ProviderFailure) -> JSONResponse:
    """Return the response of a failed request."""
    code, message = pick_code_and_message(failure.failure, failure.status)
    _, echo, key = failure.message.partition(_ECHO)
    return build_error(code, message + echo + key, failure.status)


def build_error(code: str, message: str, status: int = 400) -> JSONResponse:
    """Return an error in DashScope's format."""
    return JSONResponse({"code": code, "message": message, **build_request_id()}, status)


def build_request_id() -> dict[str, Any]:
    """Return the id of a response."""
    return {"request_id": str(uuid.uuid4())}
