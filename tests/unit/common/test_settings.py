"""Settings that are read from the environment."""

import pytest

from services.common.settings import ServiceSettings, SettingsInvalid, read_settings


@pytest.mark.parametrize("given", ["debug", "Warn", "INFO"])
def test_a_log_level_may_be_written_in_small_letters(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_LOG_LEVEL", given)
    assert read_settings(ServiceSettings).log_level == given.upper()


def test_a_log_level_that_there_is_not_is_rejected_naming_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_LOG_LEVEL", "loud")
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_LOG_LEVEL: "):
        read_settings(ServiceSettings)


def test_what_is_given_goes_before_the_environment_and_what_is_wrong_there_is_still_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REFLOW_LISTEN", "127.0.0.1:1")
    assert read_settings(ServiceSettings, listen="unix:here").listen == "unix:here"
    monkeypatch.setenv("REFLOW_MAX_CONNECTION_AGE_SECONDS", "abc")
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_MAX_CONNECTION_AGE_SECONDS: "):
        read_settings(ServiceSettings, listen="unix:here")
