"""Calls to a running system, as plain async functions that raise ReflowError."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager

from grpc.aio import UnaryUnaryMultiCallable
from reflow.v1 import (
    assets_pb2,
    assets_pb2_grpc,
    creations_pb2,
    events_pb2,
    executor_pb2,
    executor_pb2_grpc,
    knowledge_pb2,
    knowledge_pb2_grpc,
    notes_pb2_grpc,
    orchestrator_pb2,
    orchestrator_pb2_grpc,
    prompts_pb2_grpc,
    questions_pb2,
)

from services.cli.calling import CALL_SECONDS, IMPORT_SECONDS, reflow_errors
from services.cli.joining import Addresses
from services.cli.notes_client import NotesClient
from services.cli.prompts_client import PromptsClient
from services.cli.watching import WatchCall, events_behind
from services.common.blobs import BlobStore, open_blob_store
from services.common.errors import Code, ReflowError
from services.common.language import Language
from services.common.limits import MEGABYTE
from services.common.serving.asking import Request, Response, ask
from services.common.serving.channel import open_channel

CHUNK_BYTES = MEGABYTE
PAGE = 500


class Client:
    """What the command line asks of a system, its texts in one language."""

    def __init__(
        self,
        orchestrator: "orchestrator_pb2_grpc.OrchestratorServiceAsyncStub",
        assets: "assets_pb2_grpc.AssetServiceAsyncStub",
        knowledge: "knowledge_pb2_grpc.KnowledgeServiceAsyncStub",
        executor: "executor_pb2_grpc.ExecutorServiceAsyncStub",
        notes: NotesClient,
        prompts: PromptsClient,
        blobs: BlobStore,
        language: Language,
    ) -> None:
        self._orchestrator = orchestrator
        self._assets = assets
        self._knowledge = knowledge
        self._executor = executor
        self.notes = notes
        self.prompts = prompts
        self._blobs = blobs
        self._metadata = (("accept-language", language.value),)

    async def import_image(self, content: bytes, *, for_mask: bool) -> str:
        """Take a picture in and return its asset id; *for_mask* when a mask belongs to it."""

        async def pieces() -> AsyncIterator[assets_pb2.ImportImageRequest]:
            for chunk in _chunks(content):
                yield assets_pb2.ImportImageRequest(chunk=chunk, for_mask=for_mask)

        with reflow_errors():
            call = self._assets.ImportImage(pieces(), metadata=self._metadata, timeout=IMPORT_SECONDS)
            return (await call).asset.asset_id

    async def import_mask(self, image_asset_id: str, content: bytes) -> str:
        """Take in a mask of the picture *image_asset_id* and return its asset id."""

        async def pieces() -> AsyncIterator[assets_pb2.ImportMaskRequest]:
            yield assets_pb2.ImportMaskRequest(image_asset_id=image_asset_id)
            for chunk in _chunks(content):
                yield assets_pb2.ImportMaskRequest(chunk=chunk)

        with reflow_errors():
            call = self._assets.ImportMask(pieces(), metadata=self._metadata, timeout=IMPORT_SECONDS)
            return (await call).asset.asset_id

    async def open_session(self, session_id: str) -> str:
        """Open the session, or touch it; return the asset id of its last picture, "" when there is none."""
        with reflow_errors():
            opening = orchestrator_pb2.CreateSessionRequest(session_id=session_id)
            await self._orchestrator.CreateSession(opening, metadata=self._metadata, timeout=CALL_SECONDS)
            asking = orchestrator_pb2.GetSessionRequest(session_id=session_id)
            found = await self._orchestrator.GetSession(asking, metadata=self._metadata, timeout=CALL_SECONDS)
            return found.last_result.asset_id

    async def start_run(
        self, asked: events_pb2.ImageChatInput | creations_pb2.NoteInput, *, request_id: str, session_id: str
    ) -> orchestrator_pb2.StartRunResponse:
        """Start a run; the same *request_id* starts nothing twice."""
        request = orchestrator_pb2.StartRunRequest(request_id=request_id, session_id=session_id)
        if isinstance(asked, creations_pb2.NoteInput):
            request.note.CopyFrom(asked)
        else:
            request.image_chat.CopyFrom(asked)
        with reflow_errors():
            return await self._ask(self._orchestrator.StartRun, request)

    async def watch_run(self, run_id: str, after: int = 0) -> AsyncGenerator[events_pb2.RunEvent, None]:
        """Give every event of a run from sequence *after* on, until it has ended or asks a person."""

        def watch(behind: int) -> WatchCall:
            request = orchestrator_pb2.WatchRunRequest(run_id=run_id, after_sequence=behind)
            return self._orchestrator.WatchRun(request, metadata=self._metadata)

        with reflow_errors():
            async with aclosing(events_behind(watch, after)) as events:
                async for event in events:
                    yield event

    async def answer_run(
        self, run_id: str, question: questions_pb2.Question, answer: questions_pb2.Answer, *, request_id: str
    ) -> None:
        """Answer *question* as it was shown; the same *request_id* answers nothing twice.

        Raises ANSWER_CONFLICT, ANSWER_STALE, QUESTION_UNKNOWN or INVALID_INPUT_FORMAT, and changes nothing.
        """
        request = orchestrator_pb2.AnswerRunRequest(
            request_id=request_id, run_id=run_id, key=question.key, digest=question.digest, answer=answer
        )
        with reflow_errors():
            await self._ask(self._orchestrator.AnswerRun, request)

    async def cancel_run(self, run_id: str) -> None:
        """Stop a run; its last event tells how it ended."""
        request = orchestrator_pb2.CancelRunRequest(run_id=run_id)
        with reflow_errors():
            await self._ask(self._orchestrator.CancelRun, request)

    async def run_pages(
        self, session_id: str, workflow: str, size: int
    ) -> AsyncGenerator[list[orchestrator_pb2.Run], None]:
        """Give all runs without their states, newest first, *size* at a time; "" is any session, any workflow."""
        request = orchestrator_pb2.ListRunsRequest(session_id=session_id, workflow=workflow, page_size=size)
        with reflow_errors():
            while True:
                page = await self._ask(self._orchestrator.ListRuns, request)
                yield list(page.runs)
                if not page.next_page_token:
                    return
                request.page_token = page.next_page_token

    async def get_run(self, run_id: str, at: int = 0) -> orchestrator_pb2.Run:
        """Return a run with its state, as it was after event *at* unless that is 0.

        Raises RUN_UNKNOWN, or INVALID_INPUT_FORMAT for an event that the run has not reached.
        """
        request = orchestrator_pb2.GetRunRequest(run_id=run_id, at_sequence=at)
        with reflow_errors():
            return (await self._ask(self._orchestrator.GetRun, request)).run

    async def _ask(self, method: UnaryUnaryMultiCallable[Request, Response], request: Request) -> Response:
        return await ask(method, request, timeout=CALL_SECONDS, metadata=self._metadata)

    async def picture(self, asset_id: str) -> bytes:
        """Return a stored picture, as PNG. Raises ASSET_UNKNOWN."""
        content = await self._blobs.get(f"assets/{asset_id}.png")
        if content is None:
            raise ReflowError(Code.ASSET_UNKNOWN, details=f"no asset {asset_id}")
        return content

    async def overlay_text(self, request: executor_pb2.OverlayTextRequest) -> executor_pb2.OverlayTextResponse:
        """Draw texts on a picture and return the result. Raises INVALID_INPUT_FORMAT for a text that does not fit."""
        with reflow_errors():
            call = self._executor.OverlayText(request, metadata=self._metadata, timeout=IMPORT_SECONDS)
            *_, last = [response async for response in call]
        return last

    async def list_styles(self) -> list[knowledge_pb2.Style]:
        """Return every style, by key."""
        styles, token = list[knowledge_pb2.Style](), ""
        with reflow_errors():
            while True:
                request = knowledge_pb2.ListStylesRequest(page_size=PAGE, page_token=token)
                page = await self._knowledge.ListStyles(request, metadata=self._metadata, timeout=CALL_SECONDS)
                styles += page.styles
                token = page.next_page_token
                if not token:
                    return styles

    async def put_style(self, style: knowledge_pb2.Style) -> knowledge_pb2.Style:
        """Add a style, or change the one of its key; return it as stored."""
        request = knowledge_pb2.PutStyleRequest(style=style)
        with reflow_errors():
            answer = await self._knowledge.PutStyle(request, metadata=self._metadata, timeout=CALL_SECONDS)
            return answer.style

    async def import_styles(self, styles: Sequence[knowledge_pb2.Style]) -> int:
        """Add or change all *styles* or none; return how many."""
        request = knowledge_pb2.ImportStylesRequest(styles=styles)
        with reflow_errors():
            answer = await self._knowledge.ImportStyles(request, metadata=self._metadata, timeout=IMPORT_SECONDS)
            return answer.count

    async def remove_style(self, key: str) -> None:
        """Remove a style. Raises STYLE_UNKNOWN."""
        request = knowledge_pb2.RemoveStyleRequest(key=key)
        with reflow_errors():
            await self._knowledge.RemoveStyle(request, metadata=self._metadata, timeout=CALL_SECONDS)


@asynccontextmanager
async def connect(addresses: Addresses, language: Language) -> AsyncIterator[Client]:
    """Give a client of the system at *addresses*."""
    async with AsyncExitStack() as stack:
        orchestrator, executor, rag = [
            await stack.enter_async_context(open_channel(address))
            for address in (addresses.orchestrator, addresses.executor, addresses.rag)
        ]
        yield Client(
            orchestrator_pb2_grpc.OrchestratorServiceStub(orchestrator),
            assets_pb2_grpc.AssetServiceStub(executor),
            knowledge_pb2_grpc.KnowledgeServiceStub(rag),
            executor_pb2_grpc.ExecutorServiceStub(executor),
            NotesClient(notes_pb2_grpc.NoteServiceStub(rag), language),
            PromptsClient(prompts_pb2_grpc.PromptServiceStub(rag), language),
            open_blob_store(addresses.blobs),
            language,
        )


def _chunks(content: bytes) -> Iterator[bytes]:
    for start in range(0, len(content), CHUNK_BYTES):
        yield content[start : start + CHUNK_BYTES]
