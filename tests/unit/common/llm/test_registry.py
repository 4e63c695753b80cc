"""The models of one process: opened, missing, and not loaded."""

import subprocess
import sys
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx
import pytest

from services.common.errors import ReflowError
from services.common.llm.configuration import Role
from services.common.llm.endpoint import RealModelCall
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.settings import ServiceSettings, SettingsInvalid
from services.common.telemetry import start_telemetry

TWO_KEYS = """
[roles.planner]
provider = "deepseek"
model = "deepseek-chat"

[roles.critic]
provider = "dashscope"
model = "qwen-vl"
sees = true

[roles.embedding]
provider = "ollama"
model = "bge-m3"
dimensions = 1024

[images.engines.comfy]
kind = "comfyui"
base_url = "http://127.0.0.1:8188"
checkpoint = "sd.safetensors"
"""
KEYS = {"DEEPSEEK_API_KEY": "sk-deep", "DASHSCOPE_API_KEY": "sk-dash"}


def opening(tmp_path: Path, text: str, environ: Mapping[str, str]) -> AbstractAsyncContextManager[ModelRegistry]:
    path = tmp_path / "models.toml"
    path.write_text(text)
    settings = ServiceSettings(models=str(path), model_calls="loopback")
    return open_registry(settings, start_telemetry("test"), environ=environ)


async def test_without_a_configuration_every_role_is_built_in() -> None:
    async with open_registry(ServiceSettings(), start_telemetry("test")) as models:
        assert [models.chat(role) for role in Role] == [None] * len(Role)
        assert models.vision() is None
        assert models.embedding() is None


def test_without_a_configuration_no_client_library_is_loaded() -> None:
    script = (
        "import asyncio, sys\n"
        "from services.common.llm.registry import open_registry\n"
        "from services.common.settings import ServiceSettings\n"
        "from services.common.telemetry import start_telemetry\n"
        "async def main():\n"
        "    async with open_registry(ServiceSettings(), start_telemetry('test'), environ={}): print(*sys.modules)\n"
        "asyncio.run(main())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert not {"openai", "httpx", "httpx2", "numpy"} & set(done.stdout.split())


async def test_each_role_has_the_model_it_names(tmp_path: Path) -> None:
    async with opening(tmp_path, TWO_KEYS, KEYS) as models:
        planner, embedding = models.chat(Role.PLANNER), models.embedding()

        assert planner is not None
        assert planner.name == "deepseek/deepseek-chat"
        assert embedding is not None
        assert (embedding.name, embedding.dimensions) == ("ollama/bge-m3@1024", 1024)
        assert models.chat(Role.WRITER) is None


async def test_a_critic_with_vision_is_the_vision_model(tmp_path: Path) -> None:
    async with opening(tmp_path, TWO_KEYS, KEYS) as models:
        assert models.vision() is models.chat(Role.CRITIC)


async def test_a_critic_without_vision_is_not_the_vision_model(tmp_path: Path) -> None:
    async with opening(tmp_path, TWO_KEYS.replace("sees = true", ""), KEYS) as models:
        assert models.vision() is None


async def test_all_missing_keys_are_reported_together(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid) as raised:
        async with opening(tmp_path, TWO_KEYS, {"DEEPSEEK_API_KEY": "  "}):
            raise AssertionError

    assert [line.split(":")[0] for line in str(raised.value).splitlines()] == ["DASHSCOPE_API_KEY", "DEEPSEEK_API_KEY"]


async def test_all_callers_share_one_endpoint_object(tmp_path: Path) -> None:
    async with opening(tmp_path, TWO_KEYS, KEYS) as models:
        assert models.endpoint("dashscope") is models.endpoint("dashscope")


async def test_an_endpoint_at_another_address_has_the_providers_key(tmp_path: Path) -> None:
    async with opening(tmp_path, TWO_KEYS, KEYS) as models:
        other = models.endpoint("dashscope", base_url="https://dashscope-intl.aliyuncs.com/api/v1/")

        assert other.base_url == "https://dashscope-intl.aliyuncs.com/api/v1"
        assert other.secrets == ("sk-dash",)


async def test_all_addresses_of_a_provider_share_its_requests_per_minute(tmp_path: Path) -> None:
    limited = TWO_KEYS + "\n[providers.dashscope]\nrequests_per_minute = 1\n"
    async with opening(tmp_path, limited, KEYS) as models:
        other = models.endpoint("dashscope", base_url="https://dashscope-intl.aliyuncs.com/api/v1")
        assert [limited async for limited in models.endpoint("dashscope").pace(models.clock() + 1)] == []

        with pytest.raises(ReflowError, match="LLM_RATE_LIMIT"):
            [limited async for limited in other.pace(models.clock() + 1)]


async def test_an_endpoint_without_a_provider_has_no_key(tmp_path: Path) -> None:
    async with opening(tmp_path, TWO_KEYS, KEYS) as models:
        assert models.endpoint("", base_url="http://127.0.0.1:8188").secrets == ()


async def test_the_loopback_switch_reaches_every_endpoint(tmp_path: Path) -> None:
    async with opening(tmp_path, TWO_KEYS, KEYS) as models:
        with pytest.raises(RealModelCall):
            await models.endpoint("deepseek").http.get("/models")


async def test_connections_are_closed_at_the_end(tmp_path: Path) -> None:
    async with opening(tmp_path, TWO_KEYS, KEYS) as models:
        http: httpx.AsyncClient = models.endpoint("deepseek").http

    assert http.is_closed


async def test_models_that_another_component_opened_are_used_and_left_open(tmp_path: Path) -> None:
    async with opening(tmp_path, TWO_KEYS, KEYS) as models:
        async with open_registry(ServiceSettings(), start_telemetry("other"), models) as shared:
            assert shared is models
        assert not models.endpoint("deepseek").http.is_closed


async def test_the_repr_of_a_client_contains_no_key(tmp_path: Path) -> None:
    async with opening(tmp_path, TWO_KEYS, KEYS) as models:
        reported = repr(vars(models)) + repr(vars(models.endpoint("deepseek"))) + repr(models.chat(Role.PLANNER))

    assert "sk-deep" not in reported
