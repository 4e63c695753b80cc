"""Prompts of the agents that operators can replace, and parsing of their texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from services.common.contract.prompts import PromptName
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.rag.domain.record_parser import Fields, RecordKind

MAX_TEXT = 20_000

PROMPT = RecordKind("prompts", "提示词", "个", "prompt", "note-writer")

KNOWN: Mapping[str, Text] = MappingProxyType(
    {
        PromptName.BRIEF: Text("把请求整理成简报的模型收到的要求", "instructions for the model that compiles briefs"),
        PromptName.RESEARCH: Text(
            "研究时看重的内容：含有这些词的笔记排在前面",
            "what research looks for: notes that contain its words come first",
        ),
        PromptName.WRITER: Text("写笔记的模型收到的写作要求", "instructions for the model that writes notes"),
        PromptName.LAYOUT: Text("排版的模型收到的要求", "instructions for the model that plans layouts"),
        PromptName.IMAGES: Text("规划配图的模型收到的要求", "instructions for the model that plans images"),
        PromptName.REVIEW: Text("评审笔记的模型收到的要求", "instructions for the model that reviews notes"),
        PromptName.SUPERVISOR: Text("主管模型收到的要求", "instructions for the model that supervises"),
        PromptName.GRAPH_PLANNER: Text(
            "规划节点图改动的模型收到的要求", "instructions for the model that plans changes of graphs"
        ),
        PromptName.GRAPH_REVIEW: Text(
            "评审节点图改动的模型收到的要求", "instructions for the model that reviews changes of graphs"
        ),
        PromptName.TEAM_PLANNER: Text("规划任务的模型收到的要求", "instructions for the model that plans tasks"),
        PromptName.TEAM_EVALUATOR: Text("评估任务结果的模型收到的要求", "instructions for the model that judges tasks"),
        **{
            name: Text(f"智能体 {agent} 收到的要求", f"instructions for the agent {agent}")
            for name, agent in (
                (PromptName.TEAM_COORDINATOR, "coordinator"),
                (PromptName.TEAM_CODE_REVIEWER, "code-reviewer"),
                (PromptName.TEAM_DEBUGGER, "debugger"),
                (PromptName.TEAM_ARCHITECT, "architect"),
                (PromptName.TEAM_VISION_ANALYZER, "vision-analyzer"),
                (PromptName.TEAM_VISION_PROCESSOR, "vision-processor"),
                (PromptName.TEAM_CODER, "coder"),
                (PromptName.TEAM_TEST_WRITER, "test-writer"),
                (PromptName.TEAM_DOCUMENTER, "documenter"),
            )
        },
    }
)
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
