"""Notes before the critic: gRPC in, rules and measurements side by side with a model, gRPC out."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass

from reflow.v1 import critic_pb2, steps_pb2

from services.common.blobs import BlobStore
from services.common.errors import ReflowError
from services.common.language import Language, Text
from services.common.limits import Limits
from services.common.models.values import ChatModel
from services.common.serving import Context
from services.common.serving.activities import thought, told_by_model, waiting, working
from services.common.serving.deadlines import step_deadline
from services.common.telemetry import ErrorLedger
from services.common.workers import Workers
from services.critic.adapters.reviewing_note import Picture, judge_text, measure_picture, shown_small
from services.critic.adapters.seeing import Looking
from services.critic.domain.note.gallery import Measured
from services.critic.domain.note.judgement import NoteJudgement, with_pictures
from services.critic.domain.note.note import Made, Note
from services.critic.domain.note.opinion import NoteOpinion
from services.critic.domain.note.ruling import NoteRuling, by_both, by_rules, by_rules_alone
from services.critic.note_messages import note_of
from services.critic.note_prompting import question

# What is left of a step's time, in seconds, when a late model is given up: the verdict by rules must still arrive.
MARGIN = 0.5
# How far the work is once the text is judged; the pictures share the rest.
TEXT_SHARE = 0.2
READING = Text("正在看文字和版式", "Reading text and layout")
MEASURING = Text("已检查 {done}/{total} 张图片", "{done} of {total} pictures checked")
JUDGED = Text("评分 {score:.2f}：{feedback}", "Score {score:.2f}: {feedback}")
SILENT = Text("审稿模型没有给出判断：{why}", "The reviewing model gave no judgement: {why}")


@dataclass(frozen=True, slots=True)
class Editor:
    """A model that judges notes, the monotonic clock that its deadlines are on, and whether it sees pictures."""

    model: ChatModel
    clock: Callable[[], float]
    sees: bool


class NoteReviewer:
    """Judges notes by rules and by measuring their pictures, in *workers*, and by *editor* where there is one."""

    def __init__(
        self, blobs: BlobStore, workers: Workers, limits: Limits, errors: ErrorLedger, editor: Editor | None = None
    ) -> None:
        self._blobs = blobs
        self._workers = workers
        self._limits = limits
        self._errors = errors
        self._editor = editor

    async def review(
        self, request: critic_pb2.ReviewNoteRequest, context: Context
    ) -> AsyncGenerator[critic_pb2.ReviewNoteResponse, None]:
        """Yield what is told on the way, and the verdict last."""
        language = Language(request.context.locale or Language.CHINESE)
        note = note_of(request)
        pictures = await self._stored(note)
        async with AsyncExitStack() as until_ruled:
            if self._workers.busy:
                yield _telling(waiting())
            async with self._workers.place():
                yield _telling(working(0.0, READING.pick(language)))
                asking = await self._begin_asking(request, context, note, pictures, until_ruled)
                judged = await self._workers.compute(judge_text, note, language)
            async with aclosing(self._measure(note, judged, pictures, language)) as measuring:
                async for told in measuring:
                    if isinstance(told, NoteJudgement):
                        judged = told
                    else:
                        yield _telling(told)
            if asking is None:
                ruling = by_rules(judged, self._limits, language)
            else:
                async for heard in asking.told():
                    yield _telling(told_by_model(heard, language))
                try:
                    ruling = by_both(judged, await asking.seen(), self._limits, language)
                except ReflowError as error:
                    self._record(error, request)
                    yield _telling(thought(SILENT.pick(language).format(why=error.message(language))))
                    ruling = by_rules_alone(judged, self._limits, language)
        yield _telling(thought(JUDGED.pick(language).format(score=ruling.score, feedback=ruling.feedback)))
        yield critic_pb2.ReviewNoteResponse(verdict=_verdict(ruling))

    async def _begin_asking(
        self,
        request: critic_pb2.ReviewNoteRequest,
        context: Context,
        note: Note,
        pictures: Mapping[str, Picture],
        until_ruled: AsyncExitStack,
    ) -> Looking[NoteOpinion] | None:
        """Ask the model, where there is one to ask. Call it while holding a place."""
        editor = self._editor
        if editor is None or request.context.builtin_only:
            return None
        deadline = step_deadline(context, self._limits.critic_seconds, editor.clock) - MARGIN
        shown = list[bytes]()
        if editor.sees:
            for plan in note.plans:
                if plan.plan_id in pictures:
                    shown.append(await self._workers.compute(shown_small, pictures[plan.plan_id].png))
        asked = question(
            note,
            tuple(png for png in shown if png),
            Language(request.context.locale or Language.CHINESE),
            deadline=deadline,
            key=request.context.idempotency_key,
            fresh=request.fresh,
        )
        return await until_ruled.enter_async_context(Looking(editor.model.answer(asked, NoteOpinion)))

    async def _measure(
        self, note: Note, judged: NoteJudgement, pictures: Mapping[str, Picture], language: Language
    ) -> AsyncGenerator[steps_pb2.Activity | NoteJudgement, None]:
        """Measure the pictures side by side; yield how far that is, and at last *judged* together with them."""
        measured = dict[str, Measured]()
        tasks = [asyncio.create_task(self._workers.run(measure_picture, one)) for one in pictures.values()]
        try:
            for done in asyncio.as_completed(tasks):
                one = await done
                measured[one.plan_id] = one
                share = 1 - (1 - TEXT_SHARE) * (len(tasks) - len(measured)) / len(tasks)
                yield working(share, MEASURING.pick(language).format(done=len(measured), total=len(tasks)))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        yield with_pictures(judged, note, measured, self._limits)

    async def _stored(self, note: Note) -> dict[str, Picture]:
        """Return the pictures of *note* by their plans, read side by side; one that is gone cannot be opened."""
        made = list(note.made_by_plan.values())
        return {
            one.plan_id: picture
            for one, picture in zip(made, await asyncio.gather(*map(self._picture, made)), strict=True)
        }

    async def _picture(self, made: Made) -> Picture:
        png = await self._asset(made.asset_id)
        plain = await self._asset(made.plain_id) if made.plain_id != made.asset_id else png
        return Picture(made.plan_id, png, plain or png)

    async def _asset(self, asset_id: str) -> bytes:
        return await self._blobs.get(f"assets/{asset_id}.png") or b"" if asset_id else b""

    def _record(self, error: ReflowError, request: critic_pb2.ReviewNoteRequest) -> None:
        """Record a failure that the step survives: the engine never hears of it."""
        error.node = error.node or "critic"
        work = request.context
        self._errors.record(error, run_id=work.run_id, session_id=work.session_id, step=work.step)


def _telling(activity: steps_pb2.Activity) -> critic_pb2.ReviewNoteResponse:
    return critic_pb2.ReviewNoteResponse(activity=activity)


def _verdict(ruling: NoteRuling) -> critic_pb2.Verdict:
    return critic_pb2.Verdict(
        passed=ruling.passed,
        score=ruling.score,
        dimensions={dimension.value: score for dimension, score in ruling.dimensions.items()},
        feedback=ruling.feedback,
        suggestions=ruling.suggestions,
        return_to=ruling.return_to,
        keep=ruling.keep,
        judged=True,
    )
