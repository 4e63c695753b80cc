"""The server of the official library over the tools: arguments in, contents or the error object out."""

import base64
from collections.abc import Mapping
from typing import Any, TypeAlias

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)
from mcp.types import ImageContent as McpImage
from starlette.requests import Request

from services.common.errors import Code, ReflowError
from services.common.rpc import current_language
from services.common.text.choices import list_names
from services.common.text.language import Language, Text
from services.gateway.dependencies import Dependencies
from services.gateway.errors import unknown_error
from services.gateway.json_mapper.values import Json, encode_json
from services.gateway.mcp_server.calls import CallContext, ImageContent
from services.gateway.mcp_server.local_folder import LocalFolder
from services.gateway.mcp_server.tools import INSTRUCTIONS, TOOLS, ServerTool
from services.gateway.openapi import VERSION
from services.gateway.responses import record_error

NAME = "reflow"

RequestContext: TypeAlias = ServerRequestContext[Any, Any]


def create_server(deps: Dependencies, language: Language, folder: LocalFolder | None = None) -> "Server[Any]":
    """Return the server over *deps*; texts are in *language* where a client does not state its own."""
    tools = {tool.name: tool for tool in TOOLS if folder is not None or not tool.needs_folder}

    async def list_tools(_: RequestContext, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_describe(tool) for tool in tools.values()])

    async def call_tool(request: RequestContext, params: CallToolRequestParams) -> CallToolResult:
        with deps.telemetry.tracer.start_as_current_span("tools/call"):
            return await call_traced(request, params)

    async def call_traced(request: RequestContext, params: CallToolRequestParams) -> CallToolResult:
        context = _to_context(request, deps, language, folder)
        try:
            tool = _find_tool(tools, params.name)
            outcome = await tool.call(dict(params.arguments or {}), context)
        except ReflowError as error:
            return _to_error(error, deps)
        except Exception as error:
            return _to_error(unknown_error(error), deps, cause=error)
        if isinstance(outcome, ImageContent):
            data = base64.b64encode(outcome.data).decode()
            text = TextContent(type="text", text=encode_json(outcome.description).decode())
            return CallToolResult(content=[McpImage(type="image", data=data, mime_type="image/jpeg"), text])
        return _to_result(outcome)

    return Server(NAME, version=VERSION, instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool)


def _to_context(
    request: RequestContext, deps: Dependencies, language: Language, folder: LocalFolder | None
) -> CallContext:
    """Return the context of a call, and set its language."""
    headers = request.request.headers if isinstance(request.request, Request) else {}
    accepted = headers.get("accept-language")
    current_language.set(Language.from_accept_language(accepted) if accepted else language)

    async def report(progress: int, message: str) -> None:
        await request.session.report_progress(progress, message=message)

    return CallContext(deps, headers.get("host", ""), bool(accepted), folder, report)


def _find_tool(tools: Mapping[str, ServerTool], name: str) -> ServerTool:
    if name in tools:
        return tools[name]
    listed, shown = list_names(tools), name[:60]
    text = Text(f"没有工具“{shown}”，可用的有：{listed.zh}。", f'There is no tool "{shown}"; there are: {listed.en}.')
    raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="name")


def _describe(tool: ServerTool) -> Tool:
    hints = ToolAnnotations(read_only_hint=tool.read_only, destructive_hint=False)
    return Tool(name=tool.name, description=tool.description, input_schema=tool.input_schema, annotations=hints)


def _to_result(value: Json, *, is_error: bool = False) -> CallToolResult:
    text = TextContent(type="text", text=encode_json(value).decode())
    return CallToolResult(content=[text], structured_content=value, is_error=is_error)


def _to_error(error: ReflowError, deps: Dependencies, *, cause: BaseException | None = None) -> CallToolResult:
    return _to_result({"error": record_error(error, deps, cause=cause)}, is_error=True)
