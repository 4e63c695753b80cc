"""POST /ag-ui: the endpoint for clients of the AG-UI protocol."""

from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request
from reflow.v1 import orchestrator_pb2

from services.common.rpc import current_language
from services.common.text.language import Text
from services.gateway.dependencies import Dependencies, Deps
from services.gateway.dialects.ag_ui import texts
from services.gateway.dialects.ag_ui.client_state import GRAPH, TEAM
from services.gateway.dialects.ag_ui.dialect import AgUi
from services.gateway.dialects.ag_ui.interrupts import to_interrupt
from services.gateway.dialects.ag_ui.renderer import STAGE_EVENTS
from services.gateway.dialects.ag_ui.stream_state import StreamContext, StreamState
from services.gateway.graphs.run_graph import RunGraph, load_graph, load_run_graph
from services.gateway.image_importer import ImageImporter
from services.gateway.json_mapper.team import stage_to_json
from services.gateway.json_mapper.values import Json
from services.gateway.openapi import failures
from services.gateway.requests.body import parse_json
from services.gateway.run_watcher import Batch
from services.gateway.runs.ag_ui_answers import Segment, answer_run
from services.gateway.runs.ag_ui_start import find_last_run, start_run
from services.gateway.runs.open_questions import conflicts_with_question
from services.gateway.runs.queries import find_run, get_run
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
    twice. Without any messages the thread's last run is streamed from its start, with the earlier messages and the
    question it waits for. A 409 names the open interrupt in `interrupts`. The graph assistant changes the graph of
    `forwardedProps` or of `state`. The shared state of a note is the schema `NoteAgentState`. With `resume` a
    question is answered, and its run resumes. See docs/ag-ui.md.
    """
    # Parsed here and not by a dependency: the query is validated first.
    run_input = await parse_json(request, deps, parse_run_input, takes_images=True)
    async with conflicts_with_question(run_input.thread_id, deps, _open_interrupts):
        segment, unused_count = await _find_segment(run_input, workflow, request, deps)
    warnings = _warnings((unused_count, texts.UNUSED_ATTACHMENTS), (segment.ignored_count, texts.UNKNOWN_ENTRIES))
    with ExitStack() as stack:
        if segment.opened is not None:
            stack.callback(segment.opened.cancel)
        graph = await load_run_graph(await find_run(segment.run_id, deps), deps) if segment.workflow == GRAPH else None
        stack.pop_all()
    context = _stream_context(run_input, segment, graph, expose_details=deps.expose_details)
    dialect = AgUi(context, segment.after_key, warnings)
    loader = partial(_load_changed_graph, deps) if graph else None
    if segment.workflow == TEAM:
        loader = partial(_load_stages, deps)
    run_id, session_id = segment.run_id, run_input.thread_id
    return create_stream(deps, dialect, run_id=run_id, session_id=session_id, loader=loader, opened=segment.opened)


async def _find_segment(
    run_input: RunInput, workflow: Workflow | None, request: Request, deps: Dependencies
) -> tuple[Segment, int]:
    """Return what *run_input* continues or starts, and the number of attachments that it does not use."""
    if run_input.is_reload:
        return await find_last_run(run_input, deps), 0
    segment = await answer_run(run_input, deps, request.is_disconnected) if run_input.responses else None
    if segment is not None:
        return segment, 0
    chosen = choose_workflow(workflow, run_input.props)
    async with ImageImporter(request.headers.get("host", ""), deps, run_input.request_id) as importer:
        return await start_run(run_input, chosen, importer, deps)


def _open_interrupts(run: orchestrator_pb2.Run) -> Json:
    """Return the open interrupts of a thread, as the outcome of its run names them."""
    interrupt = to_interrupt(run.run_id, run.pending)
    return {"interrupts": [interrupt.model_dump(by_alias=True, exclude_none=True)]}


async def _load_changed_graph(deps: Dependencies, state: StreamState, batch: Batch) -> StreamState:
    """Return *state* with the graph that the run has changed, where *batch* states that it did."""
    for event in batch:
        if event.work_delivered.HasField("graph_revision"):
            change = event.work_delivered.graph_revision
            return replace(state, changed_graph=await load_graph(change.graph_id, change.revision, deps))
    return state


async def _load_stages(deps: Dependencies, state: StreamState, batch: Batch) -> StreamState:
    """Return *state* with what the stages of a task have left after *batch*, where one may have ended in it."""
    if not any(event.WhichOneof("payload") in STAGE_EVENTS for event in batch):
        return state
    run = await get_run(batch[-1].run_id, deps, batch[-1].sequence)
    return replace(state, team_stages=[stage_to_json(stage, run.run_id) for stage in run.team.stages])


def _stream_context(
    run_input: RunInput, segment: Segment, graph: RunGraph | None, *, expose_details: bool
) -> StreamContext:
    return StreamContext(
        thread_id=run_input.thread_id,
        client_run_id=run_input.run_id,
        run_id=segment.run_id,
        workflow=segment.workflow,
        language=current_language.get(),
        expose_details=expose_details,
        known_ids=run_input.known_ids,
        graph=graph,
        is_reload=run_input.is_reload,
        answered_until=segment.answered_until,
    )


def _warnings(*counts: tuple[int, Text]) -> tuple[str, ...]:
    language = current_language.get()
    return tuple(text.pick(language).format(count=count) for count, text in counts if count)
