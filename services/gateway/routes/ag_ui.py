"""POST /ag-ui: the endpoint for clients of the AG-UI protocol."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from services.common.rpc import current_language
from services.common.text.language import Text
from services.gateway.dependencies import Deps
from services.gateway.dialects.ag_ui import texts
from services.gateway.dialects.ag_ui.dialect import AgUi
from services.gateway.dialects.ag_ui.stream_state import StreamContext
from services.gateway.image_importer import ImageImporter
from services.gateway.openapi import failures
from services.gateway.requests.body import parse_json
from services.gateway.runs.ag_ui_answers import Segment, answer_run
from services.gateway.runs.ag_ui_start import start_run
from services.gateway.schemas.ag_ui import RunInput, Workflow, choose_workflow, parse_run_input
from services.gateway.sse import EventStream, create_stream

_EXAMPLE = {
    "threadId": "thread-1",
    "runId": "run-1",
    "messages": [{"id": "1", "role": "user", "content": "画一只赛博朋克风格的猫"}],
}
_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}, "example": _EXAMPLE}},
    }
}

router = APIRouter(tags=["ag-ui"])


@router.post(
    "/ag-ui",
    summary="Run an agent by the AG-UI protocol",
    response_class=EventStream,
    responses=failures(400, 404, 409, 410, 413, 422, 429, 503),
    openapi_extra=_BODY,
)
async def run(
    request: Request,
    deps: Deps,
    workflow: Annotated[Workflow | None, Query(description="image_chat by default.")] = None,
) -> EventStream:
    """Take a `RunAgentInput` and stream the events of AG-UI 1.0 until the run ends, or waits for the user.

    The last user message is the prompt; the thread is a session. The same `threadId` and `runId` start nothing
    twice. With `resume` a question is answered, and its run resumes. See docs/ag-ui.md.
    """
    # Parsed here and not by a dependency: the query is validated first.
    run_input = await parse_json(request, deps, parse_run_input, takes_images=True)
    segment = await answer_run(run_input, deps, request.is_disconnected) if run_input.responses else None
    unused_count = 0
    if segment is None:
        chosen = choose_workflow(workflow, run_input.props)
        async with ImageImporter(request, deps, run_input.request_id) as importer:
            segment, unused_count = await start_run(run_input, chosen, importer, deps)
    warnings = _warnings((unused_count, texts.UNUSED_ATTACHMENTS), (segment.ignored_count, texts.UNKNOWN_ENTRIES))
    context = _stream_context(run_input, segment, expose_details=deps.expose_details)
    dialect = AgUi(context, segment.after_key, warnings)
    return create_stream(deps, dialect, run_id=segment.run_id, session_id=run_input.thread_id)


def _stream_context(run_input: RunInput, segment: Segment, *, expose_details: bool) -> StreamContext:
    return StreamContext(
        thread_id=run_input.thread_id,
        client_run_id=run_input.run_id,
        run_id=segment.run_id,
        workflow=segment.workflow,
        language=current_language.get(),
        expose_details=expose_details,
        known_ids=run_input.known_ids,
    )


def _warnings(*counts: tuple[int, Text]) -> tuple[str, ...]:
    language = current_language.get()
    return tuple(text.pick(language).format(count=count) for count, text in counts if count)
