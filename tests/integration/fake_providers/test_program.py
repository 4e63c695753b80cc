"""The fake providers as command line programs."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from services.common.llm.configuration import read_configuration, read_keys
from tests.fixtures.services.providers import FakeProviders, fake_providers
from tests.fixtures.systems.eventually import eventually

COMMANDS = (("services.fake_providers",), ("services.cli", "fake-providers"))
REQUEST = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}


def started(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_one_line_and_stops_cleanly_on_a_signal(command: tuple[str, ...], number: signal.Signals) -> None:
    with started(*command, "--port", "0") as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert httpx.get(url, trust_env=False).json()["fake"] is True
        process.send_signal(number)
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (0, "", "")


async def test_it_ends_while_a_client_waits(providers: FakeProviders) -> None:
    with started("services.fake_providers", "--port", "0", "--no-key") as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as http:
            await http.post("/control/script", json={"openai.chat": [{"hang": True}]})
            asking = asyncio.create_task(http.post("/openai/v1/chat/completions", json=REQUEST))

            async def is_received() -> bool:
                return bool((await http.get("/control/journal")).json()["requests"])

            await eventually(is_received)
            process.terminate()
            _, err = await asyncio.to_thread(process.communicate, timeout=120)
            await asyncio.wait([asking])
            assert asking.exception() is not None or asking.result().status_code >= 500
    assert (process.returncode, err) == (0, "")


def test_with_no_key_requests_without_a_key_are_answered() -> None:
    with fake_providers("--no-key") as providers:
        assert providers.http.post("/openai/v1/chat/completions", json=REQUEST).status_code == 200


def test_the_command_starts_with_a_scenario(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"openai.models": [{"status": 503}]}))
    with started("services.cli", "fake-providers", "--port", "0", "--script", str(script)) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        answer = httpx.get(f"{url}/openai/v1/models", headers={"Authorization": "Bearer x"}, trust_env=False)
        process.terminate()
        process.communicate(timeout=120)
    assert answer.status_code == 503


@pytest.mark.parametrize("content", ['{"nowhere": []}', None])
def test_the_command_rejects_an_invalid_scenario(tmp_path: Path, content: str | None) -> None:
    script = tmp_path / "script.json"
    if content is not None:
        script.write_text(content)
    with started("services.cli", "fake-providers", "--script", str(script), "--lang", "en") as process:
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, "")
    assert "script" in err and len(err.splitlines()) == 1


def test_reflow_can_read_the_written_models_toml(providers: FakeProviders, tmp_path: Path) -> None:
    models = providers.models_toml(tmp_path, default_engine="fake-openai", prices=True)
    configuration = read_configuration(str(models))
    assert set(configuration.images.engines) == {"fake-openai", "fake-dashscope", "fake-comfyui"}
    assert len(read_keys(configuration, providers.settings(models))) == 3


def test_reflow_can_read_the_models_toml_shown_to_users(tmp_path: Path) -> None:
    from services.cli.session.fake_providers import MODELS

    path = tmp_path / "models.toml"
    path.write_text(MODELS.format(url="http://127.0.0.1:9000"))
    assert set(read_configuration(str(path)).roles) == {"planner", "vision", "embedding"}
