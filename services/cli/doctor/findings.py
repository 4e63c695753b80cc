"""Findings of `reflow doctor`: a pure function of the configuration and of the probed servers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto

from services.common.llm.configuration import Configuration, ImageEngineModel, ImageKind, Role, RoleModel
from services.common.llm.presets import Structured
from services.common.text.language import Text


class State(Enum):
    """State of a finding."""

    FINE = auto()
    UNTESTED = auto()
    BUILT_IN = auto()
    WRONG = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report: a message about *subject*."""

    state: State
    subject: Text
    message: Text


@dataclass(frozen=True, slots=True)
class Probe:
    """Result of a request to an address: its HTTP status and latency, or the reason why there was no response.

    Attributes:
        status: the HTTP status.
        milliseconds: the latency.
        failure: the reason why there was no response.
        is_page: the response is a page of HTML.

    """

    status: int = 0
    milliseconds: int = 0
    failure: Text | None = None
    is_page: bool = False


@dataclass(frozen=True, slots=True)
class RoleCall:
    """Result of a real call of a role's model: its latency, or the problem and what to do about it."""

    milliseconds: int = 0
    problem: Text | None = None


ROLES: Mapping[Role, tuple[Text, Text]] = {
    Role.PLANNER: (Text("规划", "planner"), Text("内置规则", "built-in rules")),
    Role.CRITIC: (Text("评审", "critic"), Text("测量画面", "measuring the image")),
    Role.VISION: (Text("视觉", "vision"), Text("没有视觉模型", "no vision model")),
    Role.WRITER: (Text("写作", "writer"), Text("内置引擎", "the built-in engine")),
    Role.AGENT: (Text("智能体", "agent"), Text("不用模型的模板", "templates without a model")),
    Role.EMBEDDING: (Text("检索", "embedding"), Text("内置句向量", "built-in sentence embeddings")),
}
_STRUCTURED = {
    Structured.JSON_SCHEMA: Text("按 JSON Schema 回答", "constrained by a JSON schema"),
    Structured.JSON_MODE: Text("JSON 模式", "JSON mode"),
    Structured.PLAIN: Text("普通文本", "plain text"),
}
_BUILT_IN_PAINTER = Text("内置绘图引擎", "the built-in painter")
_KEY_REJECTED = (401, 403)
_NO_BALANCE = 402
_NOT_CALLED = Text("（没有真实调用）", " (no real call was made)")
_PROBE_PATHS = {ImageKind.COMFYUI: "/system_stats", ImageKind.OPENAI: "/models", ImageKind.DASHSCOPE: "/models"}
"""Requests to an engine's own address that cost nothing."""


def key_findings(configuration: Configuration, keys: Mapping[str, object]) -> Iterator[Finding]:
    """Yield whether each required key is set; never the key."""
    for variable in configuration.key_variables:
        subject = Text(variable, variable)
        if variable in keys:
            yield Finding(State.FINE, subject, Text("已设置", "is set"))
        else:
            yield Finding(
                State.WRONG, subject, Text("没有设置，请设为环境变量", "is missing: set it in the environment")
            )


def provider_findings(configuration: Configuration, probes: Mapping[str, Probe]) -> Iterator[Finding]:
    """Yield the result of each provider's probe; *probes* are by the provider's name."""
    for name, probe in probes.items():
        address = configuration.providers[name].base_url
        yield _response_finding(Text(name, name), Text(address, address), probe)


def engine_problem(engine: ImageEngineModel, *, installed: bool, folder_there: bool) -> Text | None:
    """Return the problem of a local *engine*, a missing library or folder of its pipeline; None for none."""
    if engine.kind is not ImageKind.DIFFUSERS:
        return None
    if not installed:
        return Text(
            "缺少可选依赖：uv sync --extra diffusers", "the optional extra is missing: uv sync --extra diffusers"
        )
    if not folder_there:
        return Text(f"找不到模型文件夹 {engine.model}", f"there is no folder {engine.model}")
    return None


def role_findings(
    configuration: Configuration, keys: Mapping[str, object], calls: Mapping[Role, RoleCall] | None = None
) -> Iterator[Finding]:
    """Yield what each role uses, and the result of its call; without *calls* no model was called."""
    for role, (name, built_in) in ROLES.items():
        model = configuration.roles.get(role)
        if model is None and role is Role.CRITIC and _find_vision_model(configuration) is not None:
            yield Finding(State.FINE, name, Text("测量画面，并使用视觉模型", "measuring, and the vision model"))
        elif model is None:
            yield Finding(State.BUILT_IN, name, built_in)
        else:
            description = _describe_model(role, model, configuration)
            finding = _key_finding(name, description, model.provider, configuration, keys)
            yield finding if finding.state is State.WRONG else _call_finding(finding, (calls or {}).get(role))


def _call_finding(finding: Finding, call: RoleCall | None) -> Finding:
    if call is None:
        return replace(finding, state=State.UNTESTED, message=_join(finding.message, _NOT_CALLED))
    if call.problem is not None:
        problem = Text(f"；{call.problem.zh}", f"; it {call.problem.en}")
        return replace(finding, state=State.WRONG, message=_join(finding.message, problem))
    answers = Text(f"，真实调用成功，{call.milliseconds} 毫秒", f", answers a real call, {call.milliseconds} ms")
    return replace(finding, message=_join(finding.message, answers))


def image_findings(
    configuration: Configuration, keys: Mapping[str, object], probes: Mapping[str, Probe], missing: Mapping[str, Text]
) -> Iterator[Finding]:
    """Yield whether each image engine can be used.

    *probes* are by the engine's name, if it has an address of its own; *missing* are problems of local engines.
    """
    default = configuration.images.default
    suffix = Text("（默认）", " (default)") if default == "builtin" else Text("", "")
    yield Finding(State.BUILT_IN, Text("builtin", "builtin"), _join(_BUILT_IN_PAINTER, suffix))
    for name, engine in configuration.engines.items():
        if name not in configuration.images.engines and _find_missing_key(engine.provider, configuration, keys):
            continue  # a known engine without its key: not configured
        subject = Text(f"{name}（默认）", f"{name} (default)") if name == default else Text(name, name)
        description = _describe_engine(name, engine, configuration)
        if name in missing:
            yield Finding(State.WRONG, subject, missing[name])
        elif name in probes:
            yield _engine_finding(subject, engine, description, probes[name])
        else:
            yield _key_finding(subject, description, engine.provider, configuration, keys)


def _engine_finding(subject: Text, engine: ImageEngineModel, description: Text, probe: Probe) -> Finding:
    if engine.kind is ImageKind.COMFYUI:
        return _response_finding(subject, Text(engine.base_url, engine.base_url), probe)
    return _response_finding(
        subject, Text(f"{description.zh} · {engine.base_url}", f"{description.en} · {engine.base_url}"), probe
    )


def _find_vision_model(configuration: Configuration) -> RoleModel | None:
    critic = configuration.roles.get(Role.CRITIC)
    return configuration.roles.get(Role.VISION) or (critic if critic is not None and critic.sees else None)


def _describe_model(role: Role, model: RoleModel, configuration: Configuration) -> Text:
    where = f"{model.provider}/{model.model}"
    if role is Role.EMBEDDING:
        return Text(where, where)
    message = _STRUCTURED[model.structured or configuration.providers[model.provider].structured]
    if role is Role.CRITIC and Role.VISION in configuration.roles:
        return Text(f"不使用 {where}：画面由视觉模型评审", f"{where} is not used: the vision model looks at the image")
    if role is Role.CRITIC and not model.sees:
        return Text(
            f"{where}，{message.zh}；它不能识别图片（sees = true），画面只靠测量",
            f"{where}, {message.en}; it cannot look at images (sees = true), which are only measured",
        )
    return Text(f"{where}，{message.zh}", f"{where}, {message.en}")


def _describe_engine(name: str, engine: ImageEngineModel, configuration: Configuration) -> Text:
    message = " · ".join(part for part in (engine.kind.value, engine.provider, configuration.image_model(name)) if part)
    if not engine.edit_model:
        return Text(message, message)
    return Text(f"{message}，重绘用 {engine.edit_model}", f"{message}, edits with {engine.edit_model}")


def _key_finding(
    subject: Text, message: Text, provider: str, configuration: Configuration, keys: Mapping[str, object]
) -> Finding:
    """Return the finding with *message*, unless the key of its *provider* is missing."""
    variable = _find_missing_key(provider, configuration, keys)
    if variable:
        return Finding(
            State.WRONG, subject, Text(f"{message.zh}；缺少 {variable}", f"{message.en}; {variable} is missing")
        )
    return Finding(State.FINE, subject, message)


def _response_finding(subject: Text, server: Text, probe: Probe) -> Finding:
    state, message = _judge_probe(probe)
    return Finding(state, subject, Text(f"{server.zh} {message.zh}", f"{server.en} {message.en}"))


def _judge_probe(probe: Probe) -> tuple[State, Text]:
    if probe.failure is not None:
        return State.WRONG, probe.failure
    if probe.is_page and probe.status < 300:
        return State.WRONG, Text(
            "返回的是网页：请检查地址（通常以 /v1 结尾）",
            "answers with a page: check the address (it usually ends with /v1)",
        )
    if probe.status == _NO_BALANCE:
        return State.WRONG, Text("账户余额不足（402）：请充值", "has no balance left (402): top up the account")
    if probe.status in _KEY_REJECTED:
        return State.WRONG, Text(f"拒绝了密钥（{probe.status}）", f"does not accept the key ({probe.status})")
    if 300 <= probe.status < 400:  # a key is not sent to another address: models follow no redirect
        message = Text("被重定向，请填写最终的地址", "redirects: write the address it leads to")
        return State.WRONG, Text(f"{message.zh}（{probe.status}）", f"{message.en} ({probe.status})")
    if probe.status >= 500:
        return State.WRONG, Text(f"出错（{probe.status}）", f"is failing ({probe.status})")
    return State.FINE, Text(f"响应正常，{probe.milliseconds} 毫秒", f"answers, {probe.milliseconds} ms")


def _join(first: Text, second: Text) -> Text:
    return Text(first.zh + second.zh, first.en + second.en)


def engine_addresses(configuration: Configuration, keys: Mapping[str, object]) -> Mapping[str, str]:
    """Return the image engines with an address of their own and its key, and the URL to probe."""
    return {
        name: engine.base_url.rstrip("/") + _PROBE_PATHS[engine.kind]
        for name, engine in configuration.images.engines.items()
        if engine.base_url
        and engine.kind in _PROBE_PATHS
        and not _find_missing_key(engine.provider, configuration, keys)
    }


def _find_missing_key(provider: str, configuration: Configuration, keys: Mapping[str, object]) -> str:
    """Return the variable of the missing key of *provider*, "" for none."""
    variable = configuration.providers[provider].key_variable if provider in configuration.providers else ""
    return "" if variable in keys else variable
