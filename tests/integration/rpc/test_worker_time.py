"""Time limits of computations in worker processes: by their own CPU time, and by a generous elapsed time."""

import time

import pytest

from services.common.errors import Code, ReflowError
from services.common.worker_pool.pool import WorkerPool
from services.common.worker_pool.time_limit import STANDARD_PIXELS, WALL_FACTOR, TimeLimit
from tests.fixtures.systems.worker_processes import worker_processes


def spin() -> None:
    """Use a CPU indefinitely."""
    while True:
        pass


async def test_a_computation_that_uses_too_much_cpu_time_is_ended_and_its_worker_replaced() -> None:
    workers = WorkerPool(1)
    with pytest.raises(ReflowError) as late:
        await workers.run(spin, within=TimeLimit(0.2))
    assert late.value.code is Code.EXECUTION_TIMEOUT and "of 0.2 s of CPU time" in late.value.details
    assert worker_processes() == set()
    assert await workers.run(len, "next") == 4


async def test_time_that_a_busy_machine_takes_from_a_worker_does_not_count() -> None:
    # A worker that sleeps uses no CPU time, like one that other processes keep off the CPU.
    await WorkerPool(1).run(time.sleep, 1.0, within=TimeLimit(0.5))


async def test_a_computation_that_hangs_without_using_the_cpu_ends_at_the_limit_of_elapsed_time() -> None:
    with pytest.raises(ReflowError) as late:
        await WorkerPool(1).run(time.sleep, 600, within=TimeLimit(0.1))
    assert late.value.code is Code.EXECUTION_TIMEOUT and worker_processes() == set()


def test_the_limit_grows_with_the_pixels_and_never_shrinks() -> None:
    limits = [TimeLimit.for_image(5, pixels) for pixels in (0, STANDARD_PIXELS, 4 * STANDARD_PIXELS)]
    assert [limit.cpu_seconds for limit in limits] == [5, 5, 20]
    assert limits[2].wall_seconds == 20 * WALL_FACTOR
