"""DashScope as a source of pictures. Implements services.executor.engines.PictureSource.

What is paid once, and what is not. DashScope knows no idempotency keys. A task's id is recorded as soon as the
answer to its submission is here, before anything is waited for; a later try of the same key polls on. A picture that
was asked for at once (models that know no tasks) is recorded by its address, before it is fetched. What remains open
is the time between the provider's taking the work on and our record of it: the last moment of a submission, but the
whole wait of a request at once. Who is killed in there, or runs into the deadline there, pays a second time when the
step is tried again. Cancelling does not fall into that gap for tasks: a submission under way is waited for, for a
moment, so that its task can be cancelled in turn.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import aclosing
from dataclasses import dataclass

import structlog
from anyio import BrokenWorkerProcess

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.models.configuration import Prices
from services.common.models.endpoint import Endpoint
from services.common.models.values import Spent
from services.common.workers import Workers
from services.executor import wording
from services.executor.adapters.dashscope.api import DashScopeApi
from services.executor.adapters.dashscope.marking import MarkedArea, marked_area
from services.executor.adapters.dashscope.models import LONGEST_PROMPT
from services.executor.adapters.dashscope.prompts import LEFT_OUT, fitted, instruction
from services.executor.adapters.dashscope.refusals import NODE, code_of
from services.executor.adapters.dashscope.requests import Request, edit, generation
from services.executor.adapters.dashscope.wire import Task
from services.executor.engines import Order, Received, Tasks, Waiting, Working

log = structlog.get_logger("reflow.dashscope")

Told = Waiting | Working | Spent | Received
Step = Working | Spent | Received

DEFAULT_EDIT_MODEL = "qwen-image-edit"
# The provider's page on tasks suggests 10 s and allows 20 queries a second; a picture takes 5 to 30 s.
PAUSES = (1.0, 3.0)
GRACE_SECONDS = 3.0
# What is recorded is a task's id, or behind this sign the address of a picture.
_ADDRESS = "url:"

# The provider tells stages and no fraction.
_QUEUED, _PAINTING, _FETCHING = 0.0, 0.3, 0.9
QUEUED = Text("已提交，在模型服务处排队中。", "Submitted; queued at the provider.")
PAINTING = Text("模型正在绘制。", "The model is painting.")
TAKEN_UP = Text("接着等待之前已提交的绘制任务。", "Taking up the work that was submitted before.")


@dataclass(frozen=True, slots=True)
class _Ready:
    """The provider has the picture, at *url*."""

    url: str


class DashScopeImages:
    """Pictures of *model*, repaints of *edit_model*; *tasks* remembers what was taken on, for each key.

    *clock* gives the seconds of `Order.deadline`; *pauses* are the first and the longest wait between two polls,
    *grace* how long cancelling may take.
    """

    def __init__(
        self,
        name: str,
        model: str,
        edit_model: str,
        endpoint: Endpoint,
        tasks: Tasks,
        prices: Prices,
        workers: Workers,
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        pauses: tuple[float, float] = PAUSES,
        grace: float = GRACE_SECONDS,
    ) -> None:
        self.name = name
        self._model = model
        self._edit_model = edit_model or DEFAULT_EDIT_MODEL
        self._endpoint = endpoint
        self._tasks = tasks
        self._prices = prices
        self._workers = workers
        self._clock = clock
        self._sleep = sleep
        self._pauses = pauses
        self._grace = grace
        self._api = DashScopeApi(endpoint, clock)
        self._cancelling: set[asyncio.Task[None]] = set()

    async def generate(self, order: Order) -> AsyncGenerator[Told]:
        fitting = fitted(order.prompt, LONGEST_PROMPT, self._model)
        if fitting.left_out:
            yield _left_out(fitting.left_out)
        async with aclosing(self._made(order, generation(self._model, fitting.prompt, order))) as making:
            async for told in making:
                yield told

    async def edit(self, order: Order, picture: bytes, mask: bytes) -> AsyncGenerator[Told]:
        if self._workers.busy:
            yield Waiting()
        area = await self._marked(picture, mask)
        fitting = instruction(order.prompt, area.box, LONGEST_PROMPT, self._edit_model)
        if fitting.left_out:
            yield _left_out(fitting.left_out)
        async with aclosing(self._made(order, edit(self._edit_model, fitting.prompt, area, order))) as making:
            async for told in making:
                yield told

    async def _marked(self, picture: bytes, mask: bytes) -> MarkedArea:
        try:
            return await self._workers.run(marked_area, picture, mask)
        except BrokenWorkerProcess as error:
            raise ReflowError(Code.EXECUTION_FAILED, details="the marking process died", node=NODE) from error

    async def _made(self, order: Order, request: Request) -> AsyncGenerator[Step]:
        """Have *request* done, or take up what was begun under the same key, and yield the picture last."""
        begun = await self._tasks.find(order.idempotency_key)
        if begun is None:
            async for held in self._endpoint.pace(order.deadline):
                yield Working(_QUEUED, wording.held(held.seconds))
            made = self._ordered_task(order, request) if request.task else self._ordered_at_once(order, request)
        elif begun.startswith(_ADDRESS):
            made = self._fetched_late(order, begun.removeprefix(_ADDRESS))
        else:
            made = self._received(order, begun, Working(_QUEUED, TAKEN_UP))
        async with aclosing(made) as making:
            async for told in making:
                yield told

    async def _ordered_task(self, order: Order, request: Request) -> AsyncGenerator[Step]:
        submission = asyncio.create_task(self._submitted(order, request))
        try:
            task_id = await asyncio.shield(submission)
        except asyncio.CancelledError:
            await self._in_grace(self._withdraw_submission(order, submission))
            raise
        async with aclosing(self._received(order, task_id, self._spent(request))) as making:
            async for told in making:
                yield told

    async def _ordered_at_once(self, order: Order, request: Request) -> AsyncGenerator[Step]:
        yield Working(_PAINTING, PAINTING)
        url = await self._api.ask(request, order.deadline)
        await self._tasks.record(order.idempotency_key, _ADDRESS + url)
        yield self._spent(request)
        yield Working(_FETCHING, wording.RECEIVING)
        yield Received(await self._api.fetch(url, order.deadline))

    async def _received(self, order: Order, task_id: str, first: Working | Spent) -> AsyncGenerator[Step]:
        """Tell *first*, wait for the task, fetch its picture. Who is cancelled meanwhile has the task cancelled."""
        try:
            yield first
            async with aclosing(self._polled(order, task_id)) as polling:
                async for told in polling:
                    if isinstance(told, Working):
                        yield told
                    else:
                        yield Working(_FETCHING, wording.RECEIVING)
                        yield Received(await self._api.fetch(told.url, order.deadline))
        except (asyncio.CancelledError, GeneratorExit):
            await self._in_grace(self._withdraw(order, task_id))
            raise

    async def _fetched_late(self, order: Order, url: str) -> AsyncGenerator[Step]:
        """Fetch the picture of an earlier try. An address that gives none now has run out: it is forgotten."""
        yield Working(_FETCHING, wording.RECEIVING)
        try:
            data = await self._api.fetch(url, order.deadline)
        except ReflowError as error:
            if error.code is not Code.LLM_TIMEOUT:
                await self._tasks.forget(order.idempotency_key)
            raise
        yield Received(data)

    async def _polled(self, order: Order, task_id: str) -> AsyncGenerator[Working | _Ready]:
        """Ask after the task until it has ended, or there is no time left to ask; tell when it has come further."""
        pause, longest = self._pauses
        known = ""
        while True:
            task = await self._api.look(task_id, order.deadline)
            if task.task_status in _ENDS:
                yield await self._ended(order, task)
                return
            if task.task_status != known:
                known = task.task_status
                yield _UNDER_WAY.get(known, _UNDER_WAY["RUNNING"])
            await self._sleep(max(0.0, min(pause, order.deadline - self._clock())))
            pause = min(longest, pause * 1.5)

    async def _ended(self, order: Order, task: Task) -> _Ready:
        """Return where the picture of a task is; forget a task that gives none, and raise why."""
        url = next((result.url for result in task.results if result.url), "")
        if task.task_status == "SUCCEEDED" and url:
            return _Ready(url)
        await self._tasks.forget(order.idempotency_key)
        told = next((result for result in task.results if result.code), task)
        details = f"task {task.task_id} is {task.task_status}: {told.code} {told.message}"
        raise self._api.failure(code_of(told.code) or Code.LLM_API_ERROR, details)

    async def _submitted(self, order: Order, request: Request) -> str:
        task_id = await self._api.submit(request, order.deadline)
        await self._tasks.record(order.idempotency_key, task_id)
        return task_id

    async def _withdraw_submission(self, order: Order, submission: asyncio.Task[str]) -> None:
        await self._withdraw(order, await submission)

    async def _withdraw(self, order: Order, task_id: str) -> None:
        """Have the provider cancel the task. One that it works on already is kept: the next try takes it up."""
        if await self._api.cancel(task_id, self._clock() + self._grace):
            await self._tasks.forget(order.idempotency_key)

    async def _in_grace(self, withdrawing: Coroutine[object, object, None]) -> None:
        """Do *withdrawing* although this task is being cancelled, for a moment; its failure changes nothing."""

        async def bounded() -> None:
            try:
                async with asyncio.timeout(self._grace):
                    await withdrawing
            except Exception as error:  # whatever it is: the cancelling goes on, and the task may be taken up again
                log.warning("provider's task not cancelled", engine=self.name, reason=type(error).__name__)

        task = asyncio.create_task(bounded())
        self._cancelling.add(task)
        task.add_done_callback(self._cancelling.discard)
        await asyncio.shield(task)

    def _spent(self, request: Request) -> Spent:
        price = self._prices.image
        currency = self._prices.currency if price else ""
        return Spent(self._endpoint.name, request.model, images=1, cost=price, currency=currency)


# Any other status, of today or to come, is no end: a task is never given up (and paid again) for its name.
_ENDS = frozenset({"SUCCEEDED", "FAILED", "CANCELED", "UNKNOWN"})
_UNDER_WAY = {
    "PENDING": Working(_QUEUED, QUEUED),
    "SUSPENDED": Working(_QUEUED, QUEUED),
    "RUNNING": Working(_PAINTING, PAINTING),
}


def _left_out(pieces: int) -> Working:
    told = {"most": LONGEST_PROMPT, "pieces": pieces}
    return Working(_QUEUED, Text(LEFT_OUT.zh.format(**told), LEFT_OUT.en.format(**told)))
