import pytest

from services.common.errors import Code
from services.executor.adapters.dashscope.api import native_base_url
from services.executor.adapters.dashscope.error_codes import to_code


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ("DataInspectionFailed", Code.CONTENT_REFUSED),
        ("IPInfringementSuspect", Code.CONTENT_REFUSED),
        ("Throttling", Code.LLM_RATE_LIMIT),
        ("Throttling.RateQuota", Code.LLM_RATE_LIMIT),
        ("AllocationQuota.FreeTierOnly", Code.LLM_REFUSED),
        ("InvalidApiKey", Code.LLM_REFUSED),
        ("Arrearage", Code.LLM_REFUSED),
        ("InternalError.Algo", Code.LLM_API_ERROR),
        ("InternalError.Timeout", Code.LLM_TIMEOUT),
        ("SomethingNew", None),
        ("", None),
    ],
)
def test_provider_error_codes_map_to_codes_of_the_catalog(event: str, code: Code | None) -> None:
    assert to_code(event) is code


@pytest.mark.parametrize(
    "base",
    [
        "https://dashscope.aliyuncs.com/compatible-mode/v1",
        "https://dashscope.aliyuncs.com/compatible-mode/v1/",
        "https://dashscope.aliyuncs.com/api/v1",
        "https://dashscope.aliyuncs.com",
    ],
)
def test_the_url_of_the_native_api_is_derived_from_that_of_the_compatible_api(base: str) -> None:
    assert native_base_url(base) == "https://dashscope.aliyuncs.com/api/v1"
