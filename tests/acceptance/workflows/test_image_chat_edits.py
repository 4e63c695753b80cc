"""Edits of uploads and of marked areas, through the public endpoint."""

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.fixtures.services.sample_images import base64_of, encode_image, encode_mask, encoded
from tests.fixtures.systems.system import SseEvent, System

WIDTH, HEIGHT = 96, 64
BOX = (24, 16, 72, 48)

Pixels = NDArray[np.uint8]


def upload(system: System, image: bytes) -> str:
    """Upload *image*, and return its address."""
    answer = system.http.post("/api/assets", json={"base64": base64_of(image)})
    assert answer.is_success, answer.text
    return str(answer.json()["url"])


def download(system: System, url: str) -> Pixels:
    """Return the pixels of an image."""
    with Image.open(io.BytesIO(system.http.get(url).content)) as image:
        return np.asarray(image.convert("RGB"))


def send(system: System, text: str, **body: object) -> tuple[Mapping[str, Any], str, list[SseEvent]]:
    """Send *text*; return the image card of the run, its reply, and its events."""
    events = system.chat({"text": text, **body}, {"Accept-Language": "en"})
    assert events[-1].data["status"] == "succeeded", events[-1].body
    cards = [event.data["props"] for event in events if event.data.get("widgetType") == "ImageResult"]
    replies = [event.data["props"]["text"] for event in events if event.data.get("widgetType") == "AgentMessage"]
    return (cards[-1] if cards else {}), replies[-1], events


def mask_in(box: tuple[int, int, int, int] = BOX) -> Mapping[str, str]:
    """Return the field of a mask."""
    return {"base64": base64_of(encode_mask(WIDTH, HEIGHT, box))}


def outside_box() -> NDArray[np.bool_]:
    outside = np.ones((HEIGHT, WIDTH), bool)
    left, upper, right, lower = BOX
    outside[upper:lower, left:right] = False
    return outside


@pytest.mark.parametrize("text", ["make it brighter", "去色", "in watercolor style", "换成像素风格"])
def test_an_adjustment_or_a_style_with_a_mask_changes_the_area_and_no_pixel_outside_it(
    system: System, text: str
) -> None:
    url = upload(system, encode_image(WIDTH, HEIGHT))
    card, reply, events = send(system, text, imageUrl=url, maskData=mask_in())
    before, after = download(system, url), download(system, card["imageUrl"])
    outside = outside_box()
    assert np.array_equal(before[outside], after[outside])
    assert (before[~outside] != after[~outside]).any(axis=1).mean() > 0.5
    (check,) = [event.data for event in events if event.type == "quality_check"]
    assert check["passed"], (reply, check)


def test_a_mask_brightens_the_area_of_a_generated_image_and_keeps_its_prompt(system: System) -> None:
    session = system.open_session()
    first, _, _ = send(system, "a house", width=WIDTH, height=HEIGHT, seed=7, sessionId=session)
    second, _, _ = send(system, "make it darker", maskData=mask_in(), sessionId=session)
    third, _, _ = send(system, "again but in watercolour", sessionId=session)
    before, after = download(system, first["imageUrl"]), download(system, second["imageUrl"])
    assert np.array_equal(before[outside_box()], after[outside_box()])
    assert after[~outside_box()].mean() < before[~outside_box()].mean()
    assert "house" in third["metadata"]["prompt"] and third["metadata"]["size"] == first["metadata"]["size"]


@pytest.mark.parametrize("text", ["rotate it 90 degrees", "flip it", "crop it to 16:9"])
def test_a_change_of_the_whole_image_with_a_mask_is_answered_and_changes_nothing(system: System, text: str) -> None:
    card, reply, _ = send(system, text, imageUrl=upload(system, encode_image(WIDTH, HEIGHT)), maskData=mask_in())
    assert not card and "the whole image" in reply


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("make it brighter", (WIDTH, HEIGHT)),
        ("裁成正方形", (HEIGHT, HEIGHT)),
        ("flip vertically", (WIDTH, HEIGHT)),
        ("rotate 90 degrees", (HEIGHT, WIDTH)),
        ("double the size", (2 * WIDTH, 2 * HEIGHT)),
        ("换成油画风格", (WIDTH, HEIGHT)),
    ],
)
def test_an_upload_without_a_mask_is_adjusted_cropped_flipped_scaled_and_restyled(
    system: System, text: str, size: tuple[int, int]
) -> None:
    url = upload(system, encode_image(WIDTH, HEIGHT))
    card, _, _ = send(system, text, imageUrl=url)
    before, after = download(system, url), download(system, card["imageUrl"])
    assert card["taskType"] == "parameter_adjustment" and card["metadata"]["parentUrl"] == url
    assert after.shape[1::-1] == size
    assert before.shape != after.shape or not np.array_equal(before, after)
    if text.startswith("flip"):
        assert np.array_equal(before[::-1], after)


def test_the_attached_image_is_edited_and_not_the_last_one_of_the_session(system: System) -> None:
    session = system.open_session()
    send(system, "a cat", width=128, height=128, sessionId=session)
    url = upload(system, encode_image(WIDTH, HEIGHT))
    squared, _, _ = send(system, "crop to a square", imageUrl=url, sessionId=session)
    restyled, _, _ = send(system, "in watercolor style", sessionId=session)
    assert download(system, squared["imageUrl"]).shape == (HEIGHT, HEIGHT, 3)
    assert restyled["taskType"] == "parameter_adjustment" and restyled["metadata"]["parentUrl"] == squared["imageUrl"]


@pytest.mark.parametrize(
    ("color", "text"),
    [
        ((255, 255, 255), "make it brighter"),
        ((0, 0, 0), "make it darker"),
        ((128, 128, 128), "desaturate it"),
        ((255, 255, 255), "再亮一点"),
    ],
)
def test_the_reply_states_that_nothing_changed_where_an_upload_cannot_change(
    system: System, color: tuple[int, int, int], text: str
) -> None:
    url = upload(system, encoded(Image.new("RGB", (WIDTH, HEIGHT), color)))
    card, reply, _ = send(system, text, imageUrl=url)
    assert reply.startswith("Nothing changed") and card["imageUrl"] == url


def test_an_upload_is_restyled_in_the_look_of_the_style_and_every_step_finishes(system: System) -> None:
    url = upload(system, encode_image(WIDTH, HEIGHT))
    card, _, events = send(system, "pixel art style", imageUrl=url)
    finished = [event.data for event in events if event.type == "progress" and event.data["phase"] == "finished"]
    assert card["metadata"]["parameters"]["restyle"] == 1
    assert [step["node"] for step in finished] == ["planner", "rag", "executor"]
