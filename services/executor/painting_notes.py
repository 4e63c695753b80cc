"""PaintNoteImage: a planned picture of a note painted once, its texts drawn on it, and every step of it told."""

import re
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TypeVar, TypeVarTuple

from anyio import BrokenWorkerProcess
from google.protobuf import struct_pb2
from reflow.v1 import creations_pb2, executor_pb2, steps_pb2

from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.common.serving import Context
from services.common.serving.activities import thought, waiting, working
from services.common.workers import Workers
from services.executor import wording
from services.executor.adapters.asset_store import AssetStore, Making
from services.executor.adapters.computations import colours_of, overlaid, room_for
from services.executor.domain.assets import AssetKind
from services.executor.domain.note_prompts import Picture, seed_after, told
from services.executor.domain.overlay.placing import PlannedText, Position, Rank, place_texts
from services.executor.domain.overlay.values import Drawn, TextOverlay
from services.executor.engines import Engines, ImageEngine, Order, Painted, Style
from services.executor.keeping import Keeping
from services.executor.overlaying import drawn_text
from services.executor.working import activity_of, engine_deadline

Args = TypeVarTuple("Args")
Result = TypeVar("Result")

GENERATE, WITH_REFERENCE = "generateImage", "generate_with_reference"
# How much of the step the painting is; the texts are the rest. Seconds that are kept for them.
PAINTING_SHARE, OVERLAY_SECONDS = 0.9, 2.0
MOST_OVERLAYS = 8
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_POSITIONS: Mapping[int, Position] = {
    creations_pb2.OVERLAY_POSITION_TOP: Position.TOP,
    creations_pb2.OVERLAY_POSITION_MIDDLE: Position.MIDDLE,
    creations_pb2.OVERLAY_POSITION_BOTTOM: Position.BOTTOM,
}
_RANKS: Mapping[int, Rank] = {
    creations_pb2.OVERLAY_KIND_TITLE: Rank.TITLE,
    creations_pb2.OVERLAY_KIND_SUBTITLE: Rank.SUBTITLE,
    creations_pb2.OVERLAY_KIND_CAPTION: Rank.CAPTION,
}


@dataclass(frozen=True, slots=True)
class _Job:
    """One picture to be made: what is asked, by which engine, in which language, under which keys."""

    request: executor_pb2.PaintNoteImageRequest
    engine: ImageEngine
    language: Language
    texts: tuple[PlannedText, ...]
    overlays: tuple[TextOverlay, ...]

    @property
    def plan(self) -> creations_pb2.ImagePlan:
        return self.request.plan

    @property
    def key(self) -> str:
        """Names the finished picture."""
        return self.request.context.idempotency_key

    @property
    def plain_key(self) -> str:
        """Names the picture without its texts: once painted it is not painted again, whatever happens after."""
        return f"{self.key}\nplain"

    @property
    def tool(self) -> str:
        return WITH_REFERENCE if self.plan.reference_asset_id else GENERATE

    @property
    def seed(self) -> int:
        return seed_after(self.request.seed, self.request.feedback)


class NotePainting:
    """Paints with *engines* and draws in *workers*; a remote engine has *seconds* of *clock*."""

    def __init__(
        self, engines: Engines, assets: AssetStore, workers: Workers, seconds: float, clock: Callable[[], float]
    ) -> None:
        self._engines = engines
        self._assets = assets
        self._keeping = Keeping(assets, clock)
        self._workers = workers
        self._seconds = seconds
        self._clock = clock

    async def paint(
        self, request: executor_pb2.PaintNoteImageRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.PaintNoteImageResponse, None]:
        """Yield activities, then the picture.

        Raises MODEL_UNKNOWN, ASSET_UNKNOWN for a reference that is not there, INVALID_INPUT_FORMAT naming the field
        (before anything is painted or paid), and what the engine raises.
        """
        job = self._job(request)
        stored = await self._assets.made(job.key)
        if stored is not None:
            yield executor_pb2.PaintNoteImageResponse(note_image=executor_pb2.NoteImage.FromString(stored))
            return
        plain = await self._keeping.made_before(job.plain_key)
        yield _activity(_called(job))
        if plain is None:
            async with aclosing(self._painted(job, context)) as painting:
                async for response in painting:
                    yield response
            plain = await self._keeping.made_before(job.plain_key)
            assert plain is not None, "an engine's last word is its picture, and that was kept"
        yield _activity(_answered(job, plain))
        async with aclosing(self._finished(job, plain)) as finishing:
            async for response in finishing:
                yield response

    def _job(self, request: executor_pb2.PaintNoteImageRequest) -> _Job:
        builtin_only = request.context.builtin_only
        engine = self._engines.builtin if builtin_only else self._engines.choose(request.model)
        language = Language(request.context.locale or Language.CHINESE)
        for number, colour in enumerate(request.plan.palette):
            if not _COLOUR.fullmatch(colour):
                raise _no_colour(number)
        texts = planned_texts(request)
        return _Job(request, engine, language, texts, place_texts(texts, request.plan.height))

    async def _painted(self, job: _Job, context: Context) -> AsyncGenerator[executor_pb2.PaintNoteImageResponse, None]:
        """Yield what the engine tells, and keep its picture."""
        plan, palette = job.plan, tuple(job.plan.palette)
        reference = await self._reference(plan)
        wants_colours = bool(reference and not palette)
        if wants_colours or job.overlays:
            if self._workers.busy:
                yield _activity(waiting())
            async with self._workers.place():
                if wants_colours:
                    palette = await self._computed(colours_of, reference)
                if job.overlays:
                    await self._computed(room_for, job.overlays, (plan.width, plan.height))
        order = self._order(job, palette, context)
        began, png = self._clock(), b""
        yield _activity(thought(wording.painting_for(plan.purpose, job.engine.name).pick(job.language)))
        async with aclosing(job.engine.generate(order)) as making_of:
            async for progress in making_of:
                png = progress.png if isinstance(progress, Painted) else png
                yield _activity(activity_of(progress, job.language, share=PAINTING_SHARE))
        making = Making(seed=job.seed, model=job.engine.name, prompt=plan.prompt)
        await self._keeping.keep(job.plain_key, png, making, executor_pb2.TASK_TYPE_TEXT_TO_IMAGE, began)

    async def _reference(self, plan: creations_pb2.ImagePlan) -> bytes:
        """Return the reference picture, b"" where the plan has none."""
        if not plan.reference_asset_id:
            return b""
        _, reference = await self._assets.get(
            plan.reference_asset_id, AssetKind.IMAGE, Code.ASSET_UNKNOWN, "plan.reference_asset_id"
        )
        return reference

    def _order(self, job: _Job, palette: tuple[str, ...], context: Context) -> Order:
        plan = job.plan
        places = tuple(dict.fromkeys(text.position.value for text in job.texts))
        picture = Picture(plan.prompt, plan.style, palette, places, job.request.feedback)
        style = Style("", palette, plan.style) if palette or plan.style else None
        deadline = engine_deadline(context, self._seconds, self._clock, kept=OVERLAY_SECONDS)
        prompt = told(picture, job.language)
        return Order(prompt, plan.subject, style, plan.width, plan.height, job.seed, job.key, deadline)

    async def _finished(
        self, job: _Job, plain: executor_pb2.ImageResult
    ) -> AsyncGenerator[executor_pb2.PaintNoteImageResponse, None]:
        """Yield what is told while the texts are drawn on *plain*, then the picture of the note, kept."""
        image, drawn = plain, tuple[Drawn, ...]()
        if job.overlays:
            _, content = await self._assets.get(
                plain.asset.asset_id, AssetKind.IMAGE, Code.EXECUTION_FAILED, "plain_asset_id"
            )
            if self._workers.busy:
                yield _activity(waiting())
            async with self._workers.place():
                yield _activity(working(PAINTING_SHARE, wording.overlaying(len(job.overlays)).pick(job.language)))
                began = self._clock()
                png, drawn = await self._computed(overlaid, content, job.overlays)
            making = Making(
                parent_asset_id=plain.asset.asset_id, seed=plain.seed, model=plain.model, prompt=plain.prompt
            )
            image = await self._keeping.store(png, making, executor_pb2.TASK_TYPE_TEXT_OVERLAY, began)
        made = executor_pb2.NoteImage(
            plan_id=job.plan.plan_id,
            image=image,
            plain_asset_id=plain.asset.asset_id,
            texts=map(drawn_text, drawn),
        )
        await self._assets.remember(job.key, made.SerializeToString())
        yield _activity(working(1.0, wording.STORED.pick(job.language)))
        yield executor_pb2.PaintNoteImageResponse(note_image=made)

    async def _computed(self, function: Callable[[*Args], Result], *args: *Args) -> Result:
        """Return function(*args), computed in a worker. Call it while holding a place."""
        try:
            return await self._workers.compute(function, *args)
        except BrokenWorkerProcess as error:
            details = f"the process that computed {function.__name__} died"
            raise ReflowError(Code.EXECUTION_FAILED, details=details, node="executor") from error


def planned_texts(request: executor_pb2.PaintNoteImageRequest) -> tuple[PlannedText, ...]:
    """Return the texts of *request* that are for its picture: those that name no other one.

    Raises INVALID_INPUT_FORMAT naming a text that is blank.
    """
    mine = [text for text in request.overlays if text.plan_id in ("", request.plan.plan_id)]
    for number, text in enumerate(mine):
        if not text.text.strip():
            blank = Text("图片上的文字是空的。", "A text for the picture is empty.")
            raise ReflowError(Code.INVALID_INPUT_FORMAT, blank, field=f"overlays[{number}].text", node="executor")
    return tuple(
        PlannedText(text.text, _POSITIONS.get(text.position, Position.TOP), _RANKS.get(text.kind, Rank.TITLE))
        for text in mine
    )


def _called(job: _Job) -> steps_pb2.Activity:
    given = struct_pb2.Struct()
    plan = job.plan
    given.update({"planId": plan.plan_id, "prompt": plan.prompt, "width": plan.width, "height": plan.height})
    given.update({"model": job.engine.name})
    if plan.reference_asset_id:
        given.update({"referenceAssetId": plan.reference_asset_id})
    call = steps_pb2.ToolCall(tool_call_id=_call_id(job), tool=job.tool, input=given)
    return steps_pb2.Activity(tool_call=call)


def _answered(job: _Job, plain: executor_pb2.ImageResult) -> steps_pb2.Activity:
    answer = struct_pb2.Struct()
    answer.update({"assetId": plain.asset.asset_id, "model": plain.model})
    result = steps_pb2.ToolResult(tool_call_id=_call_id(job), tool=job.tool, output=answer)
    return steps_pb2.Activity(tool_result=result)


def _call_id(job: _Job) -> str:
    """Return an id that is unique in its run, also where several pictures are made side by side."""
    return f"{job.request.context.step}-{job.request.context.attempt}-{job.plan.plan_id}"


def _activity(activity: steps_pb2.Activity) -> executor_pb2.PaintNoteImageResponse:
    return executor_pb2.PaintNoteImageResponse(activity=activity)


def _no_colour(number: int) -> ReflowError:
    text = Text("颜色应写成 #rrggbb。", "A colour is written #rrggbb.")
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, field=f"plan.palette[{number}]", node="executor")
