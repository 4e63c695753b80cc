"""The executor, really serving gRPC, asked for texts and pictures of notes; fake providers behind it where wanted."""

import hashlib
import io
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import grpc
import numpy as np
import pytest
from google.protobuf import json_format
from PIL import Image
from reflow.v1 import assets_pb2, assets_pb2_grpc, creations_pb2, executor_pb2, executor_pb2_grpc, steps_pb2

from services.common.errors import ReflowError
from services.common.errors.wire import from_rpc_error
from services.common.limits import Limits
from services.common.pictures.arrays import Pixels
from services.common.serving import open_channel
from services.common.settings import Environment
from services.common.telemetry import start_telemetry
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from tests.fixtures.providers import KEYS, FakeProviders, fake_providers
from tests.fixtures.sockets import socket_address

SIZE = (240, 320)


@dataclass
class Heard:
    """What the executor streamed."""

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
    def content(self) -> creations_pb2.NoteContent:
        assert self.error is None, f"{self.error!r}: {self.error.details}"
        content: creations_pb2.NoteContent = self.responses[-1].content
        return content

    @property
    def note_image(self) -> executor_pb2.NoteImage:
        assert self.error is None, f"{self.error!r}: {self.error.details}"
        made: executor_pb2.NoteImage = self.responses[-1].note_image
        return made


class Executor:
    """An executor that is asked over gRPC, and the folder its pictures are in."""

    def __init__(self, channel: grpc.aio.Channel, folder: Path) -> None:
        self._stub: Any = executor_pb2_grpc.ExecutorServiceStub(channel)
        self._assets: assets_pb2_grpc.AssetServiceAsyncStub = assets_pb2_grpc.AssetServiceStub(channel)
        self.folder = folder

    async def write(self, *, locale: str = "zh", key: str = "run-1/writer-1", **fields: Any) -> Heard:
        """Return all that is heard of a text, also of a call that fails."""
        work = _context(key, locale, fields.pop("builtin_context", False))
        given = {"brief": creations_pb2.Brief(topic="春游", content_type="guide")} | fields
        return await _heard(self._stub.WriteNote(executor_pb2.WriteNoteRequest(context=work, **given), timeout=30))

    def painting(self, *, locale: str = "zh", key: str = "run-1/image-1", **fields: Any) -> Any:
        """Return the call for a picture, under way."""
        work = _context(key, locale, fields.pop("builtin_context", False))
        request = executor_pb2.PaintNoteImageRequest(context=work, **({"plan": plan()} | fields))
        return self._stub.PaintNoteImage(request, timeout=60)

    async def paint(self, **fields: Any) -> Heard:
        """Return all that is heard of a picture, also of a call that fails."""
        return await _heard(self.painting(**fields))

    async def take_in(self, png: bytes) -> str:
        """Return the id of a picture that is stored."""

        async def pieces() -> AsyncIterator[assets_pb2.ImportImageRequest]:
            yield assets_pb2.ImportImageRequest(chunk=png)

        return (await self._assets.ImportImage(pieces())).asset.asset_id

    def forget(self, key: str) -> None:
        """Leave the store as a crash before the end of the step *key* does."""
        (record,) = self.folder.rglob(f"steps/{hashlib.sha256(key.encode()).hexdigest()}")
        record.unlink()

    def pixels(self, asset_id: str) -> Pixels:
        """Return the pixels of a stored picture."""
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


@pytest.fixture(scope="session")
def providers() -> Iterator[FakeProviders]:
    with fake_providers() as fake:
        yield fake


@pytest.fixture
def fake(providers: FakeProviders, monkeypatch: pytest.MonkeyPatch) -> FakeProviders:
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    providers.reset()
    return providers


def plan(**fields: Any) -> creations_pb2.ImagePlan:
    """Return the plan of a small picture."""
    given = {"plan_id": "image-1", "purpose": "封面", "prompt": "一片樱花林", "subject": "樱花"}
    return creations_pb2.ImagePlan(**({"width": SIZE[0], "height": SIZE[1]} | given | fields))


def planned(text: str, position: int = 1, kind: int = 1, **fields: str) -> creations_pb2.PlannedText:
    """Return a text for a picture: a title at the top if nothing else is said."""
    return creations_pb2.PlannedText(text=text, position=position, kind=kind, **fields)  # type: ignore[arg-type]


def told(struct: Any) -> dict[str, Any]:
    """Return what a tool was given or answered."""
    return json_format.MessageToDict(struct)


async def _heard(call: Any) -> Heard:
    heard = Heard()
    try:
        async for response in call:
            heard.responses.append(response)
    except grpc.aio.AioRpcError as error:
        heard.error = from_rpc_error(error)
    return heard


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
    """Return the sizes of drawn texts."""
    return [text.size for text in texts]
