"""Use case: analyze the reference images of a note."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from engines.image_metrics.composition import describe
from services.common.contract import requests
from services.common.contract.activity import Activity
from services.common.contract.note import ReferenceAnalyses, ReferenceAnalysis
from services.common.contract.step import StepCall
from services.common.errors import ReflowError
from services.common.telemetry import ErrorStatistics
from services.common.text.language import Language
from services.rag.adapters.vision_prompt import NODE, VisionContext
from services.rag.application.cached_analysis import CachedAnalysis
from services.rag.application.reference_analysis import AnalysisRequest
from services.rag.domain.references.analysis import Analysis

# Seconds of a step that are reserved after the deadline of the work: the analyses must still reach the caller.
MARGIN = 0.3


class AnalyzeReferences:
    """Analyzes reference images; a step may take *seconds* on *clock*, which is also the clock of the models."""

    def __init__(
        self, analysis: CachedAnalysis, errors: ErrorStatistics, *, seconds: float, clock: Callable[[], float]
    ) -> None:
        self._analysis = analysis
        self._errors = errors
        self._seconds = seconds
        self._clock = clock

    async def __call__(
        self, request: requests.AnalyzeReferences, call: StepCall
    ) -> AsyncGenerator[Activity | ReferenceAnalyses, None]:
        """Yield activities, then one analysis for each image. Raises as `CachedAnalysis.analyze` does."""
        analysis_request = AnalysisRequest(
            request.asset_ids,
            VisionContext(_describe_request(request), request.feedback, call.language),
            key=call.context.idempotency_key,
            fresh=request.fresh,
            builtin_only=call.context.builtin_only,
        )

        def start() -> float:
            return call.deadline(self._seconds, self._clock) - MARGIN

        def on_failure(error: ReflowError) -> None:
            self._errors.record_survived(error, call.context, NODE)

        async with aclosing(self._analysis.analyze(analysis_request, start, on_failure)) as outcomes:
            async for outcome in outcomes:
                if isinstance(outcome, tuple):
                    yield ReferenceAnalyses(tuple(_to_contract(analysis, call.language) for analysis in outcome))
                else:
                    yield outcome


def _describe_request(request: requests.AnalyzeReferences) -> str:
    """Return the user's text, with their description of each image."""
    numbers = {asset_id: number for number, asset_id in enumerate(request.asset_ids, start=1)}
    lines = [
        f"[{numbers[one.asset_id]}] {' '.join(filter(None, (one.purpose, one.note)))}"
        for one in request.reference_inputs
        if one.asset_id in numbers and (one.purpose or one.note)
    ]
    return "\n".join((request.text, *lines))


def _to_contract(analysis: Analysis, language: Language) -> ReferenceAnalysis:
    vision, metrics = analysis.vision, analysis.metrics
    return ReferenceAnalysis(
        asset_id=analysis.asset_id,
        palette=metrics.palette if metrics else (),
        brightness=metrics.brightness if metrics else 0.0,
        width=metrics.width if metrics else 0,
        height=metrics.height if metrics else 0,
        aspect=metrics.aspect if metrics else "",
        composition=describe(metrics.composition, language) if metrics else "",
        texts=analysis.texts,
        meaning=vision.meaning if vision else "",
        style=vision.style if vision else "",
        engine=analysis.engine,
        degraded=analysis.degraded,
    )
