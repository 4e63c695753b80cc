"""The ComfyUI source against the fake server, over real HTTP and a real WebSocket."""

import asyncio
import io
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from services.common.blobs import open_blob_store
from services.common.errors import Code, ReflowError
from services.common.language import Language
from services.common.models.configuration import ImageEngineModel, Prices
from services.common.models.endpoint import Endpoint, RealModelCall
from services.common.models.values import Spent
from services.executor.adapters.comfyui.graphs import Graphs, read_graphs
from services.executor.adapters.comfyui.listening import Listener, listening
from services.executor.adapters.comfyui.source import ComfyUiImages, Pace, work_id
from services.executor.adapters.tasks import BlobTasks
from services.executor.engines import Order, Received, Tasks, Waiting, Working
from tests.fixtures import pictures
from tests.fixtures.eventually import eventually
from tests.fixtures.providers import FakeProviders, fake_providers

Told = Waiting | Working | Spent | Received
CHECKPOINT = "fake.safetensors"
PACE = Pace(look=0.1, listen_again=0.05, grace=3.0)


def engine(**said: Any) -> ImageEngineModel:
    return ImageEngineModel.model_validate(
        {"kind": "comfyui", "base_url": "http://127.0.0.1:8188", "checkpoint": CHECKPOINT, "steps": 8, **said}
    )


@pytest.fixture(scope="module")
def providers() -> Iterator[FakeProviders]:
    with fake_providers() as running:
        yield running


@pytest.fixture
def comfyui(providers: FakeProviders) -> FakeProviders:
    providers.reset()
    return providers


@pytest.fixture
async def endpoint(comfyui: FakeProviders) -> AsyncIterator[Endpoint]:
    opened = Endpoint("comfyui", f"{comfyui.url}/comfyui", None, None, loopback_only=True)
    yield opened
    await opened.close()


def no_tasks() -> Tasks:
    return BlobTasks(open_blob_store("memory:///"), "home")


def source(
    endpoint: Endpoint,
    *,
    tasks: Tasks | None = None,
    graphs: Graphs | None = None,
    prices: Prices | None = None,
    most_bytes: int = 20_000_000,
) -> ComfyUiImages:
    """Return a source of its own, as another process would have it."""
    return ComfyUiImages(
        "home",
        graphs or read_graphs("home", engine()),
        endpoint,
        tasks or no_tasks(),
        prices or Prices(),
        clock=time.monotonic,
        most_bytes=most_bytes,
        pace=PACE,
    )


def order(key: str = "step", *, prompt: str = "a cat", seconds: float = 20, size: tuple[int, int] = (64, 64)) -> Order:
    width, height = size
    deadline = time.monotonic() + seconds
    return Order(prompt, "cat", None, width, height, seed=7, idempotency_key=key, deadline=deadline)


async def everything(told: AsyncIterator[Told]) -> list[Told]:
    return [one async for one in told]


async def painted(told: AsyncIterator[Told]) -> npt.NDArray[np.uint8]:
    return pixels(next(one.data for one in await everything(told) if isinstance(one, Received)))


def pixels(png: bytes) -> npt.NDArray[np.uint8]:
    with Image.open(io.BytesIO(png)) as opened:
        return np.asarray(opened.convert("RGB"))


async def failure(told: AsyncIterator[Told]) -> ReflowError:
    with pytest.raises(ReflowError) as raised:
        await everything(told)
    return raised.value


def fractions(told: list[Told]) -> list[float]:
    return [one.fraction for one in told if isinstance(one, Working)]


def submissions(comfyui: FakeProviders) -> int:
    return len(comfyui.paid("comfyui.prompt"))


async def test_a_picture_of_the_words_comes_in_the_size_nearest_to_the_one_ordered(endpoint: Endpoint) -> None:
    cat = await painted(source(endpoint).generate(order("cat", size=(70, 61))))
    dog = await painted(source(endpoint).generate(order("dog", prompt="a dog", size=(70, 61))))
    assert cat.shape[:2] == (64, 72)
    assert not np.array_equal(cat, dog)


async def test_the_spending_comes_first_then_progress_that_only_grows_then_the_picture(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.prompt", {"lasts": 1})
    told = await everything(source(endpoint, prices=Prices(image=0.2)).generate(order()))
    assert told[0] == Spent("comfyui", CHECKPOINT, images=1, cost=0.2, currency="CNY")
    assert isinstance(told[-1], Received)
    assert fractions(told) == sorted(set(fractions(told)))
    assert len(fractions(told)) >= 3
    assert fractions(told)[-1] >= 0.5
    assert len(told) == len(fractions(told)) + 2


async def test_a_repaint_changes_what_is_masked_and_nothing_far_from_it(endpoint: Endpoint) -> None:
    picture, mask = pictures.picture(96, 64), pictures.mask(96, 64, (32, 16, 64, 48))
    after = await painted(source(endpoint).edit(order(size=(96, 64)), picture, mask))
    changed = np.any(after != pixels(picture), axis=-1)
    assert changed[24:40, 40:56].all()
    assert not changed[:, :20].any()
    assert not changed[:, 76:].any()


async def test_a_picture_whose_sides_are_no_multiples_of_eight_is_not_moved_by_a_repaint(endpoint: Endpoint) -> None:
    picture, mask = pictures.picture(101, 67), pictures.mask(101, 67, (0, 0, 8, 8))
    after = await painted(source(endpoint).edit(order(size=(101, 67)), picture, mask))
    assert after.shape[:2] == (64, 104)
    middle = pixels(picture)[67 // 2, 101 // 2].astype(int)
    assert np.abs(after[32, 52].astype(int) - middle).max() <= 12


async def test_a_repaint_without_words_asks_for_what_fits_the_surroundings(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    picture, mask = pictures.picture(), pictures.mask()
    await everything(source(endpoint).edit(order(prompt=""), picture, mask))
    (submitted,) = comfyui.journal("comfyui.prompt")
    assert "surroundings" in submitted["body"]["prompt"]["positive"]["inputs"]["text"]


async def test_who_comes_back_with_the_key_after_a_crash_waits_for_the_work_that_was_submitted(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    crashed = source(endpoint).generate(order())
    assert isinstance(await anext(crashed), Spent)  # and never listens again
    told = await everything(source(endpoint).generate(order()))
    assert submissions(comfyui) == 1
    assert [type(one) for one in told if not isinstance(one, Working)] == [Received]


async def test_work_that_is_done_already_is_fetched_and_not_made_again(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    first = await painted(source(endpoint).generate(order()))
    again = await everything(source(endpoint).generate(order()))
    assert submissions(comfyui) == 1
    assert len(again) == 1
    assert isinstance(again[0], Received)
    assert np.array_equal(pixels(again[0].data), first)


async def test_an_id_that_the_server_chose_itself_is_remembered_beyond_a_crash(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    chosen = "0b4c2b9e-6a0c-4a8e-9df1-3d6c3c0f2f11"
    comfyui.script("comfyui.prompt", {"answer": {"prompt_id": chosen}})
    tasks = no_tasks()
    crashed = source(endpoint, tasks=tasks).generate(order())
    assert isinstance(await anext(crashed), Spent)
    assert await tasks.find("step") == chosen
    await everything(source(endpoint, tasks=tasks).generate(order()))
    assert submissions(comfyui) == 1


def other_work(comfyui: FakeProviders) -> None:
    """Have somebody else's work run for a long while."""
    comfyui.script("comfyui.prompt", {"lasts": 60})
    graph = shipped()
    graph["checkpoint"]["inputs"]["ckpt_name"] = CHECKPOINT
    comfyui.http.post("/comfyui/prompt", json={"prompt": graph}).raise_for_status()


def shipped() -> dict[str, Any]:
    text = (files("services.executor.adapters.comfyui") / "generate.json").read_text(encoding="utf-8")
    graph: dict[str, Any] = json.loads(text)
    return graph


def queue(comfyui: FakeProviders) -> tuple[int, int]:
    """Return how many run and how many wait."""
    answer = comfyui.http.get("/comfyui/queue").json()
    return len(answer["queue_running"]), len(answer["queue_pending"])


async def test_waiting_in_the_queue_is_told_with_how_many_come_first(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    other_work(comfyui)
    async with aclosing(source(endpoint).generate(order())) as told:
        assert isinstance(await anext(told), Spent)
        waiting = await anext(told)
        assert isinstance(waiting, Working)
        assert waiting.text is not None
        assert waiting.fraction == 0
        assert waiting.text.pick(Language.CHINESE) == "排队中，前面还有 1 个"
        assert waiting.text.pick(Language.ENGLISH) == "queued behind 1"


async def test_a_queue_that_is_told_late_does_not_take_progress_back(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    ours = work_id(endpoint.base_url, "home", "step")
    late = [
        {
            "answer": {
                "queue_running": [],
                "queue_pending": [[number, "others"] for number in range(ahead)] + [[9, ours]],
            }
        }
        for ahead in (5, 4, 3, 2, 1)
    ]
    comfyui.script("comfyui.prompt", {"lasts": 1.5})
    # Before it is submitted it is nowhere; then the queue is told as it was some moments ago.
    comfyui.script("comfyui.queue", {"answer": {"queue_running": [], "queue_pending": []}}, *late)
    told = await everything(source(endpoint).generate(order()))
    assert fractions(told) == sorted(fractions(told))
    assert fractions(told)[-1] > 0


async def cancelled(comfyui: FakeProviders, told: AsyncIterator[Told], when: tuple[int, int]) -> None:
    """Cancel who listens to *told* once the queue looks like *when*."""
    listening = asyncio.create_task(everything(told))
    await eventually(lambda: queue(comfyui) == when)
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening


async def test_cancelling_what_waits_takes_it_out_of_the_queue_and_leaves_the_others_alone(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    other_work(comfyui)
    tasks = no_tasks()
    await cancelled(comfyui, source(endpoint, tasks=tasks).generate(order()), (1, 1))
    assert queue(comfyui) == (1, 0)
    assert comfyui.journal("comfyui.interrupt") == []
    assert await tasks.find("step") is None


async def test_cancelling_what_runs_interrupts_it(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.prompt", {"lasts": 2})
    await cancelled(comfyui, source(endpoint).generate(order()), (1, 0))
    assert queue(comfyui) == (0, 0)
    (submitted,) = comfyui.journal("comfyui.prompt")
    interrupts = comfyui.journal("comfyui.interrupt")
    assert {entry["body"]["prompt_id"] for entry in interrupts} == {submitted["body"]["prompt_id"]}


async def test_what_was_cancelled_is_made_when_it_is_asked_for_again(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.prompt", {"lasts": 2})
    await cancelled(comfyui, source(endpoint).generate(order()), (1, 0))
    assert (await painted(source(endpoint).generate(order()))).shape[:2] == (64, 64)


async def test_cancelling_in_the_middle_of_the_submission_leaves_no_work_behind(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.prompt", {"delay": 0.3, "lasts": 2})
    listening = asyncio.create_task(everything(source(endpoint).generate(order())))
    await eventually(lambda: comfyui.journal("comfyui.prompt"))
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening
    assert submissions(comfyui) == 1
    assert queue(comfyui) == (0, 0)


async def test_a_caller_that_stops_listening_stops_the_work(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.prompt", {"lasts": 2})
    async with aclosing(source(endpoint).generate(order())) as told:
        assert isinstance(await anext(told), Spent)
    assert queue(comfyui) == (0, 0)


async def test_work_that_fails_says_why_and_is_made_anew_by_another_try(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.prompt", {"ends": "server"})
    tasks = no_tasks()
    error = await failure(source(endpoint, tasks=tasks).generate(order()))
    assert error.code is Code.EXECUTION_FAILED
    assert "KSampler sampler: torch.OutOfMemoryError: Allocation on device" in error.details
    assert await tasks.find("step") is None
    assert (await painted(source(endpoint, tasks=tasks).generate(order()))).shape[:2] == (64, 64)


async def test_a_graph_that_the_server_does_not_take_is_refused_for_good(endpoint: Endpoint) -> None:
    graphs = read_graphs("home", engine(checkpoint="not-there.safetensors"))
    error = await failure(source(endpoint, graphs=graphs).generate(order()))
    assert error.code is Code.LLM_REFUSED
    assert "CheckpointLoaderSimple checkpoint: Value not in list: ckpt_name: 'not-there.safetensors'" in error.details


async def test_a_websocket_that_is_cut_is_made_again_and_the_picture_comes(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.ws", {"cut_after": 6})
    comfyui.script("comfyui.prompt", {"lasts": 1})
    told = await everything(source(endpoint).generate(order()))
    assert isinstance(told[-1], Received)
    assert fractions(told)[-1] >= 0.5
    assert fractions(told) == sorted(set(fractions(told)))
    assert [entry["answered"] for entry in comfyui.journal("comfyui.ws")][:2] == ["cut", "left"]


async def test_without_any_websocket_the_picture_comes_all_the_same(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.ws", {"status": 403, "always": True})
    assert (await painted(source(endpoint).generate(order()))).shape[:2] == (64, 64)


async def test_a_server_that_is_not_there_is_a_failure_of_the_provider() -> None:
    gone = Endpoint("comfyui", "http://127.0.0.1:9", None, None, loopback_only=True)
    error = await failure(source(gone).generate(order()))
    assert error.code is Code.LLM_API_ERROR
    await gone.close()


async def test_a_server_that_breaks_is_a_failure_of_the_provider(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.prompt", {"status": 502})
    error = await failure(source(endpoint).generate(order()))
    assert error.code is Code.LLM_API_ERROR


async def test_a_server_that_forgot_the_work_is_told_and_asked_anew_by_another_try(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.prompt", {"lost": True})
    error = await failure(source(endpoint).generate(order()))
    assert error.code is Code.EXECUTION_FAILED
    assert (await painted(source(endpoint).generate(order()))).shape[:2] == (64, 64)


async def test_a_picture_that_the_server_removed_is_made_anew_by_another_try(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.view", {"lost": True})
    error = await failure(source(endpoint).generate(order()))
    assert error.code is Code.EXECUTION_FAILED
    await everything(source(endpoint).generate(order()))
    assert submissions(comfyui) == 2


async def test_at_the_deadline_the_work_is_left_for_the_next_try(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.prompt", {"lasts": 1})
    error = await failure(source(endpoint).generate(order(seconds=0.5)))
    assert error.code is Code.EXECUTION_TIMEOUT
    assert (await painted(source(endpoint).generate(order()))).shape[:2] == (64, 64)
    assert submissions(comfyui) == 1


async def test_a_server_that_never_answers_is_given_up_at_the_deadline(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.history", {"hang": True})
    assert (await failure(source(endpoint).generate(order(seconds=0.3)))).code is Code.EXECUTION_TIMEOUT


async def test_more_bytes_than_a_picture_may_have_are_not_read(endpoint: Endpoint) -> None:
    error = await failure(source(endpoint, most_bytes=50).generate(order()))
    assert error.code is Code.LLM_API_ERROR
    assert "more than 50 bytes" in error.details


async def test_a_graph_of_ones_own_is_run_and_its_marked_picture_taken(
    endpoint: Endpoint, comfyui: FakeProviders, tmp_path: Path
) -> None:
    graph = shipped()
    graph["checkpoint"] = {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "fake-sdxl.safetensors"}}
    graph["kept"] = {"class_type": "SaveImage", "inputs": {"images": ["decoded", 0], "filename_prefix": "mine"}}
    path = tmp_path / "own.json"
    path.write_text(json.dumps(graph), encoding="utf-8")
    graphs = read_graphs("home", engine(generate_workflow=str(path)))
    await everything(source(endpoint, graphs=graphs).generate(order()))
    (submitted,) = comfyui.journal("comfyui.prompt")
    assert submitted["body"]["prompt"]["checkpoint"] == graph["checkpoint"]
    (viewed,) = comfyui.journal("comfyui.view")
    assert viewed["body"]["type"] == "temp"


async def test_where_only_this_machine_may_be_asked_no_other_server_is() -> None:
    elsewhere = Endpoint("comfyui", "http://192.0.2.1:8188", None, None, loopback_only=True)
    with pytest.raises(RealModelCall):
        await everything(source(elsewhere).generate(order()))
    await elsewhere.close()


async def test_a_websocket_that_leads_elsewhere_is_not_followed() -> None:
    knocks: list[bool] = []
    strayed: list[bool] = []

    async def elsewhere(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        strayed.append(True)
        writer.close()

    async def redirecting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        location = f"ws://127.0.0.1:{_port(trap)}/ws"
        writer.write(f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        knocks.append(True)

    async with (
        await asyncio.start_server(elsewhere, "127.0.0.1", 0) as trap,
        await asyncio.start_server(redirecting, "127.0.0.1", 0) as server,
    ):
        endpoint = Endpoint("comfyui", f"http://127.0.0.1:{_port(server)}", None, None, loopback_only=True)
        async with listening(endpoint, "client", Listener("work", frozenset()), pause=0.01):
            await eventually(lambda: len(knocks) >= 3)
        await endpoint.close()
    assert strayed == []


def _port(server: asyncio.Server) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port
