"""Images from a ComfyUI server: a request is submitted once, watched, resumed and cancelled."""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

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
from services.executor.adapters.comfyui.task_client import (
    INTERVALS,
    Intervals,
    TaskClient,
    create_job,
    derive_client_id,
    queued_text,
)
from services.executor.adapters.comfyui.workflow_files import EngineWorkflows
from services.executor.adapters.comfyui.workflows import SlotValues, Workflow, fill_slots
from services.executor.domain.graph_server import Graph
from services.executor.domain.image_engine import (
    EngineAbilities,
    ImageRequest,
    ProviderEvents,
    ReceivedImage,
    Running,
    TaskStore,
)
from services.executor.domain.prompt_markers import strip_markers

# Stands for an empty prompt: fill the area to match its surroundings.
FILL_PROMPT = "seamless background, consistent with its surroundings"

PROBE_SECONDS = 2.0


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
        intervals: Intervals = INTERVALS,
    ) -> None:
        self._name = name
        self._workflows = workflows
        self._endpoint = endpoint
        self._tasks = tasks
        self._prices = prices
        self._clock = clock
        self._intervals = intervals
        self._server = ComfyUiServer(endpoint, clock, max_bytes)
        self._client = TaskClient(self._server, tasks, clock, intervals)

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
        job = create_job(self._endpoint.base_url, self._name, image_request.idempotency_key)
        image: ReceivedImage | None = None
        try:
            job.task_id = await self._tasks.find(job.key) or job.derived_id
            if await self._client.must_submit(job.task_id, workflow.result_node, image_request.deadline):
                await self._client.submit(job, await graph(), image_request.deadline)
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
                await self._client.stop(job)
            raise
        if image is not None:
            yield image

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
                case Queued() if state.ahead != ahead and fraction == 0:  # otherwise it started after the poll
                    ahead = state.ahead
                    yield Running(0.0, queued_text(ahead))
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
