"""Providers that are known by name: their URL, the variable of their key, their abilities.

Sources, read 2026-11: the providers' own pages on their OpenAI-compatible endpoints.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Structured(StrEnum):
    """How an endpoint enforces structured output: by a JSON schema, as any JSON, or not at all."""

    JSON_SCHEMA = "json_schema"
    JSON_MODE = "json_mode"
    PLAIN = "plain"


class ToolCalling(StrEnum):
    """How an endpoint accepts the tools of an agent: in the API's own field, or as JSON in the text."""

    NATIVE = "native"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Preset:
    """Properties of a known provider. An empty *key_variable*: it needs no key."""

    base_url: str
    key_variable: str
    structured: Structured


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "deepseek": Preset("https://api.deepseek.com", "DEEPSEEK_API_KEY", Structured.JSON_MODE),
        "dashscope": Preset(
            "https://dashscope.aliyuncs.com/compatible-mode/v1", "DASHSCOPE_API_KEY", Structured.JSON_MODE
        ),
        "zhipu": Preset("https://open.bigmodel.cn/api/paas/v4", "ZHIPUAI_API_KEY", Structured.JSON_MODE),
        "openai": Preset("https://api.openai.com/v1", "OPENAI_API_KEY", Structured.JSON_SCHEMA),
        "vllm": Preset("http://127.0.0.1:8000/v1", "", Structured.JSON_SCHEMA),
        "ollama": Preset("http://127.0.0.1:11434/v1", "", Structured.JSON_SCHEMA),
    }
)
