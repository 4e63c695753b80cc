"""`reflow fake-providers`: run fake model providers on this machine until a signal stops them."""

import asyncio
import sys
from pathlib import Path

from services.cli.errors import BAD_INPUT, CommandFailed, Interrupted
from services.cli.signals import handle_signals
from services.common.text.language import Language, Text
from services.fake_providers.app import ENDPOINTS
from services.fake_providers.behaviors import ScenarioSteps
from services.fake_providers.control import ScenarioInvalid, parse_scenario
from services.fake_providers.server import run_server

HOST = "127.0.0.1"

GUIDE = Text(
    """\
模拟的模型服务已就绪，图片和文字都不是真实模型的输出。按 Ctrl-C 停止。
  {url}/openai/v1                       OpenAI：对话、看图、向量、画图、改图
  {url}/dashscope/compatible-mode/v1    通义（DashScope）：对话、看图、向量；图像任务在 {url}/dashscope/api/v1
  {url}/comfyui                         ComfyUI
  {url}/control/journal                 请求、响应和计费的记录
把下面的内容存为 models.toml，再运行（密钥可以任意填写）：
  FAKE_KEY=sk-fake REFLOW_MODELS=models.toml uv run reflow run "画一只猫" --model fake-openai
""",
    """\
The fake model providers are ready; their images and texts are not real. Ctrl-C stops them.
  {url}/openai/v1                       OpenAI: chat, vision, embeddings, images, edits
  {url}/dashscope/compatible-mode/v1    DashScope: chat, vision, embeddings; image tasks at {url}/dashscope/api/v1
  {url}/comfyui                         ComfyUI
  {url}/control/journal                 requests, responses and charges
Save this as models.toml, then run (any key will do):
  FAKE_KEY=sk-fake REFLOW_MODELS=models.toml uv run reflow run "a cat" --model fake-openai
""",
)
MODELS = """\
[providers.fake]
base_url = "{url}/openai/v1"
key_variable = "FAKE_KEY"
structured = "json_schema"

[providers.fake_dashscope]
base_url = "{url}/dashscope/compatible-mode/v1"
key_variable = "FAKE_KEY"
structured = "json_mode"

[roles]
planner = {{ provider = "fake", model = "fake-chat" }}
vision = {{ provider = "fake", model = "fake-vision" }}
embedding = {{ provider = "fake", model = "fake-embedding", dimensions = 256, least_similarity = 0.35 }}

[images.engines]
fake-openai = {{ kind = "openai", provider = "fake", model = "fake-image" }}
fake-dashscope = {{ kind = "dashscope", provider = "fake_dashscope", model = "qwen-image" }}
fake-comfyui = {{ kind = "comfyui", base_url = "{url}/comfyui", checkpoint = "fake.safetensors" }}
"""
STOPPED = Text("已停止。", "Stopped.")


async def serve(port: int, script: Path | None, language: Language, *, key_required: bool) -> None:
    """Serve on *port* until SIGINT or SIGTERM. Raises CommandFailed."""
    steps = _read_scenario(script)
    interactive = sys.stderr.isatty()
    try:
        with handle_signals() as signals:
            stop = asyncio.Event()
            signals.on_signal(stop.set)
            async with run_server(HOST, port, key_required=key_required, steps=steps) as url:
                print(url, flush=True)
                if interactive:
                    _print_stderr(GUIDE.pick(language).format(url=url) + "\n" + MODELS.format(url=url))
                await stop.wait()
    except Interrupted:
        pass  # stopped while it was starting
    except OSError as error:
        raise CommandFailed(
            Text(
                f"无法监听 {HOST}:{port}，端口可能已被占用，或没有权限，请用 --port 换一个端口。",
                f"Cannot listen on {HOST}:{port} ({error.strerror}): choose another with --port.",
            )
        ) from None
    if interactive:
        _print_stderr(STOPPED.pick(language) + "\n")


def _read_scenario(script: Path | None) -> ScenarioSteps:
    if script is None:
        return {}
    try:
        return parse_scenario(script.read_bytes(), ENDPOINTS)
    except OSError as error:
        text = Text(
            f"无法读取场景文件 {script}：{error.strerror}", f"Cannot read the scenario {script}: {error.strerror}"
        )
    except ScenarioInvalid as error:
        text = Text(f"场景文件 {script} 有误：{error}", f"The scenario {script} is invalid: {error}")
    raise CommandFailed(text, BAD_INPUT)


def _print_stderr(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
