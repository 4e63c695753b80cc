"""Prompts that an operator may give an agent: which there are, and a text for one read from outside."""

from dataclasses import dataclass
from datetime import datetime

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.rag.domain.reading import Fields, Kind

MAX_TEXT = 20_000

PROMPT = Kind("prompts", "提示词", "个", "prompt", "note-writer")

KNOWN = {
    "note-writer": Text("写笔记的模型收到的写作要求", "what the model that writes notes is told to do"),
}
"""The prompts that agents read, each with its purpose: no agent reads another, so no other can be saved."""


@dataclass(frozen=True, slots=True)
class ActivePrompt:
    """The version of a prompt that is in use, counted from 1, with its text."""

    name: str
    version: int
    text: str


@dataclass(frozen=True, slots=True)
class SavedPrompt:
    """A version of a prompt, counted from 1."""

    version: int
    text: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt; `active` is the version in use, 0 while the agent uses its own; its versions newest first."""

    name: str
    active: int
    versions: tuple[SavedPrompt, ...]


def purpose_of(name: str) -> Text:
    """Return what the prompt *name* is for. Raises PROMPT_UNKNOWN for one that no agent reads."""
    if name not in KNOWN:
        names_zh, names_en = "、".join(KNOWN), ", ".join(KNOWN)
        raise ReflowError(
            Code.PROMPT_UNKNOWN,
            Text(f"没有“{name}”这个提示词，现有 {names_zh}。", f'There is no prompt "{name}"; there is {names_en}.'),
            field="name",
        )
    return KNOWN[name]


def parse_text(written: str) -> str:
    """Return the text of a prompt: trimmed, its lines ended by a line feed alone.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT: nothing is left, it is too long, or has control characters.

    """
    fields = Fields(PROMPT, {"text": written.replace("\r\n", "\n")})
    text = fields.text("text", MAX_TEXT, lines=True)
    if not text:
        fields.refuse("text", "请写出提示词", "say what the prompt is to say")
    return text
