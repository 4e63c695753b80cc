"""Images as the client of OpenAI's API receives them."""

import base64
import io
from typing import Any

import numpy as np
import openai
import pytest
from openai import AsyncOpenAI
from PIL import Image

from services.fake_providers.image_generator import generate_png
from tests.fixtures.services.providers import FakeProviders

IMAGE = generate_png("a house", 0, 128, 96)


def decoded(answer: Any) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(answer.data[0].b64_json)))


def mask(*, alpha: bool = True) -> bytes:
    """A mask that is transparent in the left half."""
    drawn = np.full((96, 128, 4), 255, np.uint8)
    drawn[:, :64, 3] = 0
    buffer = io.BytesIO()
    Image.fromarray(drawn if alpha else drawn[:, :, :3].copy()).save(buffer, "PNG")
    return buffer.getvalue()


async def test_an_image_is_a_png_of_the_requested_size(client: AsyncOpenAI) -> None:
    answer = await client.images.generate(model="any", prompt="a cat", size="1536x1024")
    assert (decoded(answer).format, decoded(answer).size) == ("PNG", (1_536, 1_024))
    assert answer.usage is not None and answer.usage.output_tokens > 0


async def test_another_prompt_gives_another_image(client: AsyncOpenAI) -> None:
    cat, dog = [await client.images.generate(model="any", prompt=prompt) for prompt in ("a cat", "a dog")]
    assert (np.asarray(decoded(cat)) != np.asarray(decoded(dog))).mean() > 0.5


async def test_the_same_key_gives_the_same_image_and_is_charged_once(
    client: AsyncOpenAI, providers: FakeProviders
) -> None:
    keyed = {"Idempotency-Key": "run-1-step-2"}
    first = await client.images.generate(model="any", prompt="a cat", extra_headers=keyed)
    again = await client.images.generate(model="any", prompt="another prompt", extra_headers=keyed)
    assert first.data == again.data
    outcomes = [(request["paid"], request["replayed"]) for request in providers.request_log("openai.images")]
    assert outcomes == [(True, False), (False, True)]
    assert providers.request_log("openai.images")[1]["headers"]["idempotency-key"] == "run-1-step-2"


async def test_another_key_is_charged_again(client: AsyncOpenAI, providers: FakeProviders) -> None:
    for key in ("one", "two"):
        await client.images.generate(model="any", prompt="a cat", extra_headers={"Idempotency-Key": key})
    assert len(providers.paid("openai.images")) == 2


async def test_an_edit_changes_only_the_transparent_area_of_the_mask(client: AsyncOpenAI) -> None:
    answer = await client.images.edit(
        model="any", image=("a.png", IMAGE), mask=("m.png", mask()), prompt="a tree", size=cast_size("128x96")
    )
    before, after = np.asarray(Image.open(io.BytesIO(IMAGE))), np.asarray(decoded(answer))
    assert (after[:, 64:] == before[:, 64:]).all()
    assert (after[:, :64] != before[:, :64]).any(axis=2).mean() > 0.9


async def test_the_files_of_an_edit_are_logged_by_digest(client: AsyncOpenAI, providers: FakeProviders) -> None:
    await client.images.edit(model="any", image=("a.png", IMAGE), mask=("m.png", mask()), prompt="a tree")
    (request,) = providers.request_log("openai.edits")
    assert request["body"]["image"]["bytes"] == len(IMAGE)
    assert request["body"]["prompt"] == "a tree" and request["paid"]


@pytest.mark.parametrize("invalid", [mask(alpha=False), generate_png("other", 0, 64, 64), b"no image"])
async def test_an_invalid_mask_is_rejected(client: AsyncOpenAI, invalid: bytes) -> None:
    with pytest.raises(openai.BadRequestError) as raised:
        await client.images.edit(model="any", image=("a.png", IMAGE), mask=("m.png", invalid), prompt="a tree")
    assert raised.value.param == "mask"


async def test_an_image_can_be_returned_by_url(client: AsyncOpenAI, providers: FakeProviders) -> None:
    answer = await client.images.generate(model="any", prompt="a cat", response_format="url")
    assert answer.data is not None and answer.data[0].url is not None
    fetched = providers.http.get(answer.data[0].url)
    assert Image.open(io.BytesIO(fetched.content)).size == (1_024, 1_024)


async def test_the_filter_of_images_has_the_error_format_of_openai(
    client: AsyncOpenAI, providers: FakeProviders
) -> None:
    providers.script("openai.images", {"content_filter": True})
    with pytest.raises(openai.BadRequestError) as raised:
        await client.images.generate(model="any", prompt="a cat")
    assert (raised.value.code, raised.value.type) == ("moderation_blocked", "image_generation_user_error")
    assert providers.paid() == []


def cast_size(size: str) -> Any:
    """Cast the size: the client's types have only the sizes of OpenAI's own models."""
    return size
