"""DashScope's error codes; https://www.alibabacloud.com/help/en/model-studio/error-code, read 2026-11."""

from services.common.errors import Code

NODE = "executor"

# By prefix, the more specific first. They occur in the body of a rejected request and in a failed task.
_CODES: tuple[tuple[str, Code], ...] = (
    ("DataInspectionFailed", Code.CONTENT_REFUSED),
    ("data_inspection_failed", Code.CONTENT_REFUSED),
    ("IPInfringementSuspect", Code.CONTENT_REFUSED),
    # A used-up free quota needs payment, not time; the other quotas are per minute.
    ("AllocationQuota.FreeTierOnly", Code.LLM_REFUSED),
    ("Throttling", Code.LLM_RATE_LIMIT),
    ("RequestTimeOut", Code.LLM_TIMEOUT),
    ("InternalError.Timeout", Code.LLM_TIMEOUT),
    ("InternalError", Code.LLM_API_ERROR),
    ("SystemError", Code.LLM_API_ERROR),
    ("ModelServingError", Code.LLM_API_ERROR),
    ("ModelUnavailable", Code.LLM_API_ERROR),
    ("InvalidApiKey", Code.LLM_REFUSED),
    ("invalid_api_key", Code.LLM_REFUSED),
    ("Arrearage", Code.LLM_REFUSED),
    ("AccessDenied", Code.LLM_REFUSED),
    ("Model.AccessDenied", Code.LLM_REFUSED),
    ("ModelNotFound", Code.LLM_REFUSED),
    ("InvalidParameter", Code.LLM_REFUSED),
    ("InvalidURL", Code.LLM_REFUSED),
    ("BadRequest", Code.LLM_REFUSED),
    ("UnsupportedOperation", Code.LLM_REFUSED),
)


def to_code(event: str) -> Code | None:
    """Return the error code for DashScope's *code*, None for an unknown one."""
    return next((code for beginning, code in _CODES if event.startswith(beginning)), None)
