"""POST /ag-ui: the door for clients of the AG-UI protocol."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from reflow.v1 import orchestrator_pb2

from services.common.errors import ReflowError
from services.common.language import Text
from services.common.serving import current_language
from services.gateway.ag_ui import wording
from services.gateway.ag_ui.asking import Asked, Workflow, chosen_workflow, read_asked
from services.gateway.ag_ui.starting import client_field, prepared
from services.gateway.ag_ui.streaming import ag_ui_stream
from services.gateway.ag_ui.threads import Segment, answered, started
from services.gateway.ag_ui.told import Asking
from services.gateway.openapi import failures
from services.gateway.reading import read_json
from services.gateway.streaming import EventStream
from services.gateway.surroundings import Surroundings

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


def ag_ui_routes(world: Surroundings) -> APIRouter:
    """Return the route of the protocol."""
    router = APIRouter(tags=["ag-ui"])

    @router.post(
        "/ag-ui",
        summary="Run an agent by the AG-UI protocol",
        response_class=EventStream,
        responses=failures(400, 404, 409, 410, 413, 429, 503),
        openapi_extra=_BODY,
    )
    async def run(
        request: Request,
        workflow: Annotated[Workflow | None, Query(description="image_chat unless named.")] = None,
    ) -> EventStream:
        """Take a `RunAgentInput` and stream the events of AG-UI 1.0 until the run ends, or waits for a person.

        The last user message is the wish; the thread is a session. The same `threadId` and `runId` start nothing
        twice. With `resume` a question is answered, and its run goes on. See docs/ag-ui.md.
        """
        asked = await read_json(request, world, read_asked)
        segment = await answered(asked, world) if asked.answers else None
        unused = 0
        if segment is None:
            segment, unused = await _started(asked, workflow, request, world)
        told = [(unused, wording.NOT_USED), (segment.ignored, wording.UNKNOWN_ENTRIES)]
        return ag_ui_stream(world, _asking(asked, segment, world), segment.after_key, _warnings(told))

    return router


async def _started(asked: Asked, named: Workflow | None, request: Request, world: Surroundings) -> tuple[Segment, int]:
    """Start what is asked for, unless the thread waits; return its run, and how many attachments were unused."""
    workflow = chosen_workflow(named, asked.props)
    await _open_thread(asked.thread_id, world)
    ready = await prepared(asked, workflow, request, world)
    try:
        segment = await started(ready.request, workflow, world)
    except ReflowError as error:
        error.field = client_field(error.field)
        raise
    return segment, ready.unused


async def _open_thread(thread_id: str, world: Surroundings) -> None:
    try:
        opening = orchestrator_pb2.CreateSessionRequest(session_id=thread_id)
        await world.upstream.ask(world.upstream.orchestrator.CreateSession, opening)
    except ReflowError as error:
        error.field = client_field(error.field)
        raise


def _asking(asked: Asked, segment: Segment, world: Surroundings) -> Asking:
    return Asking(
        thread_id=asked.thread_id,
        client_run_id=asked.run_id,
        run_id=segment.run_id,
        workflow=segment.workflow,
        language=current_language.get(),
        expose_details=world.expose_details,
        known=asked.known,
    )


def _warnings(counted: list[tuple[int, Text]]) -> tuple[str, ...]:
    language = current_language.get()
    return tuple(text.pick(language).format(count=count) for count, text in counted if count)
