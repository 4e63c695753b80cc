"""Images from a ComfyUI server: a request is submitted once, watched, found again and cancelled."""

import asyncio
import hashlib
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass

import structlog

from services.common.contract.activity import Usage
from services.common.contract.image_chat import ReferenceUse
from services.common.errors import Code, ReflowError
from services.common.llm.configuration import Prices
from services.common.llm.endpoint import Endpoint
from services.common.text.language import Text
from services.executor.adapters.comfyui.progress_listener import ProgressListener, listen
from services.executor.adapters.comfyui.responses import (
    Executing,
    Failed,
    Finished,
    Queued,
    StoredFile,
    format_file_name,
)
from services.executor.adapters.comfyui.server import NODE, ComfyUiServer
from services.executor.adapters.comfyui.workflow_files import EngineWorkflows
from services.executor.adapters.comfyui.workflows import SlotValues, Workflow, fill_slots
from services.executor.domain.image_engine import (
    EngineAbilities,
    ImageRequest,
    ProviderEvents,
    ReceivedImage,
    Running,
    TaskStore,
)
from services.executor.domain.prompt_markers import strip_markers

log = structlog.get_logger("reflow.comfyui")

# Stands for an empty prompt: fill the area to match its surroundings.
FILL_PROMPT = "seamless background, consistent with its surroundings"

PROBE_SECONDS = 2.0

_NAMESPACE = uuid.UUID("6c1f8a0e-3d3b-5f0b-9a55-0c3b7b7d2f4e")

Graph = dict[str, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Intervals:
    """Times in seconds: between two polls, before a reconnect, and the limit for cancelling."""

    poll: float = 2.0
    reconnect: float = 1.0
    grace: float = 5.0


@dataclass(slots=True)
class _Job:
    """One request at the server: its derived id, its real id, and the submission while it is in progress."""

    key: str
    derived_id: str
    task_id: str
    submission: asyncio.Task[str] | None = None


class ComfyUiProvider:
    """An ImageProvider over one ComfyUI server.

    The id of the task is derived from the idempotency key, so that every attempt finds it: in the history or in the
    queue. At the deadline it continues, and the next attempt resumes it; when cancelled before, it is removed from the
    queue or interrupted.
    """

    def __init__(
        self,
        name: str,
        workflows: EngineWorkflows,
        endpoint: Endpoint,
        tasks: TaskStore,
        prices: Prices,
        *,
        clock: Callable[[], float],
        max_bytes: int,
        intervals: Intervals = Intervals(),
    ) -> None:
        self._name = name
        self._workflows = workflows
        self._endpoint = endpoint
        self._tasks = tasks
        self._prices = prices
        self._clock = clock
        self._intervals = intervals
        self._server = ComfyUiServer(endpoint, clock, max_bytes)
        self._cancellations: set[asyncio.Task[None]] = set()

    @property
    def abilities(self) -> EngineAbilities:
        uses = (ReferenceUse.PIXELS,) if self._workflows.reference is not None else ()
        return EngineAbilities(can_repaint=True, reference_uses=uses)

    async def find_problem(self) -> Text | None:
        return self._endpoint.problem or await self._server.find_problem(self._clock() + PROBE_SECONDS)

    def generate(self, image_request: ImageRequest) -> ProviderEvents:
        reference = image_request.reference
        workflow = self._workflows.generate
        if reference is not None and self._workflows.reference is not None:
            workflow = self._workflows.reference

        async def graph() -> Graph:
            upload = await self._upload(reference.image, image_request) if reference is not None else ""
            return fill_slots(workflow, self._fill_slots(image_request, upload))

        return self._generate(image_request, workflow, graph)

    def edit(self, image_request: ImageRequest, image: bytes, mask: bytes) -> ProviderEvents:
        async def graph() -> Graph:
            uploads = await self._upload(image, image_request), await self._upload(mask, image_request)
            return fill_slots(self._workflows.inpaint, self._fill_slots(image_request, *uploads))

        return self._generate(image_request, self._workflows.inpaint, graph)

    async def _generate(
        self, image_request: ImageRequest, workflow: Workflow, graph: Callable[[], Awaitable[Graph]]
    ) -> ProviderEvents:
        derived = derive_task_id(self._endpoint.base_url, self._name, image_request.idempotency_key)
        job = _Job(image_request.idempotency_key, derived, task_id=derived)
        image: ReceivedImage | None = None
        try:
            job.task_id = await self._tasks.find(job.key) or job.derived_id
            if await self._must_submit(job.task_id, workflow, image_request.deadline):
                await self._submit(job, await graph(), image_request.deadline)
                yield self._usage()
            listener = ProgressListener(job.task_id, workflow.samplers)
            async with (
                listen(self._endpoint, derive_client_id(job.derived_id), listener, self._intervals.reconnect),
                aclosing(self._watch(job.task_id, workflow, listener, image_request)) as followed,
            ):
                async for message in followed:
                    if isinstance(message, ReceivedImage):
                        image = message
                    else:
                        yield message
        except (asyncio.CancelledError, GeneratorExit):
            if self._clock() < image_request.deadline:
                await self._stop_shielded(job)
            raise
        if image is not None:
            yield image

    async def _submit(self, job: "_Job", graph: Graph, deadline: float) -> None:
        """Submit *job*. Raises LLM_REFUSED for a graph that the server rejects."""
        submission = self._server.submit(graph, job.derived_id, derive_client_id(job.derived_id), deadline)
        job.submission = asyncio.create_task(submission)
        # Shielded: a cancelled submission might still be accepted, and nothing would stop it.
        job.task_id = await asyncio.shield(job.submission)
        await self._tasks.record(job.key, job.task_id)

    async def _must_submit(self, task_id: str, workflow: Workflow, deadline: float) -> bool:
        """Return whether the server has no such task; a failed one is removed from its history and submitted again."""
        state = await self._server.get_state(task_id, workflow.result_node, deadline)
        if isinstance(state, Failed):
            await self._server.remove_from_history(task_id, deadline)
        return state is None or isinstance(state, Failed)

    async def _watch(
        self, task_id: str, workflow: Workflow, listener: ProgressListener, image_request: ImageRequest
    ) -> AsyncGenerator[Running | ReceivedImage, None]:
        """Yield the progress, then the image. Messages only determine when to poll, and the fraction."""
        ahead, fraction, state_changes, next_poll = -1, 0.0, -1, 0.0
        while True:
            if listener.progress.state_changes != state_changes or self._clock() >= next_poll:
                state_changes, next_poll = (
                    listener.progress.state_changes,
                    min(self._clock() + self._intervals.poll, image_request.deadline),
                )
                state = await self._server.get_state(task_id, workflow.result_node, image_request.deadline)
            if listener.progress.fraction > fraction:
                fraction = listener.progress.fraction
                yield Running(fraction)
            match state:
                case Finished(image):
                    yield ReceivedImage(await self._fetch(image, task_id, image_request))
                    return
                case Queued() if state.ahead != ahead and fraction == 0:  # else it started after the poll
                    ahead = state.ahead
                    yield Running(0.0, _queued_text(ahead))
                case Failed(details):
                    raise await self._discard(details, image_request)
                case None:
                    raise await self._discard("the server does not know the task any more", image_request)
                case Queued() | Executing():
                    await listener.wait(next_poll - self._clock())

    async def _fetch(self, image: StoredFile, task_id: str, image_request: ImageRequest) -> bytes:
        try:
            return await self._server.fetch(image, image_request.deadline)
        except ReflowError as error:
            if error.code is not Code.LLM_REFUSED:
                raise
            # 404: it was removed. The next attempt generates it again.
            await self._server.remove_from_history(task_id, image_request.deadline)
            raise await self._discard(error.details, image_request) from None

    async def _discard(self, details: str, image_request: ImageRequest) -> ReflowError:
        await self._tasks.remove(image_request.idempotency_key)
        return self._endpoint.failure(Code.EXECUTION_FAILED, details, NODE)

    async def _stop_shielded(self, job: "_Job") -> None:
        """Stop the task within the grace period, also when the caller is cancelled."""
        cancellation = asyncio.create_task(self._stop(job))
        self._cancellations.add(cancellation)
        cancellation.add_done_callback(self._cancellations.discard)
        await asyncio.shield(cancellation)

    async def _stop(self, job: "_Job") -> None:
        until = self._clock() + self._intervals.grace
        try:
            async with asyncio.timeout(self._intervals.grace):
                if job.submission is not None:
                    job.task_id = await job.submission
                await self._server.dequeue(job.task_id, until)
                while (state := await self._server.find_in_queue(job.task_id, until)) is not None:
                    if isinstance(state, Executing):
                        await self._server.interrupt(job.task_id, until)
                    await asyncio.sleep(min(0.1, self._intervals.poll))
                await self._tasks.remove(job.key)
        except (ReflowError, TimeoutError) as error:
            log.warning("comfyui task not stopped", task=job.task_id, error=str(error))

    async def _upload(self, png: bytes, image_request: ImageRequest) -> str:
        """Upload *png* and return its name; named by its content, so that attempts do not add copies."""
        name = f"{hashlib.sha256(png).hexdigest()[:32]}.png"
        return format_file_name(await self._server.upload(name, png, image_request.deadline))

    def _fill_slots(self, image_request: ImageRequest, image: str = "", mask: str = "") -> SlotValues:
        return SlotValues(
            prompt=strip_markers(image_request.prompt) or FILL_PROMPT,
            seed=image_request.seed,
            steps=self._workflows.steps,
            width=image_request.width,
            height=image_request.height,
            checkpoint=self._workflows.checkpoint,
            image=image,
            mask=mask,
            denoise=image_request.reference.strength if image_request.reference is not None else None,
        )

    def _usage(self) -> Usage:
        cost = self._prices.image
        return Usage(
            self._endpoint.name,
            self._workflows.checkpoint or self._name,
            images=1,
            cost=cost,
            currency=self._prices.currency if cost else "",
        )


def derive_task_id(address: str, engine: str, key: str) -> str:
    """Return the task id of *key*: a UUID in canonical form, the only form that newer servers accept."""
    return str(uuid.uuid5(_NAMESPACE, f"{address}\n{engine}\n{key}"))


def derive_client_id(task_id: str) -> str:
    """Return the WebSocket client of the task, the same for all attempts."""
    return f"reflow-{task_id}"


def _queued_text(ahead: int) -> Text:
    return Text(f"排队中，前面还有 {ahead} 个", f"queued behind {ahead}")
