"""Whole graphs on a ComfyUI server, against the fake provider."""

import time
from collections.abc import AsyncIterator

import pytest

from services.common.llm.configuration import Prices
from services.common.llm.endpoint import Endpoint
from services.executor.adapters.comfyui.graph_server import ComfyUiGraphServer
from services.executor.domain.graph_server import NodeFinished, NodeImage, NodeStarted
from services.executor.domain.image_engine import TaskStore
from tests.fixtures.services.comfyui_images import CHECKPOINT, PACE, no_tasks, pixels, shipped, submissions
from tests.fixtures.services.providers import FakeProviders


@pytest.fixture
def comfyui(providers: FakeProviders) -> FakeProviders:
    return providers


@pytest.fixture
async def endpoint(comfyui: FakeProviders) -> AsyncIterator[Endpoint]:
    opened = Endpoint("comfyui", f"{comfyui.url}/comfyui", None, None, loopback_only=True)
    yield opened
    await opened.close()


def graph_server(endpoint: Endpoint, tasks: TaskStore) -> ComfyUiGraphServer:
    """Return a server for whole graphs, as a new process would create it."""
    return ComfyUiGraphServer(
        "home", endpoint, tasks, Prices(), clock=time.monotonic, max_bytes=20_000_000, intervals=PACE
    )


async def test_a_whole_graph_reports_each_node_and_a_second_attempt_finds_its_task(
    endpoint: Endpoint, comfyui: FakeProviders
) -> None:
    graph, tasks = shipped(), no_tasks()
    graph["checkpoint"]["inputs"]["ckpt_name"] = CHECKPOINT
    events = [one async for one in graph_server(endpoint, tasks).execute(graph, "step", time.monotonic() + 30)]
    for kind in (NodeStarted, NodeFinished):
        assert sorted(one.node_id for one in events if isinstance(one, kind)) == sorted(graph)
    (image,) = [one for one in events if isinstance(one, NodeImage)]
    assert pixels(image.data).size
    again = [one async for one in graph_server(endpoint, tasks).execute(graph, "step", time.monotonic() + 30)]
    assert [one.data for one in again if isinstance(one, NodeImage)] == [image.data]
    assert submissions(comfyui) == 1
