"""`reflow doctor`: report the configuration, missing keys, reachable providers, and the model of each role."""

import asyncio
import os
import sys
import time
from collections.abc import Collection, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

import httpx
from pydantic import SecretStr
from rich.console import Console
from rich.table import Table
from rich.text import Text as Styled

from services.cli.doctor.deployment import DeploymentSettings, check_deployment
from services.cli.doctor.findings import (
    ROLES,
    Finding,
    Probe,
    RoleCall,
    State,
    engine_addresses,
    engine_problem,
    image_findings,
    key_findings,
    provider_findings,
    role_findings,
)
from services.cli.doctor.role_calls import call_roles, list_callable
from services.cli.errors import FAILED, CommandFailed, invalid_settings
from services.cli.questions.keyboard import Keyboard
from services.cli.rendering.display import Spinner
from services.cli.session.data_folder import find_data_folder, find_models_file
from services.cli.signals import handle_signals
from services.common.llm.configuration import (
    Configuration,
    ImageEngineModel,
    ImageKind,
    Provider,
    Role,
    read_configuration,
    read_keys,
)
from services.common.llm.endpoint import Endpoint, RealModelCall
from services.common.llm.provider_errors import scrub
from services.common.settings import ServiceSettings, SettingsInvalid, read_settings
from services.common.text.choices import list_names
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line
from services.executor.adapters.comfyui.workflow_files import load_workflows

TIMEOUT_SECONDS = 5.0
SYMBOLS = {
    State.FINE: ("✓", "green"),
    State.UNTESTED: ("?", "yellow"),
    State.BUILT_IN: ("·", "dim"),
    State.WRONG: ("✗", "red"),
}

NO_MODELS_FILE = Text(
    "没有模型配置（{path} 不存在，REFLOW_MODELS 也没有设置）：全部使用内置引擎。配置方法见 docs/models/models.md。",
    "No models are configured (there is no {path}, and REFLOW_MODELS is not set): built-in engines do everything. "
    "docs/models/models.md says how to configure them.",
)
MODELS_FILE = Text("模型配置：{path}", "Models configured in {path}")
KEYS, PROVIDERS = Text("密钥", "Keys"), Text("服务商", "Providers")
ROLE_MODELS, ENGINES = Text("角色", "Roles"), Text("图像引擎", "Image engines")
DEPLOYMENT = Text("部署", "Deployment")
OK = Text("一切就绪。", "Everything works.")
PROBLEMS = Text("标有 ✗ 的地方需要处理。", "Fix the entries marked ✗.")
PROBING = Text("正在连接服务商…", "Contacting the providers…")
TIMED_OUT = Text(f"{TIMEOUT_SECONDS:g} 秒内没有响应", f"does not answer within {TIMEOUT_SECONDS:g} s")
ASK = Text(
    "将对 {roles} 各发送一个最小的真实请求，服务商可能收取极少的费用。继续吗？[y/N] ",
    "Send one minimal real request for each of: {roles}? Providers may charge a tiny amount. [y/N] ",
)
NOT_CALLED = Text(
    "没有真实调用模型，标有 ? 的角色未经验证。运行 reflow doctor --yes 会各发送一个最小的请求（可能收取极少的费用）。",
    "No model was called: the roles marked ? are not verified. `reflow doctor --yes` sends one minimal request "
    "each, which may cost a tiny amount.",
)
UNREACHABLE = Text("无法连接", "cannot be reached")
NOT_PROBED = Text("没有连接：REFLOW_MODEL_CALLS=loopback", "was not contacted: REFLOW_MODEL_CALLS=loopback")


async def doctor(folder: Path | None, language: Language, *, calls_models: bool = False) -> None:
    """Print the report; with *calls_models* call the model of each role without asking.

    Raises CommandFailed if a configured component cannot be used.
    """
    data, console = find_data_folder(folder), Console(highlight=False, soft_wrap=True)
    path = find_models_file(data)
    console.print((MODELS_FILE if path else NO_MODELS_FILE).pick(language).format(path=path or data / "models.toml"))
    try:
        settings = read_settings(ServiceSettings)
        configuration = await asyncio.to_thread(read_configuration, path)
        keys = read_keys(configuration, os.environ)
    except SettingsInvalid as error:
        raise invalid_settings(error) from error
    roles = list_callable(configuration, keys)
    may_call = bool(roles) and (calls_models or await _confirm(roles, language))
    loopback_only = settings.model_calls == "loopback"
    with handle_signals(), Spinner(language) as waiting:
        waiting.show_startup(PROBING)
        called = await call_roles(configuration, keys, roles, loopback_only=loopback_only) if may_call else None
        sections = await _build_sections(configuration, keys, called, loopback_only=loopback_only)
        deployment = await check_deployment(DeploymentSettings())
    sections = (*sections, (DEPLOYMENT, tuple(deployment)))
    for title, findings in sections:
        if findings:
            console.print()
            console.print(Styled(title.pick(language), "bold"))
            console.print(_findings_table(findings, language, [key.get_secret_value() for key in keys.values()]))
    console.print()
    if any(finding.state is State.WRONG for _, findings in sections for finding in findings):
        raise CommandFailed(PROBLEMS, FAILED)
    if any(finding.state is State.UNTESTED for _, findings in sections for finding in findings):
        console.print(Styled(NOT_CALLED.pick(language), "yellow"))
    else:
        console.print(Styled(OK.pick(language), "green"))


async def _confirm(roles: Iterable[Role], language: Language) -> bool:
    """Return whether the user allows the calls; False if there is no terminal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    names = list_names(ROLES[role][0].pick(language) for role in roles).pick(language)
    sys.stderr.write(ASK.pick(language).format(roles=names))
    sys.stderr.flush()
    with handle_signals():
        line = await Keyboard(sys.stdin.fileno()).read_line()
    return (line or "").strip().lower() in ("y", "yes", "是")


async def _build_sections(
    configuration: Configuration,
    keys: Mapping[str, SecretStr],
    called: Mapping[Role, RoleCall] | None,
    *,
    loopback_only: bool,
) -> tuple[tuple[Text, tuple[Finding, ...]], ...]:
    def endpoint(name: str, address: str, provider: Provider | None) -> Endpoint:
        key = keys.get(provider.key_variable) if provider else None
        return Endpoint(name, address, key, None, loopback_only=loopback_only)

    providers = await _probe_all(
        endpoint(name, f"{provider.base_url.rstrip('/')}/models", provider)
        for name, provider in configuration.providers.items()
        if not provider.key_variable or provider.key_variable in keys
    )
    engines = await _probe_all(
        endpoint(name, address, configuration.providers.get(configuration.images.engines[name].provider))
        for name, address in engine_addresses(configuration, keys).items()
    )
    images = image_findings(configuration, keys, engines, await asyncio.to_thread(_find_local_problems, configuration))
    return (
        (KEYS, tuple(key_findings(configuration, keys))),
        (PROVIDERS, tuple(provider_findings(configuration, providers))),
        (ROLE_MODELS, tuple(role_findings(configuration, keys, called))),
        (ENGINES, tuple(images)),
    )


async def _probe_all(endpoints: Iterable[Endpoint]) -> Mapping[str, Probe]:
    """Probe all *endpoints* concurrently."""
    pending = tuple(endpoints)
    probes = await asyncio.gather(*(_probe(endpoint) for endpoint in pending))
    return {endpoint.name: probe for endpoint, probe in zip(pending, probes, strict=True)}


async def _probe(endpoint: Endpoint) -> Probe:
    """Send a request that costs nothing: the list of models, or the server's status."""
    started_at = time.monotonic()
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            response = await endpoint.http.get(endpoint.base_url)
    except TimeoutError:
        return Probe(failure=TIMED_OUT)
    except (httpx.HTTPError, httpx.InvalidURL):
        return Probe(failure=UNREACHABLE)
    except RealModelCall:
        return Probe(failure=NOT_PROBED)
    finally:
        await endpoint.close()
    is_page = "html" in response.headers.get("content-type", "") or response.text.lstrip()[:1] == "<"
    milliseconds = round((time.monotonic() - started_at) * 1_000)
    return Probe(status=response.status_code, milliseconds=milliseconds, is_page=is_page)


def _find_local_problems(configuration: Configuration) -> dict[str, Text]:
    """Return the problems of local engines. Blocking."""
    installed = find_spec("diffusers") is not None and find_spec("torch") is not None
    problems = {
        name: engine_problem(engine, installed=installed, folder_there=Path(engine.model).expanduser().is_dir())
        or _find_graph_problem(name, engine)
        for name, engine in configuration.images.engines.items()
    }
    return {name: problem for name, problem in problems.items() if problem is not None}


def _find_graph_problem(name: str, engine: ImageEngineModel) -> Text | None:
    """Return the problem of a ComfyUI engine's graphs, as the executor reports it at its start. Blocking."""
    if engine.kind is not ImageKind.COMFYUI:
        return None
    try:
        load_workflows(name, engine)
    except SettingsInvalid as error:
        return Text("; ".join(error.text.zh.splitlines()), "; ".join(error.text.en.splitlines()))
    return None


def _findings_table(findings: Iterable[Finding], language: Language, secrets: Collection[str]) -> Table:
    """Return *findings* as a table; a key that an address or a name of a model contains is not printed."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        symbol, color = SYMBOLS[finding.state]
        texts = (scrub(text.pick(language), secrets) for text in (finding.subject, finding.message))
        table.add_row(Styled(symbol, color), *map(Styled, map(to_one_line, texts)))
    return table
