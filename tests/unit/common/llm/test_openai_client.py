"""The `openai` library as our client: the effects of loading it, and when it is loaded."""

import os
import subprocess
import sys


def run(script: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return done.stdout.strip()


def test_without_a_configured_model_neither_the_library_nor_an_http_client_is_loaded() -> None:
    script = """
import asyncio, sys
from services.common.llm.registry import open_registry
from services.common.settings import ServiceSettings
from services.common.telemetry import start_telemetry

async def open_without_models():
    async with open_registry(ServiceSettings(models="", database_url=""), start_telemetry("test")):
        await asyncio.sleep(0.1)

asyncio.run(open_without_models())
print(sorted({"openai", "httpx"} & sys.modules.keys()))
"""
    assert run(script) == "[]"


def test_the_log_level_of_the_environment_configures_no_logging() -> None:
    script = """
import asyncio, logging, os
from services.common.llm.openai_client import load_client
asyncio.run(load_client())
print(logging.root.handlers, logging.getLogger("openai").level, os.environ["OPENAI_LOG"])
"""
    assert run(script, OPENAI_LOG="debug") == "[] 0 debug"
