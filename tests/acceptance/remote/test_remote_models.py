"""Image chats on remote models, through the public endpoint of the whole system."""

import io
import json

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from tests.fixtures.systems.remote_system import RemoteSystem, finished, shown, status, text

ENGINES = ("fake-openai", "fake-dashscope", "fake-comfyui")


def test_a_prompt_is_parsed_painted_and_judged_by_remote_models(remote: RemoteSystem) -> None:
    events = remote.chat(preferredModel="fake-openai")
    assert status(events) == "succeeded"
    assert finished(events, "intent")["engine"] == "fake/fake-planner"
    assert not finished(events, "intent")["degraded"]
    assert finished(events, "executionResult")["metadata"]["model"] == "fake-openai"
    (check,) = [event.data for event in events if event.type == "quality_check"]
    assert {"intent_met", "subject_present", "style_matched", "quality"} <= check["dimensions"].keys()
    assert len(check["dimensions"]) > 4, "what was measured is missing"


@pytest.mark.parametrize("engine", ENGINES)
def test_each_kind_of_engine_delivers_the_requested_size(remote: RemoteSystem, engine: str) -> None:
    events = remote.chat(preferredModel=engine, width=320, height=200)
    assert status(events) == "succeeded"
    assert pixels(remote, shown(events, "ImageResult")["imageUrl"]).shape == (200, 320, 3)
    assert finished(events, "executionResult")["metadata"]["model"] == engine


@pytest.mark.parametrize("engine", ENGINES)
def test_a_repaint_by_each_kind_of_engine_changes_nothing_outside_the_mask(remote: RemoteSystem, engine: str) -> None:
    before = shown(remote.chat(), "ImageResult")["imageUrl"]
    square = [{"x": 64, "y": 64}, {"x": 192, "y": 64}, {"x": 192, "y": 192}, {"x": 64, "y": 192}]
    mask = {"imageUrl": before, "coordinates": square}
    events = remote.chat(text="a red balloon", preferredModel=engine, maskData=mask)
    assert status(events) == "succeeded"
    assert finished(events, "intent")["action"] == "inpainting"
    after = shown(events, "ImageResult")["imageUrl"]
    assert changed_outside(remote, before, after, box=(56, 56, 200, 200)) == 0
    assert before != after


def test_the_reply_reaches_the_user_as_it_is_written(remote: RemoteSystem) -> None:
    reply = "好的，我来画一只戴着蓝色围巾的猫，用水彩的感觉。"
    answer = {
        "action": "generate_image", "subject": "猫", "style": "水彩", "confidence": 0.95,
        "prompt": "一只戴蓝色围巾的猫，水彩", "parameters": {}, "reply": reply,
    }  # fmt: skip
    remote.providers.script("openai.chat", {"answer": answer, "model": "fake-planner"})
    events = remote.chat()
    assert text(events, "planner") == reply
    chunks = [event for event in events if event.type == "thought_log" and event.data.get("kind") == "message"]
    assert len(chunks) > 1


def test_the_usage_of_each_model_is_reported_and_added_up(remote: RemoteSystem) -> None:
    events = remote.chat(preferredModel="fake-dashscope")
    used = [event.data["usage"] for event in events if event.data.get("kind") == "usage"]
    assert {use["model"] for use in used} >= {"fake-planner", "fake-vision", "qwen-image"}
    state = remote.endpoint.state(str(events[0].body["runId"]))
    assert sum(use["requests"] for use in state["usage"]) == len(used)
    image = next(use for use in state["usage"] if use["model"] == "qwen-image")
    assert (image["images"], image["cost"]) == (1, {"amount": pytest.approx(0.2), "currency": "CNY"})


def test_a_follow_up_shows_the_model_the_session_and_its_last_image(remote: RemoteSystem) -> None:
    session = remote.endpoint.open_session()
    remote.chat(text="a lighthouse at dusk", sessionId=session)
    remote.providers.reset()
    remote.chat(text="again but in watercolour", sessionId=session)
    (requested,) = [entry for entry in remote.providers.request_log("openai.chat") if entry["model"] == "fake-planner"]
    reported = json.dumps(requested["body"]["messages"], ensure_ascii=False)
    assert reported.count("a lighthouse at dusk") >= 2, "once as what was said, once as the last picture"
    assert "again but in watercolour" in reported


def test_the_same_prompt_is_answered_from_the_cache_unless_a_fresh_answer_is_requested(remote: RemoteSystem) -> None:
    for fresh in (False, False, True):
        assert status(remote.chat(text="a teapot in the rain", fresh=fresh)) == "succeeded"
    requested = [entry for entry in remote.providers.request_log("openai.chat") if entry["model"] == "fake-planner"]
    assert len(requested) == 2


def test_progress_of_a_remote_engine_reaches_the_stream_as_it_happens(remote: RemoteSystem) -> None:
    events = remote.chat(preferredModel="fake-comfyui")
    reported = [event.data for event in events if event.type == "progress" and event.data["node"] == "executor"]
    # A busy machine may need a second attempt, which starts at zero again.
    attempt = max(progress["attempt"] for progress in reported)
    between = [p["fraction"] for p in reported if p["attempt"] == attempt and 0 < p["fraction"] < 1]
    assert len(between) >= 2 and between == sorted(between)


def test_a_user_fetches_an_image_from_this_system_and_not_from_the_provider(remote: RemoteSystem) -> None:
    events = remote.chat(preferredModel="fake-dashscope")
    assert remote.providers.url not in "".join(json.dumps(event.body) for event in events)


def test_without_a_preferred_model_the_configured_default_paints(remote: RemoteSystem) -> None:
    assert finished(remote.chat(), "executionResult")["metadata"]["model"] == "builtin"


def test_an_engine_that_is_not_configured_is_rejected_with_a_list_of_those_that_are(remote: RemoteSystem) -> None:
    events = remote.chat(preferredModel="dall-e-9")
    assert status(events) == "failed"
    (error,) = [event.data for event in events if event.type == "error"]
    assert error["code"] == "MODEL_UNKNOWN"
    assert all(engine in error["message"] for engine in ENGINES)
    assert remote.providers.request_log() == [], "something was paid for before it was refused"


def pixels(remote: RemoteSystem, url: str) -> npt.NDArray[np.uint8]:
    """Return the pixels of the image at *url*, (height, width, 3)."""
    with Image.open(io.BytesIO(remote.endpoint.http.get(url).content)) as image:
        return np.asarray(image.convert("RGB"))


def changed_outside(remote: RemoteSystem, before: str, after: str, box: tuple[int, int, int, int]) -> int:
    """Return how many pixels outside *box* (left, top, right, bottom) differ between two images."""
    differs = (pixels(remote, before) != pixels(remote, after)).any(axis=2)
    left, top, right, bottom = box
    differs[top:bottom, left:right] = False
    return int(differs.sum())
