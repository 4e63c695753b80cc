"""Tools for endpoints without tool support: the prompt describes them, and calls are JSON in the text. Pure."""

import json
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from services.common.contract.agent_team.team import MAX_TOOL_CALLS
from services.common.llm.values import AgentReply, ChatMessage, ChatRequest, ModelTool, ModelToolCall


class JsonToolCall(BaseModel):
    """A call of a tool."""

    model_config = ConfigDict(extra="ignore")

    name: str = Field(max_length=64)
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


class JsonReply(BaseModel):
    """An answer: tool calls, or the final text in `reply`."""

    model_config = ConfigDict(extra="ignore")

    reply: str = Field("", description="text for the user; the final answer where no tool is called")
    tool_calls: list[JsonToolCall] = Field(default_factory=list, max_length=MAX_TOOL_CALLS)


def to_json_request(question: ChatRequest, tools: tuple[ModelTool, ...]) -> ChatRequest:
    """Return *question* with its tools in the instructions, and its calls and results as text."""
    listed = [{"name": tool.name, "description": tool.description, "parameters": tool.parameters} for tool in tools]
    rule = f"Tools that you may call in tool_calls:\n{_dump(listed)}\nEmpty tool_calls end the work."
    messages = tuple(_to_plain(message) for message in question.messages)
    return replace(question, instructions=f"{question.instructions}\n\n{rule}", messages=messages)


def to_reply(answer: JsonReply) -> AgentReply:
    """Return the reply in *answer*."""
    calls = (
        ModelToolCall(f"call-{number}", call.name, _dump(call.arguments))
        for number, call in enumerate(answer.tool_calls, start=1)
    )
    return AgentReply(answer.reply, tuple(calls))


def _to_plain(message: ChatMessage) -> ChatMessage:
    if message.tool_call_id:
        return ChatMessage("user", f"Result of {message.tool_call_id}:\n{message.content}")
    if not message.tool_calls:
        return message
    calls = [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in message.tool_calls]
    return ChatMessage(message.role, _dump({"reply": message.content, "tool_calls": calls}))


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
