"""PaintNoteImage: a planned image of a note, with its texts."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass

from engines.typesetting.placement import place_texts
from engines.typesetting.values import TextOverlay
from services.common.contract import requests
from services.common.contract.activity import Activity, Thought, ToolCall, ToolResult
from services.common.contract.assets import AssetKind
from services.common.contract.image_chat import ImageResult, ReferenceUse, TaskType
from services.common.contract.note import DrawnText, ImagePlan, NoteImage, PlannedText
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.common.images.color_codes import is_color
from services.common.text.language import Text
from services.executor import texts
from services.executor.adapters.asset_store import AssetStore, ImageOrigin
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import check_overlays, extract_colors, overlay_texts
from services.executor.adapters.result_messages import decode_result, encode_result
from services.executor.application.engine_events import WAITING, compute_engine_deadline, running, to_activity
from services.executor.application.engine_registry import EngineRegistry
from services.executor.application.idempotent_results import IdempotentResults, compute_result_key
from services.executor.domain.image_engine import FinishedImage, ImageEngine, ImageRequest, ImageStyle
from services.executor.domain.note_image_prompt import PlannedImage, build_prompt, derive_seed
from services.executor.domain.reference import MEASURED_USES, Reference

GENERATE_TOOL, REFERENCE_TOOL = "generateImage", "generate_with_reference"
# Share of the step that the image takes, and the seconds reserved for its texts.
IMAGE_SHARE, OVERLAY_SECONDS = 0.9, 2.0


@dataclass(frozen=True, slots=True)
class _Job:
    """One image to paint: the request, the engine, and the texts with their positions."""

    request: requests.PaintNoteImage
    call: StepCall
    engine: ImageEngine
    texts: tuple[PlannedText, ...]
    overlays: tuple[TextOverlay, ...]

    @property
    def plan(self) -> ImagePlan:
        return self.request.plan

    @property
    def key(self) -> str:
        """Key of the finished image."""
        return compute_result_key(self.request, self.call)

    @property
    def plain_key(self) -> str:
        """Key of the image without its texts: once painted, it is never painted again."""
        return f"{self.key}\nplain"

    @property
    def tool(self) -> str:
        return REFERENCE_TOOL if self.plan.reference_asset_id else GENERATE_TOOL

    @property
    def tool_call_id(self) -> str:
        """An id that is unique in the run, also where several images are painted concurrently."""
        return f"{self.call.context.step}-{self.call.context.attempt}-{self.plan.plan_id}"

    @property
    def seed(self) -> int:
        return derive_seed(self.request.seed, self.request.feedback)


class PaintNoteImage:
    """Paints with *engines* and draws texts in *pipeline*; a remote engine has *seconds* of *clock*."""

    def __init__(
        self,
        engines: EngineRegistry,
        assets: AssetStore,
        results: IdempotentResults,
        pipeline: ImagePipeline,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        self._engines = engines
        self._assets = assets
        self._results = results
        self._pipeline = pipeline
        self._seconds = seconds
        self._clock = clock

    async def __call__(
        self, request: requests.PaintNoteImage, call: StepCall
    ) -> AsyncGenerator[Activity | NoteImage, None]:
        """Yield activities, then the image.

        Raises MODEL_UNKNOWN, ASSET_UNKNOWN for a missing reference image, INVALID_INPUT_FORMAT naming the field
        (before anything is painted or paid), and the errors of the engine.
        """
        job = self._create_job(request, call)
        stored = await self._assets.find_result(job.key)
        if stored is not None:
            yield decode_result(stored, NoteImage)
            return
        plain = await self._results.find(job.plain_key)
        yield _tool_call(job)
        if plain is None:
            async with aclosing(self._paint(job)) as activities:
                async for activity in activities:
                    yield activity
            plain = await self._results.find(job.plain_key)
            assert plain is not None, "an engine's last event is its image, and it was stored"
        yield _tool_result(job, plain)
        async with aclosing(self._overlay(job, plain)) as outcomes:
            async for outcome in outcomes:
                yield outcome

    def _create_job(self, request: requests.PaintNoteImage, call: StepCall) -> _Job:
        engine = self._engines.select(request.model, builtin_only=call.context.builtin_only)
        for number, color in enumerate(request.plan.palette):
            if not is_color(color):
                raise _invalid_color(number)
        selected = select_texts(request)
        return _Job(request, call, engine, selected, place_texts(selected, request.plan.width, request.plan.height))

    async def _paint(self, job: _Job) -> AsyncGenerator[Activity, None]:
        """Yield the activities of the engine, and store its image."""
        plan, palette = job.plan, job.plan.palette
        reference = await self._load_reference(plan)
        needs_colors = (
            reference is not None and not palette and ReferenceUse.PALETTE in MEASURED_USES[reference.purpose]
        )
        if needs_colors or job.overlays:
            if self._pipeline.is_busy:
                yield WAITING
            limit = self._pipeline.limit_time(plan.width, plan.height)
            async with self._pipeline.slot():
                yield running(0.0, limit=limit)
                if reference is not None and needs_colors:
                    palette = await self._pipeline.run(extract_colors, reference.image, within=limit)
                if job.overlays:
                    await self._pipeline.run(check_overlays, job.overlays, (plan.width, plan.height), within=limit)
            yield running(0.0)  # the engine has the time of the step
        image_request = self._build_image_request(job, palette, reference)
        uses = (ReferenceUse.PALETTE,) if needs_colors else ()
        started_at, finished = self._clock(), FinishedImage(b"")
        yield Thought(texts.painting_note_image(plan.purpose, job.engine.name).pick(job.call.language))
        async with aclosing(job.engine.generate(image_request)) as events:
            async for event in events:
                if isinstance(event, FinishedImage):
                    finished, uses = event, (*event.reference_uses, *uses)
                yield to_activity(event, job.call.language, share=IMAGE_SHARE)
        origin = ImageOrigin(seed=job.seed, model=job.engine.name, prompt=plan.prompt)
        await self._results.store(
            job.plain_key, finished.png, origin, TaskType.TEXT_TO_IMAGE, started_at, uses, finished.content
        )

    async def _load_reference(self, plan: ImagePlan) -> Reference | None:
        """Return the reference image, None where the plan has none."""
        if not plan.reference_asset_id:
            return None
        _, reference = await self._assets.get(
            plan.reference_asset_id, AssetKind.IMAGE, Code.ASSET_UNKNOWN, "plan.reference_asset_id"
        )
        return Reference(reference, plan.reference_purpose)

    def _build_image_request(self, job: _Job, palette: tuple[str, ...], reference: Reference | None) -> ImageRequest:
        plan = job.plan
        positions = tuple(dict.fromkeys(text.position.value for text in job.texts))
        image = PlannedImage(plan.prompt, plan.style, palette, positions, job.request.feedback)
        style = ImageStyle("", palette, plan.style) if palette or plan.style else None
        deadline = compute_engine_deadline(job.call, self._seconds, self._clock, reserved_seconds=OVERLAY_SECONDS)
        prompt = build_prompt(image, job.call.language)
        key = job.call.context.idempotency_key
        return ImageRequest(prompt, plan.subject, style, plan.width, plan.height, job.seed, key, deadline, reference)

    async def _overlay(self, job: _Job, plain: ImageResult) -> AsyncGenerator[Activity | NoteImage, None]:
        """Draw the texts on *plain*; yield activities, then the image of the note, which is stored."""
        image, drawn = plain, tuple[DrawnText, ...]()
        if job.overlays:
            _, content = await self._assets.get(
                plain.asset.asset_id, AssetKind.IMAGE, Code.EXECUTION_FAILED, "plain_asset_id"
            )
            if self._pipeline.is_busy:
                yield WAITING
            limit = self._pipeline.limit_time(plain.asset.width, plain.asset.height)
            async with self._pipeline.slot():
                yield running(IMAGE_SHARE, texts.overlaying_texts(len(job.overlays)).pick(job.call.language), limit)
                started_at = self._clock()
                png, drawn = await self._pipeline.run(overlay_texts, content, job.overlays, within=limit)
            origin = ImageOrigin(
                parent_asset_id=plain.asset.asset_id, seed=plain.seed, model=plain.model, prompt=plain.prompt
            )
            image = await self._results.store_image(
                png, origin, TaskType.TEXT_OVERLAY, started_at, plain.reference_uses, plain.content
            )
        note_image = NoteImage(job.plan.plan_id, image, plain.asset.asset_id, drawn)
        await self._assets.store_result(job.key, encode_result(note_image))
        yield running(1.0, texts.STORED.pick(job.call.language))
        yield note_image


def select_texts(request: requests.PaintNoteImage) -> tuple[PlannedText, ...]:
    """Return the texts of *request* for its image: those that name no other image.

    Raises INVALID_INPUT_FORMAT naming a text that is blank.
    """
    selected = tuple(text for text in request.overlays if text.plan_id in ("", request.plan.plan_id))
    for number, text in enumerate(selected):
        if not text.text.strip():
            blank = Text("图片上的文字是空的。", "A text for the image is empty.")
            raise ReflowError(Code.INVALID_INPUT_FORMAT, blank, field=f"overlays[{number}].text", node="executor")
    return selected


def _tool_call(job: _Job) -> ToolCall:
    plan = job.plan
    arguments: dict[str, object] = {"planId": plan.plan_id, "prompt": plan.prompt}
    arguments |= {"width": plan.width, "height": plan.height, "model": job.engine.name}
    if plan.reference_asset_id:
        arguments["referenceAssetId"] = plan.reference_asset_id
        arguments["referencePurpose"] = plan.reference_purpose
    return ToolCall(job.tool_call_id, job.tool, arguments)


def _tool_result(job: _Job, plain: ImageResult) -> ToolResult:
    answer: dict[str, object] = {"assetId": plain.asset.asset_id, "model": plain.model}
    if job.plan.reference_asset_id:
        answer["referenceUses"] = [use.value for use in plain.reference_uses]
        answer["reference"] = texts.reference_used(plain.model, plain.reference_uses).pick(job.call.language)
    return ToolResult(job.tool_call_id, job.tool, answer)


def _invalid_color(number: int) -> ReflowError:
    text = Text("颜色应写成 #rrggbb。", "A color must have the form #rrggbb.")
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, field=f"plan.palette[{number}]", node="executor")
