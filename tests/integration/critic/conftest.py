"""A running critic with stored images and a fake provider."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from reflow.v1 import critic_pb2_grpc

from services.common.limits import Limits
from services.common.rpc import open_channel
from services.common.telemetry import start_telemetry
from services.critic.bootstrap import run_critic
from services.critic.settings import CriticSettings
from tests.fixtures.services.critic_service import SECONDS, Critic, Run, store
from tests.fixtures.services.providers import KEYS, FakeProviders
from tests.unit.critic.sample_images import draw_scene, fill


@pytest.fixture
def model(providers: FakeProviders) -> FakeProviders:
    """The fake providers in their initial state."""
    return providers


@pytest.fixture
def blobs(tmp_path: Path) -> Path:
    """The folder of the blob store, with a good image, a blank one, invalid bytes, and a mask of the left half."""
    folder = tmp_path / "blobs"
    (folder / "assets").mkdir(parents=True)
    store(folder, "good", draw_scene())
    store(folder, "large", draw_scene(1024, 1024))
    store(folder, "blank", fill("#888888"))
    mask = draw_scene()[..., 0] < 0
    mask[:, :256] = True
    store(folder, "mask", mask)
    (folder / "assets" / "broken.png").write_bytes(b"not a picture")
    return folder


@pytest.fixture
def run(tmp_path: Path, blobs: Path, model: FakeProviders, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that starts a critic, with or without a vision model."""
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)

    @asynccontextmanager
    async def running(*, models: bool = True, limits: Limits | None = None, **options: Any) -> AsyncIterator[Critic]:
        toml: dict[str, Any] = {"roles": ("vision",), "engines": (), "prices": True} | options
        settings = CriticSettings(
            listen="127.0.0.1:0",
            blobs_url=blobs.as_uri(),
            workers=1,
            limits=limits or Limits(critic_seconds=SECONDS),
            models=str(model.models_toml(tmp_path, **toml)) if models else "",
            model_calls="loopback",
        )
        telemetry = start_telemetry("critic")
        async with run_critic(settings, telemetry) as server:
            channel = open_channel(server.address)
            yield Critic(critic_pb2_grpc.CriticServiceStub(channel), telemetry)
            await channel.close()

    return running
