"""Settings of the gateway whose variable is named differently from the field."""

from typing import Any

import pytest

from services.common.settings import SettingsInvalid, read_settings
from services.gateway.settings import GatewaySettings

REQUIRED: dict[str, Any] = {
    "orchestrator_address": "localhost:1",
    "executor_address": "localhost:2",
    "rag_address": "localhost:3",
    "blobs_url": "file:///tmp/blobs",
}


def test_the_retries_of_a_watch_come_from_their_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_WATCH_TRIES", "3")
    assert read_settings(GatewaySettings, **REQUIRED).watch_retries == 3


def test_a_budget_smaller_than_a_body_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_BODY_BYTES", "200000000")
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_BODY_BUDGET_BYTES: .*REFLOW_BODY_BYTES"):
        read_settings(GatewaySettings, **REQUIRED)


def test_an_invalid_variable_is_reported_under_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_WATCH_TRIES", "many")
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_WATCH_TRIES: "):
        read_settings(GatewaySettings, **REQUIRED)
