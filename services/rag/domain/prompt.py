"""Prompts of the agents that operators can replace, and parsing of their texts."""

from dataclasses import dataclass
from datetime import datetime

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.rag.domain.record_parser import Fields, RecordKind

MAX_TEXT = 20_000

PROMPT = RecordKind("prompts", "提示词", "个", "prompt", "note-writer")

KNOWN = {
    "note-writer": Text("写笔记的模型收到的写作要求", "instructions for the model that writes notes"),
}
"""The prompts that agents use, with their purpose. Others cannot be saved, because no agent would use them."""


@dataclass(frozen=True, slots=True)
class SavedPrompt:
    """A version of a prompt, counted from 1."""

    version: int
    text: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt; `active` is the active version, 0 for the built-in prompt. Versions are newest first."""

    name: str
    active: int
    versions: tuple[SavedPrompt, ...]


def find_purpose(name: str) -> Text:
    """Return the purpose of the prompt *name*. Raises PROMPT_UNKNOWN for a prompt that no agent uses."""
    if name not in KNOWN:
        names_zh, names_en = "、".join(KNOWN), ", ".join(KNOWN)
        raise ReflowError(
            Code.PROMPT_UNKNOWN,
            Text(f"没有“{name}”这个提示词，现有 {names_zh}。", f'There is no prompt "{name}"; there is {names_en}.'),
            field="name",
        )
    return KNOWN[name]


def parse_text(value: str) -> str:
    """Return the text of a prompt: trimmed, with line feeds as line ends.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT: the text is empty or too long, or has control characters.

    """
    fields = Fields(PROMPT, {"text": value.replace("\r\n", "\n")})
    text = fields.text("text", MAX_TEXT, lines=True)
    if not text:
        fields.reject("text", "请写出提示词", "write the text of the prompt")
    return text
