"""The TOML file that maps roles to models, as a frozen value; docs/models/models.md describes it.

It contains no secrets: a provider names the environment variable of its key.
"""

import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    HttpUrl,
    JsonValue,
    SecretStr,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from services.common.llm.presets import PRESETS, Structured, ToolCalling
from services.common.llm.provider_errors import scrub
from services.common.settings import Problems, SettingsInvalid, describe_problem
from services.common.text.file_errors import describe_file_error
from services.common.text.language import Language, Text
from services.common.text.parse_errors import describe_toml_error

_URL = TypeAdapter(HttpUrl)
# Words of at most 16 capitals and digits: a key pasted by mistake is longer, or has other characters.
_KEY_VARIABLE = re.compile(r"[A-Z][A-Z0-9]{0,15}(_[A-Z0-9]{1,16})*")


def _validate_url(given: str) -> str:
    """Return *given* unchanged. Raises ValueError for anything but an http or https URL, or an empty string."""
    if given:
        _URL.validate_python(given)
    return given


def _validate_key_variable(given: str) -> str:
    """Return *given*. Raises ValueError, without the value, which may be a key, unless it is the name of a variable."""
    if given and not _KEY_VARIABLE.fullmatch(given):
        raise Problems(
            Text(
                "应为存放密钥的环境变量的名称，用大写字母，如 DEEPSEEK_API_KEY；密钥本身不写在这个文件里",
                "names the environment variable that holds the key, in capitals, such as DEEPSEEK_API_KEY; "
                "a key itself never stands in this file",
            )
        )
    return given


Name = Annotated[str, Field(min_length=1, max_length=128)]
Address = Annotated[str, AfterValidator(_validate_url)]
KeyVariable = Annotated[str, AfterValidator(_validate_key_variable)]

_RESERVED = frozenset(
    {"model", "messages", "stream", "stream_options", "response_format", "temperature", "n", "tools", "tool_choice"}
    | {"input", "dimensions", "encoding_format"}
)
"""Fields of a request that reflow sets itself."""


class Role(StrEnum):
    """What a model is used for."""

    PLANNER = "planner"
    WRITER = "writer"
    CRITIC = "critic"
    VISION = "vision"
    AGENT = "agent"
    EMBEDDING = "embedding"


class ImageKind(StrEnum):
    """Protocol of an image engine."""

    OPENAI = "openai"
    DASHSCOPE = "dashscope"
    COMFYUI = "comfyui"
    DIFFUSERS = "diffusers"


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Provider(_Table):
    """A provider: `[providers.NAME]`. Omitted fields come from the preset."""

    preset: str = Field("", description="a known provider; the table's own name when that is one")
    base_url: Address = ""
    key_variable: KeyVariable = Field("", description="the environment variable that holds the key; empty for none")
    structured: Structured = Structured.PLAIN
    tool_calling: ToolCalling = Field(
        ToolCalling.NATIVE, description="json: an endpoint without tools; they are described in the prompt then"
    )
    stream: bool = Field(True, description="false: an endpoint that cannot stream; text arrives all at once")
    stream_options: bool = Field(True, description="false: an endpoint that rejects the parameter; no usage then")
    requests_per_minute: int = Field(100, ge=1)


class Prices(_Table):
    """Price of a model in `currency` (ISO 4217): per million tokens, per image."""

    input: float = Field(0.0, ge=0)
    output: float = Field(0.0, ge=0)
    image: float = Field(0.0, ge=0)
    currency: str = Field("CNY", pattern=r"^[A-Z]{3}$")


class RoleModel(_Table):
    """Which model a role uses: `[roles.NAME]`."""

    provider: Name
    model: Name
    structured: Structured | None = Field(None, description="where the model differs from its provider")
    tool_calling: ToolCalling | None = Field(None, description="where the model differs from its provider")
    sees: bool = Field(False, description="the model accepts images (critic and agents)")
    fixed_temperature: bool = Field(False, description="the model rejects a temperature, as some reasoning models do")
    extra_body: Mapping[str, JsonValue] = Field(
        default_factory=dict, description="more fields of each request, such as the one that turns thinking off"
    )
    prices: Prices = Prices()
    dimensions: int | None = Field(None, ge=16, le=4_000, description="length of an embedding's vectors; it needs one")
    fixed_length: bool = Field(False, description="of an embedding: it has only that length and rejects the parameter")
    least_similarity: float = Field(0.6, ge=-1, le=1, description="minimum cosine of a match")


class ImageEngineModel(_Table):
    """An image engine: `[images.engines.NAME]`; users select it by NAME."""

    kind: ImageKind
    provider: str = Field("", description="of kinds openai and dashscope: whose address and key")
    model: str = Field("", description="the provider's model (NAME when empty), or a local folder for diffusers")
    edit_model: str = Field("", description="the model for repaints, where it is another one")
    base_url: Address = Field("", description="of comfyui, or other than the provider's")
    generate_workflow: str = Field("", description="of comfyui: an API-format graph of your own (path)")
    repaint_workflow: str = Field("", description="of comfyui: an API-format graph of your own (path)")
    reference_workflow: str = Field("", description="of comfyui: an API-format graph of your own (path)")
    checkpoint: str = Field("", description="of comfyui: the checkpoint of the graphs that ship")
    sizes: tuple[Annotated[str, Field(pattern=r"^[1-9]\d{1,3}x[1-9]\d{1,3}$")], ...] = Field(
        (), description="of openai: the sizes that the model generates, such as 1024x1024; empty: those of gpt-image"
    )
    steps: int = Field(20, ge=1, le=200, description="of comfyui and diffusers: sampling steps")
    prices: Prices = Prices()


KNOWN_ENGINES: Mapping[str, ImageEngineModel] = {
    name: ImageEngineModel(kind=ImageKind.DASHSCOPE, provider="dashscope")
    for name in ("qwen-image", "qwen-image-max", "qwen-image-plus", "z-image-turbo")
}
"""Image engines that need no table: they are available if the key of their provider is set."""


class Images(_Table):
    """Image engines in addition to the built-in one: `[images]`."""

    default: str = Field("builtin", description="the engine of requests that name none")
    engines: Mapping[Name, ImageEngineModel] = Field(default_factory=dict)


class Configuration(_Table):
    """The whole file. Without one, every role uses its built-in engine."""

    providers: Mapping[Name, Provider] = Field(default_factory=dict)
    roles: Mapping[Role, RoleModel] = Field(default_factory=dict)
    images: Images = Images()

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, given: Any) -> Any:
        """Complete providers from their presets; also add the presets that roles name without a table."""
        if not isinstance(given, dict):
            return given
        used = _find_used_providers(given) | {engine.provider for engine in KNOWN_ENGINES.values()}
        implied: dict[str, Any] = {name: {} for name in sorted(used) if name in PRESETS}
        stated = given.get("providers", {})
        if not isinstance(stated, dict):
            return given
        return {**given, "providers": {name: _apply_preset(name, table) for name, table in (implied | stated).items()}}

    @model_validator(mode="after")
    def _hang_together(self) -> "Configuration":
        known = ", ".join(PRESETS)
        problems = [
            Text(
                f"providers.{name}.preset 写的是 {provider.preset!r}，不是已知的服务商（{known}）",
                f"providers.{name}.preset names {provider.preset!r}, which is no known provider ({known})",
            )
            for name, provider in self.providers.items()
            if provider.preset and provider.preset not in PRESETS
        ]
        problems += [
            Text(
                f"缺少 providers.{name}.base_url，而 {name!r} 不是已知的服务商（{known}）",
                f"providers.{name}.base_url is missing, and {name!r} is no known provider ({known})",
            )
            for name, provider in self.providers.items()
            if not provider.base_url
        ]
        problems += [
            _unknown_provider(f"roles.{role}", model.provider)
            for role, model in self.roles.items()
            if model.provider not in self.providers
        ]
        problems += [
            Text(
                f"roles.{role}.extra_body 不能含有 {'、'.join(sorted(taken))}：由 reflow 填写",
                f"roles.{role}.extra_body must not hold {', '.join(sorted(taken))}: reflow fills that in itself",
            )
            for role, model in self.roles.items()
            if (taken := _RESERVED & model.extra_body.keys())
        ]
        embedding = self.roles.get(Role.EMBEDDING)
        if embedding is not None and embedding.dimensions is None:
            problems.append(
                Text(
                    "缺少 roles.embedding.dimensions：模型向量的长度，例如 1024",
                    "roles.embedding.dimensions is missing: the length of the model's vectors, for example 1024",
                )
            )
        for name, engine in self.images.engines.items():
            problems += _engine_problems(name, engine, self.providers)
        if "builtin" in self.images.engines:
            problems.append(
                Text(
                    "images.engines.builtin：这是内置引擎的名称，请换一个",
                    "images.engines.builtin: that is the name of the built-in engine; choose another",
                )
            )
        if self.images.default not in ("builtin", *self.engines):
            name = self.images.default
            problems.append(
                Text(
                    f"images.default 写的是 {name!r}，[images.engines] 里没有",
                    f"images.default names {name!r}, which [images.engines] does not have",
                )
            )
        if problems:
            raise Problems(*problems)
        return self

    @property
    def engines(self) -> Mapping[str, ImageEngineModel]:
        """Every image engine by name: those of the file, then the known ones, which need only a key."""
        return {**KNOWN_ENGINES, **self.images.engines}

    def image_model(self, name: str) -> str:
        """Return the provider's name of the image engine *name*."""
        return self.engines[name].model or name

    def needs_key(self, engine: ImageEngineModel) -> str:
        """Return the environment variable that holds the key of *engine*; "" for none."""
        return self.providers[engine.provider].key_variable if engine.provider else ""

    @property
    def key_variables(self) -> tuple[str, ...]:
        """Every environment variable that must hold a key: those of the providers that something uses."""
        used = {model.provider for model in self.roles.values()}
        used |= {engine.provider for engine in self.images.engines.values()}
        used |= {self.engines[name].provider for name in (self.images.default,) if name in self.engines}
        names = {self.providers[name].key_variable for name in used if name in self.providers}
        return tuple(sorted(names - {""}))


def read_configuration(path: str) -> Configuration:
    """Return the configuration in the TOML file at *path*, BUILTIN_ONLY for "".

    Raises SettingsInvalid naming the file and all its problems. Blocking.
    """
    if not path:
        return BUILTIN_ONLY
    try:
        tables = tomllib.loads(Path(path).expanduser().read_text(encoding="utf-8"))
        return Configuration.model_validate(tables)
    except OSError as error:
        why = describe_file_error(error)
        raise SettingsInvalid(Text(f"{path} 无法读取：{why.zh}", f"{path} cannot be read: {why.en}")) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        why = describe_toml_error(error)
        raise SettingsInvalid(Text(f"{path} 不是 TOML：{why.zh}", f"{path} is not TOML: {why.en}")) from None
    except ValidationError as error:
        problems = [(_format_location(one["loc"]), describe_problem(one)) for one in error.errors()]
        # A key may be in the wrong field: text that looks like one is not repeated.
        zh, en = (
            scrub("\n".join(f"{path}: {place}{text.pick(language)}" for place, text in problems), ())
            for language in (Language.CHINESE, Language.ENGLISH)
        )
        raise SettingsInvalid(Text(zh, en)) from None


def read_keys(configuration: Configuration, environ: Mapping[str, str]) -> Mapping[str, SecretStr]:
    """Return the keys by variable, without missing and blank ones.

    The keys of known engines that the file does not name are among them, unless no request could carry them.

    Raises SettingsInvalid naming every variable whose value cannot be sent in a header, such as a pasted "…".
    """
    found = {name: environ.get(name, "").strip() for name in configuration.key_variables}
    wrong = [name for name, key in found.items() if not (key.isascii() and key.isprintable())]
    if wrong:
        zh = "\n".join(f"{name}：不是密钥，密钥只含可打印的 ASCII 字符" for name in wrong)
        raise SettingsInvalid(Text(zh, "\n".join(f"{name}: holds no key: a key is printable ASCII" for name in wrong)))
    for engine in KNOWN_ENGINES.values():
        name = configuration.needs_key(engine)
        key = environ.get(name, "").strip()
        if key.isascii() and key.isprintable():
            found.setdefault(name, key)
    return {name: SecretStr(key) for name, key in found.items() if key}


def _find_used_providers(given: Mapping[str, Any]) -> set[str]:
    """Return the providers that roles and image engines name; the validation rejects what is no table."""
    tables = [*_table(given, "roles").values(), *_table(_table(given, "images"), "engines").values()]
    return {str(table["provider"]) for table in tables if isinstance(table, dict) and table.get("provider")}


def _table(given: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = given.get(name)
    return table if isinstance(table, dict) else {}


def _apply_preset(name: str, table: Any) -> Any:
    preset = PRESETS.get(str(table.get("preset") or name)) if isinstance(table, dict) else None
    if preset is None:
        return table
    known = {"base_url": preset.base_url, "key_variable": preset.key_variable, "structured": preset.structured}
    return known | dict(table)


def _engine_problems(name: str, engine: ImageEngineModel, providers: Mapping[str, Provider]) -> list[Text]:
    here = f"images.engines.{name}"
    match engine.kind:
        case ImageKind.OPENAI | ImageKind.DASHSCOPE if engine.provider not in providers:
            return [_unknown_provider(here, engine.provider)]
        case ImageKind.COMFYUI if not engine.base_url:
            return [
                Text(
                    f"缺少 {here}.base_url：ComfyUI 服务的地址，例如 http://127.0.0.1:8188",
                    f"{here}.base_url is missing: where the ComfyUI server is, for example http://127.0.0.1:8188",
                )
            ]
        case ImageKind.COMFYUI if not (engine.checkpoint or engine.generate_workflow):
            return [
                Text(
                    f"{here} 需要 checkpoint，或自己的 generate_workflow",
                    f"{here} needs a checkpoint, or a generate_workflow of its own",
                )
            ]
        case ImageKind.DIFFUSERS if not engine.model:
            return [Text(f"缺少 {here}.model：模型文件夹", f"{here}.model is missing: the folder of the pipeline")]
        case _:
            return []


def _unknown_provider(here: str, provider: str) -> Text:
    return Text(
        f"{here}.provider 写的是 {provider!r}，[providers] 里没有",
        f"{here}.provider names {provider!r}, which [providers] does not have",
    )


def _format_location(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location) + ": " if location else ""


BUILTIN_ONLY = Configuration()
