"""Client of a running system."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass

from reflow.v1 import (
    assets_pb2,
    assets_pb2_grpc,
    events_pb2,
    executor_pb2,
    executor_pb2_grpc,
    graphs_pb2_grpc,
    knowledge_pb2_grpc,
    nodes_pb2_grpc,
    notes_pb2_grpc,
    orchestrator_pb2,
    orchestrator_pb2_grpc,
    prompts_pb2_grpc,
    questions_pb2,
    schedules_pb2_grpc,
    webhooks_pb2_grpc,
)

from services.cli.session.addresses import Addresses
from services.cli.session.calls import CALL_SECONDS, IMPORT_SECONDS, Caller, reflow_errors
from services.cli.session.clients.automation import ScheduleClient, WebhookClient
from services.cli.session.clients.graphs import GraphClient
from services.cli.session.clients.nodes import NodeClient
from services.cli.session.clients.notes import NoteClient
from services.cli.session.clients.prompts import PromptClient
from services.cli.session.clients.styles import StyleClient
from services.cli.session.clients.templates import TemplateClient
from services.cli.session.event_stream import StartStream, WatchCall, watch_events
from services.common.blobs import BlobStore, open_blob_store
from services.common.contract.proto_mapper import set_oneof
from services.common.contract.results import WorkflowInput
from services.common.errors import Code, ReflowError
from services.common.limits import MEGABYTE
from services.common.rpc.channel import open_channel
from services.common.text.language import Language

CHUNK_BYTES = MEGABYTE


@dataclass(frozen=True, slots=True)
class Libraries:
    """Clients of the libraries."""

    styles: StyleClient
    notes: NoteClient
    prompts: PromptClient
    templates: TemplateClient
    nodes: NodeClient
    graphs: GraphClient
    schedules: ScheduleClient
    webhooks: WebhookClient


class Client:
    """A running system: images and runs here, its libraries as clients of their own. All calls raise ReflowError."""

    def __init__(
        self,
        orchestrator: "orchestrator_pb2_grpc.OrchestratorServiceAsyncStub",
        assets: "assets_pb2_grpc.AssetServiceAsyncStub",
        executor: "executor_pb2_grpc.ExecutorServiceAsyncStub",
        libraries: Libraries,
        blobs: BlobStore,
        caller: Caller,
    ) -> None:
        self._orchestrator = orchestrator
        self._assets = assets
        self._executor = executor
        self.libraries = libraries
        self._blobs = blobs
        self._caller = caller

    async def import_image(self, content: bytes, *, for_mask: bool) -> str:
        """Import an image and return its asset id; *for_mask* where a mask belongs to it."""

        async def requests() -> AsyncIterator[assets_pb2.ImportImageRequest]:
            for chunk in _chunks(content):
                yield assets_pb2.ImportImageRequest(chunk=chunk, for_mask=for_mask)

        with reflow_errors():
            call = self._assets.ImportImage(requests(), metadata=self._caller.metadata, timeout=IMPORT_SECONDS)
            return (await call).asset.asset_id

    async def import_mask(self, image_asset_id: str, content: bytes) -> str:
        """Import a mask of the image *image_asset_id* and return its asset id."""

        async def requests() -> AsyncIterator[assets_pb2.ImportMaskRequest]:
            yield assets_pb2.ImportMaskRequest(image_asset_id=image_asset_id)
            for chunk in _chunks(content):
                yield assets_pb2.ImportMaskRequest(chunk=chunk)

        with reflow_errors():
            call = self._assets.ImportMask(requests(), metadata=self._caller.metadata, timeout=IMPORT_SECONDS)
            return (await call).asset.asset_id

    async def open_session(self, session_id: str) -> str:
        """Create the session, or touch it; return the asset id of its last image, "" where it has none."""
        create = orchestrator_pb2.CreateSessionRequest(session_id=session_id)
        await self._caller.call(self._orchestrator.CreateSession, create, CALL_SECONDS)
        get = orchestrator_pb2.GetSessionRequest(session_id=session_id)
        session = await self._caller.call(self._orchestrator.GetSession, get, CALL_SECONDS)
        return session.last_result.asset_id

    async def start_run(self, run_input: WorkflowInput, *, request_id: str, session_id: str) -> StartStream:
        """Start a run and open the stream of its events; the same *request_id* starts nothing twice."""
        request = orchestrator_pb2.StartRunRequest(request_id=request_id, session_id=session_id)
        set_oneof(request, "input", run_input)
        return await self._caller.open_stream(self._orchestrator.StartAndWatchRun, request, CALL_SECONDS)

    async def watch_run(
        self, run_id: str, after: int = 0, opened: StartStream | None = None
    ) -> AsyncGenerator[events_pb2.RunEvent, None]:
        """Yield the events of a run after sequence *after*, until the run ends or asks a question.

        *opened* is the stream of a run that was just started.
        """

        def watch(cursor: int) -> WatchCall:
            request = orchestrator_pb2.WatchRunRequest(run_id=run_id, after_sequence=cursor)
            return self._orchestrator.WatchRun(request, metadata=self._caller.metadata)

        with reflow_errors():
            async with aclosing(watch_events(watch, after, opened=opened)) as events:
                async for event in events:
                    yield event

    async def answer_run(
        self, run_id: str, question: questions_pb2.Question, answer: questions_pb2.Answer, *, request_id: str
    ) -> None:
        """Answer *question* as it was displayed; the same *request_id* answers nothing twice.

        Raises ANSWER_CONFLICT, ANSWER_STALE, QUESTION_UNKNOWN or INVALID_INPUT_FORMAT, and changes nothing.
        """
        request = orchestrator_pb2.AnswerRunRequest(
            request_id=request_id, run_id=run_id, key=question.key, digest=question.digest, answer=answer
        )
        await self._caller.call(self._orchestrator.AnswerRun, request, CALL_SECONDS)

    async def cancel_run(self, run_id: str) -> events_pb2.RunStatus.ValueType:
        """Cancel a run and return its status now; its last event states how it ended. Raises RUN_UNKNOWN."""
        request = orchestrator_pb2.CancelRunRequest(run_id=run_id)
        return (await self._caller.call(self._orchestrator.CancelRun, request, CALL_SECONDS)).status

    async def list_run_pages(
        self, session_id: str, workflow: str, size: int
    ) -> AsyncGenerator[list[orchestrator_pb2.Run], None]:
        """Yield all runs without their states, newest first, *size* at a time; "" is any session, any workflow."""
        request = orchestrator_pb2.ListRunsRequest(session_id=session_id, workflow=workflow, page_size=size)
        while True:
            page = await self._caller.call(self._orchestrator.ListRuns, request, CALL_SECONDS)
            yield list(page.runs)
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def get_run(self, run_id: str, at: int = 0) -> orchestrator_pb2.Run:
        """Return a run with its state, as it was after event *at* unless that is 0.

        Raises RUN_UNKNOWN, or INVALID_INPUT_FORMAT for an event that the run has not reached.
        """
        request = orchestrator_pb2.GetRunRequest(run_id=run_id, at_sequence=at)
        return (await self._caller.call(self._orchestrator.GetRun, request, CALL_SECONDS)).run

    async def read_image(self, asset_id: str) -> bytes:
        """Return a stored image, as PNG. Raises ASSET_UNKNOWN."""
        content = await self._blobs.get(f"assets/{asset_id}.png")
        if content is None:
            raise ReflowError(Code.ASSET_UNKNOWN, details=f"no asset {asset_id}")
        return content

    async def list_engines(self) -> list[executor_pb2.ImageEngine]:
        """Return the image engines, the default first."""
        request = executor_pb2.ListEnginesRequest()
        return list((await self._caller.call(self._executor.ListEngines, request, CALL_SECONDS)).engines)

    async def overlay_text(self, request: executor_pb2.OverlayTextRequest) -> executor_pb2.OverlayTextResponse:
        """Draw texts on an image and return the result. Raises INVALID_INPUT_FORMAT for a text that does not fit."""
        with reflow_errors():
            call = self._executor.OverlayText(request, metadata=self._caller.metadata, timeout=IMPORT_SECONDS)
            *_, last = [response async for response in call]
        return last


@asynccontextmanager
async def connect(addresses: Addresses, language: Language) -> AsyncIterator[Client]:
    """Yield a client of the system at *addresses*."""
    async with AsyncExitStack() as stack:
        orchestrator, executor, rag = [
            await stack.enter_async_context(open_channel(address))
            for address in (addresses.orchestrator, addresses.executor, addresses.rag)
        ]
        caller = Caller(language)
        prompts = prompts_pb2_grpc.PromptServiceStub(rag)
        libraries = Libraries(
            StyleClient(knowledge_pb2_grpc.KnowledgeServiceStub(rag), caller),
            NoteClient(notes_pb2_grpc.NoteServiceStub(rag), caller),
            PromptClient(prompts, caller),
            TemplateClient(prompts, caller),
            NodeClient(nodes_pb2_grpc.NodeServiceStub(rag), caller),
            GraphClient(graphs_pb2_grpc.GraphServiceStub(orchestrator), caller),
            ScheduleClient(schedules_pb2_grpc.ScheduleServiceStub(orchestrator), caller),
            WebhookClient(webhooks_pb2_grpc.WebhookServiceStub(orchestrator), caller),
        )
        yield Client(
            orchestrator_pb2_grpc.OrchestratorServiceStub(orchestrator),
            assets_pb2_grpc.AssetServiceStub(executor),
            executor_pb2_grpc.ExecutorServiceStub(executor),
            libraries,
            open_blob_store(addresses.blobs),
            caller,
        )


def _chunks(content: bytes) -> Iterator[bytes]:
    for start in range(0, len(content), CHUNK_BYTES):
        yield content[start : start + CHUNK_BYTES]
