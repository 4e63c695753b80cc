"""Control routes of the fake providers."""

import pytest

from tests.fixtures.services.providers import FakeProviders

HEADERS = {"Authorization": "Bearer x"}
REQUEST = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}


@pytest.mark.parametrize(
    ("scenario", "violation"),
    [
        ("{", "JSON"),
        ('{"openai.chat": [{"frobnicate": 1}]}', "openai.chat.0.act.frobnicate"),
        ('{"openai.chat": [{"status": 200}]}', "openai.chat.0.act.status"),
        ('{"openai.chat": [{"hang": true, "reset": true}]}', "hang and reset exclude each other"),
        ('{"openai.chat": [{"per_minute": -1}]}', "openai.chat.0.limit.per_minute"),
        ('{"openai.chess": []}', "no such endpoint: openai.chess"),
    ],
)
def test_an_invalid_scenario_is_rejected_with_its_violations(
    providers: FakeProviders, scenario: str, violation: str
) -> None:
    answer = providers.http.post("/control/script", content=scenario)
    assert answer.status_code == 400
    assert violation in answer.json()["error"]


def test_a_scenario_replaces_those_of_its_endpoints_only(providers: FakeProviders) -> None:
    providers.script("openai.chat", {"status": 500}, {"status": 501})
    providers.script("openai.models", {"status": 502})
    providers.script("openai.chat", {"status": 503})
    assert providers.http.post("/openai/v1/chat/completions", json=REQUEST, headers=HEADERS).status_code == 503
    assert providers.http.post("/openai/v1/chat/completions", json=REQUEST, headers=HEADERS).status_code == 200
    assert providers.http.get("/openai/v1/models", headers=HEADERS).status_code == 502


def test_a_reset_clears_behaviors_limits_results_and_log(providers: FakeProviders) -> None:
    keyed = HEADERS | {"Idempotency-Key": "one"}
    order = {"prompt": "a cat", "size": "64x64"}
    providers.http.post("/openai/v1/images/generations", json=order, headers=keyed)
    providers.script("openai.chat", {"status": 500}, {"per_minute": 0})
    providers.reset()
    assert providers.request_log() == []
    assert providers.http.post("/openai/v1/chat/completions", json=REQUEST, headers=HEADERS).status_code == 200
    providers.http.post("/openai/v1/images/generations", json=order, headers=keyed)
    assert [request["replayed"] for request in providers.request_log("openai.images")] == [False]


def test_the_log_distinguishes_keys_without_containing_them(providers: FakeProviders) -> None:
    for key in ("sk-one-secret", "sk-one-secret", "sk-two-secret"):
        providers.http.get("/openai/v1/models", headers={"Authorization": f"Bearer {key}"})
    first, again, other = [request["key"] for request in providers.request_log("openai.models")]
    assert first == again != other
    assert "secret" not in str(providers.request_log())


def test_the_index_lists_every_endpoint(providers: FakeProviders) -> None:
    endpoints = providers.http.get("/").json()["doors"]
    assert {"openai.chat", "dashscope.submit", "comfyui.prompt"} <= set(endpoints)
