"""The tools of configured MCP servers, as agents call them."""

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any

import structlog
from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError
from mcp.types import (
    AudioContent,
    CallToolRequest,
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ListToolsRequest,
    ListToolsResult,
    PaginatedRequestParams,
    ResourceLink,
    TextContent,
    TextResourceContents,
)
from mcp.types import Tool as McpToolDescription

from services.common.agents.structured_data import dump_json, find_schema_problem
from services.common.contract.agent_team.team import MCP_SEPARATOR
from services.common.text.sanitization import to_one_line
from services.executor.adapters.mcp_servers.configuration import McpServer
from services.executor.adapters.mcp_servers.connection import Connection, ServerFailed
from services.executor.domain.agents.tool_schema import simplify_schema
from services.executor.domain.agents.tools import Tool, ToolContext, ToolResult, ToolSpec
from services.executor.team_texts import mcp_failed

log = structlog.get_logger("reflow.executor")

MAX_NAME_LENGTH, MAX_DESCRIPTION_LENGTH = 64, 2_000
# Maximum size of a result for a model, in bytes of JSON; a tool call is stored with its result.
MAX_TEXT, MAX_STRUCTURED = 30_000, 20_000
MAX_PAGES = 20
ALL_TOOLS = "*"
_UNAVAILABLE = "the tools of an MCP server are not available"
_NAME = re.compile(r"[A-Za-z0-9_-]+")


class McpTools:
    """Implements services.executor.domain.agents.tools.ToolSource for *servers*; *environ* holds their keys."""

    def __init__(self, servers: Mapping[str, McpServer], environ: Mapping[str, str]) -> None:
        self._servers = servers
        self._listed: dict[str, tuple[ClientSession, list[McpToolDescription]]] = {}
        self._connections = {name: Connection(server, environ) for name, server in servers.items()}

    async def find_tools(self, names: tuple[str, ...]) -> tuple[Tool, ...]:
        """Return the tools of these *names* (SERVER__TOOL, or SERVER__* for all of a server) that are available."""
        requested: dict[str, set[str]] = {}
        for name in names:
            server, separator, tool = name.partition(MCP_SEPARATOR)
            if separator and server in self._servers:
                requested.setdefault(server, set()).add(tool)
        found = await asyncio.gather(*(self._list_tools(server, tools) for server, tools in requested.items()))
        return tuple(tool for tools in found for tool in tools)

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.gather(*(connection.close() for connection in self._connections.values()))

    async def _list_tools(self, name: str, requested: set[str]) -> list[Tool]:
        server, connection = self._servers[name], self._connections[name]

        async def request(session: ClientSession) -> list[McpToolDescription]:
            # Each iteration of an agent needs the list, so each connection lists its tools only once.
            if name not in self._listed or self._listed[name][0] is not session:
                self._listed[name] = (session, await _request_tools(session, server.max_tools))
            return self._listed[name][1]

        try:
            described = await connection.use(request, server.start_seconds)
        except (ServerFailed, MCPError) as error:
            reason = to_one_line(str(error))[:300]
            log.warning("the tools of an MCP server are not available", server=name, reason=reason)
            return []
        offered = {one.name: one for one in described if server.tools is None or one.name in server.tools}
        tools = list[Tool]()
        for one in offered.values():
            if not requested & {one.name, ALL_TOOLS}:
                continue
            try:
                spec = _to_spec(name, one, server)
            except ValueError as error:
                log.warning("a tool of an MCP server is left out", server=name, reason=to_one_line(str(error))[:300])
                continue
            tools.append(McpTool(spec, one.name, name, server, connection))
        return tools


class McpTool:
    """A tool of the server *server_name*. Implements services.executor.domain.agents.tools.Tool."""

    def __init__(self, spec: ToolSpec, name: str, server_name: str, server: McpServer, connection: Connection) -> None:
        self._spec = spec
        self._name = name
        self._server_name = server_name
        self._server = server
        self._connection = connection

    @property
    def spec(self) -> ToolSpec:
        return self._spec

    async def call(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        # Not session.call_tool: it validates the answer with a schema of the server, whose patterns may take
        # exponential time.
        params = CallToolRequestParams(
            name=self._name, arguments=dict(arguments), _meta={"idempotencyKey": context.idempotency_key}
        )

        async def request(session: ClientSession) -> CallToolResult:
            return await session.send_request(CallToolRequest(params=params), CallToolResult)

        try:
            answer = await self._connection.use(request, min(context.seconds, self._server.call_seconds))
        except ServerFailed as error:
            text = mcp_failed(self._server_name, to_one_line(error.reason)[:300])
            return ToolResult({"error": text.pick(context.language)}, failed=True)
        except MCPError as error:
            text = mcp_failed(self._server_name, to_one_line(str(error))[:300])
            return ToolResult({"error": text.pick(context.language)}, failed=True)
        return ToolResult(to_output(answer), failed=answer.is_error)


def to_output(answer: CallToolResult) -> dict[str, Any]:
    """Return *answer* as bounded JSON, which states what is left out."""
    text = "\n".join(_to_text(block) for block in answer.content)
    output: dict[str, Any] = {"text": text[:MAX_TEXT]}
    while len(_dump(output)) > MAX_TEXT:
        output["text"] = output["text"][: len(output["text"]) // 2]
    if len(output["text"]) < len(text):
        output["omittedCharacters"] = len(text) - len(output["text"])
    if answer.structured_content is not None:
        try:
            size = len(dump_json(answer.structured_content))
        except (ValueError, RecursionError):
            size = MAX_STRUCTURED + 1
        if size <= MAX_STRUCTURED:
            output["data"] = answer.structured_content
        else:
            output["omittedDataBytes"] = size
    return output


def _dump(value: Any) -> bytes:
    """Return *value* as JSON; characters that UTF-8 cannot hold are replaced."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


async def _request_tools(session: ClientSession, max_tools: int) -> list[McpToolDescription]:
    """Return the tools of a server, at most *max_tools*."""
    tools, cursor = list[McpToolDescription](), None
    for _ in range(MAX_PAGES):
        request = ListToolsRequest(params=PaginatedRequestParams(cursor=cursor))
        page = await session.send_request(request, ListToolsResult)
        tools += page.tools
        cursor = page.next_cursor
        if not cursor or len(tools) >= max_tools:
            break
    return tools[:max_tools]


def _to_spec(server_name: str, tool: McpToolDescription, server: McpServer) -> ToolSpec:
    """Return the specification of *tool* for a model. Raises ValueError for a tool that cannot be offered to it."""
    name = f"{server_name}{MCP_SEPARATOR}{tool.name}"
    if len(name) > MAX_NAME_LENGTH or not _NAME.fullmatch(tool.name):
        raise ValueError(f"{name[:100]}: a name has at most {MAX_NAME_LENGTH} of A-Z, a-z, 0-9, _ and -")
    hints = tool.annotations
    is_hinted = server.trust_hints and hints is not None and hints.read_only_hint is True
    read_only = tool.name in server.read_only or is_hinted
    return ToolSpec(
        name=name,
        description=to_one_line(tool.description or "")[:MAX_DESCRIPTION_LENGTH],
        parameters=_to_parameters(name, tool.input_schema),
        read_only=read_only,
        needs_approval=not read_only,
    )


def _to_parameters(name: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of the arguments. Raises ValueError unless it is the schema of an object."""
    if schema.get("type") != "object":
        raise ValueError(f"{name}: its schema is not that of an object")
    simplified = simplify_schema(schema)
    if problem := find_schema_problem(dump_json(simplified)):
        raise ValueError(f"{name}: its schema: {problem}")
    return simplified


def _to_text(block: ContentBlock) -> str:
    match block:
        case TextContent():
            return block.text
        case ImageContent() | AudioContent():
            return f"[{block.type}: {block.mime_type}, {len(block.data)} characters of base64, left out]"
        case ResourceLink():
            return f"[resource: {block.uri}]"
        case EmbeddedResource(resource=TextResourceContents() as resource):
            return resource.text
        case EmbeddedResource():
            return f"[resource: {block.resource.uri}, left out]"
