"""CriticService: gRPC in, judgement, gRPC out."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass

from reflow.v1 import critic_pb2, critic_pb2_grpc, executor_pb2

from services.common.blobs import BlobStore
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.common.limits import Limits
from services.common.models.values import ChatModel
from services.common.serving import Context
from services.common.serving.activities import thought, told_by_model, waiting, working
from services.common.serving.deadlines import step_deadline
from services.common.telemetry import ErrorLedger
from services.common.workers import Workers
from services.critic.adapters.reviewing import Case, judge, shown
from services.critic.adapters.seeing import Looking
from services.critic.domain.combining import Ruling, by_both, by_measuring, by_measuring_alone
from services.critic.domain.expectations import Expectation, TaskType
from services.critic.domain.seen import Seen
from services.critic.domain.wish import Wish
from services.critic.prompting import question
from services.critic.servicer_note import NoteReviewer

_TASKS = {
    executor_pb2.TASK_TYPE_TEXT_TO_IMAGE: TaskType.TEXT_TO_IMAGE,
    executor_pb2.TASK_TYPE_INPAINTING: TaskType.INPAINTING,
    executor_pb2.TASK_TYPE_PARAMETER_ADJUSTMENT: TaskType.PARAMETER_ADJUSTMENT,
}
# The parameter in which the executor says how far a repaint was blended.
FEATHER = "feather_px"
# The one engine that is given a style's colours and technique; the others are told of the style, in words.
BUILTIN = "builtin"
# So far a palette counts where nobody was given it: the worst one costs a good picture some score, never a return.
TOLD_IN_WORDS = 0.3
# Where work that is not good enough goes back to, and what need not be made again.
RETURN_TO = "rag"
KEEP = ("intent",)
# What is left of a step's time, in seconds, when a late model is given up: the measured verdict must still arrive.
MARGIN = 0.5
JUDGED = Text("评分 {score:.2f}：{feedback}", "Score {score:.2f}: {feedback}")
BLIND = Text("看图模型没有给出判断：{why}", "The vision model gave no judgement: {why}")


@dataclass(frozen=True, slots=True)
class Eyes:
    """A model that looks at pictures, and the monotonic clock that its deadlines are on."""

    model: ChatModel
    clock: Callable[[], float]


class CriticServicer(critic_pb2_grpc.CriticServiceServicer):
    """Judges stored pictures by measuring them, in *workers*, and by what *eyes* see where there are any.

    Notes are judged by *notes*.
    """

    def __init__(
        self,
        blobs: BlobStore,
        workers: Workers,
        limits: Limits,
        errors: ErrorLedger,
        notes: NoteReviewer,
        eyes: Eyes | None = None,
    ) -> None:
        self._blobs = blobs
        self._workers = workers
        self._limits = limits
        self._errors = errors
        self._notes = notes
        self._eyes = eyes

    async def ReviewImage(
        self, request: critic_pb2.ReviewImageRequest, context: Context
    ) -> AsyncIterator[critic_pb2.ReviewImageResponse]:
        language = _language(request)
        case = await self._case(request)
        if self._workers.busy:
            yield critic_pb2.ReviewImageResponse(activity=waiting())
        async with AsyncExitStack() as until_ruled:
            async with self._workers.place():
                yield critic_pb2.ReviewImageResponse(activity=working(0.0))
                looking = await self._begin_looking(request, context, case, until_ruled)
                measured = await self._workers.compute(judge, case)
            if looking is None:
                ruling = by_measuring(measured, self._limits, language)
            else:
                async for told in looking.told():
                    yield critic_pb2.ReviewImageResponse(activity=told_by_model(told, language))
                try:
                    ruling = by_both(measured, await looking.seen(), _wish(request), self._limits, language)
                except ReflowError as error:
                    self._record(error, request)
                    yield _thinking(BLIND.pick(language).format(why=error.message(language)))
                    ruling = by_measuring_alone(measured, self._limits, language)
        yield _thinking(JUDGED.pick(language).format(score=ruling.score, feedback=ruling.feedback))
        yield critic_pb2.ReviewImageResponse(verdict=_verdict(ruling))

    async def ReviewNote(
        self, request: critic_pb2.ReviewNoteRequest, context: Context
    ) -> AsyncIterator[critic_pb2.ReviewNoteResponse]:
        async with aclosing(self._notes.review(request, context)) as reviewing:
            async for response in reviewing:
                yield response

    async def _begin_looking(
        self, request: critic_pb2.ReviewImageRequest, context: Context, case: Case, until_ruled: AsyncExitStack
    ) -> Looking[Seen] | None:
        """Ask the model, where there is one to ask and a picture to show. Call it while holding a place."""
        if self._eyes is None or request.context.builtin_only:
            return None
        deadline = step_deadline(context, self._limits.critic_seconds, self._eyes.clock) - MARGIN
        pictures = await self._workers.compute(shown, case)
        if not pictures:
            return None
        asked = question(
            _wish(request),
            pictures,
            _language(request),
            deadline=deadline,
            key=request.context.idempotency_key,
            fresh=request.fresh,
        )
        return await until_ruled.enter_async_context(Looking(self._eyes.model.answer(asked, Seen)))

    def _record(self, error: ReflowError, request: critic_pb2.ReviewImageRequest) -> None:
        """Record a failure that the step survives: the engine never hears of it."""
        error.node = error.node or "critic"
        work = request.context
        self._errors.record(error, run_id=work.run_id, session_id=work.session_id, step=work.step)

    async def _case(self, request: critic_pb2.ReviewImageRequest) -> Case:
        return Case(
            after=await self._stored(request.result.asset.asset_id),
            before=await self._stored(request.before_asset_id) if request.before_asset_id else b"",
            mask=await self._stored(request.mask_asset_id) if request.mask_asset_id else b"",
            feather_px=int(request.result.parameters.get(FEATHER, 0)),
            parameters=dict(request.parameters),
            expectation=_expectation(request),
        )

    async def _stored(self, asset_id: str) -> bytes:
        found = await self._blobs.get(f"assets/{asset_id}.png")
        if found is None:
            raise ReflowError(Code.ASSET_UNKNOWN, details=f"no asset {asset_id[:80]!r}", node="critic")
        return found


def _language(request: critic_pb2.ReviewImageRequest) -> Language:
    return Language(request.context.locale or Language.CHINESE)


def _task(request: critic_pb2.ReviewImageRequest) -> TaskType:
    return _TASKS.get(request.result.task_type, TaskType.TEXT_TO_IMAGE)


def _expectation(request: critic_pb2.ReviewImageRequest) -> Expectation:
    """Return what to measure the picture by: by the style's own look where the engine was given it."""
    given = request.result.model in ("", BUILTIN)
    return Expectation(
        task=_task(request),
        width=request.width,
        height=request.height,
        palette=tuple(request.look.palette),
        medium=request.look.medium if given else "",
        strength=1.0 if given else TOLD_IN_WORDS,
    )


def _wish(request: critic_pb2.ReviewImageRequest) -> Wish:
    return Wish(_task(request), request.prompt, request.subject, request.style, dict(request.parameters))


def _thinking(text: str) -> critic_pb2.ReviewImageResponse:
    return critic_pb2.ReviewImageResponse(activity=thought(text))


def _verdict(ruling: Ruling) -> critic_pb2.Verdict:
    return critic_pb2.Verdict(
        passed=ruling.passed,
        score=ruling.score,
        dimensions=ruling.dimensions,
        feedback=ruling.feedback,
        suggestions=ruling.suggestions,
        return_to=RETURN_TO if ruling.goes_back else "",
        keep=KEEP if ruling.goes_back else (),
        judged=True,
    )
