"""Who speaks: OpenAI, or DashScope in the mode compatible with it; they differ in how they fail."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import JSONResponse, Response

from services.fake_providers.acts import Failure
from services.fake_providers.script import Refusal

REQUEST = "invalid_request_error"


@dataclass(frozen=True)
class Flavour:
    """How a provider fails: type and code by failure; where its filter strikes; how many texts it embeds at once."""

    name: str
    marks: Mapping[Failure, tuple[str, str | None]]
    filters_with_a_failure: bool
    most_inputs: int

    def refused(self, refusal: Refusal) -> Response:
        """Return *refusal* in the provider's shape."""
        kind, code = self.marks[refusal.failure]
        return JSONResponse(error_body(refusal.message, kind, code), refusal.status)


# Shapes: https://platform.openai.com/docs/guides/error-codes/api-errors; bodies as people met them, for example
# https://github.com/popjane/free_chatgpt_api/issues/3 (key) and
# https://github.com/feder-cr/invisible_playwright_mcp/issues/249 (rate limit).
OPENAI = Flavour(
    "openai",
    {
        Failure.KEY: (REQUEST, "invalid_api_key"),
        Failure.QUOTA: ("insufficient_quota", "insufficient_quota"),
        Failure.RATE_LIMIT: ("requests", "rate_limit_exceeded"),
        Failure.MODEL: (REQUEST, "model_not_found"),
        Failure.INVALID: (REQUEST, None),
        Failure.CONTENT: (REQUEST, "content_policy_violation"),
        Failure.SERVER: ("server_error", None),
    },
    filters_with_a_failure=False,
    most_inputs=2_048,
)
# https://help.aliyun.com/zh/model-studio/error-code; the filter's body:
# https://github.com/camel-ai/owl/issues/432.
DASHSCOPE = Flavour(
    "dashscope",
    {
        Failure.KEY: (REQUEST, "invalid_api_key"),
        Failure.QUOTA: ("insufficient_quota", "insufficient_quota"),
        Failure.RATE_LIMIT: ("limit_requests", "limit_requests"),
        Failure.MODEL: (REQUEST, "model_not_found"),
        Failure.INVALID: (REQUEST, "invalid_parameter_error"),
        Failure.CONTENT: ("data_inspection_failed", "data_inspection_failed"),
        Failure.SERVER: ("internal_error", "internal_error"),
    },
    filters_with_a_failure=True,
    most_inputs=10,
)


class NotAsked(Exception):
    """The request is wrong; the message says how, *param* where."""

    def __init__(self, message: str, param: str | None = None) -> None:
        super().__init__(message)
        self.param = param

    def told(self) -> Response:
        """Return it as the provider's 400."""
        return JSONResponse(error_body(str(self), REQUEST, None, self.param), 400)


def error_body(message: str, kind: str, code: str | None, param: str | None = None) -> dict[str, Any]:
    """Return the body of a failure."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}
