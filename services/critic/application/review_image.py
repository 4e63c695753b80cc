"""Use case: review an image by its metrics and, if available, by a vision model."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

from services.common.blobs import BlobStore
from services.common.contract.activity import Activity, Phase, Progress, Thought
from services.common.contract.image_chat import Verdict
from services.common.contract.requests import ReviewImage
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.llm.activities import to_activity
from services.common.llm.values import ChatModel
from services.common.telemetry import ErrorStatistics
from services.common.text.language import Text
from services.common.worker_pool.pool import WorkerPool
from services.common.worker_pool.time_limit import TimeLimit
from services.critic.adapters.image_computations import ImageCase, assess_image, downscale_images
from services.critic.adapters.model_calls import ConcurrentCall, start_call
from services.critic.domain.image.aggregation import decide_by_metrics, decide_with_vision, decide_without_vision
from services.critic.domain.image.content import apply_content_report
from services.critic.domain.image.expectations import build_expectation, has_mask, is_content_unknown, is_edit
from services.critic.domain.image.requested_image import RequestedImage, build_requested_image
from services.critic.domain.image.texts import CONTENT_UNKNOWN, NO_VISION, VISION_SKIPPED
from services.critic.domain.image.vision_scores import VisionScores
from services.critic.prompts.image import build_request

# The parameter in which the executor reports the width of a feathered edge.
FEATHER = "feather_px"
# Wider than any edge of an image.
MAX_FEATHER = 4_096
# Seconds of the step's time that remain when a late model call is cancelled, for the verdict by metrics.
MARGIN = 0.5
JUDGED = Text("评分 {score:.2f}：{feedback}", "Score {score:.2f}: {feedback}")
NO_JUDGMENT = Text("视觉模型没有给出判断：{why}", "The vision model gave no judgment: {why}")


@dataclass(frozen=True, slots=True)
class VisionModel:
    """A model that accepts images, and the monotonic clock of its deadlines."""

    model: ChatModel
    clock: Callable[[], float]


class ImageReviewer:
    """Reviews stored images by metrics, computed in *workers*, and by *vision* if there is such a model."""

    def __init__(
        self,
        blobs: BlobStore,
        workers: WorkerPool,
        limits: Limits,
        errors: ErrorStatistics,
        vision: VisionModel | None = None,
    ) -> None:
        self._blobs = blobs
        self._workers = workers
        self._limits = limits
        self._errors = errors
        self._vision = vision

    async def review(self, request: ReviewImage, call: StepCall) -> AsyncGenerator[Activity | Verdict, None]:
        """Yield activities, then the verdict."""
        language, requested = call.language, build_requested_image(request)
        case = await self._load_case(request)
        asset = request.result.asset
        limit = TimeLimit.for_image(self._limits.critic_seconds, asset.width * asset.height)
        if self._workers.busy:
            yield Progress(Phase.WAITING, 0.0)
        async with AsyncExitStack() as until_decided:
            async with self._workers.place():
                yield Progress(Phase.WORKING, 0.0, time_limit=limit.wall_seconds)
                vision_call = await self._start_vision_call(request, requested, call, case, limit, until_decided)
                assessment = await self._workers.compute(assess_image, case, within=limit)
            if self._is_vision_skipped(call):
                verdict = decide_without_vision(assessment, (VISION_SKIPPED,), self._limits, language)
                verdict = apply_content_report(verdict, request.result.content, self._limits, language)
            elif vision_call is None and is_content_unknown(request):
                verdict = decide_without_vision(assessment, (CONTENT_UNKNOWN,), self._limits, language)
            elif vision_call is None:
                verdict = decide_by_metrics(assessment, self._limits, language)
                verdict = apply_content_report(verdict, request.result.content, self._limits, language)
            else:
                async for event in vision_call.events():
                    yield to_activity(event, language)
                try:
                    vision = await vision_call.result()
                    verdict = decide_with_vision(assessment, vision, requested, self._limits, language)
                except ReflowError as error:
                    self._errors.record_survived(error, call.context, "critic")
                    yield Thought(NO_JUDGMENT.pick(language).format(why=error.message(language)))
                    verdict = decide_without_vision(assessment, (error.text, NO_VISION), self._limits, language)
                    verdict = apply_content_report(verdict, request.result.content, self._limits, language)
        if verdict.judged:
            yield Thought(JUDGED.pick(language).format(score=verdict.score, feedback=verdict.feedback))
        else:
            yield Thought(verdict.feedback)
        yield verdict

    def _is_vision_skipped(self, call: StepCall) -> bool:
        """Return whether the budget does not allow a call of the vision model."""
        return self._vision is not None and call.context.builtin_only

    async def _start_vision_call(
        self,
        request: ReviewImage,
        requested: RequestedImage,
        call: StepCall,
        case: ImageCase,
        limit: TimeLimit,
        until_decided: AsyncExitStack,
    ) -> ConcurrentCall[VisionScores] | None:
        """Start the call of the vision model, if there is a model and an image. Requires a worker slot."""
        if self._vision is None or self._is_vision_skipped(call):
            return None
        images = await self._workers.compute(downscale_images, case, within=limit)
        if not images:
            return None
        deadline = call.deadline(self._limits.critic_seconds, self._vision.clock) - MARGIN
        chat_request = build_request(
            requested,
            images,
            call.language,
            deadline=deadline,
            key=call.context.idempotency_key,
            fresh=request.fresh,
        )
        completions = self._vision.model.answer(chat_request, VisionScores)
        return await until_decided.enter_async_context(start_call(completions))

    async def _load_case(self, request: ReviewImage) -> ImageCase:
        feather = request.result.parameters.get(FEATHER, 0)
        if not 0 <= feather <= MAX_FEATHER:
            raise ReflowError(Code.INVALID_INPUT_FORMAT, field=f"result.parameters.{FEATHER}")
        return ImageCase(
            after=await self._load_asset(request.result.asset.asset_id, "result.asset.asset_id"),
            before=await self._load_asset(request.source_asset_id, "source_asset_id") if is_edit(request) else b"",
            mask=await self._load_asset(request.mask_asset_id, "mask_asset_id") if has_mask(request) else b"",
            feather_px=int(feather),
            parameters=request.parameters,
            expectation=build_expectation(request),
            sketch=request.result.sketch,
        )

    async def _load_asset(self, asset_id: str, field: str) -> bytes:
        content = await self._blobs.get(f"assets/{asset_id}.png") if asset_id else None
        if content is None:
            raise ReflowError(Code.ASSET_UNKNOWN, details=f"no asset {asset_id[:80]!r}", field=field, node="critic")
        return content
