"""The image engines over HTTP, including those that need only a key."""

import json
import os
import subprocess
import sys

import pytest

from services.common.llm.configuration import KNOWN_ENGINES
from tests.fixtures.systems.clean_environment import without_settings
from tests.fixtures.systems.remote_system import RemoteSystem, failures, finished, status


def test_every_engine_is_listed_with_its_abilities_and_readiness(remote: RemoteSystem) -> None:
    engines = {engine["name"]: engine for engine in remote.endpoint.http.get("/api/engines").json()["engines"]}
    assert engines.keys() == {"builtin", "fake-openai", "fake-dashscope", "fake-comfyui", *KNOWN_ENGINES}
    assert {(engine["ready"], engine["reason"]) for engine in engines.values()} == {(True, None)}
    assert engines["builtin"] == {
        "name": "builtin",
        "default": True,
        "abilities": {"generate": True, "repaint": True, "reference": ["palette", "brightness", "composition"]},
        "sizes": [],
        "ready": True,
        "reason": None,
    }
    assert engines["qwen-image"]["sizes"][0] == {"width": 1664, "height": 928}


def test_an_engine_that_does_not_respond_is_not_ready_with_the_reason(remote: RemoteSystem) -> None:
    remote.providers.script("comfyui.stats", {"status": 503})
    listed = remote.endpoint.http.get("/api/engines", headers={"Accept-Language": "en"}).json()["engines"]
    (comfyui,) = [engine for engine in listed if engine["name"] == "fake-comfyui"]
    assert comfyui["ready"] is False and "does not respond" in comfyui["reason"]


def test_the_command_line_lists_the_same_engines(remote: RemoteSystem) -> None:
    command = [sys.executable, "-m", "services.cli", "engines", "--data", str(remote.data)]
    environ = without_settings(os.environ)
    plain, as_json = (
        subprocess.run([*command, *more], env=environ, capture_output=True, text=True, check=True).stdout.splitlines()
        for more in ([], ["--json"])
    )
    listed = remote.endpoint.http.get("/api/engines").json()["engines"]
    names = [engine["name"] for engine in listed]
    assert [json.loads(line)["name"] for line in as_json] == [line.split("\t")[0] for line in plain] == names


@pytest.mark.parametrize(("name", "endpoint"), [("qwen-image", "submit"), ("z-image-turbo", "ask")])
def test_a_key_alone_is_enough_for_an_image_model_of_dashscope(remote: RemoteSystem, name: str, endpoint: str) -> None:
    remote.providers.script("dashscope.submit", {"pause": 0, "lasts": 0})
    events = remote.chat(preferredModel=name)
    assert failures(events, "executor") == []
    assert (status(events), finished(events, "executionResult")["metadata"]["model"]) == ("succeeded", name)
    assert {entry["model"] for entry in remote.providers.paid(f"dashscope.{endpoint}")} == {name}
