"""Pictures from a ComfyUI server: the same order is submitted once, followed, found again and stopped."""

import asyncio
import hashlib
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass

import structlog

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.models.configuration import Prices
from services.common.models.endpoint import Endpoint
from services.common.models.values import Spent
from services.executor.adapters.comfyui.answers import Broken, Finished, Queued, Running, StoredFile, annotated
from services.executor.adapters.comfyui.graphs import Graphs
from services.executor.adapters.comfyui.listening import Listener, listening
from services.executor.adapters.comfyui.server import NODE, ComfyUiServer
from services.executor.adapters.comfyui.workflows import Filling, Workflow, fill
from services.executor.domain.prompts import without_marks
from services.executor.engines import Order, Received, Tasks, Telling, Working

log = structlog.get_logger("reflow.comfyui")

# What an order without a prompt asks for: the area filled so that it fits its surroundings.
SURROUNDINGS = "seamless background, consistent with its surroundings"

_NAMESPACE = uuid.UUID("6c1f8a0e-3d3b-5f0b-9a55-0c3b7b7d2f4e")

Graph = dict[str, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Pace:
    """In seconds: between two looks at the work, before listening again, and for stopping it at most."""

    look: float = 2.0
    listen_again: float = 1.0
    grace: float = 5.0


@dataclass(slots=True)
class _Work:
    """One order at the server: the id it was given by us, the one it has, and the submission while it is under way."""

    key: str
    derived_id: str
    task_id: str
    submission: asyncio.Task[str] | None = None


class ComfyUiImages:
    """A PictureSource over one ComfyUI server.

    The work's id there follows from the order's key, so that whoever comes back with the key finds it: in the history
    (fetched), or in the queue (waited for). At the deadline it is left running for the next try to take up; when
    cancelled before, it is taken out of the queue or interrupted.
    """

    def __init__(
        self,
        name: str,
        graphs: Graphs,
        endpoint: Endpoint,
        tasks: Tasks,
        prices: Prices,
        *,
        clock: Callable[[], float],
        most_bytes: int,
        pace: Pace = Pace(),
    ) -> None:
        self._name = name
        self._graphs = graphs
        self._endpoint = endpoint
        self._tasks = tasks
        self._prices = prices
        self._clock = clock
        self._pace = pace
        self._server = ComfyUiServer(endpoint, clock, most_bytes)
        self._stopping: set[asyncio.Task[None]] = set()

    def generate(self, order: Order) -> Telling:
        async def graph() -> Graph:
            return fill(self._graphs.generate, self._filling(order))

        return self._make(order, self._graphs.generate, graph)

    def edit(self, order: Order, picture: bytes, mask: bytes) -> Telling:
        async def graph() -> Graph:
            image, area = await self._upload(picture, order), await self._upload(mask, order)
            return fill(self._graphs.repaint, self._filling(order, image, area))

        return self._make(order, self._graphs.repaint, graph)

    async def _make(self, order: Order, workflow: Workflow, graph: Callable[[], Awaitable[Graph]]) -> Telling:
        derived = work_id(self._endpoint.base_url, self._name, order.idempotency_key)
        work = _Work(order.idempotency_key, derived, task_id=derived)
        picture: Received | None = None
        try:
            work.task_id = await self._tasks.find(work.key) or work.derived_id
            if await self._must_submit(work.task_id, workflow, order.deadline):
                await self._submit(work, await graph(), order.deadline)
                yield self._spent()
            listener = Listener(work.task_id, workflow.samplers)
            async with (
                listening(self._endpoint, client_id(work.derived_id), listener, self._pace.listen_again),
                aclosing(self._follow(work.task_id, workflow, listener, order)) as followed,
            ):
                async for told in followed:
                    if isinstance(told, Received):
                        picture = told
                    else:
                        yield told
        except (asyncio.CancelledError, GeneratorExit):
            if self._clock() < order.deadline:
                await self._stop_shielded(work)
            raise
        if picture is not None:
            yield picture

    async def _submit(self, work: "_Work", graph: Graph, deadline: float) -> None:
        """Have the server take *work* on. Raises LLM_REFUSED for a graph that it does not take."""
        submission = self._server.submit(graph, work.derived_id, client_id(work.derived_id), deadline)
        work.submission = asyncio.create_task(submission)
        # Shielded, for a submission cut off in the middle might still be taken on, and nobody would stop it.
        work.task_id = await asyncio.shield(work.submission)
        await self._tasks.record(work.key, work.task_id)

    async def _must_submit(self, task_id: str, workflow: Workflow, deadline: float) -> bool:
        """Tell whether the server has no such work; one that broke is taken out of its history, to be tried anew."""
        state = await self._server.state(task_id, workflow.picture, deadline)
        if isinstance(state, Broken):
            await self._server.forget(task_id, deadline)
        return state is None or isinstance(state, Broken)

    async def _follow(
        self, task_id: str, workflow: Workflow, listener: Listener, order: Order
    ) -> AsyncGenerator[Working | Received, None]:
        """Tell how the work goes, and its picture last. What is heard only says when to look, and how far it is."""
        ahead, fraction, news, look = -1, 0.0, -1, 0.0
        while True:
            if listener.heard.news != news or self._clock() >= look:
                news, look = listener.heard.news, min(self._clock() + self._pace.look, order.deadline)
                state = await self._server.state(task_id, workflow.picture, order.deadline)
            if listener.heard.fraction > fraction:
                fraction = listener.heard.fraction
                yield Working(fraction)
            match state:
                case Finished(picture):
                    yield Received(await self._fetch(picture, task_id, order))
                    return
                case Queued() if state.ahead != ahead and fraction == 0:  # else it began after this was asked
                    ahead = state.ahead
                    yield Working(0.0, _behind(ahead))
                case Broken(details):
                    raise await self._failed(details, order)
                case None:
                    raise await self._failed("the server does not know the work any more", order)
                case Queued() | Running():
                    await listener.more(look - self._clock())

    async def _fetch(self, picture: StoredFile, task_id: str, order: Order) -> bytes:
        try:
            return await self._server.fetch(picture, order.deadline)
        except ReflowError as error:
            if error.code is not Code.LLM_REFUSED:
                raise
            # 404: it was removed. Another try makes it anew.
            await self._server.forget(task_id, order.deadline)
            raise await self._failed(error.details, order) from None

    async def _failed(self, details: str, order: Order) -> ReflowError:
        await self._tasks.forget(order.idempotency_key)
        return ReflowError(Code.EXECUTION_FAILED, details=f"{self._endpoint.name}: {details}", node=NODE)

    async def _stop_shielded(self, work: "_Work") -> None:
        """Stop the work, for at most the grace, whatever becomes of the caller meanwhile."""
        stopping = asyncio.create_task(self._stop(work))
        self._stopping.add(stopping)
        stopping.add_done_callback(self._stopping.discard)
        await asyncio.shield(stopping)

    async def _stop(self, work: "_Work") -> None:
        until = self._clock() + self._pace.grace
        try:
            async with asyncio.timeout(self._pace.grace):
                if work.submission is not None:
                    work.task_id = await work.submission
                await self._server.dequeue(work.task_id, until)
                while (state := await self._server.queued(work.task_id, until)) is not None:
                    if isinstance(state, Running):
                        await self._server.interrupt(work.task_id, until)
                    await asyncio.sleep(min(0.1, self._pace.look))
                await self._tasks.forget(work.key)
        except (ReflowError, TimeoutError) as error:
            log.warning("comfyui not stopped", task=work.task_id, error=str(error))

    async def _upload(self, png: bytes, order: Order) -> str:
        """Return the name of *png* on the server; by its content, so that another try does not pile copies up."""
        name = f"{hashlib.sha256(png).hexdigest()[:32]}.png"
        return annotated(await self._server.upload(name, png, order.deadline))

    def _filling(self, order: Order, image: str = "", mask: str = "") -> Filling:
        return Filling(
            prompt=without_marks(order.prompt) or SURROUNDINGS,
            seed=order.seed,
            steps=self._graphs.steps,
            width=order.width,
            height=order.height,
            checkpoint=self._graphs.checkpoint,
            image=image,
            mask=mask,
        )

    def _spent(self) -> Spent:
        cost = self._prices.image
        return Spent(
            self._endpoint.name,
            self._graphs.checkpoint or self._name,
            images=1,
            cost=cost,
            currency=self._prices.currency if cost else "",
        )


def work_id(address: str, engine: str, key: str) -> str:
    """Return the id of the work of *key*: a UUID in canonical form, the only ids that newer servers take."""
    return str(uuid.uuid5(_NAMESPACE, f"{address}\n{engine}\n{key}"))


def client_id(task_id: str) -> str:
    """Return whom the server tells of the work: one client each, the same for whoever takes it up again."""
    return f"reflow-{task_id}"


def _behind(ahead: int) -> Text:
    return Text(f"排队中，前面还有 {ahead} 个", f"queued behind {ahead}")
