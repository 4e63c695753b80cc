"""Analysis of stored reference images: measured and read by workers, described by a model; results are cached."""

from collections.abc import AsyncGenerator, Callable

from services.common.activity_stream import ActivityStream
from services.common.contract.activity import Activity
from services.common.llm.values import ChatModel
from services.rag.application.image_pipeline import PipelineDeps
from services.rag.application.reference_analysis import AnalysisCache, AnalysisRequest, OnFailure, ReferenceAnalyzer
from services.rag.domain.references.analysis import Analysis


class CachedAnalysis:
    """Analyzes stored images with *deps*, and with the vision model *model* if there is one."""

    def __init__(self, deps: PipelineDeps, cache: AnalysisCache, model: ChatModel | None) -> None:
        self._deps = deps
        self._cache = cache
        self._model = model

    async def analyze(
        self, request: AnalysisRequest, start: Callable[[], float], on_failure: OnFailure
    ) -> AsyncGenerator[Activity | tuple[Analysis, ...], None]:
        """Yield activities, then one analysis for each image, in their order.

        *start* is called when a worker starts and returns the deadline; *on_failure* receives each failure of the
        model, which does not fail the analysis. Raises ASSET_UNKNOWN, INVALID_INPUT_FORMAT for invalid images, or
        EXECUTION_TIMEOUT.
        """
        await self._deps.assets.check(request.asset_ids)
        analyzer = ReferenceAnalyzer(self._deps, self._cache, self._model, request, start, on_failure)
        async with ActivityStream(analyzer.run) as stream:
            async for activity in stream.events():
                yield activity
            yield await stream.result()
