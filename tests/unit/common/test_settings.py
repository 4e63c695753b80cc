"""Settings that are read from the environment."""

import pytest

from services.common.settings import ServiceSettings, SettingsInvalid, read_settings


@pytest.mark.parametrize("given", ["debug", "Warn", "INFO"])
def test_a_log_level_may_be_lower_case(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_LOG_LEVEL", given)
    assert read_settings(ServiceSettings).log_level == given.upper()


def test_an_unknown_log_level_is_rejected_and_its_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_LOG_LEVEL", "loud")
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_LOG_LEVEL: "):
        read_settings(ServiceSettings)


def test_an_argument_takes_precedence_over_the_environment_whose_errors_are_still_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REFLOW_LISTEN", "127.0.0.1:1")
    assert read_settings(ServiceSettings, listen="unix:here").listen == "unix:here"
    monkeypatch.setenv("REFLOW_MAX_CONNECTION_AGE_SECONDS", "abc")
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_MAX_CONNECTION_AGE_SECONDS: "):
        read_settings(ServiceSettings, listen="unix:here")


def test_the_reason_of_a_wrong_setting_is_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_MAX_CONNECTION_AGE_SECONDS", "0")
    monkeypatch.setenv("REFLOW_ENVIRONMENT", "dev")
    with pytest.raises(SettingsInvalid) as raised:
        read_settings(ServiceSettings)
    assert raised.value.text.zh.splitlines() == [
        "REFLOW_ENVIRONMENT: 应为 development 或 production",
        "REFLOW_MAX_CONNECTION_AGE_SECONDS: 不能小于 1",
    ]
    assert "REFLOW_ENVIRONMENT: must be development or production" in raised.value.text.en


def test_a_list_that_is_not_json_is_a_wrong_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_LIMITS", "many")
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_LIMITS: must be JSON"):
        read_settings(ServiceSettings)
