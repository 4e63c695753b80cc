"""The way in for whoever writes the script."""

import pytest

from tests.fixtures.providers import FakeProviders

HEADERS = {"Authorization": "Bearer x"}
ASKED = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}


@pytest.mark.parametrize(
    ("script", "named"),
    [
        ("{", "JSON"),
        ('{"openai.chat": [{"frobnicate": 1}]}', "openai.chat.0.act.frobnicate"),
        ('{"openai.chat": [{"status": 200}]}', "openai.chat.0.act.status"),
        ('{"openai.chat": [{"hang": true, "reset": true}]}', "hang and reset exclude each other"),
        ('{"openai.chat": [{"per_minute": -1}]}', "openai.chat.0.limit.per_minute"),
        ('{"openai.chess": []}', "no such door: openai.chess"),
    ],
)
def test_a_wrong_script_is_refused_with_what_is_wrong_in_it(providers: FakeProviders, script: str, named: str) -> None:
    answer = providers.http.post("/control/script", content=script)
    assert answer.status_code == 400
    assert named in answer.json()["error"]


def test_a_script_replaces_what_its_doors_were_told_and_no_others(providers: FakeProviders) -> None:
    providers.script("openai.chat", {"status": 500}, {"status": 501})
    providers.script("openai.models", {"status": 502})
    providers.script("openai.chat", {"status": 503})
    assert providers.http.post("/openai/v1/chat/completions", json=ASKED, headers=HEADERS).status_code == 503
    assert providers.http.post("/openai/v1/chat/completions", json=ASKED, headers=HEADERS).status_code == 200
    assert providers.http.get("/openai/v1/models", headers=HEADERS).status_code == 502


def test_a_reset_forgets_acts_limits_pictures_and_journal(providers: FakeProviders) -> None:
    keyed = HEADERS | {"Idempotency-Key": "one"}
    order = {"prompt": "a cat", "size": "64x64"}
    providers.http.post("/openai/v1/images/generations", json=order, headers=keyed)
    providers.script("openai.chat", {"status": 500}, {"per_minute": 0})
    providers.reset()
    assert providers.journal() == []
    assert providers.http.post("/openai/v1/chat/completions", json=ASKED, headers=HEADERS).status_code == 200
    providers.http.post("/openai/v1/images/generations", json=order, headers=keyed)
    assert [request["replayed"] for request in providers.journal("openai.images")] == [False]


def test_the_journal_tells_keys_apart_without_telling_them(providers: FakeProviders) -> None:
    for key in ("sk-one-secret", "sk-one-secret", "sk-two-secret"):
        providers.http.get("/openai/v1/models", headers={"Authorization": f"Bearer {key}"})
    first, again, other = [request["key"] for request in providers.journal("openai.models")]
    assert first == again != other
    assert "secret" not in str(providers.journal())


def test_the_front_page_lists_every_door(providers: FakeProviders) -> None:
    doors = providers.http.get("/").json()["doors"]
    assert {"openai.chat", "dashscope.submit", "comfyui.prompt"} <= set(doors)
