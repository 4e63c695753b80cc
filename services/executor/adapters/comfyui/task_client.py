"""Tasks of a ComfyUI server: submitted once under an id derived from the idempotency key, resumed, and stopped."""

import asyncio
import uuid
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from services.common.errors import ReflowError
from services.common.text.language import Text
from services.executor.adapters.comfyui.responses import Executing, Failed
from services.executor.adapters.comfyui.server import ComfyUiServer
from services.executor.domain.graph_server import Graph
from services.executor.domain.image_engine import TaskStore

log = structlog.get_logger("reflow.comfyui")


_NAMESPACE = uuid.UUID("6c1f8a0e-3d3b-5f0b-9a55-0c3b7b7d2f4e")


@dataclass(frozen=True, slots=True)
class Intervals:
    """Times in seconds: between two polls, before a reconnect, and the limit for cancelling."""

    poll: float = 2.0
    reconnect: float = 1.0
    grace: float = 5.0


INTERVALS = Intervals()


@dataclass(slots=True)
class Job:
    """One request at the server: its derived id, its real id, and the submission while it is in progress."""

    key: str
    derived_id: str
    task_id: str
    submission: asyncio.Task[str] | None = None


def create_job(address: str, engine: str, key: str) -> Job:
    """Return the job of the idempotency key *key* at an engine: every attempt derives the same ids."""
    derived = derive_task_id(address, engine, key)
    return Job(key, derived, task_id=derived)


class TaskClient:
    """Submits and stops the tasks of *server*, and records their ids in *tasks*."""

    def __init__(
        self, server: ComfyUiServer, tasks: TaskStore, clock: Callable[[], float], intervals: Intervals
    ) -> None:
        self._server = server
        self._tasks = tasks
        self._clock = clock
        self._intervals = intervals
        self._cancellations: set[asyncio.Task[None]] = set()

    async def submit(self, job: Job, graph: Graph, deadline: float) -> None:
        """Submit *job*. Raises LLM_REFUSED for a graph that the server rejects."""
        submission = self._server.submit(graph, job.derived_id, derive_client_id(job.derived_id), deadline)
        job.submission = asyncio.create_task(submission)
        # Shielded: a cancelled submission might still be accepted, and nothing would stop it.
        job.task_id = await asyncio.shield(job.submission)
        await self._tasks.record(job.key, job.task_id)

    async def must_submit(self, task_id: str, result_node: str | None, deadline: float) -> bool:
        """Return whether the server has no such task; a failed one is removed from its history and submitted again."""
        state = await self._server.get_state(task_id, result_node, deadline)
        if isinstance(state, Failed):
            await self._server.remove_from_history(task_id, deadline)
        return state is None or isinstance(state, Failed)

    async def stop(self, job: Job) -> None:
        """Stop the task within the grace period, also when the caller is cancelled."""
        cancellation = asyncio.create_task(self._stop(job))
        self._cancellations.add(cancellation)
        cancellation.add_done_callback(self._cancellations.discard)
        await asyncio.shield(cancellation)

    async def _stop(self, job: Job) -> None:
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


def derive_task_id(address: str, engine: str, key: str) -> str:
    """Return the task id of *key*: a UUID in canonical form, the only form that newer servers accept."""
    return str(uuid.uuid5(_NAMESPACE, f"{address}\n{engine}\n{key}"))


def derive_client_id(task_id: str) -> str:
    """Return the WebSocket client of the task, the same for all attempts."""
    return f"reflow-{task_id}"


def queued_text(ahead: int) -> Text:
    """Return the progress of a task that waits behind *ahead* others."""
    return Text(f"排队中，前面还有 {ahead} 个", f"queued behind {ahead}")
