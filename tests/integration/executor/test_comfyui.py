"""The ComfyUI provider against the fake server, over real HTTP and a real WebSocket."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import numpy as np
import pytest
from pydantic import SecretStr

from services.common.contract.activity import Usage
from services.common.errors import Code
from services.common.llm.configuration import Prices
from services.common.llm.endpoint import Endpoint, RealModelCall
from services.common.text.language import Language
from services.executor.adapters.comfyui.progress_listener import ProgressListener, listen
from services.executor.adapters.comfyui.task_client import derive_task_id
from services.executor.adapters.comfyui.workflow_files import load_workflows
from services.executor.domain.image_engine import ReceivedImage, Running
from tests.fixtures.services import sample_images
from tests.fixtures.services.comfyui_images import (
    CHECKPOINT,
    ProviderEvent,
    collect_events,
    engine,
    failure,
    fractions,
    make_provider,
    make_request,
    no_tasks,
    painted,
    pixels,
    shipped,
    submissions,
)
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.systems.eventually import eventually


@pytest.fixture
def comfyui(providers: FakeProviders) -> FakeProviders:
    return providers


@pytest.fixture
async def endpoint(comfyui: FakeProviders) -> AsyncIterator[Endpoint]:
    opened = Endpoint("comfyui", f"{comfyui.url}/comfyui", None, None, loopback_only=True)
    yield opened
    await opened.close()


async def test_an_image_of_the_prompt_has_the_size_nearest_to_the_requested_one(endpoint: Endpoint) -> None:
    cat = await painted(make_provider(endpoint).generate(make_request("cat", size=(70, 61))))
    dog = await painted(make_provider(endpoint).generate(make_request("dog", prompt="a dog", size=(70, 61))))
    assert cat.shape[:2] == (64, 72)
    assert not np.array_equal(cat, dog)


async def test_usage_comes_first_then_growing_progress_then_the_image(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.prompt", {"lasts": 1})
    events = await collect_events(make_provider(endpoint, prices=Prices(image=0.2)).generate(make_request()))
    assert events[0] == Usage("comfyui", CHECKPOINT, images=1, cost=0.2, currency="CNY")
    assert isinstance(events[-1], ReceivedImage)
    assert fractions(events) == sorted(set(fractions(events)))
    assert len(fractions(events)) >= 3
    assert fractions(events)[-1] >= 0.5
    assert len(events) == len(fractions(events)) + 2


async def test_inpainting_changes_the_masked_area_and_nothing_far_from_it(endpoint: Endpoint) -> None:
    image, mask = sample_images.encode_image(96, 64), sample_images.encode_mask(96, 64, (32, 16, 64, 48))
    after = await painted(make_provider(endpoint).edit(make_request(size=(96, 64)), image, mask))
    changed = np.any(after != pixels(image), axis=-1)
    assert changed[24:40, 40:56].all()
    assert not changed[:, :20].any()
    assert not changed[:, 76:].any()


async def test_an_image_with_sides_not_divisible_by_eight_is_not_shifted_by_inpainting(endpoint: Endpoint) -> None:
    image, mask = sample_images.encode_image(101, 67), sample_images.encode_mask(101, 67, (0, 0, 8, 8))
    after = await painted(make_provider(endpoint).edit(make_request(size=(101, 67)), image, mask))
    assert after.shape[:2] == (64, 104)
    middle = pixels(image)[67 // 2, 101 // 2].astype(int)
    assert np.abs(after[32, 52].astype(int) - middle).max() <= 12


async def test_inpainting_without_a_prompt_requests_content_that_fits_the_surroundings(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    image, mask = sample_images.encode_image(), sample_images.encode_mask()
    await collect_events(make_provider(endpoint).edit(make_request(prompt=""), image, mask))
    (submitted,) = comfyui.request_log("comfyui.prompt")
    assert "surroundings" in submitted["body"]["prompt"]["positive"]["inputs"]["text"]


async def test_a_request_with_the_same_key_after_a_crash_waits_for_the_submitted_task(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    crashed = make_provider(endpoint).generate(make_request())
    assert isinstance(await anext(crashed), Usage)  # and never reads again
    events = await collect_events(make_provider(endpoint).generate(make_request()))
    assert submissions(comfyui) == 1
    assert [type(one) for one in events if not isinstance(one, Running)] == [ReceivedImage]


async def test_a_finished_task_is_downloaded_and_not_repeated(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    first = await painted(make_provider(endpoint).generate(make_request()))
    again = await collect_events(make_provider(endpoint).generate(make_request()))
    assert submissions(comfyui) == 1
    assert len(again) == 1
    assert isinstance(again[0], ReceivedImage)
    assert np.array_equal(pixels(again[0].data), first)


async def test_an_id_that_the_server_chose_is_still_known_after_a_crash(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    chosen = "0b4c2b9e-6a0c-4a8e-9df1-3d6c3c0f2f11"
    comfyui.script("comfyui.prompt", {"answer": {"prompt_id": chosen}})
    tasks = no_tasks()
    crashed = make_provider(endpoint, tasks=tasks).generate(make_request())
    assert isinstance(await anext(crashed), Usage)
    assert await tasks.find("step") == chosen
    await collect_events(make_provider(endpoint, tasks=tasks).generate(make_request()))
    assert submissions(comfyui) == 1


def other_work(comfyui: FakeProviders) -> None:
    """Start a long task of another client."""
    comfyui.script("comfyui.prompt", {"lasts": 60})
    graph = shipped()
    graph["checkpoint"]["inputs"]["ckpt_name"] = CHECKPOINT
    comfyui.http.post("/comfyui/prompt", json={"prompt": graph}).raise_for_status()


def queue(comfyui: FakeProviders) -> tuple[int, int]:
    """Return the numbers of running and of pending tasks."""
    response = comfyui.http.get("/comfyui/queue").json()
    return len(response["queue_running"]), len(response["queue_pending"])


async def test_the_position_in_the_queue_is_reported(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    other_work(comfyui)
    async with aclosing(make_provider(endpoint).generate(make_request())) as events:
        assert isinstance(await anext(events), Usage)
        waiting = await anext(events)
        assert isinstance(waiting, Running)
        assert waiting.text is not None
        assert waiting.fraction == 0
        assert waiting.text.pick(Language.CHINESE) == "排队中，前面还有 1 个"
        assert waiting.text.pick(Language.ENGLISH) == "queued behind 1"


async def test_a_late_queue_state_does_not_lower_the_progress(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    ours = derive_task_id(endpoint.base_url, "home", "step")
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
    # Before the submission the queue does not have the task; then each response is an older state of the queue.
    comfyui.script("comfyui.queue", {"answer": {"queue_running": [], "queue_pending": []}}, *late)
    events = await collect_events(make_provider(endpoint).generate(make_request()))
    assert fractions(events) == sorted(fractions(events))
    assert fractions(events)[-1] > 0


async def cancelled(comfyui: FakeProviders, events: AsyncIterator[ProviderEvent], when: tuple[int, int]) -> None:
    """Cancel the reader of *events* as soon as the queue has the numbers *when*."""
    listening = asyncio.create_task(collect_events(events))
    await eventually(lambda: queue(comfyui) == when)
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening


async def test_cancelling_a_pending_task_removes_it_from_the_queue_and_no_other(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    other_work(comfyui)
    tasks = no_tasks()
    await cancelled(comfyui, make_provider(endpoint, tasks=tasks).generate(make_request()), (1, 1))
    assert queue(comfyui) == (1, 0)
    assert comfyui.request_log("comfyui.interrupt") == []
    assert await tasks.find("step") is None


async def test_cancelling_a_running_task_interrupts_it(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.prompt", {"lasts": 2})
    await cancelled(comfyui, make_provider(endpoint).generate(make_request()), (1, 0))
    assert queue(comfyui) == (0, 0)
    (submitted,) = comfyui.request_log("comfyui.prompt")
    interrupts = comfyui.request_log("comfyui.interrupt")
    assert {entry["body"]["prompt_id"] for entry in interrupts} == {submitted["body"]["prompt_id"]}


async def test_a_cancelled_request_is_generated_when_it_is_repeated(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.prompt", {"lasts": 2})
    await cancelled(comfyui, make_provider(endpoint).generate(make_request()), (1, 0))
    assert (await painted(make_provider(endpoint).generate(make_request()))).shape[:2] == (64, 64)


async def test_cancelling_during_the_submission_leaves_no_task(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.prompt", {"delay": 0.3, "lasts": 2})
    listening = asyncio.create_task(collect_events(make_provider(endpoint).generate(make_request())))
    await eventually(lambda: comfyui.request_log("comfyui.prompt"))
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening
    assert submissions(comfyui) == 1
    assert queue(comfyui) == (0, 0)


async def test_a_caller_that_closes_the_stream_cancels_the_task(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.prompt", {"lasts": 2})
    async with aclosing(make_provider(endpoint).generate(make_request())) as events:
        assert isinstance(await anext(events), Usage)
    assert queue(comfyui) == (0, 0)


async def test_a_failed_task_has_its_reason_and_is_repeated_by_the_next_attempt(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.prompt", {"ends": "server"})
    tasks = no_tasks()
    error = await failure(make_provider(endpoint, tasks=tasks).generate(make_request()))
    assert error.code is Code.EXECUTION_FAILED
    assert "KSampler sampler: torch.OutOfMemoryError: Allocation on device" in error.details
    assert await tasks.find("step") is None
    assert (await painted(make_provider(endpoint, tasks=tasks).generate(make_request()))).shape[:2] == (64, 64)


async def test_a_graph_that_the_server_rejects_is_not_retried(endpoint: Endpoint) -> None:
    workflows = load_workflows("home", engine(checkpoint="not-there.safetensors"))
    error = await failure(make_provider(endpoint, workflows=workflows).generate(make_request()))
    assert error.code is Code.LLM_REFUSED
    assert "CheckpointLoaderSimple checkpoint: Value not in list: ckpt_name: 'not-there.safetensors'" in error.details


async def test_a_broken_websocket_is_reconnected_and_the_image_comes(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.ws", {"cut_after": 6})
    comfyui.script("comfyui.prompt", {"lasts": 1})
    events = await collect_events(make_provider(endpoint).generate(make_request()))
    assert isinstance(events[-1], ReceivedImage)
    assert fractions(events)[-1] >= 0.5
    assert fractions(events) == sorted(set(fractions(events)))
    assert [entry["answered"] for entry in comfyui.request_log("comfyui.ws")][:2] == ["cut", "left"]


async def test_without_a_websocket_the_image_still_comes(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.ws", {"status": 403, "always": True})
    assert (await painted(make_provider(endpoint).generate(make_request()))).shape[:2] == (64, 64)


async def test_an_unreachable_server_is_a_failure_of_the_provider() -> None:
    gone = Endpoint("comfyui", "http://127.0.0.1:9", None, None, loopback_only=True)
    error = await failure(make_provider(gone).generate(make_request()))
    assert error.code is Code.LLM_API_ERROR
    await gone.close()


async def test_a_server_that_breaks_is_a_failure_of_the_provider(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.prompt", {"status": 502})
    error = await failure(make_provider(endpoint).generate(make_request()))
    assert error.code is Code.LLM_API_ERROR


async def test_a_key_that_the_server_repeats_is_in_no_error(comfyui: FakeProviders) -> None:
    key = "marked.0123456789"
    guarded = Endpoint(f"home-{key}", f"{comfyui.url}/comfyui", SecretStr(key), None, loopback_only=True)
    comfyui.script("comfyui.prompt", {"ends": "server"})
    failed = await failure(make_provider(guarded).generate(make_request()))
    broken = await failure(make_provider(guarded, max_bytes=50).generate(make_request("again")))
    await guarded.close()
    assert "OutOfMemoryError" in failed.details and "more than 50 bytes" in broken.details
    assert key not in failed.details + broken.details


async def test_a_task_lost_by_the_server_is_reported_and_repeated_by_the_next_attempt(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.prompt", {"lost": True})
    error = await failure(make_provider(endpoint).generate(make_request()))
    assert error.code is Code.EXECUTION_FAILED
    assert (await painted(make_provider(endpoint).generate(make_request()))).shape[:2] == (64, 64)


async def test_an_image_that_the_server_removed_is_generated_again_by_the_next_attempt(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.view", {"lost": True})
    error = await failure(make_provider(endpoint).generate(make_request()))
    assert error.code is Code.EXECUTION_FAILED
    await collect_events(make_provider(endpoint).generate(make_request()))
    assert submissions(comfyui) == 2


async def test_a_task_at_its_deadline_is_left_to_the_next_attempt(endpoint: Endpoint, comfyui: FakeProviders) -> None:
    comfyui.script("comfyui.prompt", {"lasts": 1})
    error = await failure(make_provider(endpoint).generate(make_request(seconds=0.5)))
    assert error.code is Code.EXECUTION_TIMEOUT
    assert (await painted(make_provider(endpoint).generate(make_request()))).shape[:2] == (64, 64)
    assert submissions(comfyui) == 1


async def test_a_server_that_never_answers_is_abandoned_at_the_deadline(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    comfyui.script("comfyui.history", {"hang": True})
    assert (await failure(make_provider(endpoint).generate(make_request(seconds=0.3)))).code is Code.EXECUTION_TIMEOUT


async def test_more_bytes_than_the_limit_of_an_image_are_not_read(endpoint: Endpoint) -> None:
    error = await failure(make_provider(endpoint, max_bytes=50).generate(make_request()))
    assert error.code is Code.LLM_API_ERROR
    assert "more than 50 bytes" in error.details


async def test_a_custom_graph_is_executed_and_its_named_image_returned(
    endpoint: Endpoint, comfyui: FakeProviders, tmp_path: Path
) -> None:
    graph = shipped()
    graph["checkpoint"] = {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "fake-sdxl.safetensors"}}
    graph["kept"] = {"class_type": "SaveImage", "inputs": {"images": ["decoded", 0], "filename_prefix": "mine"}}
    path = tmp_path / "own.json"
    path.write_text(json.dumps(graph), encoding="utf-8")
    workflows = load_workflows("home", engine(generate_workflow=str(path)))
    await collect_events(make_provider(endpoint, workflows=workflows).generate(make_request()))
    (submitted,) = comfyui.request_log("comfyui.prompt")
    assert submitted["body"]["prompt"]["checkpoint"] == graph["checkpoint"]
    (viewed,) = comfyui.request_log("comfyui.view")
    assert viewed["body"]["type"] == "temp"


async def test_where_only_loopback_is_allowed_no_other_server_is_called() -> None:
    elsewhere = Endpoint("comfyui", "http://192.0.2.1:8188", None, None, loopback_only=True)
    with pytest.raises(RealModelCall):
        await collect_events(make_provider(elsewhere).generate(make_request()))
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
        async with listen(endpoint, "client", ProgressListener("work", frozenset()), pause=0.01):
            await eventually(lambda: len(knocks) >= 3)
        await endpoint.close()
    assert strayed == []


def _port(server: asyncio.Server) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port
