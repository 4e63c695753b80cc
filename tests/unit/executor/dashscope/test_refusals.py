import pytest

from services.common.errors import Code
from services.executor.adapters.dashscope.api import native_address
from services.executor.adapters.dashscope.refusals import code_of


@pytest.mark.parametrize(
    ("told", "code"),
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
def test_the_providers_codes_have_their_meaning_here(told: str, code: Code | None) -> None:
    assert code_of(told) is code


@pytest.mark.parametrize(
    "base",
    [
        "https://dashscope.aliyuncs.com/compatible-mode/v1",
        "https://dashscope.aliyuncs.com/compatible-mode/v1/",
        "https://dashscope.aliyuncs.com/api/v1",
        "https://dashscope.aliyuncs.com",
    ],
)
def test_the_native_interface_is_found_beside_the_compatible_one(base: str) -> None:
    assert native_address(base) == "https://dashscope.aliyuncs.com/api/v1"
