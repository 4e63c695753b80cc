"""CriticService: gRPC in, judgement, gRPC out."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from reflow.v1 import critic_pb2, critic_pb2_grpc, executor_pb2

from services.common.blobs import BlobStore
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.common.limits import Limits
from services.common.serving import Context
from services.common.serving.activities import thought, waiting, working
from services.common.workers import Workers
from services.critic.adapters.reviewing import Case, judge
from services.critic.domain.expectations import Expectation, TaskType

if TYPE_CHECKING:
    from services.critic.domain.judging import Judgement

_TASKS = {
    executor_pb2.TASK_TYPE_TEXT_TO_IMAGE: TaskType.TEXT_TO_IMAGE,
    executor_pb2.TASK_TYPE_INPAINTING: TaskType.INPAINTING,
    executor_pb2.TASK_TYPE_PARAMETER_ADJUSTMENT: TaskType.PARAMETER_ADJUSTMENT,
}
# The parameter in which the executor says how far a repaint was blended.
FEATHER = "feather_px"
# Where work that is not good enough goes back to, and what need not be made again.
RETURN_TO = "rag"
KEEP = ("intent",)
JUDGED = Text("评分 {score:.2f}：{feedback}", "Score {score:.2f}: {feedback}")


class CriticServicer(critic_pb2_grpc.CriticServiceServicer):
    """Judges stored pictures by measuring them, in *workers*."""

    def __init__(self, blobs: BlobStore, workers: Workers, limits: Limits) -> None:
        self._blobs = blobs
        self._workers = workers
        self._limits = limits

    async def ReviewImage(
        self, request: critic_pb2.ReviewImageRequest, context: Context
    ) -> AsyncIterator[critic_pb2.ReviewImageResponse]:
        language = Language(request.context.locale or Language.CHINESE)
        case = await self._case(request)
        if self._workers.busy:
            yield critic_pb2.ReviewImageResponse(activity=waiting())
        async with self._workers.place():
            yield critic_pb2.ReviewImageResponse(activity=working(0.0))
            judgement = await self._workers.compute(judge, case)
        verdict = _verdict(judgement, self._limits, language)
        told = JUDGED.pick(language).format(score=verdict.score, feedback=verdict.feedback)
        yield critic_pb2.ReviewImageResponse(activity=thought(told))
        yield critic_pb2.ReviewImageResponse(verdict=verdict)

    async def _case(self, request: critic_pb2.ReviewImageRequest) -> Case:
        return Case(
            after=await self._stored(request.result.asset.asset_id),
            before=await self._stored(request.before_asset_id) if request.before_asset_id else b"",
            mask=await self._stored(request.mask_asset_id) if request.mask_asset_id else b"",
            feather_px=int(request.result.parameters.get(FEATHER, 0)),
            parameters=dict(request.parameters),
            expectation=Expectation(
                task=_TASKS.get(request.result.task_type, TaskType.TEXT_TO_IMAGE),
                width=request.width,
                height=request.height,
                palette=tuple(request.look.palette),
                medium=request.look.medium,
            ),
        )

    async def _stored(self, asset_id: str) -> bytes:
        found = await self._blobs.get(f"assets/{asset_id}.png")
        if found is None:
            raise ReflowError(Code.ASSET_UNKNOWN, details=f"no asset {asset_id[:80]!r}", node="critic")
        return found


def _verdict(judgement: "Judgement", limits: Limits, language: Language) -> critic_pb2.Verdict:
    passed = judgement.score >= limits.pass_score
    goes_back = judgement.score < limits.return_score
    return critic_pb2.Verdict(
        passed=passed,
        score=judgement.score,
        dimensions=dict(judgement.dimensions),
        feedback=judgement.feedback.pick(language),
        suggestions=[] if passed else [suggestion.pick(language) for suggestion in judgement.suggestions],
        return_to=RETURN_TO if goes_back else "",
        keep=KEEP if goes_back else (),
        judged=True,
    )
