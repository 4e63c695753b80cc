"""An executor that serves texts and images of notes over gRPC, with fake providers where configured."""

import hashlib
import io
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import grpc
import numpy as np
import pytest
from google.protobuf import json_format
from PIL import Image
from reflow.v1 import assets_pb2, assets_pb2_grpc, executor_pb2, executor_pb2_grpc, note_workflow_pb2, steps_pb2

from services.common.errors import ReflowError
from services.common.errors.wire import from_rpc_error
from services.common.images.arrays import Pixels
from services.common.limits import Limits
from services.common.rpc import open_channel
from services.common.settings import Environment
from services.common.telemetry import start_telemetry
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from tests.fixtures.network.sockets import socket_address
from tests.fixtures.services.providers import KEYS, FakeProviders

SIZE = (240, 320)


@dataclass
class Transcript:
    """The responses of one call, and its error."""

    responses: list[Any] = field(default_factory=list)
    error: ReflowError | None = None

    @property
    def activities(self) -> list[steps_pb2.Activity]:
        return [response.activity for response in self.responses if response.HasField("activity")]

    @property
    def messages(self) -> list[str]:
        return [activity.message.text for activity in self.activities if activity.HasField("message")]

    @property
    def usage(self) -> list[steps_pb2.Usage]:
        return [activity.usage for activity in self.activities if activity.HasField("usage")]

    @property
    def progress(self) -> list[steps_pb2.Progress]:
        return [activity.progress for activity in self.activities if activity.HasField("progress")]

    @property
    def calls(self) -> list[steps_pb2.ToolCall]:
        return [activity.tool_call for activity in self.activities if activity.HasField("tool_call")]

    @property
    def answers(self) -> list[steps_pb2.ToolResult]:
        return [activity.tool_result for activity in self.activities if activity.HasField("tool_result")]

    @property
    def content(self) -> note_workflow_pb2.NoteContent:
        assert self.error is None, f"{self.error!r}: {self.error.details}"
        content: note_workflow_pb2.NoteContent = self.responses[-1].content
        return content

    @property
    def note_image(self) -> executor_pb2.NoteImage:
        assert self.error is None, f"{self.error!r}: {self.error.details}"
        image: executor_pb2.NoteImage = self.responses[-1].note_image
        return image


class Executor:
    """An executor over gRPC, and the folder of its images."""

    def __init__(self, channel: grpc.aio.Channel, folder: Path) -> None:
        self._stub: Any = executor_pb2_grpc.ExecutorServiceStub(channel)
        self._assets: assets_pb2_grpc.AssetServiceAsyncStub = assets_pb2_grpc.AssetServiceStub(channel)
        self.folder = folder

    async def write(self, *, locale: str = "zh", key: str = "run-1/writer-1", **fields: Any) -> Transcript:
        """Return all responses of WriteNote, even if the call fails."""
        context = _context(key, locale, fields.pop("builtin_context", False))
        given = {"brief": note_workflow_pb2.Brief(topic="春游", content_type="guide")} | fields
        return await _collect(self._stub.WriteNote(executor_pb2.WriteNoteRequest(context=context, **given), timeout=30))

    def painting(self, *, locale: str = "zh", key: str = "run-1/image-1", **fields: Any) -> Any:
        """Return the running call of PaintNoteImage."""
        context = _context(key, locale, fields.pop("builtin_context", False))
        request = executor_pb2.PaintNoteImageRequest(context=context, **({"plan": plan()} | fields))
        return self._stub.PaintNoteImage(request, timeout=60)

    async def paint(self, **fields: Any) -> Transcript:
        """Return all responses of PaintNoteImage, even if the call fails."""
        return await _collect(self.painting(**fields))

    async def import_image(self, png: bytes) -> str:
        """Import an image and return its id."""

        async def chunks() -> AsyncIterator[assets_pb2.ImportImageRequest]:
            yield assets_pb2.ImportImageRequest(chunk=png)

        return (await self._assets.ImportImage(chunks())).asset.asset_id

    def forget(self, key: str) -> None:
        """Put the store into the state after a crash before the end of the step *key*."""
        path = hashlib.sha256(f"{key}\nPaintNoteImage".encode()).hexdigest()
        (record,) = self.folder.rglob(f"steps/{path}")
        record.unlink()

    def pixels(self, asset_id: str) -> Pixels:
        """Return the pixels of a stored image."""
        (file,) = self.folder.rglob(f"{asset_id}.png")
        return np.asarray(Image.open(io.BytesIO(file.read_bytes())).convert("RGB"))


class Serving(Protocol):
    """Serves an executor until the context ends."""

    def __call__(
        self, *, models: Path | None = None, workers: int = 1, limits: Mapping[str, float] = {}
    ) -> AbstractAsyncContextManager[Executor]: ...


@pytest.fixture
def serving(tmp_path: Path) -> Serving:
    @asynccontextmanager
    async def served(
        *, models: Path | None = None, workers: int = 1, limits: Mapping[str, float] = {}
    ) -> AsyncIterator[Executor]:
        with socket_address() as address:
            settings = ExecutorSettings(
                listen=address,
                blobs_url=(tmp_path / "blobs").as_uri(),
                workers=workers,
                environment=Environment.DEVELOPMENT,
                models=str(models or ""),
                limits=Limits.model_validate(limits),
                model_calls="loopback",
            )
            telemetry = start_telemetry("test")
            async with run_executor(settings, telemetry), open_channel(address) as channel:
                yield Executor(channel, tmp_path)
            telemetry.shutdown()

    return served


@pytest.fixture
def fake(providers: FakeProviders, monkeypatch: pytest.MonkeyPatch) -> FakeProviders:
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    return providers


def plan(**fields: Any) -> note_workflow_pb2.ImagePlan:
    """Return the plan of a small image."""
    given = {"plan_id": "image-1", "purpose": "封面", "prompt": "一片樱花林", "subject": "樱花"}
    return note_workflow_pb2.ImagePlan(**({"width": SIZE[0], "height": SIZE[1]} | given | fields))


def planned(text: str, position: int = 1, kind: int = 1, **fields: str) -> note_workflow_pb2.PlannedText:
    """Return a text for an image: by default a title at the top."""
    return note_workflow_pb2.PlannedText(text=text, position=position, kind=kind, **fields)  # type: ignore[arg-type]


def struct_to_dict(struct: Any) -> dict[str, Any]:
    """Return the input or output of a tool."""
    return json_format.MessageToDict(struct)


async def _collect(call: Any) -> Transcript:
    transcript = Transcript()
    try:
        async for response in call:
            transcript.responses.append(response)
    except grpc.aio.AioRpcError as error:
        transcript.error = from_rpc_error(error)
    return transcript


def _context(key: str, locale: str, builtin_only: bool) -> steps_pb2.StepContext:
    return steps_pb2.StepContext(
        run_id="run-1",
        session_id="session-1",
        step=key.rpartition("/")[2],
        attempt=1,
        locale=locale,
        idempotency_key=key,
        builtin_only=builtin_only,
    )


def sizes(texts: Sequence[executor_pb2.DrawnText]) -> list[int]:
    """Return the sizes of rendered texts."""
    return [text.size for text in texts]
