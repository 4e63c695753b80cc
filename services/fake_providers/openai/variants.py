"""Variants of the API: OpenAI, and DashScope in compatible mode; they differ in their errors."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import JSONResponse, Response

from services.fake_providers.behaviors import Failure
from services.fake_providers.scenario import ProviderFailure

INVALID_REQUEST = "invalid_request_error"


@dataclass(frozen=True)
class ApiVariant:
    """Differences of a provider: type and code of errors, whether its filter fails requests, size of a batch."""

    name: str
    error_codes: Mapping[Failure, tuple[str, str | None]]
    filter_fails: bool
    max_inputs: int

    def render_failure(self, failure: ProviderFailure) -> Response:
        """Return *failure* in the provider's format."""
        kind, code = self.error_codes[failure.failure]
        return JSONResponse(build_error_body(failure.message, kind, code), failure.status)


# Shapes: https://platform.openai.com/docs/guides/error-codes/api-errors; observed bodies, for example
# https://github.com/popjane/free_chatgpt_api/issues/3 (key) and
# https://github.com/feder-cr/invisible_playwright_mcp/issues/249 (rate limit).
OPENAI = ApiVariant(
    "openai",
    {
        Failure.KEY: (INVALID_REQUEST, "invalid_api_key"),
        Failure.QUOTA: ("insufficient_quota", "insufficient_quota"),
        Failure.RATE_LIMIT: ("requests", "rate_limit_exceeded"),
        Failure.MODEL: (INVALID_REQUEST, "model_not_found"),
        Failure.INVALID: (INVALID_REQUEST, None),
        Failure.CONTENT: (INVALID_REQUEST, "content_policy_violation"),
        Failure.SERVER: ("server_error", None),
    },
    filter_fails=False,
    max_inputs=2_048,
)
# https://help.aliyun.com/zh/model-studio/error-code; the filter's body:
# https://github.com/camel-ai/owl/issues/432.
DASHSCOPE = ApiVariant(
    "dashscope",
    {
        Failure.KEY: (INVALID_REQUEST, "invalid_api_key"),
        Failure.QUOTA: ("insufficient_quota", "insufficient_quota"),
        Failure.RATE_LIMIT: ("limit_requests", "limit_requests"),
        Failure.MODEL: (INVALID_REQUEST, "model_not_found"),
        Failure.INVALID: (INVALID_REQUEST, "invalid_parameter_error"),
        Failure.CONTENT: ("data_inspection_failed", "data_inspection_failed"),
        Failure.SERVER: ("internal_error", "internal_error"),
    },
    filter_fails=True,
    max_inputs=10,
)


class InvalidRequestError(Exception):
    """The request is invalid; *param* names the parameter."""

    def __init__(self, message: str, param: str | None = None) -> None:
        super().__init__(message)
        self.param = param

    def to_response(self) -> Response:
        """Return the error as a response with status 400."""
        return JSONResponse(build_error_body(str(self), INVALID_REQUEST, None, self.param), 400)


def build_error_body(message: str, kind: str, code: str | None, param: str | None = None) -> dict[str, Any]:
    """Return the body of a failure."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}
