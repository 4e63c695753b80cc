"""A planned image of a note: painted once, with its texts, and its activities."""

import asyncio
from typing import Any

import numpy as np
import pytest
from PIL import Image
from reflow.v1 import executor_pb2, steps_pb2

from services.common.errors import Code
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.services.sample_images import encoded
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.worker_processes import worker_processes
from tests.integration.executor.notes.conftest import SIZE, Serving, plan, planned, sizes, struct_to_dict

TITLE, SUBTITLE, CAPTION = 1, 2, 3
TOP, MIDDLE, BOTTOM = 1, 2, 3


async def test_an_image_is_returned_with_its_texts_and_also_without_them(serving: Serving) -> None:
    texts = [planned("春游攻略"), planned("周末", TOP, SUBTITLE), planned("草稿", BOTTOM, CAPTION)]
    async with serving() as executor:
        note_image = (await executor.paint(overlays=texts, seed=7)).note_image
        image, plain = executor.pixels(note_image.image.asset.asset_id), executor.pixels(note_image.plain_asset_id)
    assert (note_image.plan_id, note_image.image.model, note_image.image.seed) == ("image-1", "builtin", 7)
    assert note_image.image.task_type == executor_pb2.TASK_TYPE_TEXT_OVERLAY
    assert note_image.image.asset.parent_asset_id == note_image.plain_asset_id
    assert image.shape == plain.shape == (SIZE[1], SIZE[0], 3)
    assert [text.lines for text in note_image.texts] == [["春游攻略"], ["周末"], ["草稿"]]
    title, subtitle, caption = sizes(note_image.texts)
    assert title > subtitle > caption
    changed = (image != plain).any(axis=(1, 2))
    assert changed[: SIZE[1] // 3].any() and not changed[SIZE[1] * 4 // 10 : SIZE[1] * 6 // 10].any()


async def test_an_image_without_texts_is_the_plain_one(serving: Serving) -> None:
    async with serving() as executor:
        note_image = (await executor.paint()).note_image
    assert note_image.image.asset.asset_id == note_image.plain_asset_id and not note_image.texts
    assert note_image.image.task_type == executor_pb2.TASK_TYPE_TEXT_TO_IMAGE


async def test_the_tool_call_has_its_arguments_and_its_result(serving: Serving) -> None:
    async with serving() as executor:
        transcript = await executor.paint(overlays=[planned("春游")])
    (call,), (answer,) = transcript.calls, transcript.answers
    assert (call.tool, answer.tool) == ("generateImage", "generateImage") and call.tool_call_id == answer.tool_call_id
    assert struct_to_dict(call.input) == {
        "planId": "image-1",
        "prompt": "一片樱花林",
        "width": SIZE[0],
        "height": SIZE[1],
        "model": "builtin",
    }
    assert struct_to_dict(answer.output) == {"assetId": transcript.note_image.plain_asset_id, "model": "builtin"}


async def test_progress_rises_to_one_with_a_text(serving: Serving) -> None:
    async with serving() as executor:
        transcript = await executor.paint(overlays=[planned("春游")])
    fractions = [progress.fraction for progress in transcript.progress if progress.phase == progress.PHASE_WORKING]
    assert fractions == sorted(fractions) and (fractions[0], fractions[-1]) == (0.0, 1.0)
    assert any("1 段文字" in progress.text for progress in transcript.progress)


async def test_the_same_step_paints_once_and_returns_the_same_image_again(serving: Serving) -> None:
    async with serving() as executor:
        first = await executor.paint(overlays=[planned("春游")])
        again = await executor.paint(overlays=[planned("另一个")], seed=9)
        other = await executor.paint(overlays=[planned("另一个")], seed=9, key="run-1/image-2")
    assert again.note_image == first.note_image and len(again.responses) == 1
    assert other.note_image.plain_asset_id != first.note_image.plain_asset_id


async def test_a_crash_between_painting_and_texts_paints_and_pays_nothing_again(
    serving: Serving, fake: FakeProviders, tmp_path: Any
) -> None:
    models = fake.models_toml(tmp_path, roles=(), engines=("openai",))
    async with serving(models=models) as executor:
        first = await executor.paint(overlays=[planned("春游")], model="fake-openai", key="run-1/image-1")
        executor.forget("run-1/image-1")
        again = await executor.paint(overlays=[planned("春游")], model="fake-openai", key="run-1/image-1")
    assert len(fake.request_log("openai.images")) == 1
    assert again.note_image.image.asset.asset_id == first.note_image.image.asset.asset_id
    assert again.note_image.plain_asset_id == first.note_image.plain_asset_id
    assert [call.tool for call in again.calls] == [answer.tool for answer in again.answers] == ["generateImage"]


async def test_the_same_plan_and_seed_give_the_same_image_and_feedback_gives_another(serving: Serving) -> None:
    async with serving() as executor:
        one = (await executor.paint(seed=3, key="run-1/a")).note_image
        same = (await executor.paint(seed=3, key="run-1/b")).note_image
        requested = (await executor.paint(seed=3, key="run-1/c", feedback="换个构图")).note_image
    assert one.plain_asset_id == same.plain_asset_id != requested.plain_asset_id
    assert requested.image.seed != 3


async def test_the_built_in_painter_paints_with_the_colors_of_the_plan(serving: Serving) -> None:
    palette = ["#10306a", "#081530", "#2f7fd0", "#55a0e0"]
    async with serving() as executor:
        blue = (
            await executor.paint(plan=plan(prompt="一辆车", subject="车", style="扁平", palette=palette))
        ).note_image
        pixels = executor.pixels(blue.plain_asset_id).reshape(-1, 3).mean(axis=0)
    assert pixels[2] > 1.4 * pixels[0]


async def test_the_colors_of_a_reference_are_used_where_the_plan_names_none(serving: Serving) -> None:
    green = np.full((64, 64, 3), (24, 120, 48), dtype=np.uint8)
    green[:8] = (8, 40, 16)
    async with serving() as executor:
        reference = await executor.import_image(encoded(Image.fromarray(green)))
        transcript = await executor.paint(plan=plan(prompt="一间房", subject="房子", reference_asset_id=reference))
        pixels = executor.pixels(transcript.note_image.plain_asset_id).reshape(-1, 3).mean(axis=0)
    assert transcript.calls[0].tool == "generate_with_reference"
    assert struct_to_dict(transcript.calls[0].input)["referenceAssetId"] == reference
    assert pixels[1] > pixels[0] and pixels[1] > pixels[2]


async def test_the_prompt_for_a_remote_engine_has_style_colors_feedback_and_forbids_text(
    serving: Serving, fake: FakeProviders, tmp_path: Any
) -> None:
    models = fake.models_toml(tmp_path, roles=(), engines=("openai",), default_engine="fake-openai", prices=True)
    async with serving(models=models) as executor:
        transcript = await executor.paint(
            plan=plan(style="清新水彩", palette=["#ffccdd"]),
            overlays=[planned("春游", TOP)],
            feedback="太暗了\n⟦换成狗⟧",
        )
    (record,) = fake.request_log("openai.images")
    prompt = record["body"]["prompt"]
    assert prompt.startswith("一片樱花林") and "⟦" not in prompt
    for words in ("清新水彩", "#ffccdd", "太暗了", "不要出现任何文字", "上方"):
        assert words in prompt
    assert transcript.note_image.image.model == "fake-openai" and [used.images for used in transcript.usage] == [1]


async def test_the_built_in_engine_is_used_after_the_budget_is_exhausted(
    serving: Serving, fake: FakeProviders, tmp_path: Any
) -> None:
    models = fake.models_toml(tmp_path, roles=(), engines=("openai",), default_engine="fake-openai")
    async with serving(models=models) as executor:
        transcript = await executor.paint(builtin_context=True)
    assert transcript.note_image.image.model == "builtin" and not fake.request_log("openai.images")


async def test_concurrent_images_report_their_own_progress_and_wait_for_a_worker(serving: Serving) -> None:
    async with serving(workers=1) as executor:
        transcripts = await asyncio.gather(
            *(
                executor.paint(
                    key=f"run-1/image-{n}", plan=plan(plan_id=f"image-{n}"), overlays=[planned("春游")], seed=n
                )
                for n in range(3)
            )
        )
    assert [transcript.note_image.plan_id for transcript in transcripts] == ["image-0", "image-1", "image-2"]
    assert len({transcript.calls[0].tool_call_id for transcript in transcripts}) == 3
    waited = [
        transcript
        for transcript in transcripts
        if any(p.phase == steps_pb2.Progress.PHASE_WAITING for p in transcript.progress)
    ]
    assert len(waited) >= 2


async def test_a_long_text_is_truncated_instead_of_rejected(serving: Serving) -> None:
    async with serving() as executor:
        (text,) = (await executor.paint(overlays=[planned("春" * 200)])).note_image.texts
    assert text.cut and text.lines[-1].endswith("…")


async def test_texts_for_another_image_are_not_drawn(serving: Serving) -> None:
    async with serving() as executor:
        transcript = await executor.paint(
            overlays=[planned("我的", plan_id="image-1"), planned("别人的", plan_id="image-2")]
        )
    assert [text.lines for text in transcript.note_image.texts] == [["我的"]]


@pytest.mark.parametrize(
    ("code", "field", "fields"),
    [
        (Code.MODEL_UNKNOWN, "preferred_model", {"model": "dall-e-99"}),
        (Code.ASSET_UNKNOWN, "plan.reference_asset_id", {"plan": plan(reference_asset_id="0" * 64)}),
        (Code.INVALID_INPUT_FORMAT, "plan.palette[1]", {"plan": plan(palette=["#ffffff", "red"])}),
        (Code.INVALID_INPUT_FORMAT, "overlays[0].text", {"overlays": [planned("  ")]}),
        (Code.INVALID_INPUT_FORMAT, "overlays[1].text", {"overlays": [planned("好"), planned("🌸🌸", BOTTOM)]}),
        (Code.INVALID_INPUT_FORMAT, "overlays[0].text", {"plan": plan(height=64), "overlays": [planned("好")] * 8}),
    ],
)  # fmt: skip
async def test_an_invalid_request_is_rejected_by_its_field_before_anything_is_painted(
    serving: Serving, code: Code, field: str, fields: dict[str, Any]
) -> None:
    async with serving() as executor:
        transcript = await executor.paint(**fields)
        painted = list(executor.folder.rglob("assets/*.png"))
    assert transcript.error is not None and (transcript.error.code, transcript.error.field) == (code, field)
    assert not painted


@pytest.mark.parametrize("responses", [1, 2])
async def test_a_cancel_while_the_first_workers_start_leaves_no_process(serving: Serving, responses: int) -> None:
    async with serving(workers=2) as executor:
        call = executor.painting(overlays=[planned("春游")])
        for _ in range(responses):
            await call.read()
        call.cancel()
        await call.code()
        # The executor's own worker processes remain.
        await eventually(lambda: len(worker_processes()) <= 2)
        assert (await executor.paint(key="run-1/image-2")).note_image.plan_id == "image-1"
        assert len(worker_processes()) <= 2


def test_an_executor_that_ends_while_its_workers_start_leaves_no_process(serving: Serving) -> None:
    async def serve() -> None:
        async with serving(workers=2):
            pass

    asyncio.run(serve())
    assert not worker_processes()
