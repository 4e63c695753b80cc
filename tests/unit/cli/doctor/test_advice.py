"""Advice on a model that does not respond, from the failure."""

import pytest

from services.cli.doctor.advice import advise
from services.common.errors import ReflowError
from services.common.llm.configuration import Provider, Role, RoleModel
from services.common.llm.provider_errors import from_page, from_status, from_transport

MODEL = RoleModel(provider="own", model="m-1")
PROVIDER = Provider(base_url="http://host/v1", key_variable="OWN_KEY")


def rejected(status: int, message: str = "no") -> ReflowError:
    return from_status(status, {}, f'{{"error": {{"message": "{message}"}}}}', "own", secrets=())


@pytest.mark.parametrize(
    ("error", "zh", "en"),
    [
        (rejected(401), "请检查 OWN_KEY", "check OWN_KEY"),
        (rejected(402), "请充值", "top up"),
        (rejected(404), "请检查 roles.planner.model（m-1）", "check roles.planner.model (m-1)"),
        (rejected(429), "请稍后再试", "try later"),
        (rejected(503, "overloaded"), "overloaded", "overloaded"),
        (rejected(400, "Unrecognized argument: stream_options"), "stream_options = false", "stream_options = false"),
        (rejected(400, "stream is not supported"), "设置 stream = false", "set stream = false"),
        (rejected(400, "upstream says no"), "请检查模型名", "check the name of the model"),
        (rejected(400, "unknown response_format"), "structured = ", 'set structured = "plain"'),
        (rejected(400, "temperature must be 1"), "fixed_temperature = true", "set fixed_temperature = true"),
        (rejected(422, "dimensions is not supported"), "fixed_length = true", "set fixed_length = true"),
        (from_page("<html>Sign in</html>", "text/html", "own", secrets=()), "请检查 base_url", "check base_url"),
        (from_transport(TimeoutError(), "own", secrets=()), "extra_body", "use a faster model"),
        (from_transport(OSError("refused"), "own", secrets=()), "请检查 base_url", "check base_url"),
    ],
)
def test_each_failure_has_its_advice_in_both_languages(error: ReflowError, zh: str, en: str) -> None:
    advice = advise(error, Role.PLANNER, MODEL, PROVIDER)
    assert zh in advice.zh and en in advice.en


def test_an_address_without_a_version_is_completed() -> None:
    provider = PROVIDER.model_copy(update={"base_url": "http://host/"})
    assert "try http://host/v1" in advise(rejected(404), Role.PLANNER, MODEL, provider).en
