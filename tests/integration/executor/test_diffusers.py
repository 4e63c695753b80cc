"""A real pipeline, tiny and untrained, loaded from a folder and run on the processor; needs the extra `diffusers`."""

import asyncio
import io
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast

import pytest
from PIL import Image

from services.common.errors import Code, ReflowError
from services.executor.adapters.diffusers_pipeline import DiffusersProvider, find_problem
from services.executor.domain.image_engine import ImageRequest, ReceivedImage, Running, WaitingForWorker
from tests.fixtures.services import sample_images

# The libraries warn of future changes of each other.
pytestmark = pytest.mark.filterwarnings("default")
STEPS = 4
MANY = 900


def make_request(prompt: str = "a cat", width: int = 64, height: int = 48) -> ImageRequest:
    return ImageRequest(prompt, "", None, width, height, 7, "run/step", time.monotonic() + 60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("diffusers")
    place = tmp_path_factory.mktemp("pipeline")
    tiny_pipeline(place)
    return place


def tiny_pipeline(place: Path) -> None:
    """Save a Stable Diffusion pipeline with a few thousand random weights in *place*."""
    import diffusers
    import torch
    import transformers

    torch.manual_seed(0)
    words = {"<|startoftext|>": 0, "<|endoftext|>": 1} | {f"{letter}</w>": n + 2 for n, letter in enumerate("abcdt")}
    (place / "vocab.json").write_text(json.dumps(words | dict.fromkeys("abcdt", 2)))
    (place / "merges.txt").write_text("#version: 0.2\n")
    channels: dict[str, Any] = {"block_out_channels": (32, 64), "layers_per_block": 1}
    text = transformers.CLIPTextConfig(
        hidden_size=32,
        intermediate_size=37,
        num_attention_heads=4,
        num_hidden_layers=2,
        vocab_size=8,
        max_position_embeddings=16,
    )
    pipeline = diffusers.StableDiffusionPipeline(
        vae=diffusers.AutoencoderKL(
            down_block_types=("DownEncoderBlock2D",) * 2,
            up_block_types=("UpDecoderBlock2D",) * 2,
            latent_channels=4,
            **channels,
        ),
        text_encoder=transformers.CLIPTextModel(text),
        tokenizer=transformers.CLIPTokenizer(str(place / "vocab.json"), str(place / "merges.txt"), model_max_length=16),
        unet=diffusers.UNet2DConditionModel(
            sample_size=32,
            down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"),
            up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
            cross_attention_dim=32,
            **channels,
        ),
        scheduler=diffusers.DDIMScheduler(steps_offset=1, clip_sample=False),
        safety_checker=None,
        feature_extractor=None,
        requires_safety_checker=False,
    )
    pipeline.save_pretrained(place, safe_serialization=True)


async def collect_events(events: AsyncIterator[Any]) -> list[Any]:
    return [event async for event in events]


async def test_an_image_is_generated_step_by_step(folder: Path) -> None:
    *events, received = await collect_events(DiffusersProvider(str(folder), steps=STEPS).generate(make_request()))
    assert isinstance(received, ReceivedImage)
    assert Image.open(io.BytesIO(received.data)).size == (64, 48)
    fractions = [progress.fraction for progress in events if isinstance(progress, Running)]
    assert fractions[-STEPS:] == [0.25, 0.5, 0.75, 1.0]


async def test_the_same_seed_gives_the_same_image(folder: Path) -> None:
    pipeline = DiffusersProvider(str(folder), steps=STEPS)
    once, again = [(await collect_events(pipeline.generate(make_request())))[-1] for _ in range(2)]
    assert once == again


async def test_a_size_that_the_pipeline_cannot_divide_becomes_a_little_larger(folder: Path) -> None:
    received = (
        await collect_events(DiffusersProvider(str(folder), steps=1).generate(make_request(width=50, height=33)))
    )[-1]
    assert Image.open(io.BytesIO(received.data)).size == (64, 48)


async def test_inpainting_uses_the_same_weights_and_changes_the_marked_area(folder: Path) -> None:
    parameters, mask = sample_images.encode_image(64, 64), sample_images.encode_mask(64, 64)
    provider = DiffusersProvider(str(folder), steps=STEPS).edit(make_request("", 64, 64), parameters, mask)
    painted = (await collect_events(provider))[-1].data
    before, after = (Image.open(io.BytesIO(png)).convert("RGB").crop((20, 20, 44, 44)) for png in (parameters, painted))
    assert Image.open(io.BytesIO(painted)).size == (64, 64)
    assert before.tobytes() != after.tobytes()


async def test_closing_the_stream_stops_the_pipeline_between_two_steps(folder: Path) -> None:
    pipeline = DiffusersProvider(str(folder), steps=MANY)
    await first_step(pipeline)
    async with asyncio.timeout(60):  # its thread is free again long before all steps are finished
        await first_step(pipeline)


async def first_step(pipeline: DiffusersProvider) -> None:
    """Request an image and close after its first step."""
    working = pipeline.generate(make_request())
    async with aclosing(cast(AsyncGenerator[Any, None], working)):
        async for event in working:
            if isinstance(event, Running) and event.fraction > 0:
                return


async def test_a_second_request_reports_that_it_waits(folder: Path) -> None:
    pipeline = DiffusersProvider(str(folder), steps=STEPS)
    first, second = await asyncio.gather(
        collect_events(pipeline.generate(make_request())), collect_events(pipeline.generate(make_request()))
    )
    assert sum(isinstance(events[0], WaitingForWorker) for events in (first, second)) == 1


async def test_pickled_weights_are_not_loaded(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "model_index.json").write_text((folder / "model_index.json").read_text())
    (tmp_path / "diffusion_pytorch_model.bin").write_bytes(b"\x80\x04.")
    problem = find_problem(str(tmp_path))
    assert problem is not None
    assert ".safetensors" in problem.en


async def test_a_folder_without_a_pipeline_is_reported_and_not_retried(tmp_path: Path) -> None:
    with pytest.raises(ReflowError) as caught:
        await collect_events(DiffusersProvider(str(tmp_path / "nowhere"), steps=STEPS).generate(make_request()))
    assert caught.value.code is Code.LLM_REFUSED
    assert not caught.value.kind.retryable
