"""The executor as a service, with engines from a configuration: the selection of the engine."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
from reflow.v1 import executor_pb2, executor_pb2_grpc, steps_pb2

from services.common.errors import Code, ReflowError
from services.common.errors.wire import from_rpc_error
from services.common.rpc import open_channel
from services.common.settings import SettingsInvalid
from services.common.telemetry import start_telemetry
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from tests.fixtures.network.sockets import socket_address

# Nothing listens at the discard port: every call of this provider fails.
CONFIGURATION = """
[providers.nobody]
base_url = "http://127.0.0.1:9/v1"

[images]
default = "remote"

[images.engines.other]
kind = "comfyui"
base_url = "http://127.0.0.1:9"
checkpoint = "tiny.safetensors"

[images.engines.remote]
kind = "openai"
provider = "nobody"
model = "gpt-image-2"
"""


@asynccontextmanager
async def executor(folder: Path, configuration: str) -> AsyncIterator["executor_pb2_grpc.ExecutorServiceAsyncStub"]:
    models = folder / "models.toml"
    models.write_text(configuration)
    with socket_address() as address:
        blobs = (folder / "blobs").as_uri()
        settings = ExecutorSettings(listen=address, blobs_url=blobs, workers=1, models=str(models))
        async with run_executor(settings, start_telemetry("test")), open_channel(address) as channel:
            yield executor_pb2_grpc.ExecutorServiceStub(channel)


async def result_of(
    stub: "executor_pb2_grpc.ExecutorServiceAsyncStub", model: str = "", *, builtin_only: bool = False
) -> executor_pb2.ImageResult:
    """Return the result of a request; raises ReflowError."""
    context = steps_pb2.StepContext(
        run_id="run", step="executor-1", locale="en", idempotency_key="run/executor-1", builtin_only=builtin_only
    )
    request = executor_pb2.GenerateImageRequest(
        context=context, prompt="a cat", subject="cat", width=64, height=64, seed=1, model=model
    )
    try:
        *_, last = [response async for response in stub.GenerateImage(request, timeout=30)]
    except grpc.aio.AioRpcError as error:
        raise from_rpc_error(error) from None
    return last.result


async def test_all_engines_are_listed_the_default_first_and_the_builtin_one_always(tmp_path: Path) -> None:
    async with executor(tmp_path, CONFIGURATION) as stub:
        listed = await stub.ListEngines(executor_pb2.ListEnginesRequest())
    assert listed.models[0] == "remote"
    assert set(listed.models) == {"remote", "builtin", "other"}


async def test_without_a_configuration_there_is_only_the_builtin_engine(tmp_path: Path) -> None:
    async with executor(tmp_path, "") as stub:
        listed = await stub.ListEngines(executor_pb2.ListEnginesRequest())
    assert list(listed.models) == ["builtin"]


async def test_each_engine_is_listed_with_its_abilities_and_the_reason_why_it_is_not_ready(tmp_path: Path) -> None:
    async with executor(tmp_path, CONFIGURATION) as stub:
        metadata = (("accept-language", "en"),)
        listed = await stub.ListEngines(executor_pb2.ListEnginesRequest(), metadata=metadata)
    engines = {engine.name: engine for engine in listed.engines}
    assert [engine.name for engine in listed.engines if engine.is_default] == ["remote"]
    assert (engines["builtin"].ready, engines["remote"].ready, engines["other"].ready) == (True, True, False)
    assert "http://127.0.0.1:9 does not respond" in engines["other"].reason
    assert (engines["qwen-image"].ready, "DASHSCOPE_API_KEY" in engines["qwen-image"].reason) == (False, True)
    assert engines["remote"].sizes[0] == executor_pb2.ImageSize(width=1024, height=1024)
    assert all(engine.can_repaint and engine.reference_uses for engine in engines.values())


async def test_a_known_engine_without_its_key_is_rejected_and_the_missing_key_named(tmp_path: Path) -> None:
    async with executor(tmp_path, "") as stub:
        with pytest.raises(ReflowError) as caught:
            await result_of(stub, "z-image-turbo")
    assert caught.value.code is Code.MODEL_UNKNOWN
    assert "DASHSCOPE_API_KEY" in caught.value.text.zh


async def test_a_request_without_an_engine_uses_the_default_one(tmp_path: Path) -> None:
    async with executor(tmp_path, CONFIGURATION) as stub:
        with pytest.raises(ReflowError) as caught:
            await result_of(stub)
    assert caught.value.code is Code.LLM_API_ERROR


async def test_after_the_budget_is_exhausted_the_builtin_engine_is_used_despite_the_preference(tmp_path: Path) -> None:
    async with executor(tmp_path, CONFIGURATION) as stub:
        result = await result_of(stub, "remote", builtin_only=True)
    assert result.model == "builtin"


async def test_an_unknown_engine_is_rejected_with_the_available_ones(tmp_path: Path) -> None:
    async with executor(tmp_path, CONFIGURATION) as stub:
        with pytest.raises(ReflowError) as caught:
            await result_of(stub, "midjourney")
    assert caught.value.code is Code.MODEL_UNKNOWN
    assert all(name in caught.value.text.en for name in ("midjourney", "remote", "builtin", "other"))


async def test_a_missing_workflow_file_is_reported_by_its_setting(tmp_path: Path) -> None:
    broken = CONFIGURATION.replace("checkpoint =", 'generate_workflow = "nowhere.json"\ncheckpoint =')
    with pytest.raises(SettingsInvalid, match=r"images\.engines\.other\.generate_workflow"):
        async with executor(tmp_path, broken):
            pass


async def test_an_engine_with_the_name_of_the_builtin_one_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match="built-in"):
        async with executor(tmp_path, CONFIGURATION.replace("engines.other", "engines.builtin")):
            pass


def test_an_engine_that_is_not_configured_is_not_loaded() -> None:
    program = (
        "import sys, services.executor.bootstrap; "
        "print([name for name in sys.modules if name.startswith('services.executor.adapters.') "
        "and name.split('.')[3] in ('openai_images', 'dashscope', 'comfyui', 'diffusers')] "
        "+ [name for name in ('openai', 'websockets', 'torch') if name in sys.modules])"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"
