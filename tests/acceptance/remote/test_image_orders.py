"""An image task is submitted only once to its provider, and a paid image is not paid again: through the public API."""

from collections.abc import Mapping
from typing import Any

import pytest
from PIL import Image

from services.fake_providers.image_generator import generate_png
from tests.fixtures.gateway.image_server import image_server
from tests.fixtures.services import sample_images
from tests.fixtures.systems.remote_system import RemoteSystem, failures, finished, shown, status
from tests.fixtures.systems.system import SseEvent

ENDPOINT = "openai.images"
# An image that the critic passes, so that no work is returned.
CAT = generate_png("a cat", 7, 256, 256)


def b64(data: bytes) -> Mapping[str, Any]:
    return {"b64_json": sample_images.base64_of(data)}


UNUSABLE: Mapping[str, Mapping[str, Any]] = {
    "a GIF": b64(sample_images.encoded(Image.new("RGB", (64, 64)), "GIF")),
    "a corrupt image": b64(sample_images.encode_image()[:-400]),
    "too many pixels": b64(sample_images.bomb(8_000, 8)),
    "no base64": {"b64_json": "?"},
    "no data": {},
    "a refused URL": {"url": "http://169.254.169.254/latest.png"},
    "a file URL": {"url": "file:///etc/hostname"},
    "a data URL without base64": {"b64_json": "data:image/png,abc"},
}


def answer_always(remote: RemoteSystem, image: Mapping[str, Any]) -> list[SseEvent]:
    """Return the events of a run whose provider answers every order with *image*."""
    remote.providers.script(ENDPOINT, {"answer": {"data": [image]}, "always": True})
    return remote.chat(preferredModel="fake-openai")


def images_used(events: list[SseEvent]) -> int:
    """Return the number of images of remote models in the usage of the run."""
    used = [event.data for event in events if event.data.get("kind") == "usage" and event.data["node"] == "executor"]
    return sum(event["usage"]["images"] for event in used)


@pytest.mark.parametrize("name", UNUSABLE)
def test_an_image_that_cannot_be_used_is_ordered_once(remote: RemoteSystem, name: str) -> None:
    events = answer_always(remote, UNUSABLE[name])
    assert failures(events, "executor")[-1] == ("IMAGE_UNUSABLE", None)
    assert (status(events), images_used(events)) == ("failed", 1)
    assert "cannot be used" in shown(events, "AgentMessage")["text"]
    assert len(remote.providers.request_log(ENDPOINT)) == 1


@pytest.mark.parametrize("name", ["b64_json", "url"])
def test_a_data_url_with_an_image_is_that_image(remote: RemoteSystem, name: str) -> None:
    events = answer_always(remote, {name: f"data:image/png;base64,{sample_images.base64_of(CAT)}"})
    assert (failures(events, "executor"), status(events)) == ([], "succeeded")
    assert finished(events, "executionResult")["metadata"]["model"] == "fake-openai"


def test_a_paid_image_whose_download_fails_is_downloaded_again_and_not_ordered_again(remote: RemoteSystem) -> None:
    with image_server() as server:
        url = server.serve("/cat.png", CAT)
        server.fail("/cat.png", 2)
        events = answer_always(remote, {"url": url})
        assert server.requests == ["/cat.png"] * 3
    assert [code for code, _ in failures(events, "executor")] == ["LLM_API_ERROR"] * 2
    assert (status(events), images_used(events)) == ("succeeded", 1)
    assert len(remote.providers.request_log(ENDPOINT)) == 1


def test_an_engine_that_is_slower_than_its_deadline_is_ordered_once_and_counted(remote: RemoteSystem) -> None:
    remote.providers.script(ENDPOINT, {"delay": 30, "works_on": True, "always": True})
    events = remote.chat(preferredModel="fake-openai")
    assert failures(events, "executor") == [("OUTCOME_UNKNOWN", None)]
    assert (status(events), images_used(events)) == ("failed", 1)
    assert len(remote.providers.request_log(ENDPOINT)) == 1
