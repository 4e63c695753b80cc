"""Image chat through the public endpoint of the whole default system."""

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from tests.fixtures.services.sample_images import base64_of, encode_mask
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.system import SseEvent, System, read_events

SIDE = 128
SMALL = {"width": SIDE, "height": SIDE, "seed": 7}
# Takes a second or more in one chunk: long enough to be cut off in the middle.
LARGE = {"text": "水墨山水", "width": 2048, "height": 2048}
BOX = (40, 40, 88, 88)


def delivered(events: list[SseEvent]) -> Mapping[str, Any]:
    """Return the last image of a run."""
    *_, last = (event.data["props"] for event in events if event.data.get("widgetType") == "ImageResult")
    return dict(last)


def pixels(system: System, asset_id: str) -> NDArray[np.uint8]:
    """Download an image."""
    with Image.open(io.BytesIO(system.http.get(f"/api/assets/{asset_id}").content)) as image:
        return np.asarray(image.convert("RGB"))


def luma(image: NDArray[np.uint8]) -> float:
    """Return the mean luma, 0 to 255 (ITU-R BT.601)."""
    return float((image @ np.array([0.299, 0.587, 0.114])).mean())


def overlap(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """Return the color similarity of two images, 0 to 1: the intersection of histograms of 8 x 8 x 8 bins."""
    shares = [
        np.histogramdd(image.reshape(-1, 3), bins=8, range=[(0, 256)] * 3)[0] / (image.size // 3)
        for image in (one, other)
    ]
    return float(np.minimum(*shares).sum())


# Images


@pytest.mark.parametrize("marked", ["picture", "path"])
def test_a_repaint_leaves_every_pixel_beyond_the_feathered_mask_bit_identical(system: System, marked: str) -> None:
    session = system.open_session()
    before = delivered(system.chat({"text": "画一座房子", **SMALL, "sessionId": session}))["assetId"]
    left, upper, right, lower = BOX
    corners = [{"x": x, "y": y} for x, y in ((left, upper), (right, upper), (right, lower), (left, lower))]
    area = {"base64": base64_of(encode_mask(SIDE, SIDE, BOX))} if marked == "picture" else {"coordinates": corners}
    repainted = delivered(system.chat({"text": "改成一只猫", "maskData": area, "sessionId": session}))
    feather = int(repainted["metadata"]["parameters"]["feather_px"])
    old, new = pixels(system, before), pixels(system, repainted["assetId"])
    outside = np.ones((SIDE, SIDE), bool)
    outside[upper:lower, left:right] = False
    beyond = ndimage.distance_transform_edt(outside) > feather
    assert repainted["taskType"] == "inpainting" and feather <= 8
    assert np.array_equal(old[beyond], new[beyond])
    assert (old[~outside] != new[~outside]).mean() > 0.5


def test_the_same_prompt_seed_and_size_give_the_same_bytes_and_another_seed_gives_others(system: System) -> None:
    prompt = {"text": "a lighthouse at night, oil painting", **SMALL}
    first, again, other = (
        delivered(system.chat(prompt | more))["assetId"] for more in ({}, {"fresh": True}, {"seed": 8})
    )
    assert first == again != other


def test_two_styles_of_one_subject_share_few_colors_and_two_seeds_of_one_style_share_many(system: System) -> None:
    def painted(style: str, seed: int) -> NDArray[np.uint8]:
        prompt = {**SMALL, "text": f"a cat, {style}", "seed": seed}
        return pixels(system, delivered(system.chat(prompt))["assetId"])

    cyberpunk, ink, ink_again = painted("cyberpunk", 7), painted("ink wash", 7), painted("ink wash", 8)
    assert overlap(cyberpunk, ink) < 0.2
    assert overlap(ink, ink_again) > 2 * overlap(cyberpunk, ink)


def test_a_little_brighter_raises_the_brightness_of_the_last_image(system: System) -> None:
    session = system.open_session()
    first = delivered(system.chat({"text": "画一片大海", **SMALL, "sessionId": session}))
    second = delivered(system.chat({"text": "再亮一点", "sessionId": session}, {"Accept-Language": "zh"}))
    assert second["taskType"] == "parameter_adjustment"
    assert second["metadata"]["parentUrl"] == first["imageUrl"]
    assert luma(pixels(system, second["assetId"])) > luma(pixels(system, first["assetId"])) + 5


def test_an_image_is_judged_and_delivered_with_its_score(system: System) -> None:
    events = system.chat({"text": "a moon over mountains, watercolour", **SMALL})
    (check,) = [event.data for event in events if event.type == "quality_check"]
    assert check["judged"] and check["passed"] and delivered(events)["score"] == check["score"] >= 0.7


# Sessions and users


def test_a_session_remembers_its_messages_in_order(system: System) -> None:
    session, prompts = system.open_session(), ("画一只猫", "再亮一点", "水彩风格再来一张")
    for text in prompts:
        system.chat({"text": text, **SMALL, "sessionId": session})
    reported = system.http.get(f"/api/sessions/{session}").json()
    assert [text["role"] for text in reported["messages"]] == ["user", "assistant"] * 3
    assert tuple(text["content"] for text in reported["messages"][::2]) == prompts


def test_a_repaint_without_a_mask_requests_one_for_the_last_image(system: System) -> None:
    session = system.open_session()
    first = delivered(system.chat({"text": "a house", **SMALL, "sessionId": session}))
    events = system.chat({"text": "replace the sky with stars", "sessionId": session})
    (requested,) = [event.data["props"] for event in events if event.data.get("widgetType") == "MaskRequest"]
    assert requested["imageUrl"] == first["imageUrl"]


@pytest.mark.parametrize(("language", "text"), [("zh", "画好了。"), ("en-GB,en;q=0.9,zh;q=0.1", "Here is your image.")])
def test_texts_for_the_user_are_in_their_language(system: System, language: str, text: str) -> None:
    events = system.chat({"text": "a cat 猫", **SMALL}, {"Accept-Language": language})
    lines = [event.data["props"]["text"] for event in events if event.data.get("widgetType") == "AgentMessage"]
    chinese = [line for line in lines if any("\u4e00" <= letter <= "\u9fff" for letter in line)]
    assert lines[-1] == text and len(chinese) in ({len(lines)} if language == "zh" else {0})


def test_undo_redo_and_returns_deliver_the_earlier_image_itself_and_name_it(system: System) -> None:
    session = system.open_session()

    def send(text: str) -> tuple[str, str]:
        events = system.chat({"text": text, "sessionId": session}, {"Accept-Language": "zh"})
        messages = [event.data["props"]["text"] for event in events if event.data.get("widgetType") == "AgentMessage"]
        assert events[-1].data["status"] == "succeeded"
        return delivered(events)["assetId"], messages[-1]

    first, _ = delivered(system.chat({"text": "画一只猫", **SMALL, "sessionId": session}))["assetId"], ""
    bright, _ = send("再亮一点")
    boat, _ = send("画一艘船，128x128")
    assert len({first, bright, boat}) == 3
    assert send("撤销") == (bright, "已经回到第 2 张图（“画一只猫”，亮度 +0.15）。")
    assert send("撤销")[0] == first
    assert send("恢复撤销")[0] == bright
    assert send("恢复原图")[0] == first
    assert send("再亮一点")[0] == bright


# Runs


def test_the_same_idempotency_key_starts_one_run_and_streams_it_again(system: System) -> None:
    session, key = system.open_session(), {"Idempotency-Key": "the-same-request"}
    first, second = (system.chat({"text": "a cat", **SMALL, "sessionId": session}, key) for _ in range(2))
    runs = system.http.get("/api/runs", params={"sessionId": session}).json()["runs"]
    assert [event.body for event in first] == [event.body for event in second] and len(runs) == 1


async def test_a_cancel_in_the_middle_of_painting_reaches_the_call_and_ends_the_stream(system: System) -> None:
    with system.started(LARGE) as run_id:
        await eventually(lambda: system.state(run_id)["metadata"]["currentNode"] == "executor", timeout=30)
        answer = system.http.post(f"/api/runs/{run_id}/cancel").json()
        last = system.events(run_id)[-1]
    assert answer == {"status": "cancelled", "reachedCall": True}
    assert (last.type, last.data["status"]) == ("stream_end", "cancelled")


async def test_a_waiting_run_is_cancelled_without_an_image_and_the_one_before_it_continues(system: System) -> None:
    session = system.open_session()
    with system.started(LARGE | {"sessionId": session}) as first:
        with system.started({"text": "a cat", "sessionId": session}) as second:
            assert system.state(second)["status"] == "waiting"
            answer = system.http.post(f"/api/runs/{second}/cancel").json()
        assert system.state(first)["status"] in ("waiting", "running")
        events = system.events(second)
    assert answer == {"status": "cancelled", "reachedCall": False}
    assert [event.type for event in events] == ["connection", "gen_ui_component", "stream_end"]


def test_a_live_stream_cut_at_every_event_delivers_each_event_exactly_once(system: System) -> None:
    prompt = {"text": "a robot", "width": 768, "height": 768}
    with system.http.stream("POST", "/api/agent/chat", json=prompt) as response:
        run_id, seen = response.headers["X-Run-Id"], [next(read_events(response.iter_lines()))]
    while seen[-1].type != "stream_end":
        cursor = {"Last-Event-ID": str(seen[-1].id)}
        with system.http.stream("GET", f"/api/runs/{run_id}/events", headers=cursor) as response:
            seen.append(next(read_events(response.iter_lines())))
    assert [event.id for event in seen] == list(range(1, len(seen) + 1))
    assert [event.body for event in seen] == [event.body for event in system.events(run_id)]
