"""Every row of the table of limits, at the limit and one beyond it, through the public endpoints.

`reported` is a system with small limits whose role services follow the prompt, so that times, retries, returns and sizes can be reached; `system` has the default limits. Tests on both sides of each limit:

| row | limited at both sides by |
| --- | --- |
| text of one request | here; unit/common/contract/test_input_validation.py (code points, trimming) |
| only emoji, symbols, punctuation | here; unit/engines/language/test_intent_parser.py |
| mask, decoded | here; unit/common/images/test_masks.py (aspect at one percent) |
| mask paths, points per path | here; unit/common/images/test_paths.py |
| image URL | here; integration/executor/test_image_downloader.py (addresses, redirects, bytes), unit/common/test_address_policy.py, unit/common/images/test_decoder.py (bombs) |
| time of a step, waiting not counted | here; integration/orchestrator/test_engine_failures.py (all agents) |
| time of a run, the queue not counted | here; unit/orchestrator/test_run.py |
| retries, their waits, Retry-After | here; integration/orchestrator/test_engine_failures.py, unit/orchestrator/test_retry_policy.py (5, 10, 20 s) |
| returns | here; unit/orchestrator/test_routing.py |
| runs of one session | here; integration/orchestrator/test_scheduler.py |
| running, waiting | here; unit/orchestrator/test_admission.py (50, 100), test_flood.py (200 at once) |
| history, the planner's last five | here; integration/orchestrator/test_session_memory.py (50) |
| state of a run | here |
| UI components | here; unit/orchestrator/test_run.py (100) |
| idle session | here |
| same prompt | here, for retrieval |
| thresholds | here; unit/orchestrator/test_routing.py |
| retrieval | here; unit/rag/test_rank_fusion.py (the minimum similarity), integration/rag/test_calibration.py (its calibration) |
"""  # noqa: E501  # a table

import io
import time
from collections.abc import Iterator
from typing import Any

import httpx
import psycopg
import pytest
from PIL import Image
from reflow.v1 import assets_pb2, critic_pb2, critic_pb2_grpc, executor_pb2, steps_pb2

from services.common.limits import Limits
from services.common.rpc import open_channel
from services.common.telemetry import start_telemetry
from services.critic.bootstrap import run_critic
from services.critic.settings import CriticSettings
from tests.fixtures.services.sample_images import MEGABYTE, encode_image, encode_mask, encoded, padded
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.open_system import CACHE_SECONDS, OpenSystem
from tests.fixtures.systems.prompted_system import PromptedSystem
from tests.fixtures.systems.system import System

ACCEPTED, TAKEN = httpx.codes.OK, httpx.codes.CREATED
SMALL = {"width": 64, "height": 64}


@pytest.fixture(scope="module")
def asset(system: System) -> str:
    """An image of 64 x 64 in the system."""
    response = system.http.post("/api/assets", content=encode_image(), headers={"Content-Type": "image/png"})
    return str(response.json()["assetId"])


def outcome(response: httpx.Response) -> int | str:
    """Return the status of a successful response, else the code of the error."""
    if response.is_success:
        return response.status_code
    return str(response.json()["error"]["code"])


def masked(system: System, asset: str, *, content: bytes = b"", paths: Any = None) -> int | str:
    """Upload a mask of *asset* and return its outcome."""
    path = f"/api/assets/{asset}/masks"
    if paths is not None:
        return outcome(system.http.post(path, json={"coordinates": paths}))
    return outcome(system.http.post(path, content=content, headers={"Content-Type": "image/png"}))


# Text


@pytest.mark.parametrize(
    ("text", "became"),
    [
        ("猫", ACCEPTED),
        ("猫" * 1_000, ACCEPTED),
        ("  " + "😀" * 1_000 + "\n", ACCEPTED),
        ("猫" * 1_001, "INVALID_INPUT_FORMAT"),
        ("", "INVALID_INPUT_EMPTY"),
        (" \n", "INVALID_INPUT_EMPTY"),
    ],
)
def test_a_trimmed_text_has_1_to_1000_code_points(prompted: PromptedSystem, text: str, became: int | str) -> None:
    assert outcome(prompted.http.post("/api/agent/chat", json={"text": text})) == became


@pytest.mark.parametrize(("text", "is_painted"), [("猫😀", True), ("😀🐱", False), ("?!。", False)])
def test_a_text_of_only_emoji_or_punctuation_is_answered_with_examples(
    system: System, text: str, is_painted: bool
) -> None:
    events = system.chat({"text": text, **SMALL})
    assert events[-1].data["status"] == "succeeded"
    widgets = {event.data.get("widgetType") for event in events}
    assert ("ImageResult" in widgets) == is_painted
    examples = [event.data["props"] for event in events if event.data.get("widgetType") == "SuggestionChips"]
    assert is_painted or examples


# Masks


@pytest.mark.parametrize(("size", "became"), [(10 * MEGABYTE, TAKEN), (10 * MEGABYTE + 1, "MASK_DATA_INVALID")])
def test_a_mask_has_10_mb_at_most(system: System, asset: str, size: int, became: int | str) -> None:
    assert masked(system, asset, content=padded(encode_mask(), size)) == became


@pytest.mark.parametrize(("kind", "became"), [("PNG", TAKEN), ("JPEG", TAKEN), ("WEBP", "MASK_DATA_INVALID")])
def test_a_mask_is_a_png_or_a_jpeg_by_its_bytes(system: System, asset: str, kind: str, became: int | str) -> None:
    with Image.open(io.BytesIO(encode_mask())) as image:
        assert masked(system, asset, content=encoded(image, kind)) == became


@pytest.mark.parametrize(("size", "became"), [((128, 128), TAKEN), ((128, 126), "MASK_DATA_INVALID")])
def test_a_mask_has_the_aspect_of_its_image(
    system: System, asset: str, size: tuple[int, int], became: int | str
) -> None:
    assert masked(system, asset, content=encode_mask(*size)) == became


@pytest.mark.parametrize(
    ("paths", "points", "became"),
    [(100, 3, TAKEN), (101, 3, "MASK_DATA_INVALID"), (1, 10_000, TAKEN), (1, 10_001, "MASK_DATA_INVALID")],
)
def test_a_mask_has_100_paths_of_10000_points_at_most(
    system: System, asset: str, paths: int, points: int, became: int | str
) -> None:
    drawn = [{"x": number % 60, "y": number * 7 % 60} for number in range(points)]
    assert masked(system, asset, paths=[drawn] * paths) == became


# Images by URL


@pytest.mark.parametrize(
    ("path", "content", "became"),
    [
        ("/at.png", encode_image(4_096, 64), TAKEN),
        ("/tall.png", encode_image(64, 4_097), "INVALID_INPUT_FORMAT"),
        ("/20mb.png", padded(encode_image(), 20 * MEGABYTE), TAKEN),
        ("/20mb-and-1.png", padded(encode_image(), 20 * MEGABYTE + 1), "INVALID_INPUT_FORMAT"),
        ("/a.jpg", encode_image(kind="JPEG"), TAKEN),
        ("/a.webp", encode_image(kind="WEBP"), TAKEN),
        ("/a.png", encode_image(kind="GIF"), "INVALID_INPUT_FORMAT"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_image_by_url_is_a_png_jpeg_or_webp_of_4096_and_20_mb_at_most(
    opened: OpenSystem, path: str, content: bytes, became: int | str
) -> None:
    url = opened.images.serve(path, content)
    assert outcome(opened.endpoint.http.post("/api/assets", json={"url": url})) == became


@pytest.mark.parametrize(
    ("target", "became"),
    [
        ("http://127.0.0.1:{port}/target.png", TAKEN),
        ("http://127.0.0.2:{port}/target.png", "INVALID_INPUT_FORMAT"),
        ("ftp://127.0.0.1:{port}/target.png", "INVALID_INPUT_FORMAT"),
        ("http:18350", "INVALID_INPUT_FORMAT"),
    ],
)
def test_a_redirect_is_followed_only_to_addresses_of_the_allow_list(
    opened: OpenSystem, target: str, became: int | str
) -> None:
    opened.images.serve("/target.png", encode_image())
    url = opened.images.redirect("/from.png", target.format(port=opened.images.port))
    assert outcome(opened.endpoint.http.post("/api/assets", json={"url": url})) == became


# Knowledge


@pytest.mark.parametrize(
    ("text", "styles"),
    [
        ("a cat, ink wash and pixel art and oil painting", 3),
        ("a cat, ink wash and pixel art and oil painting and watercolour", 3),
    ],
)
def test_at_most_three_styles_are_retrieved(system: System, text: str, styles: int) -> None:
    events = system.chat({"text": text, **SMALL})
    (prompt,) = [event.data["enhancedPrompt"] for event in events if "enhancedPrompt" in event.data]
    assert len(prompt["retrieved"]) == styles


@pytest.fixture(scope="module")
def library(opened: OpenSystem) -> Iterator["psycopg.Connection[tuple[Any, ...]]"]:
    """The style library, changed without notice to a client that caches it."""
    with psycopg.connect(opened.database_url, autocommit=True) as connection:
        yield connection


async def test_the_same_prompt_is_answered_from_the_cache_until_it_expires_unless_a_fresh_answer_is_requested(
    opened: OpenSystem, library: "psycopg.Connection[tuple[Any, ...]]"
) -> None:
    def rewrite(prompt: str) -> None:
        # The cache depends on revision and time, and neither of them changes.
        library.execute("UPDATE styles SET record = record || jsonb_build_object('prompt', %s::text)", [prompt])

    def final(*, fresh: bool = False) -> str:
        events = opened.endpoint.chat({"text": "a cat, ink wash", "fresh": fresh, **SMALL})
        return str(next(event.data["enhancedPrompt"]["final"] for event in events if "enhancedPrompt" in event.data))

    rewrite("first of all")
    requested, first = time.monotonic(), final()
    rewrite("second thought")
    assert "first of all" in first and final() == first
    await eventually(lambda: "second thought" in final(), timeout=60, pause=0.3)
    assert time.monotonic() - requested > CACHE_SECONDS
    rewrite("third time")
    assert "third time" in final(fresh=True)


# Thresholds


async def test_an_image_passes_at_the_pass_score_and_not_just_below(system: System, asset: str) -> None:
    async def judged(limits: Limits) -> critic_pb2.Verdict:
        settings = CriticSettings(
            listen="127.0.0.1:0", blobs_url=(system.data / "blobs").as_uri(), workers=1, limits=limits
        )
        request = critic_pb2.ReviewImageRequest(
            context=steps_pb2.StepContext(run_id="r", step="critic-1", attempt=1, idempotency_key="r/critic-1"),
            result=executor_pb2.ImageResult(asset=assets_pb2.Asset(asset_id=asset)),
            width=64,
            height=64,
        )
        async with run_critic(settings, start_telemetry("critic")) as server:
            channel = open_channel(server.address)
            stub = critic_pb2_grpc.CriticServiceStub(channel)
            answers = [answer async for answer in stub.ReviewImage(request, timeout=60)]
            await channel.close()
        return answers[-1].verdict

    score = (await judged(Limits())).score
    assert 0 < score < 1
    assert (await judged(Limits(pass_score=score))).passed
    assert not (await judged(Limits(pass_score=score + 1e-9))).passed
