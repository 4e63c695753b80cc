"""What DashScope's own error codes mean; https://www.alibabacloud.com/help/en/model-studio/error-code, read 2026-11."""

from services.common.errors import Code

NODE = "executor"

# By their beginnings, the more particular first. They stand in the body of a refused request and in a failed task.
_CODES: tuple[tuple[str, Code], ...] = (
    ("DataInspectionFailed", Code.CONTENT_REFUSED),
    ("data_inspection_failed", Code.CONTENT_REFUSED),
    ("IPInfringementSuspect", Code.CONTENT_REFUSED),
    # A free quota that is used up comes back with money, not with time; the other quotas are by the minute.
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


def code_of(told: str) -> Code | None:
    """Return our code for the one that DashScope *told*; None for one that is not known here."""
    return next((code for beginning, code in _CODES if told.startswith(beginning)), None)
