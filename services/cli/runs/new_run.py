"""`reflow run`: check the request, then execute it. The execution is imported once the request is valid."""

from services.cli.runs.note_request import parse_note_request
from services.cli.runs.request import RunArguments, RunRequest, parse_request, read_limits, reject_further_images
from services.cli.runs.team_request import parse_team_request
from services.cli.workflow import Workflow
from services.common.limits import Limits
from services.common.text.language import Language


async def run(arguments: RunArguments, language: Language, *, as_json: bool) -> None:
    """Run the request and save its result. Raises ReflowError, CommandFailed or Interrupted."""
    request = _parse(arguments, read_limits())
    from services.cli.runs.request_execution import execute_request

    await execute_request(request, arguments, language, as_json=as_json)


def _parse(arguments: RunArguments, limits: Limits) -> RunRequest:
    if arguments.workflow is not Workflow.TEAM:
        reject_further_images(arguments)
    match arguments.workflow:
        case Workflow.IMAGE_CHAT:
            return parse_request(arguments, limits)
        case Workflow.NOTE:
            return parse_note_request(arguments, limits)
        case Workflow.GRAPH:
            from services.cli.runs.graph_request import parse_graph_request  # the graph engine takes a while to load

            return parse_graph_request(arguments, limits)
        case Workflow.TEAM:
            return parse_team_request(arguments, limits)
