"""Worker processes: what they compute, what a cancel leaves of them, and what is left when their loop ends."""

import asyncio
import os
import sys
import time

import numpy as np
import pytest
from anyio import BrokenWorkerProcess

from services.common.errors import Code, ReflowError
from services.common.worker_pool.pool import WorkerPool
from tests.fixtures.systems.worker_processes import worker_processes


def reject(field: str) -> None:
    raise ReflowError(Code.INVALID_INPUT_FORMAT, field=field)


def give_what_cannot_be_sent() -> object:
    return lambda: None


def print_much() -> int:
    os.write(1, b"RETURN 3\n" * 50_000)
    sys.stdout.write("ready" * 50_000)
    return os.write(2, b"warning\n" * 50_000)


async def test_a_worker_gives_what_a_function_returns_and_raises_what_it_raises() -> None:
    workers = WorkerPool(1)
    assert await workers.run(len, "pictures") == 8
    with pytest.raises(ReflowError) as rejected:
        await workers.run(reject, "image")
    assert (rejected.value.code, rejected.value.field) == (Code.INVALID_INPUT_FORMAT, "image")
    with pytest.raises(TypeError, match="cannot be sent"):
        await workers.run(give_what_cannot_be_sent)
    assert len(worker_processes()) == 1


async def test_images_of_many_megabytes_go_to_a_worker_and_back() -> None:
    pixels = np.arange(4096 * 4096 * 3, dtype=np.uint8).reshape(4096, 4096, 3)
    assert np.array_equal(await WorkerPool(1).run(np.flipud, pixels), pixels[::-1])


async def test_what_a_library_prints_breaks_no_answer() -> None:
    workers = WorkerPool(1)
    assert await workers.run(print_much) == 400_000
    assert await workers.run(len, "still there") == 11


async def test_workers_are_polite_and_let_the_service_decide_when_to_stop() -> None:
    assert await WorkerPool(1).run(os.nice, 0) == min(os.nice(0) + 10, 19)


async def test_a_worker_that_dies_is_reported_and_replaced() -> None:
    workers = WorkerPool(1)
    with pytest.raises(BrokenWorkerProcess):
        await workers.run(os._exit, 1)
    assert await workers.run(len, "again") == 5


@pytest.mark.parametrize("after", [0.0, 0.001, 0.005, 0.02, 0.05, 0.1, 0.2])
async def test_a_cancel_while_a_worker_starts_or_computes_leaves_no_process(after: float) -> None:
    computing = asyncio.create_task(WorkerPool(1).run(time.sleep, 60))
    await asyncio.sleep(after)  # any moment of a start will do
    computing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await computing
    assert worker_processes() == set()


async def test_a_cancel_that_is_repeated_leaves_no_process_either() -> None:
    computing = asyncio.create_task(WorkerPool(1).run(time.sleep, 60))
    while not computing.done():
        await asyncio.sleep(0)
        computing.cancel()
    assert computing.cancelled() and worker_processes() == set()


async def test_those_who_wait_for_a_worker_get_one_after_another_was_cancelled() -> None:
    workers = WorkerPool(1)
    first = asyncio.create_task(workers.run(time.sleep, 60))
    second = asyncio.create_task(workers.run(len, "next"))
    await asyncio.sleep(0.05)
    assert workers.busy
    first.cancel()
    assert await second == 4


def test_no_process_outlives_the_loop_it_belongs_to() -> None:
    async def use() -> None:
        workers = WorkerPool(2)
        await workers.warm(dict)
        assert len(worker_processes()) == 2
        unheard = asyncio.create_task(workers.run(time.sleep, 60))
        await asyncio.sleep(0.01)
        assert not unheard.done()

    asyncio.run(use())
    assert worker_processes() == set()
