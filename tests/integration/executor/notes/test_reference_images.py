"""generate_with_reference: the reference image reaches each engine in its own form, and the result states its use."""

import hashlib
import importlib.resources
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from reflow.v1 import executor_pb2

from engines.image_editing.reference import measure_brightness
from services.executor.adapters import comfyui
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.services.sample_images import encode_image, encoded
from tests.integration.executor.notes.conftest import Executor, Serving, Transcript, plan, struct_to_dict

# Within the sizes that DashScope accepts, so that the image is sent unchanged.
REFERENCE = encode_image(400, 384)
PIXELS, PALETTE = executor_pb2.REFERENCE_USE_PIXELS, executor_pb2.REFERENCE_USE_PALETTE
BRIGHTNESS, COMPOSITION = executor_pb2.REFERENCE_USE_BRIGHTNESS, executor_pb2.REFERENCE_USE_COMPOSITION


async def paint_like(
    executor: Executor, png: bytes, key: str = "run-1/image-1", **fields: Any
) -> tuple[Transcript, dict[str, Any]]:
    """Return the transcript of an image with the reference *png*, and the description of the file as stored."""
    reference = await executor.import_image(png)
    (file,) = executor.folder.rglob(f"{reference}.png")
    stored = {"sha256": hashlib.sha256(file.read_bytes()).hexdigest(), "bytes": file.stat().st_size}
    planned = plan(reference_asset_id=reference, **{"palette": ["#ffccdd"], **fields})
    return await executor.paint(plan=planned, key=key), stored


def get_uses(transcript: Transcript) -> list[int]:
    """Return how the reference image was used, as the image and its tool result both state."""
    uses = list(transcript.note_image.image.reference_uses)
    named = [executor_pb2.ReferenceUse.Name(use).removeprefix("REFERENCE_USE_").lower() for use in uses]
    (answer,) = transcript.answers
    assert (answer.tool, struct_to_dict(answer.output)["referenceUses"]) == ("generate_with_reference", named)
    return [int(use) for use in uses]


async def test_an_openai_compatible_model_gets_the_file_as_an_edit_without_a_mask(
    serving: Serving, fake: FakeProviders, tmp_path: Path
) -> None:
    models = fake.models_toml(tmp_path, roles=(), engines=("openai",), default_engine="fake-openai")
    async with serving(models=models) as executor:
        transcript, stored = await paint_like(executor, REFERENCE, reference_purpose="composition")
    assert get_uses(transcript) == [PIXELS]
    (record,) = fake.request_log("openai.edits")
    assert (record["body"]["image"], "mask" in record["body"]) == (stored, False)
    assert "构图" in record["body"]["prompt"] and "一片樱花林" in record["body"]["prompt"]


async def test_an_editing_model_of_dashscope_gets_the_file_as_a_data_url_next_to_the_text(
    serving: Serving, fake: FakeProviders, tmp_path: Path
) -> None:
    models = fake.models_toml(tmp_path, roles=(), engines=("dashscope",), default_engine="fake-dashscope")
    async with serving(models=models, limits={"executor_remote_seconds": 60}) as executor:
        transcript, stored = await paint_like(executor, REFERENCE, reference_purpose="style")
    assert get_uses(transcript) == [PIXELS]
    (record,) = fake.request_log("dashscope.ask")
    (message,) = record["body"]["input"]["messages"]
    image, text = message["content"]
    assert (record["model"], image) == ("qwen-image-edit", {"image": stored})
    assert "画风" in text["text"] and "一片樱花林" in text["text"]


async def test_a_comfyui_server_gets_the_file_as_an_upload_and_a_graph_of_image_to_image(
    serving: Serving, fake: FakeProviders, tmp_path: Path
) -> None:
    models = fake.models_toml(tmp_path, roles=(), engines=("comfyui",), default_engine="fake-comfyui")
    async with serving(models=models) as executor:
        transcript, stored = await paint_like(executor, REFERENCE, reference_purpose="composition")
    assert get_uses(transcript) == [PIXELS]
    (upload,) = fake.request_log("comfyui.upload")
    assert upload["body"]["image"] == stored
    (submitted,) = fake.request_log("comfyui.prompt")
    graph = submitted["body"]["prompt"]
    assert upload["body"]["name"] in graph["original"]["inputs"]["image"]
    assert (graph["encoded"]["class_type"], graph["sampler"]["inputs"]["denoise"]) == ("VAEEncode", 0.65)


async def test_an_engine_that_does_not_accept_a_reference_image_states_that_in_the_result(
    serving: Serving, fake: FakeProviders, tmp_path: Path
) -> None:
    own = [f'base_url = "{fake.url}/comfyui"']
    for setting, name in (("generate_workflow", "generate.json"), ("repaint_workflow", "inpaint.json")):
        graph = json.loads((importlib.resources.files(comfyui) / name).read_text())
        graph["checkpoint"] |= {"inputs": {"ckpt_name": "fake.safetensors"}, "_meta": {"title": "checkpoint"}}
        (tmp_path / name).write_text(json.dumps(graph))
        own.append(f'{setting} = "{tmp_path / name}"')
    engine = "\n".join(["[images.engines.own]", 'kind = "comfyui"', *own])
    models = fake.models_toml(tmp_path, roles=(), engines=(), default_engine="own", more=engine)
    async with serving(models=models) as executor:
        transcript, _ = await paint_like(executor, REFERENCE)
        colored, _ = await paint_like(executor, REFERENCE, key="run-1/image-2", palette=[])
    assert (get_uses(transcript), get_uses(colored)) == ([], [PALETTE])
    assert fake.request_log("comfyui.upload") == []
    assert "不能使用参考图" in struct_to_dict(transcript.answers[0].output)["reference"]
    assert "只用到了：配色" in struct_to_dict(colored.answers[0].output)["reference"]


def with_subject(left: float, ground: int, subject: int) -> bytes:
    """Return an image of brightness *ground* with a square of brightness *subject*, at *left* of its width."""
    pixels = np.full((256, 256, 3), ground, dtype=np.uint8)
    pixels[100:160, int(left * 256) - 30 : int(left * 256) + 30] = subject
    return encoded(Image.fromarray(pixels))


async def test_the_built_in_painter_takes_colors_brightness_and_composition(serving: Serving) -> None:
    painted = {}
    async with serving() as executor:
        for name, png in {"dark": with_subject(0.25, 30, 200), "bright": with_subject(0.75, 225, 40)}.items():
            transcript, _ = await paint_like(
                executor, png, key=f"run-1/{name}", palette=[], prompt="一只猫", subject="猫"
            )
            assert get_uses(transcript) == [BRIGHTNESS, COMPOSITION, PALETTE]
            painted[name] = measure_brightness(executor.pixels(transcript.note_image.plain_asset_id))
    assert painted["dark"] < 0.3 and painted["bright"] > 0.6


@pytest.mark.parametrize(
    ("purpose", "uses"),
    [
        ("style", [BRIGHTNESS, PALETTE]),
        ("composition", [COMPOSITION]),
        ("subject", [COMPOSITION, PALETTE]),
        ("palette", [PALETTE]),
    ],
)
async def test_the_purpose_determines_what_the_built_in_painter_takes(
    serving: Serving, purpose: str, uses: list[int]
) -> None:
    async with serving() as executor:
        transcript, _ = await paint_like(executor, REFERENCE, palette=[], reference_purpose=purpose)
    assert get_uses(transcript) == uses
