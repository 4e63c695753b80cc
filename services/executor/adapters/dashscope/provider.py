"""DashScope as an image provider. Implements services.executor.domain.image_engine.ImageProvider.

DashScope has no idempotency keys, so orders are recorded (orders.py). A later attempt of the same key polls the task
of an order, or downloads the image of a synchronous model again. When cancelled during a submission, the provider waits
briefly for the task id in order to cancel the task.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import aclosing
from dataclasses import dataclass, replace

import structlog

from services.common.contract.activity import Usage
from services.common.errors import Code, ReflowError
from services.common.llm.configuration import Prices
from services.common.llm.endpoint import Endpoint
from services.common.text.language import Text
from services.executor import texts
from services.executor.adapters.dashscope.api import DashScopeApi
from services.executor.adapters.dashscope.error_codes import to_code
from services.executor.adapters.dashscope.masked_area import prepare_upload, render_masked_area
from services.executor.adapters.dashscope.models import MAX_PROMPT_LENGTH, describe_abilities
from services.executor.adapters.dashscope.prompts import SEGMENTS_OMITTED, build_edit_prompt, truncate_prompt
from services.executor.adapters.dashscope.requests import (
    ModelRequest,
    build_edit,
    build_generation,
    build_reference_request,
)
from services.executor.adapters.dashscope.responses import Task
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.orders import (
    OrderBook,
    OrderedTask,
    PaidImage,
    SentOrder,
    outcome_unknown,
)
from services.executor.domain.image_engine import (
    EngineAbilities,
    ImageRequest,
    ReceivedImage,
    Running,
    TaskStore,
    WaitingForWorker,
)

log = structlog.get_logger("reflow.dashscope")

ProviderEvent = WaitingForWorker | Running | Usage | ReceivedImage
TaskEvent = Running | Usage | ReceivedImage

DEFAULT_EDIT_MODEL = "qwen-image-edit"
# The provider suggests polling every 10 s and allows 20 queries a second; an image takes 5 to 30 s.
POLL_INTERVALS = (1.0, 3.0)
GRACE_SECONDS = 3.0

# The provider reports stages, no fraction.
_QUEUED_FRACTION, _RUNNING_FRACTION, _DOWNLOAD_FRACTION = 0.0, 0.3, 0.9
QUEUED = Text("已提交，在模型服务处排队中。", "Submitted; queued at the provider.")
PAINTING = Text("模型正在绘制。", "The model is painting.")
RESUMED = Text("继续等待之前已提交的绘制任务。", "Continuing with the task that was submitted before.")


@dataclass(frozen=True, slots=True)
class _ImageReady:
    """The provider has the image, at *url*."""

    url: str


class DashScopeProvider:
    """Images of *model*, edits of *edit_model*; *tasks* records accepted requests by key.

    *clock* is that of the deadlines, in seconds; *poll_intervals* are the first and the longest time between two
    polls, *grace* is the limit for cancelling.
    """

    def __init__(
        self,
        name: str,
        model: str,
        edit_model: str,
        endpoint: Endpoint,
        tasks: TaskStore,
        prices: Prices,
        pipeline: ImagePipeline,
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        poll_intervals: tuple[float, float] = POLL_INTERVALS,
        grace: float = GRACE_SECONDS,
    ) -> None:
        self.name = name
        self._model = model
        self._edit_model = edit_model or DEFAULT_EDIT_MODEL
        self._endpoint = endpoint
        self._orders = OrderBook(tasks)
        self._prices = prices
        self._pipeline = pipeline
        self._clock = clock
        self._sleep = sleep
        self._poll_intervals = poll_intervals
        self._grace = grace
        self._api = DashScopeApi(endpoint, clock)
        self._cancellations: set[asyncio.Task[None]] = set()

    @property
    def abilities(self) -> EngineAbilities:
        return describe_abilities(self._model)

    async def find_problem(self) -> Text | None:
        return self._endpoint.problem

    async def generate(self, image_request: ImageRequest) -> AsyncGenerator[ProviderEvent]:
        reference, prompt = image_request.reference, image_request.prompt
        instruction = reference.build_instruction(prompt) if reference is not None else ""
        model = self._model if reference is None else self._edit_model
        truncated = truncate_prompt(prompt, MAX_PROMPT_LENGTH - len(instruction), model)
        if truncated.omitted:
            yield _omitted_segments(truncated.omitted)
        prompt = instruction + truncated.prompt
        if reference is None:
            request = build_generation(model, prompt, image_request)
        else:
            waiting_since = self._clock()
            if self._pipeline.is_busy:
                yield WaitingForWorker()
            async with self._pipeline.slot():
                image_request = image_request.extend(self._clock() - waiting_since)
                upload = await self._pipeline.run(prepare_upload, reference.image)
            request = build_reference_request(model, prompt, upload, image_request)
        async with aclosing(self._execute(image_request, request)) as events:
            async for event in events:
                yield event

    async def edit(self, image_request: ImageRequest, image: bytes, mask: bytes) -> AsyncGenerator[ProviderEvent]:
        waiting_since = self._clock()
        if self._pipeline.is_busy:
            yield WaitingForWorker()
        async with self._pipeline.slot():
            image_request = image_request.extend(self._clock() - waiting_since)
            area = await self._pipeline.run(render_masked_area, image, mask)
        truncated = build_edit_prompt(image_request.prompt, area.box, MAX_PROMPT_LENGTH, self._edit_model)
        if truncated.omitted:
            yield _omitted_segments(truncated.omitted)
        async with aclosing(
            self._execute(image_request, build_edit(self._edit_model, truncated.prompt, area, image_request))
        ) as events:
            async for event in events:
                yield event

    async def _execute(self, image_request: ImageRequest, request: ModelRequest) -> AsyncGenerator[TaskEvent]:
        """Execute *request*, or resume the task that is recorded under its key, and yield the image last."""
        placed = await self._orders.find(image_request.idempotency_key)
        match placed:
            case None:
                async for limited in self._endpoint.pace(image_request.deadline):
                    yield Running(_QUEUED_FRACTION, texts.rate_limited(limited.seconds))
                events = self._place(image_request, request)
            case PaidImage(url):
                events = self._download(image_request, url)
            case OrderedTask(task_id):
                events = self._wait_and_download(image_request, task_id, Running(_QUEUED_FRACTION, RESUMED))
            case SentOrder():
                yield self._usage(request)
                raise outcome_unknown("an earlier attempt sent the request, and no answer arrived")
        async with aclosing(events):
            async for event in events:
                yield event

    async def _place(self, image_request: ImageRequest, request: ModelRequest) -> AsyncGenerator[TaskEvent]:
        """Place the order and yield the image last. An order that may have been accepted counts as one."""
        execute = self._submit_and_wait if request.is_asynchronous else self._generate_synchronously
        try:
            async with aclosing(execute(image_request, request)) as events:
                async for event in events:
                    yield event
        except ReflowError as error:
            if error.code is Code.OUTCOME_UNKNOWN:
                yield self._usage(request)
            raise

    async def _submit_and_wait(self, image_request: ImageRequest, request: ModelRequest) -> AsyncGenerator[TaskEvent]:
        submission = asyncio.create_task(self._submit(image_request, request))
        try:
            task_id = await asyncio.shield(submission)
        except asyncio.CancelledError:
            await self._run_within_grace(self._cancel_submission(image_request, submission))
            raise
        async with aclosing(self._wait_and_download(image_request, task_id, self._usage(request))) as events:
            async for event in events:
                yield event

    async def _generate_synchronously(
        self, image_request: ImageRequest, request: ModelRequest
    ) -> AsyncGenerator[TaskEvent]:
        yield Running(_RUNNING_FRACTION, PAINTING)
        url = await self._send_once(image_request, self._api.generate, request)
        await self._orders.record_image(image_request.idempotency_key, url)
        yield self._usage(request)
        async with aclosing(self._download(image_request, url)) as fetching:
            async for event in fetching:
                yield event

    async def _wait_and_download(
        self, image_request: ImageRequest, task_id: str, first: Running | Usage
    ) -> AsyncGenerator[TaskEvent]:
        """Yield *first*, wait for the task, download its image. Cancelling cancels the task."""
        try:
            yield first
            async with aclosing(self._poll(image_request, task_id)) as polling:
                async for event in polling:
                    if isinstance(event, Running):
                        yield event
                    else:
                        async with aclosing(self._download(image_request, event.url)) as fetching:
                            async for each in fetching:
                                yield each
        except (asyncio.CancelledError, GeneratorExit):
            await self._run_within_grace(self._cancel(image_request, task_id))
            raise

    async def _download(self, image_request: ImageRequest, url: str) -> AsyncGenerator[TaskEvent]:
        """Download an image that is already paid. Its record is retained, so that it is never paid again."""
        yield Running(_DOWNLOAD_FRACTION, texts.RECEIVING)
        yield await self._api.fetch(url, image_request.deadline)

    async def _poll(self, image_request: ImageRequest, task_id: str) -> AsyncGenerator[Running | _ImageReady]:
        """Poll the task until it has ended or the deadline has come; yield its progress."""
        pause, longest = self._poll_intervals
        known, furthest = "", _QUEUED_FRACTION
        while True:
            task = await self._api.get_task(task_id, image_request.deadline)
            if task.task_status in _FINAL_STATUSES:
                yield await self._to_result(image_request, task)
                return
            if task.task_status != known:
                known = task.task_status
                under_way = _PROGRESS_BY_STATUS.get(known, _PROGRESS_BY_STATUS["RUNNING"])
                furthest = max(furthest, under_way.fraction)
                yield replace(under_way, fraction=furthest)
            await self._sleep(max(0.0, min(pause, image_request.deadline - self._clock())))
            pause = min(longest, pause * 1.5)

    async def _to_result(self, image_request: ImageRequest, task: Task) -> _ImageReady:
        """Return the URL of the image of a task, or raise the reason why it has none; remove an unpaid task."""
        url = next((result.url for result in task.results if result.url), "")
        if task.task_status == "SUCCEEDED" and url:
            return _ImageReady(url)
        if task.task_status in _UNPAID_STATUSES:
            await self._orders.remove(image_request.idempotency_key)
        event = next((result for result in task.results if result.code), task)
        details = f"task {task.task_id} is {task.task_status}: {event.code} {event.message}"
        raise self._api.failure(to_code(event.code) or Code.LLM_API_ERROR, details)

    async def _submit(self, image_request: ImageRequest, request: ModelRequest) -> str:
        task_id = await self._send_once(image_request, self._api.submit, request)
        await self._orders.record_task(image_request.idempotency_key, task_id)
        return task_id

    async def _send_once(
        self, image_request: ImageRequest, send: Callable[[ModelRequest, float], Awaitable[str]], request: ModelRequest
    ) -> str:
        """Return the result of *send*, which is called once for all attempts of a key unless it was rejected."""
        if self._clock() >= image_request.deadline:
            raise self._api.failure(Code.LLM_TIMEOUT, "no time left to request an image")
        return await self._orders.place(image_request.idempotency_key, lambda: send(request, image_request.deadline))

    async def _cancel_submission(self, image_request: ImageRequest, submission: asyncio.Task[str]) -> None:
        await self._cancel(image_request, await submission)

    async def _cancel(self, image_request: ImageRequest, task_id: str) -> None:
        """Cancel the task at the provider. A running task stays recorded, and the next attempt resumes it.

        So does any task after the deadline: then the step exceeded its time limit, and the caller did not cancel the
        run.
        """
        if self._clock() >= image_request.deadline:
            return
        if await self._api.cancel(task_id, self._clock() + self._grace):
            await self._orders.remove(image_request.idempotency_key)

    async def _run_within_grace(self, cancellation: Coroutine[object, object, None]) -> None:
        """Run *cancellation* within the grace period although this task is being cancelled; log its failure."""

        async def bounded() -> None:
            try:
                async with asyncio.timeout(self._grace):
                    await cancellation
            except Exception as error:  # any error: the cancellation continues, and a later attempt may resume the task
                log.warning("provider's task not cancelled", engine=self.name, reason=type(error).__name__)

        task = asyncio.create_task(bounded())
        self._cancellations.add(task)
        task.add_done_callback(self._cancellations.discard)
        await asyncio.shield(task)

    def _usage(self, request: ModelRequest) -> Usage:
        price = self._prices.image
        currency = self._prices.currency if price else ""
        return Usage(self._endpoint.name, request.model, images=1, cost=price, currency=currency)


# Any other status is not final: a task is never abandoned, and paid again, because of an unknown status.
_FINAL_STATUSES = frozenset({"SUCCEEDED", "FAILED", "CANCELED", "UNKNOWN"})
# UNKNOWN may become known again, and a success without a URL may still get one.
_UNPAID_STATUSES = frozenset({"FAILED", "CANCELED"})
_PROGRESS_BY_STATUS = {
    "PENDING": Running(_QUEUED_FRACTION, QUEUED),
    "SUSPENDED": Running(_QUEUED_FRACTION, QUEUED),
    "RUNNING": Running(_RUNNING_FRACTION, PAINTING),
}


def _omitted_segments(count: int) -> Running:
    values = {"max_length": MAX_PROMPT_LENGTH, "count": count}
    return Running(_QUEUED_FRACTION, Text(SEGMENTS_OMITTED.zh.format(**values), SEGMENTS_OMITTED.en.format(**values)))
