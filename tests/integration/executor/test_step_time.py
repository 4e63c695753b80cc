"""The time limit of an executor step on a busy machine, with a real service, worker process and timer."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from opentelemetry import trace

from services.common.contract.activity import Phase, Progress
from services.common.contract.image_chat import ImageResult
from services.common.contract.note import ImagePlan, NoteImage, OverlayKind, OverlayPosition, PlannedText
from services.common.contract.requests import GenerateImage, PaintNoteImage
from services.common.contract.role import Role
from services.common.errors import ReflowError
from services.common.limits import Limits
from services.common.rpc import open_channel
from services.common.telemetry import start_telemetry
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from services.orchestrator.adapters.grpc_roles import Channels, GrpcRoles
from services.orchestrator.domain.workflow import Step
from services.orchestrator.engine.commands import Command, StepOutput
from services.orchestrator.engine.roles import CallOptions
from services.orchestrator.engine.step_attempt import StepAttempt
from tests.fixtures.network.sockets import socket_address
from tests.fixtures.systems.worker_processes import worker_processes

TIMEOUT = 2.0
TAKEN = 1.5 * TIMEOUT


@pytest.fixture
async def roles(tmp_path: Path) -> AsyncIterator[GrpcRoles]:
    with socket_address() as address:
        settings = ExecutorSettings(listen=address, blobs_url=(tmp_path / "blobs").as_uri(), workers=1)
        async with run_executor(settings, start_telemetry("test")), open_channel(address) as channel:
            yield GrpcRoles(Channels(channel, channel, channel, channel))


IMAGE = GenerateImage("a cat", "cat", None, 512, 512, 2, "")
PLAN = ImagePlan("image-1", "the cover", "a cat", "cat", "", (), 512, 512)
CAPTION = PlannedText("image-1", "A cat", OverlayPosition.TOP, OverlayKind.CAPTION)
NOTE_IMAGE = PaintNoteImage(PLAN, (CAPTION,), "", 2, "")


async def start(
    roles: GrpcRoles, number: int, side: int = 512, call: GenerateImage | PaintNoteImage | None = None
) -> "asyncio.Queue[Command]":
    """Start a step, by default of an image. It may take TIMEOUT seconds by the clock of the engine."""
    inbox: asyncio.Queue[Command] = asyncio.Queue()
    call = call or GenerateImage("a cat", "cat", None, side, side, number, "")
    options = CallOptions("run", "session", 1, "en", timeout=60)
    step = Step(f"executor-{number}", Role.EXECUTOR, call)
    StepAttempt(step, 1, TIMEOUT, inbox).start(roles, options, trace.get_tracer("test"))
    return inbox


async def receive(inbox: "asyncio.Queue[Command]") -> object:
    command = await asyncio.wait_for(inbox.get(), 60)
    assert isinstance(command, StepOutput)
    return command.output


async def receive_end(inbox: "asyncio.Queue[Command]") -> object:
    while not isinstance(output := await receive(inbox), ImageResult | NoteImage | ReflowError):
        pass
    return output


async def test_no_step_fails_when_its_worker_gets_no_cpu_for_longer_than_the_timeout(roles: GrpcRoles) -> None:
    inbox = await start(roles, 1)
    while not (isinstance(output := await receive(inbox), Progress) and output.phase is Phase.WORKING):
        assert not isinstance(output, ReflowError)
    (worker,) = worker_processes()
    os.kill(worker, signal.SIGSTOP)
    await asyncio.sleep(TAKEN)
    os.kill(worker, signal.SIGCONT)
    assert isinstance(await receive_end(inbox), ImageResult)


@pytest.mark.parametrize("call", [IMAGE, NOTE_IMAGE], ids=["image chat", "note"])
async def test_a_step_does_not_fail_because_it_waits_for_the_only_worker(
    roles: GrpcRoles, call: GenerateImage | PaintNoteImage
) -> None:
    first = await start(roles, 1)
    while not (isinstance(output := await receive(first), Progress) and output.phase is Phase.WORKING):
        pass
    (worker,) = worker_processes()
    os.kill(worker, signal.SIGSTOP)
    second = await start(roles, 2, call=call)
    await asyncio.sleep(TAKEN)
    os.kill(worker, signal.SIGCONT)
    assert isinstance(await receive_end(second), ImageResult | NoteImage)


async def test_the_limit_that_a_step_states_grows_with_the_pixels(roles: GrpcRoles) -> None:
    limits = []
    for number, side in enumerate((512, 2048), start=1):
        inbox = await start(roles, number, side)
        while not isinstance(output := await receive(inbox), ImageResult):
            assert not isinstance(output, ReflowError)
            if isinstance(output, Progress) and output.time_limit is not None:
                limits.append(output.time_limit)
    assert limits[0] >= Limits().executor_seconds and limits[1] == 4 * limits[0]
