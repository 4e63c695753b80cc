"""/api/tools: the tools that the agents of a note call."""

from fastapi import APIRouter
from reflow.v1 import tools_pb2

from services.gateway.dependencies import Deps
from services.gateway.json_mapper.values import Json, struct_to_json
from services.gateway.openapi import failures
from services.gateway.responses import JsonResponse

router = APIRouter(prefix="/api/tools", tags=["notes"])


@router.get("", summary="The tools of the agents", responses=failures(503))
async def list_tools(deps: Deps) -> JsonResponse:
    """Return `{tools}`, by name: name, description, agents, and inputSchema and outputSchema (JSON Schema)."""
    response = await deps.clients.call(deps.clients.tools.ListTools, tools_pb2.ListToolsRequest())
    return JsonResponse({"tools": [_tool_to_json(tool) for tool in response.tools]})


def _tool_to_json(tool: tools_pb2.Tool) -> Json:
    return {
        "name": tool.name,
        "description": tool.description,
        "agents": list(tool.agents),
        "inputSchema": struct_to_json(tool.input_schema),
        "outputSchema": struct_to_json(tool.output_schema),
    }
