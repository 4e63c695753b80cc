"""Providers that are known by name: where they are, which variable holds their key, what they can.

Sources, read 2026-11: the providers' own pages on their OpenAI-compatible endpoints.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Structured(StrEnum):
    """How an endpoint can be held to a shape: by a JSON schema, to JSON of any shape, or not at all."""

    JSON_SCHEMA = "json_schema"
    JSON_MODE = "json_mode"
    PLAIN = "plain"


class ToolCalling(StrEnum):
    """How an endpoint takes the tools of an agent: by the API's own field, or as JSON in the text."""

    NATIVE = "native"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Preset:
    """What is known of a provider. An empty *key_variable*: it needs no key."""

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
