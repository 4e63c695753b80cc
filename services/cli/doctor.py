"""`reflow doctor`: what is configured, which keys are missing, what answers, and what each role will use."""

import asyncio
import os
import time
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

import httpx
from pydantic import SecretStr
from rich.console import Console
from rich.table import Table
from rich.text import Text as Styled

from services.cli.checking import (
    Finding,
    Probe,
    State,
    engine_problem,
    image_findings,
    key_findings,
    own_addresses,
    provider_findings,
    role_findings,
)
from services.cli.display import Waiting
from services.cli.failing import FAILED, CommandFailed, wrong_settings
from services.cli.interrupting import interruption
from services.cli.opening import data_folder, models_file
from services.common.language import Language, Text
from services.common.models.configuration import (
    Configuration,
    ImageEngineModel,
    ImageKind,
    Provider,
    read_configuration,
    read_keys,
)
from services.common.models.endpoint import Endpoint, RealModelCall
from services.common.settings import ServiceSettings, SettingsInvalid, read_settings
from services.executor.adapters.comfyui.graphs import read_graphs

PATIENCE_SECONDS = 5.0
MARKS = {State.FINE: ("✓", "green"), State.BUILT_IN: ("·", "dim"), State.WRONG: ("✗", "red")}

WITHOUT_FILE = Text(
    "没有模型配置（{path} 不存在，REFLOW_MODELS 也没有设置）：全部使用内置引擎。配置方法见 docs/models.md。",
    "No models are configured (there is no {path}, and REFLOW_MODELS is not set): built-in engines do everything. "
    "docs/models.md says how to configure them.",
)
WITH_FILE = Text("模型配置：{path}", "Models configured in {path}")
KEYS, PROVIDERS = Text("密钥", "Keys"), Text("服务商", "Providers")
ROLES, ENGINES = Text("角色", "Roles"), Text("图像引擎", "Image engines")
ALL_WELL = Text("一切就绪。", "All is well.")
PROBLEMS = Text("标有 ✗ 的地方需要处理。", "What is marked ✗ is to be mended.")
ASKING = Text("正在询问服务商…", "Asking the providers…")
SILENT = Text(f"{PATIENCE_SECONDS:g} 秒内没有回答", f"does not answer within {PATIENCE_SECONDS:g} s")
UNREACHABLE = Text("连不上", "cannot be reached")
FORBIDDEN = Text("没有询问：REFLOW_MODEL_CALLS=loopback", "was not asked: REFLOW_MODEL_CALLS=loopback")


async def doctor(folder: Path | None, language: Language) -> None:
    """Print the report. Raises CommandFailed when something that is configured cannot be used."""
    data, console = data_folder(folder), Console(highlight=False, soft_wrap=True)
    path = models_file(data)
    console.print((WITH_FILE if path else WITHOUT_FILE).pick(language).format(path=path or data / "models.toml"))
    try:
        settings = read_settings(ServiceSettings)
        configuration = await asyncio.to_thread(read_configuration, path)
        keys = read_keys(configuration, os.environ)
    except SettingsInvalid as error:
        raise wrong_settings(error) from error
    with interruption(), Waiting(language) as waiting:
        waiting.starting(ASKING)
        sections = await _sections(configuration, keys, loopback_only=settings.model_calls == "loopback")
    for title, findings in sections:
        if findings:
            console.print()
            console.print(Styled(title.pick(language), "bold"))
            console.print(_table(findings, language))
    console.print()
    if any(finding.state is State.WRONG for _, findings in sections for finding in findings):
        raise CommandFailed(PROBLEMS, FAILED)
    console.print(Styled(ALL_WELL.pick(language), "green"))


async def _sections(
    configuration: Configuration, keys: Mapping[str, SecretStr], *, loopback_only: bool
) -> tuple[tuple[Text, tuple[Finding, ...]], ...]:
    def endpoint(name: str, address: str, provider: Provider | None) -> Endpoint:
        key = keys.get(provider.key_variable) if provider else None
        return Endpoint(name, address, key, None, loopback_only=loopback_only)

    providers = await _asked(
        endpoint(name, f"{provider.base_url.rstrip('/')}/models", provider)
        for name, provider in configuration.providers.items()
        if not provider.key_variable or provider.key_variable in keys
    )
    engines = await _asked(
        endpoint(name, address, configuration.providers.get(configuration.images.engines[name].provider))
        for name, address in own_addresses(configuration, keys).items()
    )
    images = image_findings(configuration, keys, engines, await asyncio.to_thread(_missing, configuration))
    return (
        (KEYS, tuple(key_findings(configuration, keys))),
        (PROVIDERS, tuple(provider_findings(configuration, providers))),
        (ROLES, tuple(role_findings(configuration, keys))),
        (ENGINES, tuple(images)),
    )


async def _asked(endpoints: Iterable[Endpoint]) -> Mapping[str, Probe]:
    """Ask all *endpoints* at once."""
    asked = tuple(endpoints)
    probes = await asyncio.gather(*(_probe(endpoint) for endpoint in asked))
    return {endpoint.name: probe for endpoint, probe in zip(asked, probes, strict=True)}


async def _probe(endpoint: Endpoint) -> Probe:
    """Ask what costs nothing: the list of models, or what the server says of itself."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            response = await endpoint.http.get(endpoint.base_url)
    except TimeoutError:
        return Probe(failure=SILENT)
    except (httpx.HTTPError, httpx.InvalidURL):
        return Probe(failure=UNREACHABLE)
    except RealModelCall:
        return Probe(failure=FORBIDDEN)
    finally:
        await endpoint.close()
    return Probe(status=response.status_code, milliseconds=round((time.monotonic() - began) * 1_000))


def _missing(configuration: Configuration) -> dict[str, Text]:
    """Return what local engines lack. Blocking."""
    installed = find_spec("diffusers") is not None and find_spec("torch") is not None
    problems = {
        name: engine_problem(engine, installed=installed, folder_there=Path(engine.model).expanduser().is_dir())
        or _graph_problem(name, engine)
        for name, engine in configuration.images.engines.items()
    }
    return {name: problem for name, problem in problems.items() if problem is not None}


def _graph_problem(name: str, engine: ImageEngineModel) -> Text | None:
    """Return what is wrong with the graphs of a ComfyUI engine, as the executor finds it at its start. Blocking."""
    if engine.kind is not ImageKind.COMFYUI:
        return None
    try:
        read_graphs(name, engine)
    except SettingsInvalid as error:
        told = "; ".join(str(error).splitlines())
        return Text(told, told)
    return None


def _table(findings: Iterable[Finding], language: Language) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        mark, colour = MARKS[finding.state]
        table.add_row(Styled(mark, colour), Styled(finding.subject.pick(language)), Styled(finding.said.pick(language)))
    return table
