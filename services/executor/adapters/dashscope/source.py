"""DashScope as a source of pictures. Implements services.executor.engines.PictureSource.

How nothing is paid twice, though DashScope knows no idempotency keys. That an order goes out is recorded before it is
sent. A task's id takes the place of that record as soon as the submission is answered, before anything is waited for;
a later try of the same key polls on. A picture that was asked for at once (models that know no tasks) is recorded by
its address, before it is fetched. An order that was refused, or never sent, is forgotten: the next try orders anew.
Where no answer says what became of an order (the deadline, a crash, a connection that breaks: for a request at once
any time of its whole wait) it may be charged, and nothing can find it again: this try and every later one fail with
OUTCOME_UNKNOWN, and order nothing. A submission under way is waited for when cancelled, for a moment, so that its task
can be cancelled in turn.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import aclosing
from dataclasses import dataclass, replace

import structlog
from anyio import BrokenWorkerProcess

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.models.configuration import Prices
from services.common.models.endpoint import Endpoint
from services.common.models.values import Spent
from services.common.workers import Workers
from services.executor import wording
from services.executor.adapters.dashscope.api import DashScopeApi, Doubtful
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
# What is recorded is a task's id; or behind this sign the address of a picture; or that an order was sent. No id has
# a colon (wire.TaskId).
_ADDRESS = "url:"
_SENT = "sent:"

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
        waiting_since = self._clock()
        if self._workers.busy:
            yield Waiting()
        async with self._workers.place():
            order = order.later(self._clock() - waiting_since)
            area = await self._marked(picture, mask)
        fitting = instruction(order.prompt, area.box, LONGEST_PROMPT, self._edit_model)
        if fitting.left_out:
            yield _left_out(fitting.left_out)
        async with aclosing(self._made(order, edit(self._edit_model, fitting.prompt, area, order))) as making:
            async for told in making:
                yield told

    async def _marked(self, picture: bytes, mask: bytes) -> MarkedArea:
        try:
            return await self._workers.compute(marked_area, picture, mask)
        except BrokenWorkerProcess as error:
            raise ReflowError(Code.EXECUTION_FAILED, details="the marking process died", node=NODE) from error

    async def _made(self, order: Order, request: Request) -> AsyncGenerator[Step]:
        """Have *request* done, or take up what was begun under the same key, and yield the picture last."""
        begun = await self._tasks.find(order.idempotency_key)
        if begun is None:
            async for held in self._endpoint.pace(order.deadline):
                yield Working(_QUEUED, wording.held(held.seconds))
            made = self._ordered_task(order, request) if request.task else self._ordered_at_once(order, request)
        elif begun == _SENT:
            raise _unknown("an earlier try sent the order, and its answer never came")
        elif begun.startswith(_ADDRESS):
            made = self._fetched(order, begun.removeprefix(_ADDRESS))
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
        url = await self._once(order, self._api.ask, request)
        await self._tasks.record(order.idempotency_key, _ADDRESS + url)
        yield self._spent(request)
        async with aclosing(self._fetched(order, url)) as fetching:
            async for told in fetching:
                yield told

    async def _received(self, order: Order, task_id: str, first: Working | Spent) -> AsyncGenerator[Step]:
        """Tell *first*, wait for the task, fetch its picture. Who is cancelled meanwhile has the task cancelled."""
        try:
            yield first
            async with aclosing(self._polled(order, task_id)) as polling:
                async for told in polling:
                    if isinstance(told, Working):
                        yield told
                    else:
                        async with aclosing(self._fetched(order, told.url)) as fetching:
                            async for each in fetching:
                                yield each
        except (asyncio.CancelledError, GeneratorExit):
            await self._in_grace(self._withdraw(order, task_id))
            raise

    async def _fetched(self, order: Order, url: str) -> AsyncGenerator[Step]:
        """Fetch a picture that is paid for. It stays recorded whatever happens: it is never paid for again."""
        yield Working(_FETCHING, wording.RECEIVING)
        yield Received(await self._api.fetch(url, order.deadline))

    async def _polled(self, order: Order, task_id: str) -> AsyncGenerator[Working | _Ready]:
        """Ask after the task until it has ended, or there is no time left to ask; tell when it has come further."""
        pause, longest = self._pauses
        known, furthest = "", _QUEUED
        while True:
            task = await self._api.look(task_id, order.deadline)
            if task.task_status in _ENDS:
                yield await self._ended(order, task)
                return
            if task.task_status != known:
                known = task.task_status
                under_way = _UNDER_WAY.get(known, _UNDER_WAY["RUNNING"])
                furthest = max(furthest, under_way.fraction)
                yield replace(under_way, fraction=furthest)
            await self._sleep(max(0.0, min(pause, order.deadline - self._clock())))
            pause = min(longest, pause * 1.5)

    async def _ended(self, order: Order, task: Task) -> _Ready:
        """Return where the picture of a task is, or raise why it has none; forget a task that charged nothing."""
        url = next((result.url for result in task.results if result.url), "")
        if task.task_status == "SUCCEEDED" and url:
            return _Ready(url)
        if task.task_status in _CHARGED_NOTHING:
            await self._tasks.forget(order.idempotency_key)
        told = next((result for result in task.results if result.code), task)
        details = f"task {task.task_id} is {task.task_status}: {told.code} {told.message}"
        raise self._api.failure(code_of(told.code) or Code.LLM_API_ERROR, details)

    async def _submitted(self, order: Order, request: Request) -> str:
        task_id = await self._once(order, self._api.submit, request)
        await self._tasks.record(order.idempotency_key, task_id)
        return task_id

    async def _once(self, order: Order, send: Callable[[Request, float], Awaitable[str]], request: Request) -> str:
        """Return what *send* returns. It is called once for all tries of a key, unless it was refused."""
        key = order.idempotency_key
        if self._clock() >= order.deadline:
            raise self._api.failure(Code.LLM_TIMEOUT, "no time left to order a picture")
        await self._tasks.record(key, _SENT)
        try:
            return await send(request, order.deadline)
        except Doubtful as failed:
            raise _unknown(failed.details) from None
        except ReflowError:
            await self._tasks.forget(key)
            raise

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
# UNKNOWN may become known again, and a success that does not say where its picture is may still say so.
_CHARGED_NOTHING = frozenset({"FAILED", "CANCELED"})
_UNDER_WAY = {
    "PENDING": Working(_QUEUED, QUEUED),
    "SUSPENDED": Working(_QUEUED, QUEUED),
    "RUNNING": Working(_PAINTING, PAINTING),
}


def _unknown(details: str) -> ReflowError:
    return ReflowError(Code.OUTCOME_UNKNOWN, details=details, node=NODE)


def _left_out(pieces: int) -> Working:
    told = {"most": LONGEST_PROMPT, "pieces": pieces}
    return Working(_QUEUED, Text(LEFT_OUT.zh.format(**told), LEFT_OUT.en.format(**told)))
