"""Worker processes: their results, their state after a cancellation, and their end when the loop ends."""

import asyncio
import os
import pickle
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from anyio import BrokenWorkerProcess

from services.common.errors import Code, ReflowError
from services.common.limits import MEGABYTE
from services.common.worker_pool.pool import WorkerPool
from services.common.worker_pool.results import UnsafeResult
from tests.fixtures.systems.worker_processes import fork_servers, worker_processes


def reject(field: str) -> None:
    raise ReflowError(Code.INVALID_INPUT_FORMAT, field=field)


def give_what_cannot_be_sent() -> object:
    return lambda: None


def print_much() -> int:
    os.write(1, b"RETURN 3\n" * 50_000)
    sys.stdout.write("ready" * 50_000)
    return os.write(2, b"warning\n" * 50_000)


SERVICE = """
import asyncio, os, time
from services.common.worker_pool.pool import WorkerPool

async def serve():
    workers = WorkerPool(1)
    async with workers.place():
        print(await workers.compute(os.getpid), flush=True)
        await workers.compute(time.sleep, 60)

asyncio.run(serve())
"""
"""A service that prints the id of its worker, and has it compute for long."""


class Call:
    """Calls *function* when it is unpickled."""

    def __init__(self, function: Callable[..., object]) -> None:
        self.function = function

    def __reduce__(self) -> Any:
        return self.function, ("FOLDER",)


def read_environment() -> dict[str, str]:
    return dict(os.environ)


def read_environ(process: int) -> str:
    return Path(f"/proc/{process}/environ").read_text()


def exists(path: str) -> bool:
    return Path(path).exists()


def wait_for_end(process: int) -> bool:
    """Return whether *process* ends; it is not a child of this process."""
    deadline = time.monotonic() + 30
    while is_running(process) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_running(process)


def is_running(process: int) -> bool:
    """Return whether *process* can still compute; a zombie cannot."""
    with suppress(OSError):
        return bool(Path(f"/proc/{process}/cmdline").read_text())
    return False


def send_instead(answer: bytes) -> None:
    """Send *answer* as the result of this function, as a compromised worker could."""
    connection = next(number for number in range(3, 64) if is_socket(number))
    os.write(connection, len(answer).to_bytes(8) + answer)
    time.sleep(60)


def is_socket(number: int) -> bool:
    with suppress(OSError):
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    return False


loads = 0


def slow_to_load() -> None:
    global loads
    loads += 1
    time.sleep(0.2)


def slower_to_load() -> None:
    time.sleep(1)


def fail_to_load() -> None:
    raise ModuleNotFoundError("no such library")


def count_loads() -> int:
    return loads


@pytest.fixture
def cold() -> None:
    """Kill the fork servers of earlier tests, so that the next worker finds none."""
    kill_fork_servers()


def kill_fork_servers() -> None:
    for process in fork_servers():
        os.kill(process, signal.SIGKILL)
        os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)


async def test_a_worker_returns_the_result_of_a_function_or_raises_its_exception() -> None:
    workers = WorkerPool(1)
    assert await workers.run(len, "pictures") == 8
    with pytest.raises(ReflowError) as rejected:
        await workers.run(reject, "image")
    assert (rejected.value.code, rejected.value.field) == (Code.INVALID_INPUT_FORMAT, "image")
    with pytest.raises(TypeError, match="cannot be sent"):
        await workers.run(give_what_cannot_be_sent)
    assert len(worker_processes()) == 1


async def test_images_of_many_megabytes_are_sent_to_a_worker_and_back() -> None:
    pixels = np.arange(4096 * 4096 * 3, dtype=np.uint8).reshape(4096, 4096, 3)
    assert np.array_equal(await WorkerPool(1).run(np.flipud, pixels), pixels[::-1])


async def test_output_that_a_library_prints_does_not_corrupt_a_result() -> None:
    workers = WorkerPool(1)
    assert await workers.run(print_much) == 400_000
    assert await workers.run(len, "still there") == 11


async def test_workers_have_a_lower_priority_than_the_service() -> None:
    assert await WorkerPool(1).run(os.nice, 0) == min(os.nice(0) + 10, 19)


async def test_a_worker_has_no_key_of_its_service_in_its_environment(
    cold: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DEEPSEEK_API_KEY", "REFLOW_DATABASE_URL", "REFLOW_WEB_SEARCH_KEY", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "sk-secret")
    environment = await WorkerPool(1).run(read_environment)
    assert "PATH" in environment and "sk-secret" not in environment.values()
    (worker,), (fork_server,) = worker_processes(), fork_servers()
    assert "sk-secret" not in read_environ(worker) + read_environ(fork_server)


async def test_a_worker_cannot_use_more_memory_than_its_limit() -> None:
    workers = WorkerPool(1, memory_bytes=512 * MEGABYTE)
    with pytest.raises(MemoryError):
        await workers.run(bytearray, 600 * MEGABYTE)
    assert await workers.run(len, "still there") == 11


@pytest.mark.parametrize("answer", [Call(os.mkdir), Call(os.getenv), Call(eval), (True, Call(print)), "no answer"])
async def test_a_compromised_worker_executes_nothing_in_the_service(answer: object) -> None:
    with pytest.raises(UnsafeResult):
        await WorkerPool(1).run(send_instead, pickle.dumps(answer))
    assert worker_processes() == set() and not exists("FOLDER")


async def test_a_worker_has_loaded_before_its_slot_is_assigned() -> None:
    workers = WorkerPool(2, slow_to_load)
    assert workers.busy
    assert list(await asyncio.gather(workers.run(count_loads), workers.run(count_loads))) == [1, 1]
    assert not workers.busy and len(worker_processes()) == 2


async def test_a_worker_that_loads_counts_as_busy() -> None:
    workers = WorkerPool(1, slower_to_load)
    loading = asyncio.create_task(workers.warm())
    await asyncio.sleep(0.01)
    assert workers.busy
    await loading
    assert not workers.busy


async def test_later_workers_have_loaded_the_same_libraries_as_the_first() -> None:
    first, second = WorkerPool(1, slow_to_load), WorkerPool(1, slow_to_load)
    async with first.place(), second.place():
        assert len(worker_processes()) == 2
        assert [await first.compute(count_loads), await second.compute(count_loads)] == [1, 1]


async def test_a_library_that_cannot_be_loaded_is_reported_by_the_worker() -> None:
    with pytest.raises(ModuleNotFoundError, match="no such library"):
        await WorkerPool(1, fail_to_load).run(len, "pictures")
    assert await WorkerPool(1).run(len, "still there") == 11


async def test_a_fork_server_that_dies_is_replaced(cold: None) -> None:
    workers = WorkerPool(1)
    assert await workers.run(os.getppid) in fork_servers()
    kill_fork_servers()
    await WorkerPool(2).warm()
    assert await WorkerPool(2).run(len, "again") == 5


def test_no_worker_outlives_a_service_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVICE], stdout=subprocess.PIPE, env=dict(os.environ)) as service:
        assert service.stdout is not None
        worker = int(service.stdout.readline())
        service.kill()
    assert wait_for_end(worker)


async def test_a_worker_that_dies_is_reported_and_replaced() -> None:
    workers = WorkerPool(1)
    with pytest.raises(BrokenWorkerProcess):
        await workers.run(signal.raise_signal, signal.SIGKILL)
    assert await workers.run(len, "again") == 5


@pytest.mark.parametrize("after", [0.0, 0.001, 0.005, 0.02, 0.05, 0.1, 0.2])
async def test_a_cancel_while_a_worker_starts_or_computes_leaves_no_process(cold: None, after: float) -> None:
    computing = asyncio.create_task(WorkerPool(1).run(time.sleep, 60))
    await asyncio.sleep(after)  # at any moment of the start
    computing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await computing
    assert worker_processes() == set()


async def test_a_repeated_cancel_leaves_no_process(cold: None) -> None:
    computing = asyncio.create_task(WorkerPool(1).run(time.sleep, 60))
    while not computing.done():
        await asyncio.sleep(0)
        computing.cancel()
    assert computing.cancelled() and worker_processes() == set()


async def test_waiting_calls_get_a_worker_after_another_call_was_cancelled() -> None:
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
        await workers.warm()
        assert len(worker_processes()) == 2
        unheard = asyncio.create_task(workers.run(time.sleep, 60))
        await asyncio.sleep(0.01)
        assert not unheard.done()

    asyncio.run(use())
    assert worker_processes() == set()
