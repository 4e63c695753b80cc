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
