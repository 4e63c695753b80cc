"""Every RPC of every service, with random messages: each response is a result or a clear rejection.

`REFLOW_FUZZ_SEED=N` repeats the calls of a failed run; `REFLOW_FUZZ_SECONDS` sets the duration.
"""

import asyncio
import os
import random
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc
import pytest

from services.cli.session.announcement import find_running
from services.common.rpc import open_channel
from services.common.rpc.validation import validate
from tests.fixtures.fuzzer.calls import FuzzedCall, generate_calls, list_methods
from tests.fixtures.fuzzer.messages import MessageFactory
from tests.fixtures.services.sample_images import encode_image, encode_mask
from tests.fixtures.systems.command_line import PATIENT
from tests.fixtures.systems.system import System, running

SECONDS = float(os.environ.get("REFLOW_FUZZ_SECONDS") or (60 if "CI" in os.environ else 10))
# CI repeats the same calls, so that a new failure comes from the change under test; other runs generate new calls.
CI_SEED = 722_400
CONCURRENT_CALLS = 6
# The queue is small, so that calls also meet a full one; long time limits allow for a busy machine.
LIMITS = PATIENT | {"REFLOW_LIMITS__RUNNING": "4", "REFLOW_LIMITS__WAITING": "8", "REFLOW_LIMITS__RETRY_PACE": "0.01"}

Known = Mapping[str, Sequence[Any]]


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """A separate system: the data that these calls store would disturb other tests."""
    with running(tmp_path_factory.mktemp("fuzzed"), **LIMITS) as system:
        yield system


@pytest.fixture(scope="module")
def known(fuzzed: System) -> Known:
    """Values that exist in the system, by the names of fields."""
    image = fuzzed.http.post("/api/assets", content=encode_image(), headers={"Content-Type": "image/png"}).json()
    image_id = image["assetId"]
    png = {"Content-Type": "image/png"}
    mask = fuzzed.http.post(f"/api/assets/{image_id}/masks", content=encode_mask(), headers=png).json()
    with fuzzed.http.stream(
        "POST", "/api/agent/stream", json={"message": "写一篇春游攻略", "background": True}
    ) as note:
        run_id, session_id = note.headers["X-Run-Id"], note.headers["X-Session-Id"]
        assert "workflow_paused" in note.read().decode()
    graph = fuzzed.http.post("/api/graphs", json={"nodes": {"n1": {"type": "core:TextToImage"}}, "edges": {}}).json()
    return {
        "graph_id": (graph["graphId"], str(uuid.UUID(int=0)), "no-uuid"),
        "content": (b'{"nodes": {"n1": {"type": "core:TextToImage"}}, "edges": {}}', b"{}", b"[[[[", b"null"),
        "operations": (
            b'[{"op": "add", "path": "/nodes/-", "value": {"type": "core:TextToImage"}}]',
            b'[{"op": "remove", "path": "/nodes/n1"}]',
            b'[{"op": "test", "path": "/__proto__/x", "value": 1}]',
            b"[]",
        ),
        "asset_id": (image_id, mask["assetId"]),
        "asset_ids": (image_id,),
        "reference_asset_ids": (image_id,),
        "image_asset_id": (image_id,),
        "source_asset_id": (image_id,),
        "mask_asset_id": (mask["assetId"],),
        "run_id": (run_id, str(uuid.UUID(int=0)), "no-uuid"),
        "creative_id": (run_id,),
        "session_id": (session_id, "fuzz-1", "fuzz-2"),
        "thread_id": (session_id,),
        "request_id": ("again", "", str(uuid.UUID(int=1))),
        "url": (
            "http://127.0.0.1:1/a.png",
            "file:///etc/passwd",
            "http://0x7f.1/",
            "https://no-such-host.invalid/a.png",
        ),
        "style": ("水墨", "cyberpunk"),
        "name": ("note-writer", "guide"),
        "text": ("画一只水墨猫", "make it brighter", "写一篇春游攻略", "2 杯咖啡"),
        "medium": ("flat", "ink_wash"),
        "locale": ("zh", "en"),
        "content_type": ("guide", "", "list"),
        "page_token": ("",),
        "preferred_model": ("", "builtin"),
        "model": ("builtin",),
        "published": ("2026-02-28",),
        "tags": ("春游", "#tag"),
        "topics": ("旅行",),
        "titles": ("{topic}",),
        "width": (64, 96, 0),
        "height": (64, 96, 0),
        "method": ("/reflow.v1.PlannerService/ParseIntent", "/reflow.v1.PlannerService/PlanTask"),
        "chunk": (encode_image(), encode_image(kind="JPEG"), encode_mask()),
    }


def test_messages_without_broken_fields_are_valid_by_the_contract() -> None:
    """Fuzzed messages pass validation; otherwise no code behind it would be tested."""
    factory = MessageFactory(random.Random(1), {})
    for method in list_methods():
        for _ in range(20):
            validate(factory.build(method.input_type))


async def test_every_message_is_answered_or_rejected_and_the_services_continue(fuzzed: System, known: Known) -> None:
    seed = int(os.environ.get("REFLOW_FUZZ_SEED") or (CI_SEED if "CI" in os.environ else random.randrange(1_000_000)))
    print(f"REFLOW_FUZZ_SEED={seed}")  # noqa: T201  # pytest shows it where the test fails
    async with AsyncExitStack() as stack:
        channels = await open_channels(fuzzed.data, stack)
        statuses, faults = await make_calls(generate_calls(seed, known), channels)
    assert not faults, f"REFLOW_FUZZ_SEED={seed}: {len(faults)} faults\n" + "\n\n".join(faults[:20])
    assert {path for path, _ in statuses} == {FuzzedCall(method, ()).path for method in list_methods()}
    assert fuzzed.process.poll() is None
    assert fuzzed.http.get("/readyz").json()["status"] == "ready"
    rates = fuzzed.http.get("/api/errors").json()
    assert "UNKNOWN_ERROR" not in {rate["code"] for rate in rates["rates"]}
    assert fuzzed.chat({"text": "a cat", "width": 64, "height": 64})[-1].type == "stream_end"


async def open_channels(data: Path, stack: AsyncExitStack) -> Mapping[str, grpc.aio.Channel]:
    """Return a channel to each service of the system on *data*, by the name of the gRPC service."""
    addresses = find_running(data)
    assert addresses is not None
    folder = addresses.orchestrator.removesuffix("orchestrator")
    hosts = {
        "orchestrator": (
            "OrchestratorService",
            "CreativeService",
            "GraphService",
            "ToolService",
            "WebhookService",
            "ScheduleService",
        ),
        "executor": ("ExecutorService", "AssetService", "WebhookSenderService"),
        "rag": ("RagService", "KnowledgeService", "NoteService", "PromptService", "NodeService"),
        "planner": ("PlannerService", "CallService"),  # every host serves CallService
        "critic": ("CriticService",),
    }
    channels = {}
    for host, services in hosts.items():
        channel = await stack.enter_async_context(open_channel(folder + host))
        channels.update(dict.fromkeys(services, channel))
    return channels


async def make_calls(
    calls: Iterator[FuzzedCall], channels: Mapping[str, grpc.aio.Channel]
) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Send *calls* until time is over and each RPC was called; return the number of each outcome, and the faults."""
    statuses, faults = Counter[tuple[str, str]](), list[str]()
    end, missing = time.monotonic() + SECONDS, {FuzzedCall(method, ()).path for method in list_methods()}

    async def work() -> None:
        while time.monotonic() < end or missing:
            call = next(calls)
            missing.discard(call.path)
            status, fault = await call.outcome(channels[call.method.containing_service.name])
            statuses[call.path, status.name] += 1
            if fault:
                faults.append(f"{fault}\n{call}")

    async with asyncio.TaskGroup() as group:
        for _ in range(CONCURRENT_CALLS):
            group.create_task(work())
    return statuses, faults
