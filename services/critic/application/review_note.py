"""Use case: review a note by rules, by the metrics of its images and, if available, by a language model."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass

from services.common.blobs import BlobStore
from services.common.cancellation import cancel_tasks
from services.common.contract.activity import Activity, Phase, Progress, Thought
from services.common.contract.image_chat import Verdict
from services.common.contract.note import NoteImage
from services.common.contract.requests import ReviewNote
from services.common.contract.step import StepCall
from services.common.errors import ReflowError
from services.common.limits import Limits
from services.common.llm.activities import to_activity
from services.common.llm.values import ChatModel
from services.common.telemetry import ErrorStatistics
from services.common.text.language import Language, Text
from services.common.worker_pool.pool import WorkerPool
from services.common.worker_pool.time_limit import TimeLimit
from services.critic.adapters.model_calls import ConcurrentCall, start_call
from services.critic.adapters.note_computations import StoredImage, assess_note_text, downscale_image, measure_image
from services.critic.domain.note.aggregation import decide_by_rules, decide_with_judgment, decide_without_judgment
from services.critic.domain.note.assessment import NoteAssessment, add_images
from services.critic.domain.note.images import MeasuredImage
from services.critic.domain.note.judgment import NoteJudgment
from services.critic.domain.note.note import ReviewedNote, build_reviewed_note
from services.critic.domain.note.page_texts import JUDGMENT_SKIPPED
from services.critic.prompts.note import build_request

# Seconds of the step's time that remain when a late model call is cancelled, for the verdict by rules.
MARGIN = 0.5
# Progress once the text is checked; the images share the rest.
TEXT_SHARE = 0.2
CHECKING_TEXT = Text("正在检查文字和版式", "Reading text and layout")
MEASURING = Text("已检查 {done}/{total} 张图片", "{done} of {total} images checked")
JUDGED = Text("评分 {score:.2f}：{feedback}", "Score {score:.2f}: {feedback}")
NO_JUDGMENT = Text("审稿模型没有给出判断：{why}", "The reviewing model gave no judgment: {why}")


@dataclass(frozen=True, slots=True)
class JudgeModel:
    """A model that judges notes, the monotonic clock of its deadlines, and whether it accepts images."""

    model: ChatModel
    clock: Callable[[], float]
    accepts_images: bool


class NoteReviewer:
    """Reviews notes by rules and image metrics, computed in *workers*, and by *judge* if there is such a model."""

    def __init__(
        self,
        blobs: BlobStore,
        workers: WorkerPool,
        limits: Limits,
        errors: ErrorStatistics,
        judge: JudgeModel | None = None,
    ) -> None:
        self._blobs = blobs
        self._workers = workers
        self._limits = limits
        self._errors = errors
        self._judge = judge

    async def review(self, request: ReviewNote, call: StepCall) -> AsyncGenerator[Activity | Verdict, None]:
        """Yield activities, then the verdict."""
        language = call.language
        note = build_reviewed_note(request)
        images = await self._load_images(note)
        limit = TimeLimit.for_image(self._limits.critic_seconds, _count_pixels(note))
        async with AsyncExitStack() as until_decided:
            if self._workers.busy:
                yield Progress(Phase.WAITING, 0.0)
            async with self._workers.place():
                yield Progress(Phase.WORKING, 0.0, CHECKING_TEXT.pick(language), limit.wall_seconds)
                judge_call = await self._start_judge_call(request, call, note, images, limit, until_decided)
                assessment = await self._workers.compute(assess_note_text, note, language, within=limit)
            async with aclosing(self._measure(note, assessment, images, limit, language)) as measuring:
                async for outcome in measuring:
                    if isinstance(outcome, NoteAssessment):
                        assessment = outcome
                    else:
                        yield outcome
            if judge_call is None:
                skipped = self._is_judgment_skipped(call)
                if skipped:
                    yield Thought(JUDGMENT_SKIPPED.pick(language))
                verdict = decide_by_rules(assessment, self._limits, language, is_judgment_skipped=skipped)
            else:
                async for event in judge_call.events():
                    yield to_activity(event, language)
                try:
                    judgment = await judge_call.result()
                    verdict = decide_with_judgment(assessment, judgment, self._limits, language)
                except ReflowError as error:
                    self._errors.record_survived(error, call.context, "critic")
                    yield Thought(NO_JUDGMENT.pick(language).format(why=error.message(language)))
                    verdict = decide_without_judgment(assessment, error.text, self._limits, language)
        yield Thought(JUDGED.pick(language).format(score=verdict.score, feedback=verdict.feedback))
        yield verdict

    def _is_judgment_skipped(self, call: StepCall) -> bool:
        """Return whether the budget does not allow a call of the judge."""
        return self._judge is not None and call.context.builtin_only

    async def _start_judge_call(
        self,
        request: ReviewNote,
        call: StepCall,
        note: ReviewedNote,
        images: Mapping[str, StoredImage],
        limit: TimeLimit,
        until_decided: AsyncExitStack,
    ) -> ConcurrentCall[NoteJudgment] | None:
        """Start the call of the judge, if there is a model. Requires a worker slot."""
        judge = self._judge
        if judge is None or self._is_judgment_skipped(call):
            return None
        downscaled = list[bytes]()
        if judge.accepts_images:
            for plan in note.plans:
                if plan.plan_id in images:
                    png = images[plan.plan_id].png
                    downscaled.append(await self._workers.compute(downscale_image, png, within=limit))
        deadline = call.deadline(self._limits.critic_seconds, judge.clock) - MARGIN
        chat_request = build_request(
            note,
            tuple(png for png in downscaled if png),
            call.language,
            deadline=deadline,
            key=call.context.idempotency_key,
            fresh=request.fresh,
            saved=request.prompt,
        )
        return await until_decided.enter_async_context(start_call(judge.model.answer(chat_request, NoteJudgment)))

    async def _measure(
        self,
        note: ReviewedNote,
        assessment: NoteAssessment,
        images: Mapping[str, StoredImage],
        limit: TimeLimit,
        language: Language,
    ) -> AsyncGenerator[Progress | NoteAssessment, None]:
        """Measure the images concurrently; yield progress, then *assessment* with the images included."""
        if images and self._workers.busy:
            yield Progress(Phase.WAITING, TEXT_SHARE)
        measured = dict[str, MeasuredImage]()
        tasks = [asyncio.create_task(self._workers.run(measure_image, one, within=limit)) for one in images.values()]
        try:
            for done in asyncio.as_completed(tasks):
                image = await done
                measured[image.plan_id] = image
                fraction = 1 - (1 - TEXT_SHARE) * (len(tasks) - len(measured)) / len(tasks)
                text = MEASURING.pick(language).format(done=len(measured), total=len(tasks))
                yield Progress(Phase.WORKING, fraction, text, limit.wall_seconds)
        finally:
            await cancel_tasks(*tasks)
        yield add_images(assessment, note, measured, self._limits)

    async def _load_images(self, note: ReviewedNote) -> dict[str, StoredImage]:
        """Return the images of *note* by their plans, loaded concurrently."""
        images = await asyncio.gather(*map(self._load_image, note.images_by_plan.values()))
        return {image.plan_id: image for image in images}

    async def _load_image(self, image: NoteImage) -> StoredImage:
        asset_id = image.image.asset.asset_id
        png = await self._load_asset(asset_id)
        plain = png if image.plain_asset_id in ("", asset_id) else await self._load_asset(image.plain_asset_id)
        return StoredImage(image.plan_id, png, plain or png)

    async def _load_asset(self, asset_id: str) -> bytes:
        return await self._blobs.get(f"assets/{asset_id}.png") or b"" if asset_id else b""


def _count_pixels(note: ReviewedNote) -> int:
    """Return the pixels of the largest image of *note*."""
    assets = [image.image.asset for image in note.images_by_plan.values()]
    return max((asset.width * asset.height for asset in assets), default=0)
