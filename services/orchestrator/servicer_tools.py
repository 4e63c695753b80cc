"""ToolService: the tools of the agents."""

from reflow.v1 import tools_pb2, tools_pb2_grpc

from services.common.contract.tools import TOOLS, Tool
from services.common.rpc.interceptor import Context, current_language


class ToolServicer(tools_pb2_grpc.ToolServiceServicer):
    """Lists the tools."""

    async def ListTools(self, request: tools_pb2.ListToolsRequest, context: Context) -> tools_pb2.ListToolsResponse:
        tools = sorted(TOOLS, key=lambda tool: tool.name)
        return tools_pb2.ListToolsResponse(tools=[_to_proto(tool) for tool in tools])


def _to_proto(tool: Tool) -> tools_pb2.Tool:
    message = tools_pb2.Tool(
        name=tool.name, description=tool.description.pick(current_language.get()), agents=tool.agents
    )
    message.input_schema.update(dict(tool.input_schema))
    message.output_schema.update(dict(tool.output_schema))
    return message
