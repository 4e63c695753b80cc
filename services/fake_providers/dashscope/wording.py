"""How DashScope words its failures: https://www.alibabacloud.com/help/en/model-studio/error-code."""

import uuid
from typing import Any

from starlette.responses import JSONResponse

from services.fake_providers.acts import Failure
from services.fake_providers.script import Refusal

_WORDS: dict[Failure, tuple[str, str]] = {
    Failure.KEY: ("InvalidApiKey", "Invalid API-key provided."),
    Failure.QUOTA: ("Arrearage", "Access denied, please make sure your account is in good standing."),
    Failure.RATE_LIMIT: ("Throttling.RateQuota", "Requests rate limit exceeded, please try again later."),
    Failure.MODEL: ("ModelNotFound", "Model can not be found."),
    Failure.INVALID: ("InvalidParameter", "Required parameter(s) missing or invalid, please check the request."),
    Failure.CONTENT: ("DataInspectionFailed", "Input data may contain inappropriate content."),
    Failure.SERVER: ("InternalError", "An internal error has occured, please try again later."),
}
_FREE_QUOTA = ("Throttling.AllocationQuota", "Free allocated quota exceeded.")
# Where the script repeats the caller's key in a message.
_ECHO = " It was: "


def code_and_message(failure: Failure, status: int) -> tuple[str, str]:
    """Return what DashScope calls *failure*; an empty account has another name where it comes as 429."""
    return _FREE_QUOTA if failure is Failure.QUOTA and status == 429 else _WORDS[failure]


def refused(refusal: Refusal) -> JSONResponse:
    """Return a failed request's answer."""
    code, message = code_and_message(refusal.failure, refusal.status)
    _, echo, key = refusal.message.partition(_ECHO)
    return problem(code, message + echo + key, refusal.status)


def problem(code: str, message: str, status: int = 400) -> JSONResponse:
    """Return an error in DashScope's shape."""
    return JSONResponse({"code": code, "message": message, **request_id()}, status)


def request_id() -> dict[str, Any]:
    """Return the id that every answer bears."""
    return {"request_id": str(uuid.uuid4())}
