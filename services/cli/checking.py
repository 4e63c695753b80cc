"""What `reflow doctor` finds, in plain words: a pure function of the configuration and of what answered."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from services.common.language import Text
from services.common.models.configuration import Configuration, ImageEngineModel, ImageKind, Role, RoleModel
from services.common.models.presets import Structured


class State(Enum):
    """How a finding is."""

    FINE = auto()
    BUILT_IN = auto()
    WRONG = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report: about *subject*, in plain words."""

    state: State
    subject: Text
    said: Text


@dataclass(frozen=True, slots=True)
class Probe:
    """What came of asking an address: its HTTP status and the time it took, or why there was no answer."""

    status: int = 0
    milliseconds: int = 0
    failure: Text | None = None


ROLES: Mapping[Role, tuple[Text, Text]] = {
    Role.PLANNER: (Text("规划", "planner"), Text("内置规则", "built-in rules")),
    Role.CRITIC: (Text("评审", "critic"), Text("测量画面", "measuring the picture")),
    Role.VISION: (Text("看图", "vision"), Text("没有看图的模型", "no model that sees")),
    Role.WRITER: (Text("写作", "writer"), Text("内置引擎", "the built-in engine")),
    Role.EMBEDDING: (Text("检索", "embedding"), Text("内置句向量", "built-in sentence embeddings")),
}
_STRUCTURED = {
    Structured.JSON_SCHEMA: Text("按 JSON Schema 回答", "held to a JSON schema"),
    Structured.JSON_MODE: Text("JSON 模式", "JSON mode"),
    Structured.PLAIN: Text("普通文本", "plain text"),
}
_BUILT_IN_PAINTER = Text("内置画师", "the built-in painter")
_REFUSED_KEY = (401, 403)
_QUESTIONS = {ImageKind.COMFYUI: "/system_stats", ImageKind.OPENAI: "/models", ImageKind.DASHSCOPE: "/models"}
"""What costs nothing to ask of an engine at its own address."""


def key_findings(configuration: Configuration, keys: Mapping[str, object]) -> Iterator[Finding]:
    """Yield whether each key that is needed is there; never the key."""
    for variable in configuration.key_variables:
        subject = Text(variable, variable)
        if variable in keys:
            yield Finding(State.FINE, subject, Text("已设置", "is set"))
        else:
            yield Finding(
                State.WRONG, subject, Text("没有设置，请设为环境变量", "is missing: set it in the environment")
            )


def provider_findings(configuration: Configuration, probes: Mapping[str, Probe]) -> Iterator[Finding]:
    """Yield what came of asking each provider; *probes* by the provider's name."""
    for name, probe in probes.items():
        address = configuration.providers[name].base_url
        yield _answered(Text(name, name), Text(address, address), probe)


def engine_problem(engine: ImageEngineModel, *, installed: bool, folder_there: bool) -> Text | None:
    """Return what keeps a local *engine* from working, None for nothing: its library, or its pipeline's folder."""
    if engine.kind is not ImageKind.DIFFUSERS:
        return None
    if not installed:
        return Text(
            "缺少可选依赖：uv sync --extra diffusers", "the optional extra is missing: uv sync --extra diffusers"
        )
    if not folder_there:
        return Text(f"找不到模型文件夹 {engine.model}", f"there is no folder {engine.model}")
    return None


def role_findings(configuration: Configuration, keys: Mapping[str, object]) -> Iterator[Finding]:
    """Yield what each role will use."""
    for role, (name, built_in) in ROLES.items():
        model = configuration.roles.get(role)
        if model is None and role is Role.CRITIC and _sight(configuration) is not None:
            yield Finding(State.FINE, name, Text("测量画面，并问看图的模型", "measuring, and asking the vision model"))
        elif model is None:
            yield Finding(State.BUILT_IN, name, built_in)
        else:
            yield _keyed(name, _model(role, model, configuration), model.provider, configuration, keys)


def image_findings(
    configuration: Configuration, keys: Mapping[str, object], probes: Mapping[str, Probe], missing: Mapping[str, Text]
) -> Iterator[Finding]:
    """Yield each image engine and whether it can be used.

    *probes* is by the engine's name, where it has an address of its own; *missing* what a local engine lacks.
    """
    default = configuration.images.default
    mark = Text("（默认）", " (default)") if default == "builtin" else Text("", "")
    yield Finding(State.BUILT_IN, Text("builtin", "builtin"), _joined(_BUILT_IN_PAINTER, mark))
    for name, engine in configuration.images.engines.items():
        subject = Text(f"{name}（默认）", f"{name} (default)") if name == default else Text(name, name)
        used = _engine(name, engine, configuration)
        if name in missing:
            yield Finding(State.WRONG, subject, missing[name])
        elif name in probes:
            yield _asked(subject, engine, used, probes[name])
        else:
            yield _keyed(subject, used, engine.provider, configuration, keys)


def _asked(subject: Text, engine: ImageEngineModel, used: Text, probe: Probe) -> Finding:
    if engine.kind is ImageKind.COMFYUI:
        return _answered(subject, Text(engine.base_url, engine.base_url), probe)
    return _answered(subject, Text(f"{used.zh} · {engine.base_url}", f"{used.en} · {engine.base_url}"), probe)


def _sight(configuration: Configuration) -> RoleModel | None:
    critic = configuration.roles.get(Role.CRITIC)
    return configuration.roles.get(Role.VISION) or (critic if critic is not None and critic.sees else None)


def _model(role: Role, model: RoleModel, configuration: Configuration) -> Text:
    where = f"{model.provider}/{model.model}"
    if role is Role.EMBEDDING:
        return Text(where, where)
    said = _STRUCTURED[model.structured or configuration.providers[model.provider].structured]
    if role is Role.CRITIC and Role.VISION in configuration.roles:
        return Text(f"不问 {where}：画面由看图的模型看", f"{where} is not asked: the vision model looks at the picture")
    if role is Role.CRITIC and not model.sees:
        return Text(
            f"{where}，{said.zh}；它看不了图（sees = true），画面只靠测量",
            f"{where}, {said.en}; it cannot look at pictures (sees = true), which are only measured",
        )
    return Text(f"{where}，{said.zh}", f"{where}, {said.en}")


def _engine(name: str, engine: ImageEngineModel, configuration: Configuration) -> Text:
    said = " · ".join(part for part in (engine.kind.value, engine.provider, configuration.image_model(name)) if part)
    if not engine.edit_model:
        return Text(said, said)
    return Text(f"{said}，重绘用 {engine.edit_model}", f"{said}, repaints by {engine.edit_model}")


def _keyed(
    subject: Text, said: Text, provider: str, configuration: Configuration, keys: Mapping[str, object]
) -> Finding:
    """Return the finding that *said* is used, unless the key of its *provider* is missing."""
    variable = _missing_key(provider, configuration, keys)
    if variable:
        return Finding(State.WRONG, subject, Text(f"{said.zh}；缺少 {variable}", f"{said.en}; {variable} is missing"))
    return Finding(State.FINE, subject, said)


def _answered(subject: Text, whom: Text, probe: Probe) -> Finding:
    state, said = _judged(probe)
    return Finding(state, subject, Text(f"{whom.zh} {said.zh}", f"{whom.en} {said.en}"))


def _judged(probe: Probe) -> tuple[State, Text]:
    if probe.failure is not None:
        return State.WRONG, probe.failure
    if probe.status in _REFUSED_KEY:
        return State.WRONG, Text(f"不接受密钥（{probe.status}）", f"does not accept the key ({probe.status})")
    if 300 <= probe.status < 400:  # a key is not carried to where it was not meant to go: models follow no redirect
        said = Text("要求转到别的地址，请写最终的地址", "redirects: write the address it leads to")
        return State.WRONG, Text(f"{said.zh}（{probe.status}）", f"{said.en} ({probe.status})")
    if probe.status >= 500:
        return State.WRONG, Text(f"出错（{probe.status}）", f"is failing ({probe.status})")
    return State.FINE, Text(f"有回答，{probe.milliseconds} ms", f"answers, {probe.milliseconds} ms")


def _joined(first: Text, second: Text) -> Text:
    return Text(first.zh + second.zh, first.en + second.en)


def own_addresses(configuration: Configuration, keys: Mapping[str, object]) -> Mapping[str, str]:
    """Return the image engines that have an address of their own and the key for it, and what to ask there."""
    return {
        name: engine.base_url.rstrip("/") + _QUESTIONS[engine.kind]
        for name, engine in configuration.images.engines.items()
        if engine.base_url and engine.kind in _QUESTIONS and not _missing_key(engine.provider, configuration, keys)
    }


def _missing_key(provider: str, configuration: Configuration, keys: Mapping[str, object]) -> str:
    """Return the variable of the key that *provider* needs and that is not there, "" for none."""
    variable = configuration.providers[provider].key_variable if provider in configuration.providers else ""
    return "" if variable in keys else variable
